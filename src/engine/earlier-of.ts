import type { Earlier } from '../domain/earlier.js';
import { digest } from '../ledger/stored-value.js';
import type { PreviousPlan } from '../options/decompose-options.js';
import { PlanTree } from '../plan/plan-tree.js';

/** A plan to stay close to. One of another copy of this package is read by its JSON. */
export const earlierOf = (plan: PreviousPlan): Earlier => {
  if (plan instanceof PlanTree) return plan.asEarlier();
  return PlanTree.from('toJSON' in plan && typeof plan.toJSON === 'function' ? plan.toJSON() : plan).asEarlier();
};

/** The same for the same plan, however it was given. */
export const nameOfEarlier = ({ graph, tree }: Earlier): string =>
  `the plan ${digest(JSON.stringify([graph.files.map(({ path }) => path), tree])).slice(0, 8)}`;
