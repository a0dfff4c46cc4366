import type { RunEvent } from '../domain/run-event.js';

/** A reader more than this many events behind misses some, and is told so. */
export const mostBehind = 10_000;

/**
 * The events of a run, for any number of readers, each from the start and at its own pace. Nobody who reads slowly, or
 * stops, holds up the run: only the newest events are kept.
 */
export class EventLog {
  /** A ring: the event with number n stands at n modulo its size. */
  readonly #ring: RunEvent[] = [];
  #count = 0;
  #isClosed = false;
  #wake: (() => void)[] = [];

  add(event: RunEvent): void {
    this.#ring[this.#count++ % mostBehind] = event;
    if (this.#wake.length > 0) this.#wakeAll();
  }

  close(): void {
    this.#isClosed = true;
    this.#wakeAll();
  }

  read(): AsyncIterator<RunEvent, undefined> {
    let at = 0;
    let hasLeft = false;
    return {
      next: async () => {
        while (at === this.#count && !this.#isClosed && !hasLeft) {
          await new Promise<void>((resolve) => this.#wake.push(resolve));
        }
        if (hasLeft || at === this.#count) return { done: true, value: undefined };
        const oldest = this.#count - mostBehind;
        if (at < oldest) {
          const dropped = oldest - at;
          at = oldest;
          const value: RunEvent = { type: 'events-dropped', at: this.#ring[at % mostBehind].at, count: dropped };
          return { done: false, value };
        }
        return { done: false, value: this.#ring[at++ % mostBehind] };
      },
      return: async () => {
        hasLeft = true;
        this.#wakeAll();
        return { done: true, value: undefined };
      },
    };
  }

  #wakeAll(): void {
    const sleepers = this.#wake;
    this.#wake = [];
    for (const wake of sleepers) wake();
  }
}
