import { expect, test } from 'vitest';
import { nearestOf } from '../../src/languages/nearest.js';

test('the nearest file shares most folders; the first of several is taken', () => {
  expect(nearestOf(['m1/src/A', 'm2/src/A', 'm2/src/x/A'], 'm2/src/B')).toBe('m2/src/A');
  expect(nearestOf(['a/x.toy', 'b/y.toy'], 'b/w.toy')).toBe('b/y.toy');
  expect(nearestOf(['a/x.toy', 'b/y.toy'], 'd/w.toy')).toBe('a/x.toy');
  expect(nearestOf([], 'a')).toBeUndefined();
});
