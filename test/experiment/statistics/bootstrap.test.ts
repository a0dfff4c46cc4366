import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bootstrapMean } from '../../../src/experiment/statistics/bootstrap.js';

const usual = { confidence: 0.95, resamples: 2000, seed: 1 };
const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 30 });
const seed = fc.integer({ min: 0, max: 1e6 });

/** The means of all samples that can be drawn, in order. */
const allMeans = (from: readonly number[]): number[] => {
  let sums = [0];
  for (let i = 0; i < from.length; i++) sums = sums.flatMap((sum) => from.map((value) => sum + value));
  return sums.map((sum) => sum / from.length).sort((a, b) => a - b);
};

/** Where a value would stand among the means, as a share. */
const shareBelow = (means: readonly number[], value: number): [number, number] => [
  means.filter((mean) => mean < value - 1e-12).length / means.length,
  means.filter((mean) => mean <= value + 1e-12).length / means.length,
];

describe('the bootstrap interval', () => {
  it('ends where the percentiles of all samples stand that can be drawn', () => {
    const from = [-1, 0, 2, 2.5, 7, 7.25];
    const means = allMeans(from);
    for (const confidence of [0.5, 0.8, 0.95, 0.99]) {
      const interval = bootstrapMean(from, { confidence, resamples: 100_000, seed: 7 });
      // Five standard errors of a share among as many resamples.
      const slack = 5 * Math.sqrt((confidence * (1 - confidence)) / 4 / 100_000);
      const [below, upTo] = shareBelow(means, interval?.low ?? Number.NaN);
      expect(below).toBeLessThan((1 - confidence) / 2 + slack);
      expect(upTo).toBeGreaterThan((1 - confidence) / 2 - slack);
      const [belowHigh, upToHigh] = shareBelow(means, interval?.high ?? Number.NaN);
      expect(belowHigh).toBeLessThan((1 + confidence) / 2 + slack);
      expect(upToHigh).toBeGreaterThan((1 + confidence) / 2 - slack);
    }
  });

  it('is that of the reference for the sleep data', () => {
    const differences = [1.2, 2.4, 1.3, 1.3, 0, 1, 1.8, 0.8, 4.6, 1.4];
    // scipy 1.17.1, `scipy.stats.bootstrap` with 1,000,000 resamples and method 'percentile': 0.95 to 2.38.
    const interval = bootstrapMean(differences, { ...usual, resamples: 200_000 });
    expect(interval?.low).toBeCloseTo(0.95, 1.5);
    expect(interval?.high).toBeCloseTo(2.38, 1.5);
  });

  it('is the same for the same seed, in whatever order values are given', () => {
    const shuffledPair = values.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(shuffledPair, seed, ([one, other], drawn) => {
        const options = { confidence: 0.9, resamples: 200, seed: drawn };
        expect(bootstrapMean(other, options)).toEqual(bootstrapMean(one, options));
      }),
    );
  });

  it('is another for another seed, but not by much', () => {
    const from = Array.from({ length: 40 }, (_, i) => Math.sin(i));
    const one = bootstrapMean(from, usual);
    const other = bootstrapMean(from, { ...usual, seed: 2 });
    expect(other).not.toEqual(one);
    expect(other?.low).toBeCloseTo(one?.low ?? Number.NaN, 1);
  });

  it('mirrors to the bit with the sign of all values', () => {
    fc.assert(
      fc.property(values, seed, (list, drawn) => {
        const options = { confidence: 0.9, resamples: 201, seed: drawn };
        const plain = bootstrapMean(list, options);
        const mirrored = bootstrapMean(
          list.map((value) => -value),
          options,
        );
        expect(mirrored && [mirrored.low + (plain?.high ?? 0), mirrored.high + (plain?.low ?? 0)]).toEqual(
          plain && [0, 0],
        );
      }),
    );
  });

  it('lies within the values and has a width, or is none', () => {
    fc.assert(
      fc.property(values, fc.double({ min: 0.1, max: 0.999 }), (list, confidence) => {
        const interval = bootstrapMean(list, { confidence, resamples: 100, seed: 1 });
        if (!interval) return;
        const slack = 1e-9 * Math.max(...list.map(Math.abs));
        expect(interval.low).toBeLessThan(interval.high);
        expect(interval.low).toBeGreaterThanOrEqual(Math.min(...list) - slack);
        expect(interval.high).toBeLessThanOrEqual(Math.max(...list) + slack);
      }),
    );
    expect(bootstrapMean([3, 3, 3], usual)).toBeUndefined();
    // Half of all samples of two have the same mean.
    expect(bootstrapMean([0, 1], { ...usual, confidence: 0.3 })).toBeUndefined();
  });
});
