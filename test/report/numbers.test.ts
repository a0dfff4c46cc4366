import { describe, expect, it } from 'vitest';
import { brief, count, percent, some } from '../../src/report/numbers.js';

describe('numbers for people', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [12345, '12,345'],
    [1234567, '1,234,567'],
    [1.5, '1.5'],
    [12.345, '12.35'],
    [1234.567, '1,235'],
  ])('%d is %s in full', (value, text) => {
    expect(count(value)).toBe(text);
  });

  it.each([
    [0, '0'],
    [940, '940'],
    [1400, '1.4k'],
    [158016, '158k'],
    [999_949, '1.0M'],
    [999_400, '999k'],
    [1_234_567, '1.2M'],
    [2e9, '2.0G'],
  ])('%d is %s in short', (value, text) => {
    expect(brief(value)).toBe(text);
  });

  it('a share is 0 % or 100 % only when it is', () => {
    expect([0, 0.001, 0.414, 0.999, 1].map(percent)).toEqual(['0 %', 'under 1 %', '41 %', 'over 99 %', '100 %']);
  });

  it('one of a thing is not several', () => {
    expect([some(1, 'leaf', 'leaves'), some(2, 'leaf', 'leaves'), some(0, 'file')]).toEqual([
      '1 leaf',
      '2 leaves',
      '0 files',
    ]);
  });
});
