import type { Outcome } from '../domain/outcome.js';
import type { RunEvent, Subject } from '../domain/run-event.js';
import { firstLine, lastLine } from './log-text.js';
import { noOutcomes } from './outcome-words.js';
import { allLeft, leafLeft, leafSettled, leafStarted, newPace, type Pace } from './pace.js';

/** An attempt that runs. */
export interface Running extends Subject {
  readonly attempt: number;
  readonly since: number;
  readonly fraction: number | undefined;
  /** The last thing it said: one line, safe to show. */
  readonly message: string | undefined;
}

/** A subplan that waits for its next attempt. */
export interface Waiting extends Subject {
  readonly attempt: number;
  readonly until: number;
  /** One line, safe to show. */
  readonly why: string;
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
  threads: number;
  /** Leaves by how they ended. */
  readonly outcomes: Record<Outcome, number>;
  settledLeaves: number;
  settledBranches: number;
  /** In the order they started. */
  readonly running: Map<string, Running>;
  readonly waiting: Map<string, Waiting>;
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
  ...{ phase: 'starting', paused: false, startedAt: 0, leaves, branches, limit: 0, threads: 0 },
  ...{ outcomes: noOutcomes(), settledLeaves: 0, settledBranches: 0, running: new Map(), waiting: new Map() },
  pace: newPace(cost),
  missed: 0,
});

/** Takes one event into the state. A new kind of event does not compile until it is answered here. */
export const advance = (state: RunState, event: RunEvent, costOf: CostOf): void => {
  switch (event.type) {
    case 'run-started': {
      const { leaves, branches, limit, threads, at, known } = event;
      Object.assign(state, { phase: 'running', startedAt: at, leaves, branches, limit, threads });
      const done = known.recorded + known.reused;
      state.settledLeaves += done;
      state.outcomes.succeeded += done;
      state.settledBranches += known.branches;
      leafSettled(state.pace, known.tokens, undefined);
      return;
    }
    case 'attempt-started': {
      const { id, label, kind, attempt, at } = event;
      state.waiting.delete(id);
      endOf(state, id);
      state.running.set(id, { id, label, kind, attempt, since: at, fraction: undefined, message: undefined });
      if (kind === 'leaf') leafStarted(state.pace, at - state.startedAt);
      return;
    }
    case 'attempt-failed': {
      const { id, label, kind, attempt, at, retryInMs, failure } = event;
      endOf(state, id);
      state.waiting.set(id, { id, label, kind, attempt, until: at + retryInMs, why: firstLine(failure.message) });
      return;
    }
    case 'attempt-lost':
      endOf(state, event.id);
      return;
    case 'log':
      return tell(state, event.id, { message: lastLine(event.message) });
    case 'progress':
      return tell(state, event.id, {
        fraction: event.fraction,
        ...(event.message === undefined ? {} : { message: lastLine(event.message) }),
      });
    case 'settled':
      return settle(state, event, costOf);
    case 'limit-changed':
      state.limit = event.limit;
      return;
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
    case 'spent':
    case 'warning':
      return;
    default:
      event satisfies never;
  }
};

const settle = (
  state: RunState,
  { id, kind, outcome, ms }: Extract<RunEvent, { type: 'settled' }>,
  costOf: CostOf,
): void => {
  endOf(state, id);
  state.waiting.delete(id);
  if (kind === 'branch') {
    state.settledBranches++;
    return;
  }
  state.settledLeaves++;
  state.outcomes[outcome]++;
  // Those that fail often do so at once, which says nothing of the others.
  leafSettled(state.pace, costOf(id), outcome === 'succeeded' ? ms : undefined);
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
