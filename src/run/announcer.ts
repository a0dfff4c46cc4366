import type { AttemptFailure } from '../domain/attempt-failure.js';
import type { Verdict } from '../domain/fact.js';
import type { OfAttempt, RunEvent, Subject } from '../domain/run-event.js';
import { sampleResult } from '../domain/sample.js';
import { epochNow } from '../util/clock.js';
import type { Flight } from './flights.js';
import type { Ended, Note } from './pool.js';
import type { Records } from './records.js';
import type { RunTree } from './run-tree.js';

/** Says what happens in a run, in the words of events. */
export class Announcer {
  readonly #tree: RunTree;
  readonly #records: Records;

  readonly #announce: (event: RunEvent) => void;

  constructor(tree: RunTree, records: Records, announce: (event: RunEvent) => void) {
    this.#announce = announce;
    this.#tree = tree;
    this.#records = records;
  }

  say(event: Omit<RunEvent, 'at'> & Partial<RunEvent>): void {
    this.#announce({ ...event, at: epochNow() } as RunEvent);
  }

  // Field by field, here and where a node settles: spreading costs more than all else that is done for a leaf.
  begun({ node, attempt, sample }: Flight, at: number): void {
    const { id, label, leaf } = this.#tree.nodes[node];
    const kind = leaf ? 'leaf' : 'branch';
    if (sample) this.#announce({ type: 'attempt-started', at, id, label, kind, attempt, sample });
    else this.#announce({ type: 'attempt-started', at, id, label, kind, attempt });
  }

  settled(node: number): void {
    const { outcomes, failures, attempts: counts, startedAt, endedAt } = this.#records;
    const { id, label, leaf } = this.#tree.nodes[node];
    const [failure, attempts] = [failures[node], counts[node]];
    const outcome = outcomes[node] as NonNullable<(typeof outcomes)[number]>;
    const ms = endedAt[node] > 0 ? endedAt[node] - startedAt[node] : undefined;
    const coverage = leaf ? undefined : this.#records.coverage(node);
    const [kind, at] = [leaf ? ('leaf' as const) : ('branch' as const), epochNow()];
    this.#announce({ type: 'settled', at, id, label, kind, outcome, failure, attempts, ms, coverage });
  }

  note(flight: Flight, note: Note): void {
    const about = this.#attemptOf(flight);
    switch (note.kind) {
      case 'log':
        return this.say({ type: 'log', ...about, message: note.message });
      case 'progress':
        return this.say({ type: 'progress', ...about, fraction: note.fraction, message: note.message });
      case 'spent':
        return this.say({ type: 'spent', ...about, usage: note.usage });
    }
  }

  lost(flight: Flight, why: string): void {
    this.say({ type: 'attempt-lost', ...this.#attemptOf(flight), why });
  }

  failed(failed: FailedAttempt, retryInMs: number): void {
    const { flight, failure } = failed;
    this.say({ type: 'attempt-failed', ...this.#attemptOf(flight), failure, retryInMs });
  }

  /** A round of a try has ended, for good. */
  sampled(flight: Flight, end: EndOfAttempt, verdict: Verdict | undefined): void {
    const { startedAt, endedAt } = end;
    const result = sampleResult(end.kind, verdict?.accepted);
    const failure = end.kind === 'succeeded' ? undefined : end.failure;
    const said = { result, failure, feedback: verdict?.feedback, ms: endedAt - startedAt };
    this.say({ type: 'sampled', ...this.#attemptOf(flight), ...said });
  }

  reopened(node: number): void {
    this.say({ type: 'reopened', ...this.#subject(node) });
  }

  #subject(node: number): Subject {
    const { id, label, leaf } = this.#tree.nodes[node];
    return { id, label, kind: leaf ? 'leaf' : 'branch' };
  }

  #attemptOf({ node, attempt, sample }: Flight): OfAttempt {
    return { ...this.#subject(node), attempt, ...(sample ? { sample } : {}) };
  }
}

type EndOfAttempt = Extract<Ended, { startedAt: number }>;

export interface FailedAttempt {
  readonly flight: Flight;
  readonly failure: AttemptFailure;
}
