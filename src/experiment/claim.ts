import type { Claim, DimensionKind, Estimate, Interval, PairStatistics } from '../domain/experiment-report.js';

/** With fewer pairs nothing is claimed, however they fall out. */
export const fewestPairs = 5;

/**
 * What a claim is decided by. Intervals of a mean mean little where differences are only -1, 0 and 1, or all the
 * same: there the signs decide.
 */
export type ClaimBasis = 'too-few' | 'signs' | 'intervals';

export const claimBasis = (kind: DimensionKind, difference: Estimate | undefined): ClaimBasis => {
  if (!difference || difference.n < fewestPairs) return 'too-few';
  return kind === 'pass' || !difference.t ? 'signs' : 'intervals';
};

/** On which side of 0 an interval lies; `none` where it includes 0 or there is none. */
export const sideOf = (interval: Interval | undefined): Claim => {
  if (interval && interval.low > 0) return 'higher';
  return interval && interval.high < 0 ? 'lower' : 'none';
};

export const decideClaim = (
  basis: ClaimBasis,
  { difference, signs, confidence }: Pick<PairStatistics, 'difference' | 'signs'> & { confidence: number },
): Claim => {
  switch (basis) {
    case 'too-few':
      return 'none';
    case 'signs':
      if (signs.p >= 1 - confidence) return 'none';
      return signs.higher > signs.lower ? 'higher' : 'lower';
    case 'intervals': {
      const side = sideOf(difference?.t);
      return side === sideOf(difference?.bootstrap) ? side : 'none';
    }
  }
};
