import type { AttemptFailure } from '../domain/attempt-failure.js';
import { epochNow } from '../util/clock.js';
import { cancelled, failureOf, outOfMemory, threadDied, timedOut } from './failures.js';
import type { Family } from './family.js';
import type { Attempt, Ended, Note, Pool, PoolFacts, PoolListener } from './pool.js';
import { askedForCancel, askedForTime, type SlotBuffers, SlotTable } from './slot-table.js';
import { decode, encode } from './thread/encode.js';
import type { ThreadEnd, ThreadFacts, ThreadJob, ThreadMessage } from './thread/protocol.js';
import { Threads } from './threads.js';
import { Watchman } from './watchman.js';

export interface ThreadPoolOptions extends PoolFacts {
  readonly buffers: SlotBuffers;
  readonly threads: number;
  readonly threadHeapMb: number;
  /** URLs of modules. */
  readonly task: string | undefined;
  readonly rollUp: string | undefined;
  readonly captureOutput: boolean;
}

interface Active {
  readonly attempt: Attempt;
  readonly key: number;
  sentAt: number;
  hasBegun: boolean;
  askedAt: number | undefined;
  received: number;
  /** Tells the threads that it has ended. */
  onEnd: (() => void) | undefined;
  /** An end whose notes are still on their way, and until when it waits for them. */
  held: ThreadEnd | undefined;
  heldUntil: number;
}

/** Notes that a thread has sent come at once, unless its task has closed the way they come. */
const patienceMs = 1000;

/** After so many sendings the loop gets a turn. */
const sendingsPerTurn = 16;

/** So many threads may die one after the other without any attempt having begun: then none ever will. */
const mostBarrenDeaths = 5;

/** Carries attempts on Piscina's threads, several on each. Loses nobody but those who end their thread themselves. */
export class ThreadPool implements Pool {
  readonly #options: ThreadPoolOptions;
  readonly #listener: PoolListener;
  readonly #table: SlotTable;
  readonly #shared: Threads;
  /** Where suspects run, each on a thread of its own. Made when there is a first. */
  #ward: Threads | undefined;
  /** What was started in this turn, to be handed over together. */
  #outgoing: Active[] = [];
  readonly #waitingForWard: Active[] = [];
  #inWard = 0;
  readonly #active = new Map<number, Active>();
  readonly #watchman: Watchman;
  readonly #families = new WeakMap<Family, string>();
  #keys = 0;
  #sendings = 0;
  #barrenDeaths = 0;
  #isClosing = false;
  /** Whether the modules have a rollup. Known once an attempt has ended. */
  rollsUp: boolean | undefined;

  constructor(options: ThreadPoolOptions, listener: PoolListener) {
    this.#options = options;
    this.#listener = listener;
    this.#table = new SlotTable(options.buffers);
    this.#shared = this.#startThreads(options.threads);
    const { timeoutMs, graceMs } = options;
    this.#watchman = new Watchman(
      { timeoutMs, graceMs, table: this.#table },
      {
        attempts: () => this.#active.values(),
        threads: () => [this.#shared, ...(this.#ward ? [this.#ward] : [])],
        onBegun: (active, at) => this.#onSeen(active as Active, at),
        onStranded: (active) => this.#giveUp(active as Active, threadDied(new Error('no thread could be started'))),
      },
    );
  }

  start(attempt: Attempt): void {
    const lost = uncloneable(attempt);
    if (lost) return void setImmediate(() => this.#listener.ended(attempt.slot, lost));
    this.#keys = (this.#keys + 1) & 0x0fffffff;
    const [key, sentAt] = [this.#keys, epochNow()];
    const begins = {
      hasBegun: false,
      askedAt: undefined,
      received: 0,
      onEnd: undefined,
      held: undefined,
      heldUntil: 0,
    };
    const active: Active = { attempt, key, sentAt, ...begins };
    this.#table.send(attempt.slot, key);
    this.#active.set(attempt.slot, active);
    if (!attempt.alone) {
      if (this.#outgoing.length === 0) this.#planToSend();
      this.#outgoing.push(active);
    } else {
      this.#waitingForWard.push(active);
      this.#fillWard();
    }
  }

  end(slot: number): void {
    const active = this.#active.get(slot);
    if (!active || active.askedAt !== undefined) return;
    if (this.#table.withdraw(slot, active.key)) return this.#finish(active, { kind: 'not-begun' });
    active.askedAt = epochNow();
    this.#table.ask(slot, askedForCancel, active.askedAt);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#watchman.stop();
    await Promise.all([this.#shared.close(), this.#ward?.close()]);
  }

  #startThreads(shared: number): Threads {
    const { buffers, root, goal, runId, timeoutMs, task, rollUp, captureOutput, seesFiles, threadHeapMb } =
      this.#options;
    const facts: ThreadFacts = { buffers, root, goal, runId, timeoutMs, task, rollUp, captureOutput, seesFiles };
    return new Threads(
      { facts, shared, heapMb: threadHeapMb },
      {
        onMessage: (message) => this.#onMessage(message),
        onExit: (thread) => this.#bury(thread),
        onIdleDeath: ({ message }) => this.#listener.warn(`a thread ended that had nothing to do: ${message}`),
      },
    );
  }

  /** At the end of this turn; now and then after a turn of the loop, which timers and signals wait for. */
  #planToSend(): void {
    this.#sendings++;
    if (this.#sendings % sendingsPerTurn === 0) setImmediate(() => this.#sendAll());
    else queueMicrotask(() => this.#sendAll());
  }

  #sendAll(): void {
    const all = this.#outgoing.filter((active) => !this.#isOver(active));
    this.#outgoing = [];
    for (const batch of this.#shared.deal(all)) this.#send(batch, this.#shared);
  }

  #send(batch: readonly Active[], threads: Threads): void {
    const { reply, onEnd } = threads.run(batch.map((active) => this.#job(active)));
    const sentAt = epochNow();
    for (const active of batch) {
      active.sentAt = sentAt;
      active.onEnd = onEnd;
    }
    reply.then(
      ({ ends }) => this.#onEnds(ends),
      (error: unknown) => {
        for (const active of batch) void this.#onLost(active, threads, error);
      },
    );
  }

  /** As many suspects at a time as there are threads otherwise. */
  #fillWard(): void {
    while (this.#inWard < this.#options.threads) {
      const active = this.#waitingForWard.shift();
      if (!active) return;
      if (this.#isOver(active)) continue;
      this.#ward ??= this.#startThreads(0);
      this.#inWard++;
      this.#send([active], this.#ward);
    }
  }

  /** Whoever comes next shall have a thread that nobody had before. */
  #leaveWard(slot: number): void {
    this.#inWard--;
    const thread = this.#table.threadOf(slot);
    if (thread !== undefined) this.#ward?.end(thread);
  }

  /** What crosses to a thread. A family's JSON is made once for all its members. */
  #job({ attempt: { slot, subject, family, place, attempt, sample: told, root }, key }: Active): ThreadJob {
    let text = this.#families.get(family);
    if (text === undefined) {
      text = JSON.stringify(family);
      this.#families.set(family, text);
    }
    const sample = told && { sample: { ...told, previous: encode(told.previous) } };
    const own = root === undefined ? undefined : { root };
    return subject.kind === 'leaf'
      ? { slot, key, attempt, family: text, place, leaf: JSON.stringify(subject.leaf), ...sample, ...own }
      : { slot, key, attempt, family: text, place, branch: subject.branch };
  }

  async #bury(thread: number): Promise<void> {
    this.#barrenDeaths++;
    this.#watchman.onDeath(thread, this.#ward?.has(thread) ?? false);
    while (!this.#table.bury(thread, epochNow())) await new Promise((resolve) => setImmediate(resolve));
  }

  #onSeen(active: Active, startedAt: number): void {
    this.#begin(active, startedAt);
    if (active.held && epochNow() > active.heldUntil) this.#onEnd(active, { ...active.held, sent: 0 });
  }

  #begin(active: Active, startedAt: number): void {
    this.#barrenDeaths = 0;
    if (active.hasBegun) return;
    active.hasBegun = true;
    this.#listener.begun(active.attempt.slot, startedAt);
  }

  #onMessage(message: ThreadMessage): void {
    if (message.type === 'warning') return this.#listener.warn(message.message);
    if (message.type === 'ended') return this.#onEnds(message.ends);
    const active = this.#active.get(message.slot);
    if (active?.key !== message.key) return;
    this.#begin(active, this.#table.startedAt(message.slot) ?? active.sentAt);
    active.received += message.notes.length;
    this.#tell(active, message.notes);
    if (active.held) this.#onEnd(active, active.held);
  }

  #tell({ attempt: { slot } }: Active, notes: readonly Note[]): void {
    for (const note of notes) this.#listener.note(slot, note);
  }

  #isOver({ attempt: { slot }, key }: Active): boolean {
    return this.#active.get(slot)?.key !== key;
  }

  #onEnds(ends: readonly ThreadEnd[]): void {
    for (const end of ends) {
      const active = this.#active.get(end.slot);
      if (active?.key === end.key) this.#onEnd(active, end);
    }
  }

  #onEnd(active: Active, end: ThreadEnd): void {
    const { kind, sent = 0, notes = [], rollsUp } = end;
    if (sent > active.received) {
      active.held = end;
      active.heldUntil = epochNow() + patienceMs;
      return;
    }
    if (kind === 'not-begun') return this.#finish(active, { kind });
    const { slot } = active.attempt;
    const { files } = end;
    const [startedAt, endedAt] = [this.#table.startedAt(slot) ?? active.sentAt, this.#table.endedAt(slot)];
    this.rollsUp = rollsUp ?? this.rollsUp;
    this.#begin(active, startedAt);
    this.#tell(active, notes);
    if (kind === 'no-roll-up') this.#finish(active, { kind });
    else if (kind === 'suspected') this.#finish(active, { kind, why: 'its thread was blocked past its time' });
    else if (kind === 'succeeded') this.#finish(active, { ...decoded(end), startedAt, endedAt, files });
    else this.#finish(active, { kind, failure: end.failure as AttemptFailure, startedAt, endedAt, files });
  }

  /** The thread of an attempt ended. */
  async #onLost(active: Active, threads: Threads, error: unknown): Promise<void> {
    if (this.#isOver(active)) return;
    if (active.held) return this.#onEnd(active, { ...active.held, sent: 0 });
    const { slot } = active.attempt;
    if (this.#table.withdraw(slot, active.key)) {
      // It never left: a value below this branch cannot cross to a thread.
      if (isUncloneable(error)) return this.#giveUp(active, failureOf(error, 'uncloneable-output'));
      if (this.#barrenDeaths > mostBarrenDeaths) return this.#giveUp(active, threadDied(error));
      return this.#finish(active, { kind: 'not-begun' });
    }
    const thread = this.#table.threadOf(slot);
    if (thread !== undefined) {
      // Where a thread rejects and lives, its task has broken what we need there: nobody shall go on in it.
      threads.end(thread);
      await threads.hasEnded(thread);
    }
    if (this.#isOver(active)) return;
    this.#begin(active, this.#table.startedAt(slot) ?? active.sentAt);
    this.#finish(active, this.#lost(active, thread, error));
  }

  #lost(active: Active, thread: number | undefined, error: unknown): Ended {
    const { slot } = active.attempt;
    const verdict = this.#watchman.verdict(thread, slot);
    const times = { startedAt: this.#table.startedAt(slot) ?? active.sentAt, endedAt: epochNow() };
    if (this.#isClosing) return { kind: 'cancelled', failure: cancelled(undefined), ...times };
    if (verdict === 'suspected') return { kind: verdict, why: 'its thread was blocked or died, perhaps because of it' };
    if (verdict === 'displaced') return { kind: verdict, why: 'its thread was ended because of another leaf' };
    const { timeoutMs = 0, graceMs, threadHeapMb } = this.#options;
    const asked = this.#table.asked(slot);
    const note = ` and did not stop when asked, so its thread was ended after ${graceMs} ms more`;
    if (asked === askedForTime) return { kind: 'timed-out', failure: timedOut(timeoutMs, undefined, note), ...times };
    if (asked === askedForCancel) return { kind: 'cancelled', failure: cancelled(undefined, note), ...times };
    const isMemory = (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
    return { kind: 'failed', failure: isMemory ? outOfMemory(threadHeapMb) : threadDied(error), ...times };
  }

  /** It can never begin: trying again would go on for ever. */
  #giveUp(active: Active, failure: AttemptFailure): void {
    if (this.#isOver(active)) return;
    const now = epochNow();
    this.#finish(active, { kind: 'failed', failure: { ...failure, retryable: false }, startedAt: now, endedAt: now });
  }

  #finish(active: Active, end: Ended): void {
    const { slot, alone } = active.attempt;
    const waiting = this.#waitingForWard.indexOf(active);
    if (waiting >= 0) this.#waitingForWard.splice(waiting, 1);
    else if (alone) this.#leaveWard(slot);
    this.#active.delete(slot);
    active.onEnd?.();
    this.#table.free(slot);
    this.#listener.ended(slot, end);
    this.#fillWard();
  }
}

/** A value that could leave its thread may still be too deep to arrive: a thread has more stack. */
const decoded = (
  end: ThreadEnd,
): { kind: 'succeeded'; value: unknown } | { kind: 'failed'; failure: AttemptFailure } => {
  try {
    return { kind: 'succeeded', value: decode(end.value) };
  } catch (thrown) {
    return { kind: 'failed', failure: { ...failureOf(thrown, 'uncloneable-output'), retryable: false } };
  }
};

const isUncloneable = (error: unknown): boolean => (error as Error | undefined)?.name === 'DataCloneError';

/** How an attempt ends that cannot be told what the round before came to: a function may have made it, in this process. */
const uncloneable = ({ sample }: Attempt): Ended | undefined => {
  try {
    encode(sample?.previous);
    return undefined;
  } catch (thrown) {
    const failure = { ...failureOf(thrown, 'uncloneable-output'), retryable: false };
    const now = epochNow();
    return { kind: 'failed', failure, startedAt: now, endedAt: now };
  }
};
