import type { Aggregates, TrialRow } from '../domain/experiment-report.js';
import { armStatistics } from './arm-statistics.js';
import { cautions } from './cautions.js';
import { dimensionsOf } from './dimensions.js';
import { pairStatistics } from './pair-statistics.js';
import { retryStatistics } from './retry-statistics.js';
import type { Resampling } from './statistics/bootstrap.js';
import { countedTrials, trialTable } from './trial-table.js';

export interface AggregateOptions extends Resampling {
  /** In the order in which they are compared: later ones against earlier ones. */
  readonly arms: readonly string[];
  readonly replications: number;
}

/**
 * Statistics of trials: the same to the byte in whatever order they are given. Trials that did not succeed or were
 * interfered with are in none.
 */
export const aggregate = (
  rows: readonly TrialRow[],
  { arms, replications, ...resampling }: AggregateOptions,
): Aggregates => {
  const { confidence } = resampling;
  const table = trialTable(rows, { arms, replications });
  const counted = arms.map((arm) => ({ arm, trials: countedTrials(table, arm) }));
  const { dimensions, mixed } = dimensionsOf(counted.flatMap(({ trials }) => trials));
  const pairs = arms.flatMap((than, i) =>
    arms
      .slice(i + 1)
      .flatMap((arm) => dimensions.map((dimension) => pairStatistics(table, { arm, than, dimension, resampling }))),
  );
  return {
    dimensions,
    arms: counted.flatMap(({ arm, trials }) =>
      dimensions.map((dimension) => armStatistics(arm, trials, { dimension, confidence })),
    ),
    pairs,
    retries: counted.flatMap(({ arm, trials }) =>
      dimensions.flatMap((dimension) => retryStatistics(arm, trials, { dimension, confidence }) ?? []),
    ),
    warnings: cautions({
      replications,
      confidence,
      mixed,
      pairs,
      coverage: counted.map(({ arm, trials }) => ({ arm, counted: trials.length, planned: table.length })),
    }),
  };
};
