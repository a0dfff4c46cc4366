import type { Dimension, RetryStatistics, TrialRow } from '../domain/experiment-report.js';
import { fewestPairs, sideOf } from './claim.js';
import { scoreIn } from './dimensions.js';
import { percentOf, rounded, some, withInterval } from './figures.js';
import { fisherTest, type TwoByTwo } from './statistics/fisher-test.js';
import { mean } from './statistics/moments.js';
import { welchInterval } from './statistics/welch.js';

/** Trials of an arm that took several attempts beside those that did not; undefined where none that did has a score. */
export const retryStatistics = (
  arm: string,
  counted: readonly TrialRow[],
  { dimension: { name: dimension, kind }, confidence }: { dimension: Dimension; confidence: number },
): RetryStatistics | undefined => {
  const scored = counted.filter((row) => scoreIn(dimension, row) !== undefined);
  const scoresOf = (rows: readonly TrialRow[]) => rows.map((row) => scoreIn(dimension, row) as number);
  const retried = scoresOf(scored.filter(({ attempts }) => attempts > 1));
  const others = scoresOf(scored.filter(({ attempts }) => attempts <= 1));
  if (retried.length === 0) return undefined;
  const found = {
    arm,
    dimension,
    retried: { n: retried.length, mean: mean(retried) },
    others: { n: others.length, mean: others.length > 0 ? mean(others) : undefined },
    difference: welchInterval(retried, others, confidence),
  };
  const p = kind === 'pass' ? fisherTest(passesIn(retried, others)) : undefined;
  return { ...found, ...(p === undefined ? {} : { p }), sentence: sentence({ ...found, p }, confidence) };
};

const passesIn = (...groups: readonly [readonly number[], readonly number[]]): TwoByTwo => {
  const count = (score: number) => groups.map((scores) => scores.filter((one) => one === score).length);
  return { passed: count(1) as [number, number], failed: count(0) as [number, number] };
};

type Told = Omit<RetryStatistics, 'sentence' | 'p'> & { readonly p: number | undefined };

const why = 'Retrying keeps trials that would have been lost, which can favour an arm that fails more often.';

const sentence = (told: Told, confidence: number): string => {
  const groups = `${some(told.retried.n, 'retried trial')} and ${some(told.others.n, 'other')}`;
  return `${told.dimension}, ${told.arm}: ${groups}: ${verdict(told, confidence)}. ${why}`;
};

const verdict = (told: Told, confidence: number): string => {
  const { retried, others, difference, p } = told;
  if (Math.min(retried.n, others.n) < fewestPairs) return 'too few to say whether they differ';
  if (p !== undefined) return passVerdict(told, p, confidence);
  if (!difference) return `each retried one has ${rounded(retried.mean ?? 0)}, each other ${rounded(others.mean ?? 0)}`;
  const figures = `${withInterval(difference.mean, difference, confidence)})`;
  const side = sideOf(difference);
  if (side === 'none') return `no difference can be claimed, which does not rule one out: ${figures}`;
  return `retried ones are ${side}, perhaps as their cases are others: difference ${figures}`;
};

/** Few passes say little, and an interval by their spread would say too much: the exact test decides. */
const passVerdict = ({ retried, others }: Told, p: number, confidence: number): string => {
  const share = (mean: number | undefined): string => percentOf(Number((mean ?? 0).toPrecision(3)));
  const rates = `${share(retried.mean)} against ${share(others.mean)} passed (Fisher's exact test p = ${rounded(p)})`;
  if (p >= 1 - confidence) return `no difference can be claimed, which does not rule one out: ${rates}`;
  const side = (retried.mean ?? 0) > (others.mean ?? 0) ? 'higher' : 'lower';
  return `retried ones are ${side}, perhaps as their cases are others: ${rates}`;
};
