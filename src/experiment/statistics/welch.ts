import type { Interval } from '../../domain/experiment-report.js';
import { moments } from './moments.js';
import { tInterval } from './t-interval.js';

/**
 * The difference of the means of two independent samples, first minus second, with Welch's interval. Undefined where
 * one has fewer than 2 values or neither varies.
 */
export const welchInterval = (
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  confidence: number,
): (Interval & { readonly mean: number }) | undefined => {
  const a = moments(first);
  const b = moments(second);
  if (!a.sd && !b.sd) return undefined;
  if (a.sd === undefined || b.sd === undefined) return undefined;
  const errorA = a.sd / Math.sqrt(a.n);
  const errorB = b.sd / Math.sqrt(b.n);
  const standardError = Math.hypot(errorA, errorB);
  // Shares of the squared error: the textbook's fourth powers would leave the range of numbers for very large or small
  // scores.
  const shareA = (errorA / standardError) ** 2;
  const shareB = (errorB / standardError) ** 2;
  const df = 1 / (shareA ** 2 / (a.n - 1) + shareB ** 2 / (b.n - 1));
  const difference = a.mean - b.mean;
  return { mean: difference, ...tInterval(difference, { standardError, df, confidence }) };
};
