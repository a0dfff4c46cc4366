import type { MessagePort } from 'node:worker_threads';
import { epochNow } from '../../util/clock.js';
import type { ThreadAttempt } from './attempt.js';
import type { MessageEnvelope, ThreadEnd, ThreadMessage } from './protocol.js';

/** How long notes may wait in a task that blocks the loop; the ends of others must not wait at all. */
const noteMs = 50;
const endMs = 1;
/** More in one message would be more than a reader of events may be behind, before it had a turn. */
const notesPerMessage = 1_000;

/** Tells what need not wait for the end of a batch: at the next turn of the loop, or at once where a task blocks it. */
export class Messenger {
  readonly #port: MessagePort;
  readonly #attempts = new Set<ThreadAttempt>();
  #ends: ThreadEnd[] = [];
  #isPlanned = false;
  #flushedAt = 0;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  addNotes(attempt: ThreadAttempt): void {
    this.#attempts.add(attempt);
    this.#flushAfter(noteMs);
  }

  addEnds(ends: readonly ThreadEnd[]): void {
    if (ends.length === 0) return;
    this.#ends.push(...ends);
    this.#flushAfter(endMs);
  }

  /** Sends the ends that wait for the next turn of the loop: a task that blocks this thread may keep it from coming. */
  sendEnds(): void {
    if (this.#ends.length > 0) this.#flush();
  }

  /** The rest of an attempt's notes goes with its end, where it is small. */
  drop(attempt: ThreadAttempt): void {
    if (attempt.unsent.length > notesPerMessage) this.#postNotes(attempt);
    this.#attempts.delete(attempt);
  }

  warn(message: string): void {
    this.#post({ type: 'warning', message });
  }

  #flushAfter(ms: number): void {
    if (epochNow() - this.#flushedAt > ms) this.#flush();
    else if (!this.#isPlanned) {
      this.#isPlanned = true;
      setImmediate(() => this.#flush());
    }
  }

  #flush(): void {
    this.#isPlanned = false;
    this.#flushedAt = epochNow();
    for (const attempt of this.#attempts) this.#postNotes(attempt);
    this.#attempts.clear();
    if (this.#ends.length > 0) this.#post({ type: 'ended', ends: this.#ends });
    this.#ends = [];
  }

  #postNotes(attempt: ThreadAttempt): void {
    const { slot, key } = attempt.job;
    const all = attempt.unsent;
    attempt.unsent = [];
    attempt.sent += all.length;
    for (let from = 0; from < all.length; from += notesPerMessage) {
      this.#post({ type: 'notes', slot, key, notes: all.slice(from, from + notesPerMessage) });
    }
  }

  #post(message: ThreadMessage): void {
    this.#port.postMessage({ subplan: message } satisfies MessageEnvelope);
  }
}
