import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moments } from '../../../src/experiment/statistics/moments.js';
import { tInterval } from '../../../src/experiment/statistics/t-interval.js';
import { welchInterval } from '../../../src/experiment/statistics/welch.js';
import { seededRandom } from '../../../src/util/random.js';

// Cushny and Peebles' sleep data, as in Student's paper of 1908 and in R's data set `sleep`.
const first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2];
const second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];

/** Normal values, by Box and Muller. */
const normalValues = (seed: number): (() => number) => {
  const random = seededRandom(seed);
  const uniform = () => (random() + 0.5) / 2 ** 32;
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
};

/** Whether as many of so many intervals hold the truth as they say: within four standard errors. */
const expectHeld = (held: number, { of, confidence }: { of: number; confidence: number }): void => {
  expect(Math.abs(held - of * confidence)).toBeLessThan(4 * Math.sqrt(of * confidence * (1 - confidence)));
};

describe("Student's interval", () => {
  it('of the paired sleep data is as published', () => {
    const { n, mean, sd = Number.NaN } = moments(second.map((value, i) => value - first[i]));
    expect(mean).toBeCloseTo(1.58, 14);
    expect(sd).toBeCloseTo(1.229995, 6);
    const interval = tInterval(mean, { standardError: sd / Math.sqrt(n), df: n - 1, confidence: 0.95 });
    expect(interval.low).toBeCloseTo(0.7001142, 7);
    expect(interval.high).toBeCloseTo(2.4598858, 7);
  });

  it('holds the true mean as often as it says', () => {
    const normal = normalValues(11);
    for (const [n, confidence] of [
      [2, 0.9],
      [5, 0.95],
      [12, 0.8],
    ]) {
      let held = 0;
      for (let i = 0; i < 4000; i++) {
        const { mean, sd = Number.NaN } = moments(Array.from({ length: n }, () => 3 + 2 * normal()));
        const { low, high } = tInterval(mean, { standardError: sd / Math.sqrt(n), df: n - 1, confidence });
        if (low < 3 && 3 < high) held++;
      }
      expectHeld(held, { of: 4000, confidence });
    }
  });
});

describe("Welch's interval", () => {
  it('of the sleep data is as published', () => {
    // R's `t.test(extra ~ group, data = sleep)` prints -3.3654832 to 0.2054832, for the first minus the second.
    const { low, high, mean } = welchInterval(first, second, 0.95) ?? {};
    expect(mean).toBeCloseTo(-1.58, 14);
    expect(low).toBeCloseTo(-3.3654832, 7);
    expect(high).toBeCloseTo(0.2054832, 7);
  });

  it('of samples of unlike size is what the reference says', () => {
    const few = [3.1, 2.7, 4.4, 5];
    const more = [1.2, 0.3, 2.9, 1.1, 0.8, 2.2, 1.9];
    // scipy 1.17.1, `scipy.stats.ttest_ind(few, more, equal_var=False).confidence_interval(confidence)`.
    for (const [confidence, low, high] of [
      [0.95, 0.7121568841064216, 3.9164145444650074],
      [0.9, 1.0511615563334846, 3.5774098722379435],
    ]) {
      const interval = welchInterval(few, more, confidence);
      expect(interval?.mean).toBeCloseTo(2.3142857142857145, 13);
      expect(interval?.low).toBeCloseTo(low, 11);
      expect(interval?.high).toBeCloseTo(high, 11);
    }
  });

  it('holds the true difference about as often as it says, also where one varies far more', () => {
    const normal = normalValues(12);
    let held = 0;
    for (let i = 0; i < 4000; i++) {
      const wide = Array.from({ length: 15 }, () => 4 * normal());
      const narrow = Array.from({ length: 25 }, () => 1 + normal());
      const { low = 0, high = 0 } = welchInterval(wide, narrow, 0.95) ?? {};
      if (low < -1 && -1 < high) held++;
    }
    expectHeld(held, { of: 4000, confidence: 0.95 });
  });

  it('is none where a sample has fewer than two values or neither varies', () => {
    expect(welchInterval([1], [1, 2, 3], 0.95)).toBeUndefined();
    expect(welchInterval([1, 2], [], 0.95)).toBeUndefined();
    expect(welchInterval([1, 1], [2, 2, 2], 0.95)).toBeUndefined();
    expect(welchInterval([1, 1], [2, 2, 3], 0.95)).toBeDefined();
  });

  it('mirrors where the samples are swapped', () => {
    const sample = fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 2, maxLength: 9 });
    fc.assert(
      fc.property(sample, sample, (one, other) => {
        const plain = welchInterval(one, other, 0.95);
        const swapped = welchInterval(other, one, 0.95);
        expect(swapped?.mean).toBe(plain && (-plain.mean || 0));
        if (plain && swapped) expect(swapped.low).toBeCloseTo(-plain.high, 6);
      }),
    );
  });
});
