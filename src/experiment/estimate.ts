import type { Estimate } from '../domain/experiment-report.js';
import { bootstrapMean, type Resampling } from './statistics/bootstrap.js';
import { moments } from './statistics/moments.js';
import { tInterval } from './statistics/t-interval.js';

/**
 * What can be said of the mean of some differences. Where they spread no further than `rounding` they are all the
 * same: an interval would have no width and claim a certainty that nobody has.
 */
export const estimateMean = (
  values: readonly number[],
  { rounding, ...resampling }: Resampling & { readonly rounding: number },
): Estimate => {
  const { n, mean, sd, min, max } = moments(values);
  if (!sd || max - min <= rounding) return { n, mean, sd, t: undefined, bootstrap: undefined };
  const { confidence } = resampling;
  const t = tInterval(mean, { standardError: sd / Math.sqrt(n), df: n - 1, confidence });
  const bootstrap = bootstrapMean(values, resampling);
  // Scores are often few and round, so that a percentile is often 0: its last bits must not put it on a side of 0.
  const settled = (bound: number): number => (Math.abs(bound) <= rounding ? 0 : bound);
  return { n, mean, sd, t, bootstrap: bootstrap && { low: settled(bootstrap.low), high: settled(bootstrap.high) } };
};
