import type { Branch, Subplan } from '../domain/subplan.js';
import type { PlanView } from './plan-view.js';

/** One line of the drawn tree. */
export interface Row {
  readonly subplan: Subplan;
  /** For each level above: whether the line there goes on below this row. */
  readonly more: readonly boolean[];
  /** A branch whose children are not shown. */
  readonly folded: boolean;
}

export interface Unfolded {
  readonly rows: readonly Row[];
  /** Leaves that no row shows. */
  readonly hidden: number;
}

/**
 * Which lines to draw when there is room for `most`: branches are opened from the top, level by level, as long as their
 * children fit, so that a clipped tree shows the whole project roughly and not its first part in detail. The children
 * of the root are clipped where even they do not fit.
 */
export const unfold = (plan: PlanView, most: number): Unfolded => {
  if (!plan.root) return { rows: [], hidden: 0 };
  const shown = opened(plan, plan.root, Math.max(1, most));
  const rows: Row[] = [];
  const visit = (subplan: Subplan, more: readonly boolean[]): void => {
    const children = shown.get(subplan.id);
    rows.push({ subplan, more, folded: subplan.kind === 'branch' && !children });
    children?.forEach((child, i) => {
      visit(child, [...more, i < children.length - 1]);
    });
  };
  visit(plan.root, []);
  const leaves = rows.filter(({ subplan }) => subplan.kind === 'leaf').length;
  return { rows, hidden: plan.leaves.length - leaves };
};

const opened = (plan: PlanView, root: Subplan, most: number): Map<string, readonly Subplan[]> => {
  const shown = new Map<string, readonly Subplan[]>();
  let room = most - 1;
  const childrenOf = (branch: Branch) => branch.children.map((id) => plan.get(id));
  const queue: Subplan[] = [root];
  for (const subplan of queue) {
    if (subplan.kind === 'leaf') continue;
    const children = childrenOf(subplan);
    const fitting = subplan === root ? children.slice(0, Math.max(1, room)) : children;
    if (fitting.length > room && subplan !== root) continue;
    room -= fitting.length;
    shown.set(subplan.id, fitting);
    for (const child of fitting) queue.push(child);
  }
  return shown;
};
