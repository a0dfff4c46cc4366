import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { signTest } from '../../../src/experiment/statistics/sign-test.js';

/** By whole numbers of any size: twice the sum of binomial coefficients up to the smaller count, over 2^n. */
const byBigIntegers = (higher: number, lower: number): number => {
  const n = BigInt(higher + lower);
  let coefficient = 1n;
  let tail = 0n;
  for (let i = 0n; i <= BigInt(Math.min(higher, lower)); i++) {
    tail += coefficient;
    coefficient = (coefficient * (n - i)) / (i + 1n);
  }
  // A fraction of 80 bits is more than a number keeps; bits before are shifted out of the way of very small ones.
  const shift = 1200n;
  const scaled = ((2n * tail) << shift) >> n;
  const digits = scaled.toString(2).length;
  const kept = digits > 80 ? digits - 80 : 0;
  return Math.min(1, Number(scaled >> BigInt(kept)) * 2 ** (kept - Number(shift)));
};

describe('the sign test', () => {
  test.each([
    [0, 0, 1],
    [1, 0, 1],
    [3, 3, 1],
    [5, 0, 2 / 32],
    [6, 0, 2 / 64],
    [9, 1, 22 / 1024],
    [8, 2, 112 / 1024],
  ])('of %d higher and %d lower is what one counts by hand', (higher, lower, p) => {
    expect(signTest(higher, lower)).toBe(p);
  });

  // scipy 1.17.1, `scipy.stats.binomtest(higher, higher + lower).pvalue`.
  test.each([
    [12, 5, 0.143463134765625],
    [60, 40, 0.05688793364098089],
    [527, 473, 0.09368729147549647],
    [5200, 4800, 6.593515598672343e-5],
  ])('of %d higher and %d lower is what the reference says', (higher, lower, p) => {
    expect(signTest(higher, lower) / p).toBeCloseTo(1, 10);
  });

  it('is exact to twelve digits, and the same from both sides', () => {
    const count = fc.integer({ min: 0, max: 800 });
    fc.assert(
      fc.property(count, count, (higher, lower) => {
        const expected = byBigIntegers(higher, lower);
        expect(Math.abs(signTest(higher, lower) / expected - 1)).toBeLessThan(1e-12);
        expect(signTest(lower, higher)).toBe(signTest(higher, lower));
      }),
    );
  });

  it('neither overflows nor is lost where coefficients and powers leave the range of numbers', () => {
    expect(signTest(50_000, 50_000)).toBe(1);
    expect(signTest(0, 1000)).toBe(2 ** -999);
    expect(signTest(0, 100_000)).toBe(0);
    expect(signTest(50_200, 49_800)).toBeCloseTo(0.2070389717642225, 10);
  });
});
