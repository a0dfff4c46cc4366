import type { Outcome } from '../domain/outcome.js';
import type { NodeHistory, RunHistory, SampleHistory } from '../domain/run-history.js';
import type { StoredValue } from '../domain/stored-value.js';
import { noUsage } from '../domain/usage.js';
import type { RecalledNode } from '../run/recording.js';
import type { RunTree } from '../run/run-tree.js';
import type { RecalledTry } from '../schedule/protocol.js';

export interface Remembered {
  /** Of each node of which something is known. */
  readonly nodes: readonly RecalledNode[];
  /** By node: how it ended last; undefined where it never did. */
  readonly outcomes: readonly (Outcome | undefined)[];
}

/**
 * Which leaves and branches of a recorded run are done, and what was tried of the others. A leaf whose value is not kept
 * is not done.
 */
export const remember = (
  { nodes }: RunHistory,
  tree: RunTree,
  isKept: (value: StoredValue) => boolean = () => true,
): Remembered => {
  const done = doneNodes(nodes, tree, isKept);
  return {
    nodes: nodes.flatMap((past, node) => (past ? recalled(past, node, done[node]) : [])),
    outcomes: nodes.map((past) => past?.end?.outcome),
  };
};

/** What the scheduler needs of it: rounds that came to a value. Tries that failed are made again. */
const triesOf = (samples: readonly SampleHistory[]): RecalledTry[] => {
  const tries = new Map<number, { rounds: number; isAccepted: boolean }>();
  for (const { try: number, round, result } of samples) {
    if (result !== 'accepted' && result !== 'rejected') continue;
    const known = tries.get(number);
    if (!known || round > known.rounds) tries.set(number, { rounds: round, isAccepted: result === 'accepted' });
  }
  return [...tries].map(([number, known]) => ({ try: number, ...known }));
};

/**
 * A leaf is done when it succeeded. A branch is done when it succeeded, all below it is done, and none of its children
 * ended after it: its value would lack what a later session made.
 */
const doneNodes = (pasts: RunHistory['nodes'], tree: RunTree, isKept: (value: StoredValue) => boolean): boolean[] => {
  const done = pasts.map((past, node) => {
    const end = past?.end;
    if (end?.outcome !== 'succeeded') return false;
    return tree.isBranch(node) || end.value === undefined || isKept(end.value);
  });
  const endOf = (node: number): number => pasts[node]?.end?.seq ?? -1;
  for (let node = pasts.length - 1; node >= tree.leaves; node--) {
    done[node] &&= tree.children(node).every((child) => done[child] && endOf(child) < endOf(node));
  }
  return done;
};

const recalled = (past: NodeHistory, node: number, isDone: boolean): RecalledNode[] => {
  const { end, attempts, forgiven, usage, openSince, hasWritten } = past;
  if (!isDone && attempts === 0 && openSince === undefined && usage === noUsage) return [];
  const kept = past.samples.filter(({ result }) => isDone || result === 'accepted' || result === 'rejected');
  const samples = past.samples.length > 0 ? { samples: kept, tries: triesOf(kept) } : {};
  const chosen = end?.how === 'ran' && end.chosen ? { chosen: end.chosen } : {};
  const common = { node, attempts, forgiven, usage, isDone, hasWritten, lostAt: openSince, ...samples, ...chosen };
  const unknown = { value: undefined, startedAt: undefined, endedAt: undefined };
  if (!isDone || !end || end.how === 'settled') return [{ ...common, ...unknown, origin: 'recorded' }];
  const { value } = end;
  if (end.how === 'reused') return [{ ...common, ...unknown, value, origin: 'recorded', wasReused: true }];
  const { startedAt, endedAt } = end;
  return [{ ...common, origin: 'recorded', value, startedAt, endedAt }];
};
