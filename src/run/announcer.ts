import type { AttemptFailure } from '../domain/attempt-failure.js';
import type { RunEvent, Subject } from '../domain/run-event.js';
import { epochNow } from '../util/clock.js';
import type { Note } from './pool.js';
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
  begun(node: number, at: number): void {
    const { id, label, leaf } = this.#tree.nodes[node];
    const attempt = this.#records.attempts[node] + 1;
    this.#announce({ type: 'attempt-started', at, id, label, kind: leaf ? 'leaf' : 'branch', attempt });
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

  note(node: number, note: Note): void {
    const about = this.#attemptOf(node);
    switch (note.kind) {
      case 'log':
        return this.say({ type: 'log', ...about, message: note.message });
      case 'progress':
        return this.say({ type: 'progress', ...about, fraction: note.fraction, message: note.message });
      case 'spent':
        return this.say({ type: 'spent', ...about, usage: note.usage });
    }
  }

  lost(node: number, why: string): void {
    this.say({ type: 'attempt-lost', ...this.#attemptOf(node), why });
  }

  failed(node: number, attempt: number, retryInMs: number): void {
    const failure = this.#records.failures[node] as AttemptFailure;
    this.say({ type: 'attempt-failed', ...this.#subject(node), attempt, failure, retryInMs });
  }

  #subject(node: number): Subject {
    const { id, label, leaf } = this.#tree.nodes[node];
    return { id, label, kind: leaf ? 'leaf' : 'branch' };
  }

  #attemptOf(node: number): Subject & { readonly attempt: number } {
    return { ...this.#subject(node), attempt: this.#records.attempts[node] + 1 };
  }
}
