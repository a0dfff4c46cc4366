import type { Fact } from '../domain/fact.js';
import type { RunEvent } from '../domain/run-event.js';
import type { EventLog } from './event-log.js';

export interface OutboxOptions {
  readonly log: EventLog;
  /** Makes facts durable; undefined where nothing is recorded. */
  readonly append: ((facts: readonly Fact[]) => void) | undefined;
  /** Called once, when facts cannot be made durable. Nothing that rests on them is announced. */
  readonly onFailure: (error: unknown) => void;
  /** Called before facts are written: from then on none of them can be changed. */
  readonly onFlush: () => void;
}

/** What is gathered waits for three times as long as the last write took, so that writing takes a quarter of the time. */
const waitFactor = 3;
const longestWaitMs = 25;

/**
 * Append, then announce: events wait until the facts before them are durable. Facts are gathered for a moment and
 * written together: the moment is short where the disk is fast, and nothing ever waits for the next to come.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  #facts: (Fact | undefined)[] = [];
  #events: RunEvent[] = [];
  /** Outcomes among the facts. */
  #outcomes = 0;
  #planned: NodeJS.Timeout | undefined;
  /** How long the last write took. */
  #lastMs = 0;
  #isBroken = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Announces an event, after all facts that were added before it. */
  announce(event: RunEvent): void {
    if (this.#facts.length === 0 && !this.#isBroken) this.#options.log.add(event);
    else this.#events.push(event);
  }

  /** Returns its place, by which it can be taken back until it is written. */
  add(fact: Fact, isOutcome: boolean): number {
    if (isOutcome) this.#outcomes++;
    this.#planned ??= setTimeout(() => this.flush(), Math.min(longestWaitMs, waitFactor * this.#lastMs));
    return this.#facts.push(fact) - 1;
  }

  takeBack(place: number): void {
    this.#facts[place] = undefined;
  }

  /** Writes at once where more outcomes wait for the disk than this. */
  flushAbove(most: number): void {
    if (this.#outcomes > most) this.flush();
  }

  flush(): void {
    clearTimeout(this.#planned);
    this.#planned = undefined;
    if (this.#facts.length === 0 || this.#isBroken) return;
    this.#options.onFlush();
    const facts = this.#facts.filter((fact) => fact !== undefined);
    const events = this.#events;
    this.#facts = [];
    this.#events = [];
    this.#outcomes = 0;
    try {
      const startedAt = performance.now();
      if (facts.length > 0) this.#options.append?.(facts);
      this.#lastMs = performance.now() - startedAt;
    } catch (error) {
      this.#isBroken = true;
      this.#options.onFailure(error);
      return;
    }
    for (const event of events) this.#options.log.add(event);
  }
}
