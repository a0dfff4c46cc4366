import { mostSlots } from '../domain/slots.js';

/** What an attempt was asked: nothing, to end because its time is over, or to end because the run is cancelled. */
export const askedNothing = 0;
export const askedForTime = 1;
export const askedForCancel = 2;
export type Asked = typeof askedNothing | typeof askedForTime | typeof askedForCancel;

/** Whether the thread noticed: at once, or only after it had been blocked for a while. */
const unheard = 0;
const heard = 1;
const heardLate = 2;
/** A thread that takes longer than this to notice was blocked. */
const lateMs = 250;

const free = 0;
const sent = 1;
const running = 2;
const ended = 3;
/** A slot's state stands together with the attempt's key, so that a job that was withdrawn cannot begin in its stead. */
const withKey = (key: number, state: number): number => (key << 2) | state | 0;
const stateIn = (word: number): number => word & 3;

// Words of the head, then two words for each thread that ever lived, then five words a slot.
const lockWord = 0;
const waitersWord = 1;
const runningWord = 2;
const peakWord = 3;
const callsWord = 4;
const highestWord = 5;
const threadsWord = 6;
const givenUpWord = 7;
const threadsAt = 16;
const mostThreads = 4096;
const head = threadsAt + 2 * mostThreads;
const perSlot = 5;
const stateOf = (slot: number): number => head + slot * perSlot;
const askedOf = (slot: number): number => head + slot * perSlot + 1;
const heardOf = (slot: number): number => head + slot * perSlot + 2;
const threadOf = (slot: number): number => head + slot * perSlot + 3;
const loadingOf = (slot: number): number => head + slot * perSlot + 4;

// Times of the head, then three a slot.
const areaTime = 0;
const changeTime = 1;
const firstTime = 2;
const timeHead = 4;
const startTime = (slot: number): number => timeHead + slot * 3;
const askTime = (slot: number): number => timeHead + slot * 3 + 1;
const endTime = (slot: number): number => timeHead + slot * 3 + 2;

/** Holds the lock for the coordinator; threads hold it with their id plus one. */
const coordinator = 1;
const spins = 200;
const waitMs = 2;

export interface SlotBuffers {
  readonly words: SharedArrayBuffer;
  readonly times: SharedArrayBuffer;
}

/** The memory is reserved, not used, until a slot is. */
export const slotBuffers = (slots: number = mostSlots): SlotBuffers => ({
  words: new SharedArrayBuffer(4 * (head + slots * perSlot)),
  times: new SharedArrayBuffer(8 * (timeHead + slots * 3)),
});

/**
 * Which slots are occupied, in memory that all threads share. Attempts enter and leave where the task's code really runs,
 * and the peak is taken under the same lock. A thread may die at any instant: the table and not a counter is the truth, the
 * lock knows its owner, nobody waits for it without a limit, and the coordinator buries the dead.
 */
export class SlotTable {
  readonly #words: Int32Array;
  readonly #times: Float64Array;
  readonly #me: number;

  /** `thread`: the id of the thread that uses it; undefined for the coordinator. */
  constructor(buffers: SlotBuffers, thread?: number) {
    this.#words = new Int32Array(buffers.words);
    this.#times = new Float64Array(buffers.times);
    this.#me = thread === undefined ? coordinator : thread + 1;
  }

  /** Prepares a slot for an attempt that is about to be handed over. Keys of attempts differ. */
  send(slot: number, key: number): void {
    Atomics.store(this.#words, askedOf(slot), askedNothing);
    Atomics.store(this.#words, heardOf(slot), unheard);
    Atomics.store(this.#words, threadOf(slot), 0);
    Atomics.store(this.#words, loadingOf(slot), 0);
    this.#times[startTime(slot)] = 0;
    if (slot >= Atomics.load(this.#words, highestWord)) Atomics.store(this.#words, highestWord, slot + 1);
    Atomics.store(this.#words, stateOf(slot), withKey(key, sent));
  }

  /** Takes an attempt back that has not begun. False: it has. */
  withdraw(slot: number, key: number): boolean {
    const before = withKey(key, sent);
    return Atomics.compareExchange(this.#words, stateOf(slot), before, free) === before;
  }

  /**
   * The attempt begins: from here on it counts. `withdrawn`: it must not begin any more. `busy`: the coordinator, who
   * must not wait for the lock, has to try again.
   */
  enter(slot: number, key: number, now: number): 'begun' | 'withdrawn' | 'busy' {
    if (!this.#lock()) return 'busy';
    const before = withKey(key, sent);
    Atomics.store(this.#words, threadOf(slot), this.#me);
    this.#times[startTime(slot)] = now;
    const begins = Atomics.compareExchange(this.#words, stateOf(slot), before, withKey(key, running)) === before;
    if (begins) this.#change(now, 1);
    this.#unlock();
    return begins ? 'begun' : 'withdrawn';
  }

  /** False: the coordinator has to try again. */
  leave(slot: number, key: number, now: number): boolean {
    if (!this.#lock()) return false;
    this.#times[endTime(slot)] = now;
    // A slot that was buried is not running any more.
    if (Atomics.load(this.#words, stateOf(slot)) === withKey(key, running)) {
      this.#change(now, -1);
      Atomics.store(this.#words, stateOf(slot), withKey(key, ended));
    }
    this.#unlock();
    return true;
  }

  /**
   * The coordinator gives an attempt up that does not end: its slot is used again, and it goes on being counted as inside
   * until `depart`. False: try again.
   */
  giveUp(slot: number, key: number, now: number): boolean {
    if (!this.#lock()) return false;
    this.#times[endTime(slot)] = now;
    Atomics.store(this.#words, stateOf(slot), withKey(key, ended));
    Atomics.add(this.#words, givenUpWord, 1);
    this.#unlock();
    return true;
  }

  /** An attempt that was given up has ended after all. False: try again. */
  depart(now: number): boolean {
    if (!this.#lock()) return false;
    Atomics.sub(this.#words, givenUpWord, 1);
    this.#change(now, -1);
    this.#unlock();
    return true;
  }

  /** The task's module is being loaded, which does not count as its time. */
  load(slot: number): void {
    Atomics.store(this.#words, loadingOf(slot), 1);
  }

  isLoading(slot: number): boolean {
    return Atomics.load(this.#words, loadingOf(slot)) === 1;
  }

  /** The task's module is loaded: its time counts from now. */
  restart(slot: number, now: number): void {
    this.#times[startTime(slot)] = now;
    Atomics.store(this.#words, loadingOf(slot), 0);
  }

  /** When the attempt began; undefined where it has not. */
  startedAt(slot: number): number | undefined {
    return stateIn(Atomics.load(this.#words, stateOf(slot))) >= running ? this.#times[startTime(slot)] : undefined;
  }

  /** When the attempt left. */
  endedAt(slot: number): number {
    return this.#times[endTime(slot)];
  }

  /** The thread it runs or ran on; undefined where it has not begun. */
  threadOf(slot: number): number | undefined {
    const thread = Atomics.load(this.#words, threadOf(slot));
    return thread > coordinator ? thread - 1 : undefined;
  }

  /** Asks an attempt to end. Threads hear of it by `waitForCall`. */
  ask(slot: number, what: Asked, now: number): void {
    this.#times[askTime(slot)] = now;
    Atomics.store(this.#words, askedOf(slot), what);
    this.call();
  }

  asked(slot: number): Asked {
    return Atomics.load(this.#words, askedOf(slot)) as Asked;
  }

  /** Wakes all threads, to look at what is asked of their attempts. Returns the number of the call. */
  call(): number {
    const call = Atomics.add(this.#words, callsWord, 1) + 1;
    Atomics.notify(this.#words, callsWord);
    return call;
  }

  /** A thread makes itself known; returns where it answers calls. */
  register(): number {
    const place = Atomics.add(this.#words, threadsWord, 1) % mostThreads;
    Atomics.store(this.#words, threadsAt + 2 * place + 1, 0);
    Atomics.store(this.#words, threadsAt + 2 * place, this.#me);
    return place;
  }

  answer(place: number, call: number): void {
    Atomics.store(this.#words, threadsAt + 2 * place + 1, call);
  }

  /** Whether a thread has answered a call: one that has not is blocked. A thread that is not known yet is starting. */
  hasAnswered(thread: number, call: number): boolean {
    const known = Math.min(mostThreads, Atomics.load(this.#words, threadsWord));
    for (let place = 0; place < known; place++) {
      if (Atomics.load(this.#words, threadsAt + 2 * place) !== thread + 1) continue;
      return Atomics.load(this.#words, threadsAt + 2 * place + 1) >= call;
    }
    return true;
  }

  /** Resolves at the next call; at once, where there was one since `calls`. */
  async waitForCall(calls: number): Promise<number> {
    const { value } = waitAsync(this.#words, callsWord, calls);
    await value;
    return Atomics.load(this.#words, callsWord);
  }

  /** The thread has seen what was asked of one of its attempts. */
  hear(slot: number, now: number): void {
    if (Atomics.load(this.#words, heardOf(slot)) !== unheard) return;
    Atomics.store(this.#words, heardOf(slot), now - this.#times[askTime(slot)] > lateMs ? heardLate : heard);
  }

  /** Whether the thread noticed in time: if not, somebody blocked it. */
  wasHeard(slot: number): boolean {
    return Atomics.load(this.#words, heardOf(slot)) === heard;
  }

  /** The slots of the attempts that run on a thread. */
  runningOn(thread: number): number[] {
    const slots: number[] = [];
    const highest = Atomics.load(this.#words, highestWord);
    for (let slot = 0; slot < highest; slot++) {
      if (Atomics.load(this.#words, threadOf(slot)) === thread + 1 && this.#isRunning(slot)) slots.push(slot);
    }
    return slots;
  }

  /** After a thread has ended: its attempts run no more, and the lock is free again. False: try again a little later. */
  bury(thread: number, now: number): boolean {
    const holds = Atomics.compareExchange(this.#words, lockWord, thread + 1, coordinator) === thread + 1;
    if (!holds && !this.#lock()) return false;
    let left = Atomics.load(this.#words, givenUpWord);
    const highest = Atomics.load(this.#words, highestWord);
    for (let slot = 0; slot < highest; slot++) {
      if (!this.#isRunning(slot)) continue;
      const word = Atomics.load(this.#words, stateOf(slot));
      if (Atomics.load(this.#words, threadOf(slot)) !== thread + 1) left++;
      else Atomics.store(this.#words, stateOf(slot), withKey(word >> 2, ended));
    }
    this.#change(now, left - Atomics.load(this.#words, runningWord));
    this.#unlock();
    return true;
  }

  free(slot: number): void {
    Atomics.store(this.#words, stateOf(slot), free);
  }

  /** The most that ever ran at once, and the average from the first start to the last change. */
  measured(): { peak: number; mean: number } {
    const [area, last, first] = [this.#times[areaTime], this.#times[changeTime], this.#times[firstTime]];
    return { peak: Atomics.load(this.#words, peakWord), mean: last > first ? area / (last - first) : 0 };
  }

  #isRunning(slot: number): boolean {
    return stateIn(Atomics.load(this.#words, stateOf(slot))) === running;
  }

  /** Under the lock: so many more run from now on. */
  #change(now: number, by: number): void {
    const before = this.#words[runningWord];
    const times = this.#times;
    if (times[firstTime] === 0) times[firstTime] = now;
    // Clocks of threads agree to a few microseconds only.
    else times[areaTime] += before * Math.max(0, now - times[changeTime]);
    times[changeTime] = Math.max(now, times[changeTime]);
    this.#words[runningWord] = before + by;
    if (before + by > this.#words[peakWord]) this.#words[peakWord] = before + by;
  }

  #lock(): boolean {
    const words = this.#words;
    for (let i = 0; i < spins; i++) if (Atomics.compareExchange(words, lockWord, 0, this.#me) === 0) return true;
    // Waiting here would stop the coordinator from hearing that the owner is dead.
    if (this.#me === coordinator) return false;
    Atomics.add(words, waitersWord, 1);
    for (;;) {
      const owner = Atomics.compareExchange(words, lockWord, 0, this.#me);
      if (owner === 0) break;
      Atomics.wait(words, lockWord, owner, waitMs);
    }
    Atomics.sub(words, waitersWord, 1);
    return true;
  }

  #unlock(): void {
    Atomics.store(this.#words, lockWord, 0);
    if (Atomics.load(this.#words, waitersWord) > 0) Atomics.notify(this.#words, lockWord, 1);
  }
}

// TypeScript knows it from ES2024 on; all Nodes we run on have it.
const { waitAsync } = Atomics as unknown as {
  waitAsync(words: Int32Array, index: number, value: number): { value: Promise<string> | string };
};
