import { whyOf } from '../domain/attempt-failure.js';
import type { BudgetName } from '../domain/budget-name.js';
import type { Outcome } from '../domain/outcome.js';
import type { OfAttempt, RunEvent, Subject } from '../domain/run-event.js';
import type { Sample } from '../domain/sample.js';
import { spendingOf } from '../domain/usage.js';
import type { GroupCounts } from './group-counts.js';
import { firstLine, lastLine } from './log-text.js';
import { noOutcomes } from './outcome-words.js';
import { allLeft, leafLeft, leafReopened, leafSettled, leafStarted, newPace, type Pace } from './pace.js';

/** An attempt that runs. */
export interface Running extends Subject {
  readonly attempt: number;
  readonly sample: Sample | undefined;
  readonly since: number;
  readonly fraction: number | undefined;
  /** The last thing it said: one line, safe to show. */
  readonly message: string | undefined;
}

/** A subplan that waits for its next attempt. */
export interface Waiting extends Subject {
  readonly attempt: number;
  readonly sample: Sample | undefined;
  readonly until: number;
  /** One line, safe to show. */
  readonly why: string;
}

/** A leaf that settled without success, and may be retried. */
export interface Unsuccessful extends Subject {
  readonly outcome: Outcome;
  /** One line, safe to show. */
  readonly why: string;
}

/** How far a budget was used when that was told. */
interface BudgetUse {
  readonly level: 'soft' | 'hard';
  readonly used: number;
  readonly limit: number;
}

/**
 * What a run looks like now, as small as a view needs it: only what runs or waits is held one by one, all else as
 * counts. It is changed in place, since a run of 100,000 leaves would spend its time copying it. Times are those of
 * the events.
 */
export interface RunState {
  phase: 'starting' | 'running' | 'stopping' | 'cancelling' | 'ended';
  paused: boolean;
  startedAt: number;
  leaves: number;
  branches: number;
  limit: number;
  /** The cap it began with; 0 where that was missed. */
  firstLimit: number;
  threads: number;
  /** Leaves by how they ended. */
  readonly outcomes: Record<Outcome, number>;
  settledLeaves: number;
  settledBranches: number;
  /** In the order they started, by id; those of a leaf that is sampled by id and try. */
  readonly running: Map<string, Running>;
  readonly waiting: Map<string, Waiting>;
  /** By id, in the order they ended. */
  readonly unsuccessful: Map<string, Unsuccessful>;
  /** Of leaves that are sampled and have not settled: the highest try that was heard of. */
  readonly tries: Map<string, number>;
  /** What rate limits have done: how many they let run at once, and when something may start. */
  slow: { readonly limit: number; readonly until: number } | undefined;
  /** What is used up, or nearly so. */
  budget: Readonly<Partial<Record<BudgetName, BudgetUse>>>;
  /** As budgets count it. */
  readonly spent: { tokens: number; usd: number };
  /** Of an experiment: how far each arm is. */
  groups: GroupCounts | undefined;
  /** What the time left is told from. */
  readonly pace: Pace;
  /** Events this view never got: what it shows may be behind. */
  missed: number;
}

/** Leaves that ended; those that never started have settled too, but nobody would call them done. */
export const doneLeaves = ({ settledLeaves, outcomes }: RunState): number => settledLeaves - outcomes['never-started'];

/** What a leaf costs, before it is known how long it takes. */
export type CostOf = (id: string) => number;

export interface Size {
  readonly leaves: number;
  readonly branches: number;
  /** Of all leaves together. */
  readonly cost: number;
}

export const newRunState = ({ leaves, branches, cost }: Size): RunState => ({
  ...{ phase: 'starting', paused: false, startedAt: 0, leaves, branches, limit: 0, firstLimit: 0, threads: 0 },
  ...{ outcomes: noOutcomes(), settledLeaves: 0, settledBranches: 0, running: new Map(), waiting: new Map() },
  ...{ unsuccessful: new Map(), tries: new Map(), slow: undefined, budget: {}, spent: { tokens: 0, usd: 0 } },
  groups: undefined,
  pace: newPace(cost),
  missed: 0,
});

/** Takes one event into the state. A new kind of event does not compile until it is answered here. */
export const advance = (state: RunState, event: RunEvent, costOf: CostOf): void => {
  switch (event.type) {
    case 'run-started': {
      const { leaves, branches, limit, threads, at, known } = event;
      Object.assign(state, { phase: 'running', startedAt: at, leaves, branches, limit, firstLimit: limit, threads });
      const done = known.recorded + known.reused;
      state.settledLeaves += done;
      state.outcomes.succeeded += done;
      state.settledBranches += known.branches;
      leafSettled(state.pace, known.tokens, undefined);
      return;
    }
    case 'attempt-started': {
      const { id, label, kind, attempt, sample, at } = event;
      const key = keyOf(event);
      if (sample) state.tries.set(id, Math.max(state.tries.get(id) ?? 0, sample.try));
      // That it was opened again was missed.
      reopen(state, event, costOf);
      state.waiting.delete(key);
      endOf(state, key);
      const said = { fraction: undefined, message: undefined };
      state.running.set(key, { id, label, kind, attempt, sample, since: at, ...said });
      if (kind === 'leaf') leafStarted(state.pace, at - state.startedAt);
      return;
    }
    case 'attempt-failed': {
      const { id, label, kind, attempt, sample, at, retryInMs, failure } = event;
      const [until, why] = [at + retryInMs, firstLine(failure.message)];
      endOf(state, keyOf(event));
      state.waiting.set(keyOf(event), { id, label, kind, attempt, sample, until, why });
      return;
    }
    case 'attempt-lost':
      endOf(state, keyOf(event));
      return;
    case 'log':
      return tell(state, keyOf(event), { message: lastLine(event.message) });
    case 'progress':
      return tell(state, keyOf(event), {
        fraction: event.fraction,
        ...(event.message === undefined ? {} : { message: lastLine(event.message) }),
      });
    case 'settled':
      return settle(state, event, costOf);
    case 'limit-changed':
      state.limit = event.limit;
      return;
    case 'slowed-down':
      state.slow = { limit: event.limit, until: event.at + event.waitMs };
      return;
    case 'sped-up':
      // The wait may not be over. One that has all its slots again is not held back where it is given more.
      state.slow = {
        limit: event.limit < state.limit ? event.limit : Number.POSITIVE_INFINITY,
        until: state.slow?.until ?? 0,
      };
      return;
    case 'sampled':
      return leave(state, keyOf(event));
    case 'reopened':
      if (event.kind === 'branch') state.settledBranches--;
      return reopen(state, event, costOf);
    case 'budget': {
      const { of, level, used, limit } = event;
      state.budget = { ...state.budget, [of]: { level, used, limit } };
      return;
    }
    case 'spent': {
      const { tokens, usd } = spendingOf(event.usage);
      state.spent.tokens += tokens;
      state.spent.usd += usd;
      return;
    }
    case 'paused':
    case 'unpaused':
      state.paused = event.type === 'paused';
      return;
    case 'stopping':
      if (state.phase !== 'cancelling') state.phase = 'stopping';
      return;
    case 'cancelling':
      state.phase = 'cancelling';
      return;
    case 'events-dropped':
      return miss(state, event);
    case 'run-ended':
      state.phase = 'ended';
      return;
    case 'warning':
      return;
    default:
      event satisfies never;
  }
};

const settle = (
  state: RunState,
  { id, label, kind, outcome, failure, ms }: Extract<RunEvent, { type: 'settled' }>,
  costOf: CostOf,
): void => {
  leave(state, id);
  // A try that waited when the leaf ended is not told of apart.
  for (let one = state.tries.get(id) ?? 0; one > 0; one--) leave(state, tryKey(id, one));
  state.tries.delete(id);
  if (kind === 'branch') {
    state.settledBranches++;
    return;
  }
  reopen(state, { id, kind }, costOf);
  state.settledLeaves++;
  state.outcomes[outcome]++;
  state.groups?.add(id, outcome, 1);
  if (outcome !== 'succeeded') {
    state.unsuccessful.set(id, { id, label, kind, outcome, why: firstLine(failure ? whyOf(failure) : '') });
  }
  // Those that fail often do so at once, which says nothing of the others.
  leafSettled(state.pace, costOf(id), outcome === 'succeeded' ? ms : undefined);
};

/** A leaf that had ended without success is open again. One whose end was missed is not counted as ended either. */
const reopen = (state: RunState, { id, kind }: Pick<Subject, 'id' | 'kind'>, costOf: CostOf): void => {
  const before = kind === 'leaf' && state.unsuccessful.get(id);
  if (!before) return;
  state.unsuccessful.delete(id);
  state.settledLeaves--;
  state.outcomes[before.outcome]--;
  state.groups?.add(id, before.outcome, -1);
  leafReopened(state.pace, costOf(id));
};

/** Tries of one leaf run side by side. */
const keyOf = ({ id, sample }: OfAttempt): string => (sample ? tryKey(id, sample.try) : id);

const tryKey = (id: string, one: number): string => `${id} ${one}`;

/** It neither runs nor waits any more. */
const leave = (state: RunState, key: string): void => {
  endOf(state, key);
  state.waiting.delete(key);
};

const endOf = (state: RunState, id: string): void => {
  const running = state.running.get(id);
  if (!running) return;
  state.running.delete(id);
  if (running.kind === 'leaf') leafLeft(state.pace, running.since - state.startedAt);
};

const tell = (state: RunState, id: string, said: Partial<Running>): void => {
  const running = state.running.get(id);
  if (running) state.running.set(id, { ...running, ...said });
};

/** What runs by now is not known: it fills again with what is heard from here on. The beginning may be among it. */
const miss = (state: RunState, { count, at }: Extract<RunEvent, { type: 'events-dropped' }>): void => {
  state.missed += count;
  if (state.phase === 'starting') Object.assign(state, { phase: 'running', startedAt: at });
  state.running.clear();
  state.waiting.clear();
  allLeft(state.pace);
};
