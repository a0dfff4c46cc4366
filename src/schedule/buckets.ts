import type { Rates } from './work.js';

const minuteMs = 60_000;
/** How much may come at once: what a second brings, so that starts are spread over the minute. */
const burstMs = 1_000;
/** Levels are sums of fractions. */
const dust = 1e-9;

/** Fills evenly up to its brim; may be overdrawn by one that is larger than itself, and has to fill up again then. */
class Bucket {
  readonly #perMs: number;
  readonly #brim: number;
  #level: number;
  #at: number | undefined;

  constructor(perMinute: number) {
    this.#perMs = perMinute / minuteMs;
    this.#brim = Math.max(1, this.#perMs * burstMs);
    this.#level = this.#brim;
  }

  /** How long it takes until so much may be taken. */
  waitFor(amount: number, now: number): number {
    this.#fill(now);
    const missing = Math.min(amount, this.#brim) - this.#level;
    return missing <= dust * Math.max(1, amount) ? 0 : missing / this.#perMs;
  }

  /** A negative amount is given back. */
  take(amount: number, now: number): void {
    this.#fill(now);
    this.#level = Math.min(this.#brim, this.#level - amount);
  }

  #fill(now: number): void {
    const since = now - (this.#at ?? now);
    this.#at = now;
    this.#level = Math.min(this.#brim, this.#level + since * this.#perMs);
  }
}

/** What may start in a minute. */
export class Buckets {
  readonly #requests: Bucket | undefined;
  readonly #tokens: Bucket | undefined;

  constructor(rates: Rates | undefined) {
    this.#requests = rates?.requestsPerMinute === undefined ? undefined : new Bucket(rates.requestsPerMinute);
    this.#tokens = rates?.tokensPerMinute === undefined ? undefined : new Bucket(rates.tokensPerMinute);
  }

  /** How long to wait before one of so many tokens may start. */
  waitFor(tokens: number, now: number): number {
    return Math.max(this.#requests?.waitFor(1, now) ?? 0, this.#tokens?.waitFor(tokens, now) ?? 0);
  }

  start(tokens: number, now: number): void {
    this.#requests?.take(1, now);
    this.#tokens?.take(tokens, now);
  }

  /** What an attempt took is put right by what it says it spent, where it says so. */
  settle(taken: number, spent: number, now: number): void {
    if (spent > 0) this.#tokens?.take(spent - taken, now);
  }
}
