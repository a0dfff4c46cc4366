import type { MessagePort } from 'node:worker_threads';
import { epochNow } from '../../util/clock.js';
import type { ThreadAttempt } from './attempt.js';
import type { MessageEnvelope, ThreadMessage } from './protocol.js';

const flushMs = 50;

/** Sends notes ahead of the reply: at the next turn of the loop, or at once from a task that blocks it. */
export class NoteSender {
  readonly #port: MessagePort;
  readonly #waiting = new Set<ThreadAttempt>();
  #isPlanned = false;
  #flushedAt = 0;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  add(attempt: ThreadAttempt): void {
    this.#waiting.add(attempt);
    if (epochNow() - this.#flushedAt > flushMs) this.flush();
    else if (!this.#isPlanned) {
      this.#isPlanned = true;
      setImmediate(() => this.flush());
    }
  }

  flush(): void {
    this.#isPlanned = false;
    this.#flushedAt = epochNow();
    for (const attempt of this.#waiting) {
      const { slot, key } = attempt.job;
      const notes = attempt.unsent;
      attempt.unsent = [];
      attempt.sent += notes.length;
      this.#post({ type: 'notes', slot, key, notes });
    }
    this.#waiting.clear();
  }

  /** The rest goes with the reply. */
  drop(attempt: ThreadAttempt): void {
    this.#waiting.delete(attempt);
  }

  warn(message: string): void {
    this.#post({ type: 'warning', message });
  }

  #post(message: ThreadMessage): void {
    this.#port.postMessage({ subplan: message } satisfies MessageEnvelope);
  }
}
