import { seededRandom } from '../util/random.js';

const longestMs = 60_000;
/** The longest time a service can ask for: a day. */
const mostAskedMs = 86_400_000;
/** After so many episodes in which nobody came through, what a service asks for is not believed any more. */
const patience = 3;
/** Who comes back together is turned away together: each wait is longer by up to this share of it. */
const jitter = 0.05;

export interface ThrottleSettings {
  /** The first wait, where the service does not say how long. */
  readonly backoffMs: number;
  readonly seed: number;
}

export interface LimitReport {
  readonly now: number;
  /** As the service says. */
  readonly waitMs: number | undefined;
  /** The number of the episode that was the last when the attempt started. */
  readonly startedIn: number;
  /** How many run, the one that reports it included, and how many might. */
  readonly running: number;
  readonly maxParallel: number;
}

/**
 * Holds everybody back when a service turns one away. All that was started before the wait is over belongs to one
 * episode, which cuts the cap once; it grows again by one with each clean round: as many attempts that came to an end of
 * their own as it lets run.
 */
export class Throttle {
  readonly #settings: ThrottleSettings;
  /** How many may run; infinite where nobody was turned away, or all has grown again. */
  cap = Number.POSITIVE_INFINITY;
  /** Nothing starts before. */
  until = Number.NEGATIVE_INFINITY;
  /** How many there were. */
  episodes = 0;
  #inARow = 0;
  /** Episodes since any attempt came to an end of its own. */
  #barren = 0;
  #clean = 0;
  #reports = 0;

  constructor(settings: ThrottleSettings) {
    this.#settings = settings;
  }

  /** An attempt was turned away. Undefined where that changes nothing. */
  report({ now, waitMs, startedIn, running, maxParallel }: LimitReport): { readonly isNew: boolean } | undefined {
    const isNew = startedIn === this.episodes;
    if (isNew) {
      this.episodes++;
      this.#inARow++;
      this.#barren++;
      this.#clean = 0;
      this.cap = Math.max(1, Math.floor(Math.min(this.cap, maxParallel, running) / 2));
    }
    const until = now + this.#wait(waitMs);
    if (until <= this.until && !isNew) return undefined;
    this.until = Math.max(this.until, until);
    return { isNew };
  }

  /** An attempt ended that was not turned away. Returns whether the cap has grown. */
  cleanEnd(maxParallel: number): boolean {
    this.#barren = 0;
    if (this.cap === Number.POSITIVE_INFINITY) return false;
    this.#clean++;
    if (this.#clean < this.cap) return false;
    this.#clean = 0;
    this.#inARow = 0;
    this.cap = this.cap + 1 >= maxParallel ? Number.POSITIVE_INFINITY : this.cap + 1;
    return true;
  }

  #wait(asked: number | undefined): number {
    const { seed } = this.#settings;
    // A service that says "at once" and means it never would be asked without end, and each time may cost.
    const least = this.#barren > patience ? this.#backoff(this.#barren - patience) : 0;
    const own = this.#backoff(this.#inARow);
    const wait = asked === undefined ? own : Math.min(mostAskedMs, Math.max(least, asked));
    const random = seededRandom(seed ^ Math.imul(++this.#reports, 0x9e3779b1));
    random();
    return wait * (1 + (jitter * random()) / 2 ** 32);
  }

  /** Twice as long each time, up to a minute. */
  #backoff(times: number): number {
    return Math.min(longestMs, Math.max(1, this.#settings.backoffMs) * 2 ** Math.min(30, times - 1));
  }
}
