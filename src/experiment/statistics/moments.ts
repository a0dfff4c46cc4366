import { sum } from './sum.js';

export interface Moments {
  readonly n: number;
  /** NaN of nothing. */
  readonly mean: number;
  /** Of the sample (n - 1); undefined where n is below 2. */
  readonly sd: number | undefined;
  readonly min: number;
  readonly max: number;
}

/**
 * Mean and standard deviation in two passes. All is divided by a power of two first, which loses nothing, so that no
 * square is too large or too small for a number. Values that are all the same have exactly that mean, and no
 * deviation.
 */
export const moments = (values: ArrayLike<number>): Moments => {
  const n = values.length;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    min = Math.min(min, values[i]);
    max = Math.max(max, values[i]);
  }
  if (n === 0) return { n, mean: Number.NaN, sd: undefined, min, max };
  if (min === max) return { n, mean: min, sd: n < 2 ? undefined : 0, min, max };
  const unit = 2 ** Math.floor(Math.log2(Math.max(-min, max)));
  const scaled = Float64Array.from(values, (value) => value / unit);
  const mean = sum(scaled) / n;
  const squares = sum(scaled.map((value) => (value - mean) ** 2));
  return { n, mean: mean * unit, sd: Math.sqrt(squares / (n - 1)) * unit, min, max };
};

export const mean = (values: ArrayLike<number>): number => moments(values).mean;
