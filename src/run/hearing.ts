import type { AttemptFailure } from '../domain/attempt-failure.js';
import { type AttemptContext, AttemptEndedError } from './attempt-context.js';
import { failureOf, timedOut } from './failures.js';

/** What came of code that was called about samples. */
export type Heard =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'failed' | 'timed-out'; readonly failure: AttemptFailure }
  | { readonly kind: 'cancelled' };

export interface HearingOptions {
  readonly call: () => unknown;
  readonly context: AttemptContext;
  readonly timeoutMs: number | undefined;
  readonly graceMs: number;
}

/**
 * A call of a user's function in this process that can be asked to end, and is given up where it does not within the
 * grace: nobody waits for it for ever.
 */
export class Hearing {
  readonly done: Promise<Heard>;
  readonly #options: HearingOptions;
  #settle!: (heard: Heard) => void;
  #ended: Heard | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: HearingOptions) {
    this.#options = options;
    const { call, timeoutMs } = options;
    this.done = new Promise((resolve) => {
      this.#settle = resolve;
    });
    if (timeoutMs !== undefined) {
      const over: Heard = { kind: 'timed-out', failure: timedOut(timeoutMs, undefined) };
      this.#timer = setTimeout(() => this.#ask(over, 'its time is over'), timeoutMs);
    }
    // Not within the call that makes it: what is called may ask for its own end at once.
    queueMicrotask(() => void this.#hear(call));
  }

  /** Asks it to end. */
  end(): void {
    this.#ask({ kind: 'cancelled' }, 'the run was cancelled');
  }

  #ask(ended: Heard, why: string): void {
    if (this.#ended) return;
    this.#ended = ended;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#settle(ended), this.#options.graceMs);
    this.#options.context.end(new AttemptEndedError(why));
  }

  async #hear(call: () => unknown): Promise<void> {
    try {
      const value = await call();
      // What was said in spite of being asked to end still counts, unless its time was over.
      this.#close(this.#ended?.kind === 'timed-out' ? this.#ended : { kind: 'value', value });
    } catch (thrown) {
      this.#close(this.#ended ?? { kind: 'failed', failure: failureOf(thrown) });
    }
  }

  #close(heard: Heard): void {
    clearTimeout(this.#timer);
    this.#settle(heard);
  }
}
