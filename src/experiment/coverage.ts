import type { ExperimentReport, TrialCoverage, TrialRow } from '../domain/experiment-report.js';
import { discounted } from './trial-table.js';

/** How much of what was planned is in the statistics, in all and by arm. */
export const coverageOf = (rows: readonly TrialRow[], arms: readonly string[]): ExperimentReport['coverage'] => ({
  ...covered(rows.filter(({ arm }) => arms.includes(arm))),
  arms: arms.map((arm) => ({ arm, ...covered(rows.filter((row) => row.arm === arm)) })),
});

const covered = (rows: readonly TrialRow[]): TrialCoverage => {
  const coverage = { planned: rows.length, scored: 0, failed: 0, unfinished: 0, interfered: 0, retried: 0 };
  for (const row of rows) {
    coverage[endOf(row)]++;
    if (row.attempts > 1) coverage.retried++;
  }
  return coverage;
};

const endOf = (row: TrialRow): 'scored' | 'failed' | 'unfinished' | 'interfered' => {
  switch (row.outcome) {
    case 'succeeded':
      return discounted(row) ? 'interfered' : 'scored';
    case 'failed':
    case 'timed-out':
      return 'failed';
    case 'cancelled':
    case 'skipped':
    case 'never-started':
    case 'budget-stopped':
      return 'unfinished';
  }
};
