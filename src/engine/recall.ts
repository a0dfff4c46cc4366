import type { Fact } from '../domain/fact.js';
import type { Outcome } from '../domain/outcome.js';
import { type Sample, sampleResult } from '../domain/sample.js';
import type { StoredValue } from '../domain/stored-value.js';
import { addUsage, noUsage, type Usage } from '../domain/usage.js';
import type { RecalledNode, RecalledSample } from '../run/recording.js';
import type { RunTree } from '../run/run-tree.js';
import type { RecalledTry } from '../schedule/protocol.js';

type Final = Extract<Fact, { kind: 'ended' | 'chosen' | 'reused' | 'settled' }>;

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
  /** Rounds of its tries that ended, since it last began anew. */
  samples: RecalledSample[];
  /** By try and round: what was spent. */
  sampleUsage: Map<string, Usage>;
}

export interface Remembered {
  /** Of each node of which something is known. */
  readonly nodes: readonly RecalledNode[];
  /** By node: how it ended last; undefined where it never did. */
  readonly outcomes: readonly (Outcome | undefined)[];
}

/**
 * What a recorded run comes to: which leaves and branches are done, and what was tried of the others. A leaf whose value is
 * not kept is not done.
 */
export const remember = (
  facts: readonly Fact[],
  tree: RunTree,
  isKept: (value: StoredValue) => boolean = () => true,
): Remembered => {
  const pasts = tree.nodes.map(
    (): Past => ({
      attempts: 0,
      forgiven: 0,
      usage: noUsage,
      hasWritten: false,
      openSince: undefined,
      final: undefined,
      finalAt: -1,
      samples: [],
      sampleUsage: new Map(),
    }),
  );
  facts.forEach((fact, at) => {
    if ('node' in fact && pasts[fact.node]) take(pasts[fact.node], fact, at);
  });
  const done = doneNodes(pasts, tree, isKept);
  const nodes = pasts.flatMap((past, node) => recalled(past, node, done[node]));
  return { nodes, outcomes: pasts.map(({ final }) => final && outcomeOf(final)) };
};

const take = (past: Past, fact: Extract<Fact, { node: number }>, at: number): void => {
  switch (fact.kind) {
    case 'started':
      past.openSince ??= fact.at;
      if (fact.sample && hasFailed(past)) forgetSamples(past);
      return;
    case 'lost':
    case 'process':
      return;
    case 'spent':
      past.usage = addUsage(past.usage, fact.usage);
      if (fact.sample) {
        const key = keyOf(fact.sample);
        past.sampleUsage.set(key, addUsage(past.sampleUsage.get(key) ?? noUsage, fact.usage));
      }
      return;
    case 'ended':
      past.attempts = fact.sample ? past.attempts + 1 : fact.attempt;
      past.openSince = undefined;
      past.hasWritten ||= fact.wrote;
      if (fact.sample) addSample(past, fact);
      if (fact.isFinal) end(past, fact, at);
      return;
    case 'chosen':
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

const keyOf = ({ try: number, round }: Sample): string => `${number}.${round}`;

/** What runs after it had failed runs anew; what was only kept from its end goes on. */
const hasFailed = ({ final }: Past): boolean =>
  final !== undefined && ['failed', 'timed-out'].includes(outcomeOf(final));

const forgetSamples = (past: Past): void => {
  past.final = undefined;
  past.samples = [];
  past.sampleUsage = new Map();
};

/** The last attempt of a round counts. */
const addSample = (past: Past, fact: Extract<Fact, { kind: 'ended' }>): void => {
  const { sample, outcome, verdict, value, failure, attempt: attempts, startedAt, at: endedAt } = fact;
  if (!sample) return;
  if (hasFailed(past)) forgetSamples(past);
  const rest = past.samples.filter((one) => one.try !== sample.try || one.round !== sample.round);
  const result = sampleResult(outcome, verdict?.accepted);
  const { feedback } = verdict ?? {};
  past.samples = [
    ...rest,
    { ...sample, result, value, failure, feedback, attempts, usage: noUsage, startedAt, endedAt },
  ];
};

/** What the scheduler needs of it: rounds that came to a value. Tries that failed are made again. */
const triesOf = (samples: readonly RecalledSample[]): RecalledTry[] => {
  const tries = new Map<number, { rounds: number; isAccepted: boolean }>();
  for (const { try: number, round, result } of samples) {
    if (result !== 'accepted' && result !== 'rejected') continue;
    const known = tries.get(number);
    if (!known || round > known.rounds) tries.set(number, { rounds: round, isAccepted: result === 'accepted' });
  }
  return [...tries].map(([number, known]) => ({ try: number, ...known }));
};

const outcomeOf = (final: Final): Outcome =>
  final.kind === 'reused' || final.kind === 'chosen' ? 'succeeded' : final.outcome;

/**
 * A leaf is done when it succeeded. A branch is done when it succeeded, all below it is done, and none of its children
 * ended after it: its value would lack what a later session made.
 */
const doneNodes = (pasts: readonly Past[], tree: RunTree, isKept: (value: StoredValue) => boolean): boolean[] => {
  const done = pasts.map(({ final }, node) => {
    if (final === undefined || outcomeOf(final) !== 'succeeded') return false;
    const value = 'value' in final ? final.value : undefined;
    return tree.isBranch(node) || value === undefined || isKept(value);
  });
  for (let node = pasts.length - 1; node >= tree.leaves; node--) {
    done[node] &&= tree.children(node).every((child) => done[child] && pasts[child].finalAt < pasts[node].finalAt);
  }
  return done;
};

const recalled = (past: Past, node: number, isDone: boolean): RecalledNode[] => {
  const { final, attempts, forgiven, usage, openSince, hasWritten } = past;
  if (!isDone && attempts === 0 && openSince === undefined && usage === noUsage) return [];
  const kept = past.samples
    .filter(({ result }) => isDone || (!hasFailed(past) && (result === 'accepted' || result === 'rejected')))
    .map((one) => ({ ...one, usage: past.sampleUsage.get(keyOf(one)) ?? noUsage }));
  const samples = past.samples.length > 0 ? { samples: kept, tries: triesOf(kept) } : {};
  const chosen = final?.kind === 'chosen' ? { chosen: { ...final.sample, by: final.by } } : {};
  const common = { node, attempts, forgiven, usage, isDone, hasWritten, lostAt: openSince, ...samples, ...chosen };
  if (!isDone || !final || final.kind === 'settled') {
    return [{ ...common, origin: 'recorded', value: undefined, startedAt: undefined, endedAt: undefined }];
  }
  if (final.kind === 'reused') {
    const { value } = final;
    return [{ ...common, origin: 'recorded', wasReused: true, value, startedAt: undefined, endedAt: undefined }];
  }
  const endedAt = final.kind === 'chosen' ? final.endedAt : final.at;
  return [{ ...common, origin: 'recorded', value: final.value, startedAt: final.startedAt, endedAt }];
};
