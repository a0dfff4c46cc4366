import type { Interval } from '../../domain/experiment-report.js';
import { normalCritical } from './normal.js';

/**
 * Wilson's score interval of a share: unlike the textbook's, it stays within 0 and 1 and has a width also where all
 * or none passed.
 */
export const wilsonInterval = (passed: number, n: number, confidence: number): Interval => {
  const z = normalCritical(confidence);
  const rate = passed / n;
  const shrink = 1 + (z * z) / n;
  const middle = (rate + (z * z) / (2 * n)) / shrink;
  const reach = (z * Math.sqrt((rate * (1 - rate)) / n + (z * z) / (4 * n * n))) / shrink;
  return { low: passed === 0 ? 0 : middle - reach, high: passed === n ? 1 : middle + reach };
};
