import type { ReportedFailure } from '../domain/run-report.js';

export interface FailureGroup {
  readonly first: ReportedFailure;
  /** All that failed for the same reason, the first among them. */
  readonly all: readonly ReportedFailure[];
}

/** Failures that say the same, together: where a task cannot be loaded, every leaf says so. In the order they came. */
export const failureGroups = (failures: readonly ReportedFailure[]): FailureGroup[] => {
  const groups = new Map<string, ReportedFailure[]>();
  for (const one of failures) {
    const key = JSON.stringify([one.outcome, one.kind, one.failure.code, one.failure.message]);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()].map((all) => ({ first: all[0], all }));
};
