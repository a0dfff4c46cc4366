import type { Subplan } from '../domain/subplan.js';
import type { PlanView } from './plan-view.js';

export interface Named {
  readonly id: string;
  readonly label: string;
}

export const named = ({ id, label }: Named): Named => ({ id, label });

/** Labels from the root down to the subplan. */
export const lineageOf = (plan: PlanView, subplan: Subplan): string[] => {
  const above = subplan.parent === undefined ? [] : lineageOf(plan, plan.get(subplan.parent));
  return [...above, subplan.label];
};
