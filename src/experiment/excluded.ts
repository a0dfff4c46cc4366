import type { ExperimentReport, TrialRow } from '../domain/experiment-report.js';

/** In the order of the plan. */
export const byPosition = (rows: readonly TrialRow[]): TrialRow[] => rows.toSorted((a, b) => a.position - b.position);

/** Trials that were interfered with, in the order of the plan. */
export const excludedOf = (rows: readonly TrialRow[]): ExperimentReport['excluded'] =>
  byPosition(rows)
    .filter(({ interfered }) => interfered !== undefined)
    .map(({ id, case: name, replication, arm, interfered }) => ({ id, case: name, replication, arm, interfered }));
