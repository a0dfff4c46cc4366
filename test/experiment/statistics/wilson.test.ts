import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { wilsonInterval } from '../../../src/experiment/statistics/wilson.js';

describe("Wilson's interval", () => {
  // R. G. Newcombe, Statistics in Medicine 17 (1998), 857-872, Table I, method 3.
  test.each([
    [81, 263, '0.2553', '0.3662'],
    [15, 148, '0.0624', '0.1605'],
    [0, 20, '0.0000', '0.1611'],
    [1, 29, '0.0061', '0.1718'],
  ])('of %d in %d is as published', (passed, n, low, high) => {
    const interval = wilsonInterval(passed, n, 0.95);
    expect([interval.low.toFixed(4), interval.high.toFixed(4)]).toEqual([low, high]);
  });

  // scipy 1.17.1, `scipy.stats.binomtest(passed, n).proportion_ci(confidence, 'wilson')`.
  test.each([
    [81, 263, 0.95, 0.2552885198782742, 0.36620957698280004],
    [7, 10, 0.95, 0.39677814746114526, 0.892208732593699],
    [20, 20, 0.9, 0.8808421626390355, 1],
    [3, 5, 0.99, 0.16865619801943216, 0.9172921377751659],
    [450, 1000, 0.8, 0.4299368139599638, 0.47022715418446587],
    [1, 1, 0.95, 0.20654931437723745, 1],
  ])('of %d in %d at %d is what the reference says', (passed, n, confidence, low, high) => {
    const interval = wilsonInterval(passed, n, confidence);
    expect(interval.low).toBeCloseTo(low, 12);
    expect(interval.high).toBeCloseTo(high, 12);
  });

  it('stays within 0 and 1, has a width, holds the share, and ends there exactly where none or all passed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.nat(),
        fc.double({ min: 0.5, max: 0.999 }),
        (n, some, confidence) => {
          const passed = some % (n + 1);
          const { low, high } = wilsonInterval(passed, n, confidence);
          expect(low).toBeGreaterThanOrEqual(0);
          expect(high).toBeLessThanOrEqual(1);
          expect(low).toBeLessThan(high);
          expect(low).toBeLessThanOrEqual(passed / n);
          expect(high).toBeGreaterThanOrEqual(passed / n);
          if (passed === 0) expect(low).toBe(0);
          if (passed === n) expect(high).toBe(1);
        },
      ),
    );
  });
});
