import type { Fact } from '../domain/fact.js';
import type { RunEvent } from '../domain/run-event.js';
import type { EventLog } from './event-log.js';

export interface OutboxOptions {
  readonly log: EventLog;
  /** Makes facts durable; undefined where nothing is recorded. */
  readonly append: ((facts: readonly Fact[]) => Promise<void>) | undefined;
  /** Called once, when facts cannot be made durable. Nothing that rests on them is announced. */
  readonly onFailure: (error: unknown) => void;
  /** Called before facts are written: from then on none of them can be changed. */
  readonly onSend: () => void;
  /** Called when some have become durable. */
  readonly onDurable: () => void;
}

/** What is gathered waits for as long as the last write took, so that the disk has as much to do at a time as it can take. */
const longestWaitMs = 25;

/** Facts, and the events that rest on them or come after them. */
interface Batch {
  readonly facts: (Fact | undefined)[];
  readonly events: RunEvent[];
  outcomes: number;
}

const newBatch = (): Batch => ({ facts: [], events: [], outcomes: 0 });

/**
 * Append, then announce: events wait until the facts before them are durable. While one batch of facts is written the
 * next is gathered, so that durability is paid for once a batch; and nothing waits for the next to come.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  #open = newBatch();
  /** What is being written. */
  #sent: Batch | undefined;
  #planned: NodeJS.Timeout | undefined;
  #lastMs = 0;
  #isBroken = false;
  #waiting: (() => void)[] = [];

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Outcomes that are not durable yet. */
  get outcomes(): number {
    return this.#open.outcomes + (this.#sent?.outcomes ?? 0);
  }

  /** Announces an event, after all facts that were added before it. */
  announce(event: RunEvent): void {
    if (this.#isIdle && !this.#isBroken) this.#options.log.add(event);
    else this.#open.events.push(event);
  }

  /** Returns its place, by which it can be taken back until it is sent. */
  add(fact: Fact, isOutcome: boolean): number {
    if (isOutcome) this.#open.outcomes++;
    this.#plan();
    return this.#open.facts.push(fact) - 1;
  }

  takeBack(place: number): void {
    this.#open.facts[place] = undefined;
  }

  /** Writes without waiting where so many outcomes are gathered. */
  sendFrom(outcomes: number): void {
    if (this.#open.outcomes >= outcomes) this.#send();
  }

  /** Resolves when everything is durable, or nothing can be any more. */
  async drained(): Promise<void> {
    while (!this.#isIdle && !this.#isBroken) {
      const sent = new Promise<void>((resolve) => this.#waiting.push(resolve));
      this.#send();
      await sent;
    }
  }

  get #isIdle(): boolean {
    return this.#sent === undefined && this.#open.facts.length === 0;
  }

  #plan(): void {
    // While something is written it is planned anew when that is done.
    if (this.#sent || this.#planned) return;
    this.#planned = setTimeout(() => this.#send(), Math.min(longestWaitMs, this.#lastMs));
  }

  #send(): void {
    if (this.#sent || this.#isBroken || this.#open.facts.length === 0) return;
    clearTimeout(this.#planned);
    this.#planned = undefined;
    this.#options.onSend();
    const batch = this.#open;
    this.#open = newBatch();
    this.#sent = batch;
    void this.#write(batch);
  }

  async #write({ facts, events }: Batch): Promise<void> {
    const startedAt = performance.now();
    const real = facts.filter((fact) => fact !== undefined);
    try {
      if (real.length > 0) await this.#options.append?.(real);
    } catch (error) {
      this.#isBroken = true;
      clearTimeout(this.#planned);
      this.#wakeAll();
      return this.#options.onFailure(error);
    }
    this.#lastMs = performance.now() - startedAt;
    this.#sent = undefined;
    for (const event of events) this.#options.log.add(event);
    if (this.#open.facts.length > 0) this.#plan();
    else for (const event of this.#open.events.splice(0)) this.#options.log.add(event);
    this.#wakeAll();
    this.#options.onDurable();
  }

  #wakeAll(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}
