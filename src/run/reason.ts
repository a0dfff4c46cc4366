import type { AttemptFailure } from '../domain/attempt-failure.js';
import type { Outcome } from '../domain/outcome.js';
import type { Because } from '../schedule/protocol.js';
import { budgetStopped, dependencyFailed, endedEarly, neverStarted, nothingToRollUp } from './failures.js';
import type { RunTree } from './run-tree.js';

export interface Unattempted {
  readonly node: number;
  readonly outcome: Outcome;
  /** Not what an attempt said. */
  readonly because: Exclude<Because, { kind: 'attempt' | 'not-accepted' }>;
}

/** Why a node did not succeed, where no attempt of it says so. */
export const reasonFor = (tree: RunTree, { node, outcome, because }: Unattempted): AttemptFailure => {
  switch (because.kind) {
    case 'dependency':
      return dependencyFailed(tree.nodes[because.node].label, tree.nodes[because.node].id);
    case 'no-values': {
      const child = because.node === undefined ? undefined : tree.nodes[because.node];
      return nothingToRollUp(tree.children(node).length, child?.label, child?.id);
    }
    case 'ended-early':
      if (outcome === 'budget-stopped') return budgetStopped(because.why);
      return outcome === 'cancelled' ? endedEarly(because.why) : neverStarted(because.why);
  }
};
