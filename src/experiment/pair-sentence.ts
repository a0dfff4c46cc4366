import type { Estimate, PairStatistics } from '../domain/experiment-report.js';
import { type ClaimBasis, sideOf } from './claim.js';
import { range, rounded, some, withInterval } from './figures.js';

type Told = Omit<PairStatistics, 'sentence'> & {
  readonly basis: ClaimBasis;
  readonly confidence: number;
  /** How many cases the pairs are of. */
  readonly cases: number;
};

/** What came of comparing two arms in one dimension, in plain words. */
export const pairSentence = (told: Told): string => {
  const { arm, than, dimension, difference, claim, basis } = told;
  if (!difference) return `${dimension}, ${arm} against ${than}: no pair can be compared.`;
  if (basis === 'too-few') {
    return `${dimension}, ${arm} against ${than}: no difference can be claimed with ${some(difference.n, 'pair')}.`;
  }
  return claim === 'none'
    ? `no difference in ${dimension} between ${arm} and ${than} can be claimed: ${figures(told, difference)}.`
    : `${arm} is ${claim} than ${than} in ${dimension}: by ${figures(told, difference)}.${caveat(told)}${missing(told)}`;
};

const figures = ({ basis, claim, signs, confidence }: Told, { n, mean, t, bootstrap }: Estimate): string => {
  const pairs = some(n, 'pair');
  const p = `sign test p = ${rounded(signs.p)}`;
  // "lower by 0.1", and not "by -0.1": the interval is turned with it.
  const by = claim === 'lower' ? -mean : mean;
  if (!t && mean === 0) return `both are the same in each of ${pairs}`;
  if (!t) return `${rounded(by)} in each of ${pairs} (${p})`;
  // Of shares, the t interval may end above 1.
  const { low, high } = basis === 'signs' ? (bootstrap ?? t) : t;
  const turned = claim === 'lower' ? { low: -high, high: -low } : { low, high };
  const interval = `${withInterval(by, turned, confidence)}, ${pairs}`;
  if (basis === 'signs') return `${interval}: ${signs.higher} higher, ${signs.lower} lower, ${p})`;
  if (claim !== 'none' || sideOf(t) === 'none' || !bootstrap) return `${interval})`;
  return `${interval}), as the bootstrap interval, ${range(bootstrap)}, includes 0`;
};

/** Replications of a few cases say much of these cases, and little of others. */
const caveat = ({ claim, acrossCases, cases, difference }: Told): string => {
  if (cases === 1) return ' This holds for this one case and cannot be said of others.';
  if (cases === difference?.n || sideOf(acrossCases?.t) === claim) return '';
  return ` This holds for these ${cases} cases and cannot be said of others.`;
};

/** What failed may be just what would have told otherwise. */
const missing = ({ leftOut, difference }: Told): string => {
  const lost = leftOut['did-not-succeed'];
  if (lost === 0 || !difference) return '';
  const share = lost / (lost + difference.n);
  const much = share > mostMissing ? ', which are so many that they may hold the opposite' : '';
  return ` Nothing is known of ${some(lost, 'pair')} of which a trial did not succeed${much}.`;
};

const mostMissing = 0.2;
