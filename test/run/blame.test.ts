import { expect, test } from 'vitest';
import type { Outcome } from '../../src/domain/outcome.js';
import { blamedFor } from '../../src/run/blame.js';

const leaves = (...dependsOn: readonly (readonly number[])[]) =>
  dependsOn.map((on) => ({ cost: 1, limits: [], dependsOn: on }));

test('the first in plan order that did not succeed is to blame, through any number of skipped ones', () => {
  const outcomes: Outcome[] = ['succeeded', 'failed', 'timed-out', 'skipped', 'skipped', 'skipped'];
  const blamed = blamedFor(leaves([], [], [], [2, 1, 0], [3], [4, 2]), outcomes);
  expect([...blamed]).toEqual([
    [3, 1],
    [4, 1],
    [5, 2],
  ]);
});

test('a chain of 100,000 is no problem', () => {
  const chain = leaves(...Array.from({ length: 100_000 }, (_, i) => (i === 0 ? [] : [i - 1])));
  const blamed = blamedFor(chain, ['failed', ...Array<Outcome>(99_999).fill('skipped')]);
  expect(blamed.get(99_999)).toBe(0);
});
