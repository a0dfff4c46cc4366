import type { Known } from '../domain/run-event.js';
import type { RecalledNode } from './recording.js';
import type { RunTree } from './run-tree.js';

/** Counts what is done before a run begins. */
export const knownOf = (tree: RunTree, recalled: readonly RecalledNode[]): Known => {
  const known = { recorded: 0, reused: 0, branches: 0, tokens: 0 };
  for (const { node, isDone, origin } of recalled) {
    if (!isDone) continue;
    if (tree.isBranch(node)) known.branches++;
    else {
      known[origin]++;
      known.tokens += tree.nodes[node].tokens;
    }
  }
  return known;
};
