import type { Dimension, PairStatistics } from '../domain/experiment-report.js';
import { claimBasis, decideClaim } from './claim.js';
import { estimateMean } from './estimate.js';
import { pairSentence } from './pair-sentence.js';
import { pairedDifferences } from './paired-differences.js';
import type { Resampling } from './statistics/bootstrap.js';
import { mean } from './statistics/moments.js';
import { signTest } from './statistics/sign-test.js';
import type { Cell } from './trial-table.js';

/** Two arms in one dimension. */
export const pairStatistics = (
  table: readonly Cell[],
  { arm, than, dimension, resampling }: { arm: string; than: string; dimension: Dimension; resampling: Resampling },
): PairStatistics => {
  const about = { arm, than, dimension: dimension.name };
  const { byCase, leftOut, rounding } = pairedDifferences(table, about);
  const differences = [...byCase.values()].flat();
  const estimate = (values: readonly number[]) => estimateMean(values, { ...resampling, rounding });
  const difference = differences.length > 0 ? estimate(differences) : undefined;
  const isRepeated = byCase.size > 1 && differences.length > byCase.size;
  const acrossCases = isRepeated ? estimate([...byCase.values()].map(mean)) : undefined;
  const signs = signsOf(differences);
  const { confidence } = resampling;
  const basis = claimBasis(dimension.kind, difference);
  const claim = decideClaim(basis, { difference, signs, confidence });
  const found = { ...about, difference, acrossCases, signs, leftOut, claim };
  return { ...found, sentence: pairSentence({ ...found, basis, confidence, cases: byCase.size }) };
};

const signsOf = (differences: readonly number[]): PairStatistics['signs'] => {
  const higher = differences.filter((value) => value > 0).length;
  const lower = differences.filter((value) => value < 0).length;
  return { higher, lower, same: differences.length - higher - lower, p: signTest(higher, lower) };
};
