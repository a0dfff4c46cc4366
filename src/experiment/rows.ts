import type { TrialRow } from '../domain/experiment-report.js';
import type { LeafReport } from '../domain/run-report.js';
import type { TrialResult } from '../domain/trial.js';
import type { TrialLeaf } from './experiment-plan.js';

/** What came of each trial, in the order of the plan. */
export const rowsOf = (leaves: readonly TrialLeaf[], reports: readonly LeafReport<TrialResult>[]): TrialRow[] => {
  const byId = new Map(reports.map((report) => [report.id, report]));
  return leaves.flatMap((leaf, i) => {
    const report = byId.get(leaf.id);
    return report ? [rowOf(leaf, i + 1, report)] : [];
  });
};

const rowOf = ({ id, trial }: TrialLeaf, position: number, report: LeafReport<TrialResult>): TrialRow => {
  const names = { id, case: trial.case.id, replication: trial.replication, arm: trial.arm.name, position };
  const { outcome, attempts, usage, startedAt, origin } = report;
  if (report.outcome !== 'succeeded') {
    const failure = report.failure.message;
    const nothing = { scores: undefined, interfered: undefined, ms: undefined };
    return { ...names, outcome, attempts, failure, usage, startedAt, ...nothing };
  }
  const { scores, interfered, ms, attempt, usage: spent } = report.value;
  const ran = origin === 'ran';
  return {
    ...{ ...names, outcome, attempts: attempt, scores, interfered, failure: undefined, ms },
    usage: ran ? usage : spent,
    startedAt: ran ? startedAt : undefined,
  };
};

/** What a branch of an experiment comes to: what its trials scored, without what their tasks returned. */
export const mergeTrials = (values: readonly unknown[]): unknown =>
  values.flatMap((value) => {
    if (Array.isArray(value)) return value as unknown[];
    const { value: _, ...rest } = value as TrialResult;
    return [rest];
  });
