import type { Fact } from '../domain/fact.js';
import type { Outcome } from '../domain/outcome.js';
import { addUsage, noUsage, type Usage } from '../domain/usage.js';
import type { RecalledNode } from '../run/recording.js';
import type { RunTree } from '../run/run-tree.js';

type Final = Extract<Fact, { kind: 'ended' | 'reused' | 'settled' }>;

/** What the facts of a run say of one node. */
interface Past {
  attempts: number;
  forgiven: number;
  usage: Usage;
  hasWritten: boolean;
  /** When an attempt began of which no end is known. */
  openSince: number | undefined;
  /** How it ended last, and the place of that among the facts. */
  final: Final | undefined;
  finalAt: number;
}

export interface Remembered {
  /** Of each node of which something is known. */
  readonly nodes: readonly RecalledNode[];
  /** By node: how it ended last; undefined where it never did. */
  readonly outcomes: readonly (Outcome | undefined)[];
}

/** What a recorded run comes to: which leaves and branches are done, and what was tried of the others. */
export const remember = (facts: readonly Fact[], tree: RunTree): Remembered => {
  const pasts = tree.nodes.map(
    (): Past => ({
      attempts: 0,
      forgiven: 0,
      usage: noUsage,
      hasWritten: false,
      openSince: undefined,
      final: undefined,
      finalAt: -1,
    }),
  );
  facts.forEach((fact, at) => {
    if ('node' in fact && pasts[fact.node]) take(pasts[fact.node], fact, at);
  });
  const done = doneNodes(pasts, tree);
  const nodes = pasts.flatMap((past, node) => recalled(past, node, done[node]));
  return { nodes, outcomes: pasts.map(({ final }) => final && outcomeOf(final)) };
};

const take = (past: Past, fact: Extract<Fact, { node: number }>, at: number): void => {
  switch (fact.kind) {
    case 'started':
      past.openSince ??= fact.at;
      return;
    case 'lost':
      return;
    case 'spent':
      past.usage = addUsage(past.usage, fact.usage);
      return;
    case 'ended':
      past.attempts = fact.attempt;
      past.openSince = undefined;
      past.hasWritten ||= fact.wrote;
      if (fact.isFinal) end(past, fact, at);
      return;
    case 'settled':
    case 'reused':
      return end(past, fact, at);
  }
};

const end = (past: Past, final: Final, at: number): void => {
  past.final = final;
  past.finalAt = at;
  past.forgiven = past.attempts;
};

const outcomeOf = (final: Final): Outcome => (final.kind === 'reused' ? 'succeeded' : final.outcome);

/**
 * A leaf is done when it succeeded. A branch is done when it succeeded, all below it is done, and none of its children
 * ended after it: its value would lack what a later session made.
 */
const doneNodes = (pasts: readonly Past[], tree: RunTree): boolean[] => {
  const done = pasts.map(({ final }) => final !== undefined && outcomeOf(final) === 'succeeded');
  for (let node = pasts.length - 1; node >= tree.leaves; node--) {
    done[node] &&= tree.children(node).every((child) => done[child] && pasts[child].finalAt < pasts[node].finalAt);
  }
  return done;
};

const recalled = (past: Past, node: number, isDone: boolean): RecalledNode[] => {
  const { final, attempts, forgiven, usage, openSince, hasWritten } = past;
  if (!isDone && attempts === 0 && openSince === undefined && usage === noUsage) return [];
  const common = { node, attempts, forgiven, usage, isDone, hasWritten, lostAt: openSince };
  if (!isDone || !final || final.kind === 'settled') {
    return [{ ...common, origin: 'recorded', value: undefined, startedAt: undefined, endedAt: undefined }];
  }
  if (final.kind === 'reused') {
    const { value } = final;
    return [{ ...common, origin: 'recorded', wasReused: true, value, startedAt: undefined, endedAt: undefined }];
  }
  return [{ ...common, origin: 'recorded', value: final.value, startedAt: final.startedAt, endedAt: final.at }];
};
