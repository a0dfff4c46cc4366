import type { Aggregates } from '../domain/experiment-report.js';
import { percentOf, some } from './figures.js';

const fewestReplications = 5;

/** What to keep in mind when reading statistics. */
export const cautions = ({
  replications,
  confidence,
  mixed,
  pairs,
  coverage,
}: {
  readonly replications: number;
  readonly confidence: number;
  readonly mixed: readonly string[];
  readonly pairs: Aggregates['pairs'];
  readonly coverage: readonly { readonly arm: string; readonly counted: number; readonly planned: number }[];
}): readonly string[] => {
  const warnings: string[] = [];
  const warn = (...parts: readonly string[]) => warnings.push(parts.join(' '));
  if (replications < fewestReplications) {
    warn(
      `${some(replications, 'replication')}: within a case, chance is hard to tell from a difference;`,
      `use at least ${fewestReplications}.`,
    );
  }
  for (const name of mixed) {
    warn(`${name}: some scores are numbers and some true or false; true counts as 1, false as 0.`);
  }
  if (pairs.length > 1) {
    warn(
      `${pairs.length} comparisons: intervals are not adjusted for that; where there is no difference,`,
      `about one in ${Math.round(1 / (1 - confidence))} excludes 0 by chance at ${percentOf(confidence)}.`,
    );
  }
  if (coverage.some(({ counted }) => counted !== coverage[0].counted)) {
    const shares = coverage.map(({ arm, counted, planned }) => `${arm} ${counted} of ${planned}`).join(', ');
    warn(
      `trials that count: ${shares}. What is missing in one arm is left out of pairs,`,
      'but not out of the mean of another arm. An arm that fails where it is hard looks better than it is, in means and in pairs.',
    );
  }
  return warnings;
};
