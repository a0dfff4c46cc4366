import type { Worker } from 'node:worker_threads';
import { Piscina, queueOptionsSymbol } from 'piscina';
import type {
  BatchReply,
  MessageEnvelope,
  ThreadBatch,
  ThreadFacts,
  ThreadJob,
  ThreadMessage,
} from './thread/protocol.js';

export interface ThreadsOptions {
  readonly facts: ThreadFacts;
  /** How many threads there are from the start; none where each batch gets one that nobody had before. */
  readonly shared: number;
  readonly heapMb: number;
}

export interface ThreadsListener {
  onMessage(message: ThreadMessage): void;
  /** A thread has ended; what was on it is rejected when this has resolved. */
  onExit(thread: number): Promise<void>;
  onIdleDeath(error: Error): void;
}

/** Where a batch went. */
interface Placement {
  readonly size: number;
  thread: number | undefined;
}

/** The gate before the pool is the limit: Piscina itself must never queue. */
const unlimited = 1_000_000;
const mostThreads = 1024;

/** Piscina with what it does not tell: which threads live, how much each has to do, and when each has really ended. */
export class Threads {
  readonly #pool: Piscina;
  readonly #listener: ThreadsListener;
  readonly #workers = new Map<number, Worker>();
  readonly #exits = new Map<number, Promise<void>>();
  /** Attempts on each thread. */
  readonly #loads = new Map<number, number>();
  readonly #ending = new Set<number>();
  /** Whether a thread is used once only. */
  readonly areFresh: boolean;

  constructor({ facts, shared, heapMb }: ThreadsOptions, listener: ThreadsListener) {
    this.#listener = listener;
    this.areFresh = shared === 0;
    this.#pool = new Piscina({
      filename: new URL('./thread/entry.js', import.meta.url).href,
      minThreads: shared,
      maxThreads: shared || mostThreads,
      concurrentTasksPerWorker: shared ? unlimited : 1,
      loadBalancer: (task, workers) => {
        const able = ({ id, currentUsage }: (typeof workers)[number]) =>
          !this.#ending.has(id) && (shared > 0 || currentUsage === 0);
        return (
          this.#place((task as unknown as Record<symbol, Placement>)[queueOptionsSymbol], workers.filter(able)) ?? null
        );
      },
      // 'sync' would freeze the timers of a thread that waits: a stray one then hits the next attempt. 'disabled' would
      // take longer for each message.
      atomics: 'async',
      stricterFIFO: true,
      recordTiming: false,
      workerData: facts,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    this.#pool.on('message', (message: Partial<MessageEnvelope> | null | undefined) => {
      if (message?.subplan) listener.onMessage(message.subplan);
    });
    this.#pool.on('error', (error: Error) => listener.onIdleDeath(error));
    this.#pool.on('workerCreate', () => this.#watch());
    this.#watch();
  }

  /** Deals things out, a hand for each thread, the largest to those that have least to do. */
  deal<T>(things: readonly T[]): T[][] {
    const loads = new Map(this.living.map((thread) => [thread, this.#loads.get(thread) ?? 0]));
    const hands = new Map<number | undefined, T[]>();
    for (const thing of things) {
      const thread = least(loads);
      if (thread !== undefined) loads.set(thread, (loads.get(thread) ?? 0) + 1);
      const hand = hands.get(thread);
      if (hand) hand.push(thing);
      else hands.set(thread, [thing]);
    }
    return [...hands.values()];
  }

  /** Hands jobs over to one thread. `onEnd` is to be called for each when it has ended. */
  run(jobs: readonly ThreadJob[]): { readonly reply: Promise<BatchReply>; readonly onEnd: () => void } {
    const placement: Placement = { size: jobs.length, thread: undefined };
    const batch: ThreadBatch = { jobs };
    const reply: Promise<BatchReply> = this.#pool.run(Object.assign(batch, { [queueOptionsSymbol]: placement }));
    return { reply, onEnd: () => this.#add(placement.thread, -1) };
  }

  /** Whether a thread is one of these, until it has ended and its listener has heard of it. */
  has(thread: number): boolean {
    return this.#workers.has(thread);
  }

  /** Ids of the threads that live. */
  get living(): readonly number[] {
    return [...this.#workers.keys()].filter((thread) => !this.#ending.has(thread));
  }

  /** Whether no thread lives, and none is on its way. */
  get areGone(): boolean {
    return this.#pool.threads.length === 0;
  }

  end(thread: number): void {
    this.#ending.add(thread);
    void this.#workers.get(thread)?.terminate();
  }

  /** Resolves when a thread that is about to end has ended. */
  async hasEnded(thread: number): Promise<void> {
    await this.#exits.get(thread);
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
    await Promise.all(this.#exits.values());
    // The ports of threads that have ended close with the next turn of the loop.
    await new Promise((resolve) => setImmediate(resolve));
  }

  #place<W extends { readonly id: number }>(placement: Placement, workers: readonly W[]): W | undefined {
    const loads = new Map(workers.map(({ id }) => [id, this.#loads.get(id) ?? 0]));
    const chosen = least(loads);
    if (chosen === undefined) return undefined;
    placement.thread = chosen;
    this.#add(chosen, placement.size);
    return workers.find(({ id }) => id === chosen);
  }

  #add(thread: number | undefined, attempts: number): void {
    if (thread === undefined || !this.#workers.has(thread)) return;
    this.#loads.set(thread, (this.#loads.get(thread) ?? 0) + attempts);
  }

  /** Learns of new threads, to hear when each has ended. */
  #watch(): void {
    for (const worker of this.#pool.threads) {
      const { threadId } = worker;
      if (threadId < 0 || this.#workers.has(threadId)) continue;
      this.#workers.set(threadId, worker);
      worker.once('exit', () => this.#ending.add(threadId));
      const exit = new Promise<void>((resolve) => worker.once('exit', () => resolve())).then(async () => {
        this.#loads.delete(threadId);
        await this.#listener.onExit(threadId);
        this.#workers.delete(threadId);
        this.#ending.delete(threadId);
        this.#exits.delete(threadId);
      });
      this.#exits.set(threadId, exit);
    }
  }
}

/** The key of the least value; the first of several. */
const least = (loads: ReadonlyMap<number, number>): number | undefined => {
  let found: number | undefined;
  for (const [thread, load] of loads) if (found === undefined || load < (loads.get(found) as number)) found = thread;
  return found;
};
