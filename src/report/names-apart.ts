import type { RunReport } from '../domain/run-report.js';
import type { PlanView } from './plan-view.js';
import { idLength } from './short-ids.js';

interface Named {
  readonly id: string;
  readonly label: string;
}

/** The same thing, with a label that no other subplan has. */
export type NamesApart = <T extends object>(one: T) => T;

/** Two subplans may have the same label; where they are told of side by side, the beginning of the id tells them apart. */
export const namesApart = (plan: Pick<PlanView, 'leaves' | 'branches'>): NamesApart => {
  const digits = idLength(plan);
  const seen = new Map<string, number>();
  for (const { label } of [...plan.leaves, ...plan.branches]) seen.set(label, (seen.get(label) ?? 0) + 1);
  return (one) => {
    if (!('id' in one) || !('label' in one)) return one;
    const { id, label } = one as unknown as Named;
    return (seen.get(label) ?? 0) > 1 ? { ...one, label: `${label} [${id.slice(0, digits)}]` } : one;
  };
};

/** A report with such labels. */
export const reportApart = (report: RunReport, apart: NamesApart): RunReport => ({
  ...report,
  leaves: report.leaves.map(apart),
  branches: report.branches.map(apart),
  failures: report.failures.map(apart),
});
