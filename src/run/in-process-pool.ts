import { epochNow } from '../util/clock.js';
import { AttemptContext, AttemptEndedError } from './attempt-context.js';
import { cancelled, timedOut } from './failures.js';
import { lineageIn } from './family.js';
import { judge } from './judge.js';
import { type Look, lookAt } from './look.js';
import { type Code, type Performed, perform } from './perform.js';
import type { Attempt, Ended, Pool, PoolFacts, PoolListener } from './pool.js';
import { type Asked, askedForCancel, askedForTime, askedNothing, type SlotBuffers, SlotTable } from './slot-table.js';

export interface InProcessPoolOptions extends PoolFacts {
  readonly buffers: SlotBuffers;
  readonly code: Code;
}

const tickMs = 20;
/** After so many starts the loop gets a turn: timers, signals and other people's work must not wait for 100,000 leaves. */
const startsPerTurn = 256;

interface Active {
  readonly attempt: Attempt;
  readonly key: number;
  readonly context: AttemptContext;
  look: Look | undefined;
  startedAt: number;
  asked: Asked;
  askedAt: number;
}

/**
 * Carries attempts in this process, for functions that close over clients and state. What runs here can be asked to end
 * and cannot be made to: one that does not within the grace is given up, and its failure says so. It goes on being counted
 * among those that run, so that a peak above the cap shows.
 */
export class InProcessPool implements Pool {
  readonly #options: InProcessPoolOptions;
  readonly #listener: PoolListener;
  readonly #table: SlotTable;
  readonly #active = new Map<number, Active>();
  readonly #timer: NodeJS.Timeout;
  #keys = 0;

  constructor(options: InProcessPoolOptions, listener: PoolListener) {
    this.#options = options;
    this.#listener = listener;
    this.#table = new SlotTable(options.buffers);
    this.#timer = setInterval(() => this.#tick(epochNow()), tickMs);
  }

  start(attempt: Attempt): void {
    this.#keys = (this.#keys + 1) & 0x0fffffff;
    const { slot, family, place, attempt: number, sample, root = this.#options.root } = attempt;
    const lineage = () => lineageIn(family, place);
    const { goal, runId } = this.#options;
    const context = new AttemptContext({ root, goal, runId, lineage, attempt: number, sample }, (note) => {
      if (this.#active.get(slot) === active) this.#listener.note(slot, note);
    });
    const active: Active = {
      attempt,
      key: this.#keys,
      context,
      look: undefined,
      startedAt: 0,
      asked: askedNothing,
      askedAt: 0,
    };
    this.#active.set(slot, active);
    this.#table.send(slot, active.key);
    if (this.#keys % startsPerTurn === 0) setImmediate(() => this.#begin(active));
    else this.#begin(active);
  }

  end(slot: number): void {
    const active = this.#active.get(slot);
    if (!active || active.asked !== askedNothing) return;
    if (this.#table.withdraw(slot, active.key)) return this.#finish(active, { kind: 'not-begun' });
    this.#ask(active, askedForCancel, epochNow());
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#active.clear();
  }

  #begin(active: Active): void {
    const { slot } = active.attempt;
    const now = epochNow();
    const entered = this.#table.enter(slot, active.key, now);
    // Threads of another pool share the table: this one may not wait for them.
    if (entered === 'busy') return void setImmediate(() => this.#begin(active));
    if (entered === 'withdrawn') return;
    active.startedAt = now;
    this.#listener.begun(slot, now);
    const { code, root, seesFiles } = this.#options;
    const { subject } = active.attempt;
    if (seesFiles && subject.kind === 'leaf') active.look = lookAt(root, subject.leaf, code.task);
    const done = perform(code, subject, active.context);
    // Never within the start: who starts an attempt must have its slot in hand before it ends.
    void Promise.resolve(done).then((performed) => this.#leave(active, performed));
  }

  #leave(active: Active, performed: Performed): void {
    const { attempt, key, asked, startedAt } = active;
    const endedAt = epochNow();
    if (this.#active.get(attempt.slot) !== active) return this.#depart();
    if (!this.#table.leave(attempt.slot, key, endedAt)) return void setImmediate(() => this.#leave(active, performed));
    const { timeoutMs } = this.#options;
    const files = active.look?.();
    this.#finish(active, judge({ performed, asked, timeoutMs, startedAt, endedAt, ...(files ? { files } : {}) }));
  }

  /** One that was given up has ended after all. */
  #depart(): void {
    if (!this.#table.depart(epochNow())) setImmediate(() => this.#depart());
  }

  /** It does not end, and its slot is needed. It stays counted among those that run. */
  #giveUp(active: Active, now: number): void {
    const { slot } = active.attempt;
    if (this.#table.giveUp(slot, active.key, now)) this.#finish(active, this.#givenUp(active, now));
  }

  #givenUp({ asked, startedAt }: Active, endedAt: number): Ended {
    const { timeoutMs = 0, graceMs } = this.#options;
    const grace = `within ${graceMs} ms after it was asked to stop; it may still be running, since a function cannot be ended from outside (a module can)`;
    const times = { startedAt, endedAt };
    return asked === askedForTime
      ? { kind: 'timed-out', failure: timedOut(timeoutMs, undefined, `, nor ${grace}`), ...times }
      : { kind: 'cancelled', failure: cancelled(undefined, `, and it did not end ${grace}`), ...times };
  }

  #ask(active: Active, asked: Asked, now: number): void {
    active.asked = asked;
    active.askedAt = now;
    active.context.end(new AttemptEndedError(asked === askedForTime ? 'its time is over' : 'the run was cancelled'));
  }

  #tick(now: number): void {
    const { timeoutMs = Number.POSITIVE_INFINITY, graceMs } = this.#options;
    for (const active of this.#active.values()) {
      if (active.startedAt === 0) continue;
      if (active.asked === askedNothing && now - active.startedAt >= timeoutMs) this.#ask(active, askedForTime, now);
      else if (active.asked !== askedNothing && now - active.askedAt >= graceMs) this.#giveUp(active, now);
    }
  }

  #finish(active: Active, end: Ended): void {
    const { slot } = active.attempt;
    this.#active.delete(slot);
    this.#table.free(slot);
    this.#listener.ended(slot, end);
  }
}
