import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { fisherTest } from '../../../src/experiment/statistics/fisher-test.js';

const choose = (n: number, k: number): bigint => {
  let found = 1n;
  for (let i = 0; i < k; i++) found = (found * BigInt(n - i)) / BigInt(i + 1);
  return found;
};

/** By whole numbers of any size. */
const byBigIntegers = (a: number, b: number, c: number, d: number): number => {
  const ways = (k: number): bigint => choose(a + b, k) * choose(c + d, a + c - k);
  let tail = 0n;
  for (let k = Math.max(0, a - d); k <= Math.min(a + b, a + c); k++) if (ways(k) <= ways(a)) tail += ways(k);
  return Number((tail * 10n ** 15n) / choose(a + b + c + d, a + c)) / 1e15;
};

describe("Fisher's exact test", () => {
  test.each([
    // Fisher's tea: 3 of 4 cups told rightly.
    [3, 1, 1, 3, 0.4857142857142857],
    [4, 0, 0, 4, 2 / 70],
    [0, 6, 22, 31, 0.0749],
    [1, 1, 1, 1, 1],
    [5, 0, 5, 0, 1],
  ])('of %d and %d against %d and %d', (a, b, c, d, p) => {
    expect(fisherTest({ passed: [a, c], failed: [b, d] })).toBeCloseTo(p, 3);
  });

  it('is exact to ten digits, and the same from both sides', () => {
    const count = fc.integer({ min: 0, max: 40 });
    fc.assert(
      fc.property(count, count, count, count, (a, b, c, d) => {
        const p = fisherTest({ passed: [a, c], failed: [b, d] });
        expect(p).toBeCloseTo(byBigIntegers(a, b, c, d), 10);
        expect(fisherTest({ passed: [c, a], failed: [d, b] })).toBeCloseTo(p, 10);
        expect(fisherTest({ passed: [b, d], failed: [a, c] })).toBeCloseTo(p, 10);
      }),
    );
  });
});
