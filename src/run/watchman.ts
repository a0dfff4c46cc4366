import { epochNow } from '../util/clock.js';
import { askedForTime, type SlotTable } from './slot-table.js';
import type { Threads } from './threads.js';

/** What becomes of an attempt whose thread ended. */
export type Verdict = 'guilty' | 'displaced' | 'suspected';

interface Watched {
  readonly attempt: { readonly slot: number };
  readonly sentAt: number;
  askedAt: number | undefined;
}

export interface WatchmanOptions {
  readonly timeoutMs: number | undefined;
  readonly graceMs: number;
  readonly table: SlotTable;
}

export interface Watch {
  attempts(): Iterable<Watched>;
  threads(): readonly Threads[];
  onBegun(watched: Watched, at: number): void;
  /** It waits for a thread, and there will be none. */
  onStranded(watched: Watched): void;
}

/** How often he looks. */
const tickMs = 20;
/** How long a thread has to answer a call before it counts as blocked. */
const answerMs = 100;
/** How long an attempt may wait on a thread before anyone asks whether that thread is alive. */
const stallMs = 1000;

/** Loading a module does not count as an attempt's time, unless it never ends. */
const loadMs = 30_000;

/** A call that was made to find out who is alive. */
interface RollCall {
  readonly call: number;
  readonly at: number;
}

/**
 * Looks at the table of slots from time to time: announces what has begun, asks attempts to end whose time is over, ends
 * the threads of those who do not, and judges who is to blame when a thread has ended.
 */
export class Watchman {
  readonly #options: WatchmanOptions;
  readonly #watch: Watch;
  readonly #timer: NodeJS.Timeout;
  /** By thread, by slot. */
  readonly #verdicts = new Map<number, ReadonlyMap<number, Verdict>>();
  #rollCall: RollCall | undefined;

  constructor(options: WatchmanOptions, watch: Watch) {
    this.#options = options;
    this.#watch = watch;
    this.#timer = setInterval(() => this.#look(epochNow()), tickMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** An attempt that had come to its end when its thread did is not to blame. */
  verdict(thread: number | undefined, slot: number): Verdict {
    return (thread === undefined ? undefined : this.#verdicts.get(thread)?.get(slot)) ?? 'displaced';
  }

  /** A thread ended, and the table still says who was on it. If nobody ended it from outside, one of those did. */
  onDeath(thread: number, wasFresh: boolean): void {
    if (this.#verdicts.has(thread)) return;
    const running = this.#options.table.runningOn(thread);
    this.#verdicts.set(thread, new Map(running.map((slot) => [slot, wasFresh ? 'guilty' : 'suspected'])));
  }

  #look(now: number): void {
    const { table, graceMs, timeoutMs = Number.POSITIVE_INFINITY } = this.#options;
    let [isSomeoneLate, isSomeoneStalled] = [false, false];
    for (const watched of this.#watch.attempts()) {
      const { slot } = watched.attempt;
      const startedAt = table.startedAt(slot);
      if (startedAt === undefined) {
        if (now - watched.sentAt <= stallMs) continue;
        isSomeoneStalled = true;
        if (this.#watch.threads().every(({ areGone }) => areGone)) this.#watch.onStranded(watched);
        continue;
      }
      this.#watch.onBegun(watched, startedAt);
      const allowed = table.isLoading(slot) ? timeoutMs + loadMs : timeoutMs;
      if (watched.askedAt === undefined && now - startedAt >= allowed) {
        watched.askedAt = now;
        table.ask(slot, askedForTime, now);
      }
      if (watched.askedAt !== undefined && now - watched.askedAt >= graceMs) isSomeoneLate = true;
    }
    if (!isSomeoneLate && !isSomeoneStalled) this.#rollCall = undefined;
    else if (!this.#rollCall) this.#rollCall = { call: table.call(), at: now };
    else if (now - this.#rollCall.at >= (isSomeoneLate ? answerMs : stallMs)) this.#endThreads(now, this.#rollCall);
  }

  /** Ends threads whose attempts do not end, and threads that are blocked by nobody's attempt. */
  #endThreads(now: number, { call }: RollCall): void {
    this.#rollCall = undefined;
    const { table, graceMs } = this.#options;
    const late = new Set<number>();
    for (const { attempt, askedAt } of this.#watch.attempts()) {
      if (askedAt !== undefined && now - askedAt >= graceMs) late.add(attempt.slot);
    }
    for (const threads of this.#watch.threads()) {
      for (const thread of threads.living) {
        if (this.#verdicts.has(thread)) continue;
        const running = table.runningOn(thread);
        const isBlocked = !table.hasAnswered(thread, call);
        const isHeldUp = running.some((slot) => late.has(slot));
        if (!isHeldUp && !(isBlocked && running.length === 0)) continue;
        const isUnclear = isBlocked && !threads.areFresh;
        this.#verdicts.set(thread, verdictsOn(running, { late, isUnclear }));
        threads.end(thread);
      }
    }
  }
}

/**
 * Nobody can tell who blocks a thread, not even where only one runs on it: it may be something that one before it left
 * behind. On a thread that nobody had before, it is clear.
 */
const verdictsOn = (
  running: readonly number[],
  { late, isUnclear }: { late: ReadonlySet<number>; isUnclear: boolean },
): ReadonlyMap<number, Verdict> => {
  if (isUnclear) return new Map(running.map((slot) => [slot, 'suspected']));
  return new Map(running.map((slot) => [slot, late.has(slot) ? 'guilty' : 'displaced']));
};
