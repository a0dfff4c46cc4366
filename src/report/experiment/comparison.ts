import type { LeftOutPair, PairStatistics, RetryStatistics } from '../../domain/experiment-report.js';
import { count, some } from '../numbers.js';
import { figure, none, range, signed } from './figures.js';

const leftOutWords: Readonly<Record<LeftOutPair, string>> = {
  'did-not-succeed': 'did not succeed',
  interfered: 'interfered with',
  'not-applicable': 'not applicable',
};

/** The figures behind a sentence, a line each, those that matter most first. Raw text. */
export const comparisonFigures = (pair: PairStatistics, { verbose }: { readonly verbose: boolean }): string[] => {
  const { difference, acrossCases, signs } = pair;
  const lines: string[] = [];
  if (difference) {
    const { n, mean, sd, t, bootstrap } = difference;
    const spread = sd === undefined ? '' : `, sd ${figure(sd)}`;
    const intervals = t || bootstrap ? `; t ${range(t)}, bootstrap ${range(bootstrap)}` : '';
    lines.push(`difference ${signed(mean)}${spread}${intervals}; ${some(n, 'pair')}`);
  }
  if (verbose && acrossCases) {
    const { n, mean, t } = acrossCases;
    lines.push(`across ${some(n, 'case')}: ${signed(mean)}${t ? `, t ${range(t)}` : ''}`);
  }
  if (verbose && difference) {
    const { higher, lower, same, p } = signs;
    lines.push(`higher in ${count(higher)}, lower in ${count(lower)}, the same in ${count(same)}; p ${figure(p)}`);
  }
  const leftOut = leftOutText(pair);
  return leftOut === none ? lines : [...lines, `left out: ${leftOut}`];
};

/** `1 did not succeed, 2 interfered with`. */
const leftOutText = ({ leftOut }: PairStatistics): string =>
  (Object.keys(leftOutWords) as LeftOutPair[])
    .filter((why) => leftOut[why] > 0)
    .map((why) => `${some(leftOut[why], 'pair')} ${leftOutWords[why]}`)
    .join(', ') || none;

/** The same of trials that were retried. */
export const retryFigures = ({ retried, others, difference }: RetryStatistics): string => {
  const told = `retried: n ${count(retried.n)}, mean ${figure(retried.mean)}; others: n ${count(others.n)}, mean ${figure(others.mean)}`;
  return difference ? `${told}; difference ${signed(difference.mean)}, t ${range(difference)}` : told;
};
