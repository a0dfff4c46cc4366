import type { Load } from '../domain/bounds.js';
import type { Subplan } from '../domain/subplan.js';
import type { PlanView } from './plan-view.js';

export interface Size extends Load {
  readonly leaves: number;
}

/** How much stands in each subplan. Each is asked for once per plan. */
export const sizes = (plan: PlanView): ((subplan: Subplan) => Size) => {
  const known = new Map<string, Size>();
  const sizeOf = (subplan: Subplan): Size => {
    const before = known.get(subplan.id);
    if (before) return before;
    const size =
      subplan.kind === 'leaf'
        ? leafSize(subplan.files.length, subplan.tokens)
        : sumOf(subplan.children.map((id) => sizeOf(plan.get(id))));
    known.set(subplan.id, size);
    return size;
  };
  return sizeOf;
};

const leafSize = (files: number, tokens: number): Size => ({ files, tokens, leaves: 1 });

const sumOf = (parts: readonly Size[]): Size =>
  parts.reduce(
    (sum, { files, tokens, leaves }) => ({
      files: sum.files + files,
      tokens: sum.tokens + tokens,
      leaves: sum.leaves + leaves,
    }),
    { files: 0, tokens: 0, leaves: 0 },
  );
