import type { Interval } from '../../domain/experiment-report.js';
import { seededRandom } from '../../util/random.js';

export interface Resampling {
  readonly confidence: number;
  readonly resamples: number;
  readonly seed: number;
}

/**
 * Percentiles of the means of samples drawn from the values, with replacement. Values are sorted first, so that their
 * order does not matter. Samples are drawn two at a time, the second as far from the top as the first is from the
 * bottom (antithetic): so the same values with the other sign give the mirrored interval to the bit, and which of two
 * arms comes first decides nothing. An odd number of resamples is rounded up. Undefined where the interval would have
 * no width.
 */
export const bootstrapMean = (
  values: ArrayLike<number>,
  { confidence, resamples, seed }: Resampling,
): Interval | undefined => {
  const sorted = Float64Array.from(values).sort();
  const n = sorted.length;
  const random = seededRandom(seed);
  const means = new Float64Array(2 * Math.ceil(resamples / 2));
  for (let at = 0; at < means.length; at += 2) {
    let one = 0;
    let mirrored = 0;
    for (let i = 0; i < n; i++) {
      const drawn = Math.floor((random() / 2 ** 32) * n);
      one += sorted[drawn];
      mirrored += sorted[n - 1 - drawn];
    }
    means[at] = one / n;
    means[at + 1] = mirrored / n;
  }
  means.sort();
  const last = means.length - 1;
  const place = (last * (1 - confidence)) / 2;
  const below = Math.floor(place);
  const share = place - below;
  // Counted from either end alike, so that the two percentiles mirror each other exactly.
  const low = means[below] + share * (means[below + 1] - means[below]);
  const high = means[last - below] + share * (means[last - below - 1] - means[last - below]);
  return low < high ? { low, high } : undefined;
};
