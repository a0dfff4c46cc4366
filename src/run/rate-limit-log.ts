import type { RateLimitEpisode, RateLimits } from '../domain/run-report.js';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

interface Slowed {
  readonly at: number;
  readonly until: number;
  readonly from: number;
  readonly cap: number;
}

/** What rate limits did to a run, for its report. */
export class RateLimitLog {
  readonly #episodes: Writable<RateLimitEpisode>[] = [];
  #cap: number;

  constructor(cap: number) {
    this.#cap = cap;
  }

  slowedDown(isNew: boolean, { at, until, from, cap }: Slowed): void {
    const last = this.#episodes.at(-1);
    if (isNew || !last) this.#episodes.push({ at, until, reports: 0, from, to: cap });
    else last.until = until;
    this.#cap = cap;
  }

  /** An attempt was turned away. */
  turnedAway(): void {
    const last = this.#episodes.at(-1);
    if (last) last.reports++;
  }

  /** The cap has changed for another reason. Returns whether it has grown. */
  capIs(cap: number): boolean {
    const hasGrown = cap > this.#cap;
    this.#cap = cap;
    return hasGrown;
  }

  report(): RateLimits | undefined {
    return this.#episodes.length === 0 ? undefined : { episodes: this.#episodes, cap: this.#cap };
  }
}
