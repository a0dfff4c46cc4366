import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { mean, moments } from '../../../src/experiment/statistics/moments.js';
import { sum } from '../../../src/experiment/statistics/sum.js';

/** NIST's reference data sets NumAcc1 to NumAcc4: a value, then two others in turn; certified mean and deviation. */
const alternating = (first: number, one: number, other: number): number[] => [
  first,
  ...Array.from({ length: 1000 }, (_, i) => (i % 2 === 0 ? one : other)),
];

describe('mean and standard deviation', () => {
  test.each([
    ['NumAcc1', [10000001, 10000003, 10000002], 10000002, 1, 15],
    ['NumAcc2', alternating(1.2, 1.1, 1.3), 1.2, 0.1, 14],
    // The decimals themselves are not numbers of the machine: no more digits are to be had.
    ['NumAcc3', alternating(1000000.2, 1000000.1, 1000000.3), 1000000.2, 0.1, 9],
    ['NumAcc4', alternating(10000000.2, 10000000.1, 10000000.3), 10000000.2, 0.1, 8],
  ])('are those certified for %s', (_, values, certifiedMean, certifiedDeviation, digits) => {
    expect(mean(values) / certifiedMean).toBeCloseTo(1, 15);
    expect(moments(values).sd).toBeCloseTo(certifiedDeviation, digits);
  });

  it('are undefined where there is too little', () => {
    expect(moments([])).toMatchObject({ n: 0, mean: Number.NaN, sd: undefined });
    expect(moments([4])).toEqual({ n: 1, mean: 4, sd: undefined, min: 4, max: 4 });
  });

  it('are exact where all values are the same', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: 2, max: 60 }), (value, n) => {
        expect(moments(new Array<number>(n).fill(value))).toMatchObject({ mean: value, sd: 0 });
      }),
    );
  });

  it('grow with the values, however large or small these are', () => {
    const values = [1, 2, 4, 8.5, -3];
    const { mean: plainMean, sd } = moments(values);
    for (const factor of [2 ** 1000, 2 ** -1000]) {
      const scaled = moments(values.map((value) => value * factor));
      expect(scaled.mean).toBe(plainMean * factor);
      expect(scaled.sd).toBe((sd as number) * factor);
    }
  });

  it('keep what a plain sum would lose', () => {
    expect(sum([1, 1e100, 1, -1e100])).toBe(2);
    expect(sum([])).toBe(0);
    expect(mean(new Array<number>(1e6).fill(0.1).concat(0.2, 0))).toBe(0.1);
  });

  it('mirror to the bit with the sign of all values', () => {
    const finite = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(fc.array(finite, { minLength: 2 }), (values) => {
        const { mean: plain, sd, min, max } = moments(values);
        const mirrored = moments(values.map((value) => -value));
        expect([mirrored.mean + plain, mirrored.sd, mirrored.min + max, mirrored.max + min]).toEqual([0, sd, 0, 0]);
      }),
    );
  });
});
