import type { Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { MessageEnvelope, ThreadFacts, ThreadJob, ThreadMessage, ThreadReply } from './thread/protocol.js';

export interface ThreadsOptions {
  readonly facts: ThreadFacts;
  /** How many threads there are from the start; none where each attempt is to have one of its own. */
  readonly shared: number;
  readonly heapMb: number;
}

export interface ThreadsListener {
  onMessage(message: ThreadMessage): void;
  /** A thread has ended; attempts that were on it are rejected when this has resolved. */
  onExit(thread: number): Promise<void>;
  onIdleDeath(error: Error): void;
}

/** The gate before the pool is the limit: Piscina itself must never queue. */
const unlimited = 1_000_000;
const mostThreads = 1024;

/** Piscina with what it does not tell: which threads live, and when each has really ended. */
export class Threads {
  readonly #pool: Piscina;
  readonly #listener: ThreadsListener;
  readonly #workers = new Map<number, Worker>();
  readonly #exits = new Map<number, Promise<void>>();

  constructor({ facts, shared, heapMb }: ThreadsOptions, listener: ThreadsListener) {
    this.#listener = listener;
    this.#pool = new Piscina({
      filename: new URL('./thread/entry.js', import.meta.url).href,
      minThreads: shared,
      maxThreads: shared || mostThreads,
      concurrentTasksPerWorker: shared ? unlimited : 1,
      // 'sync' would freeze the timers of a thread that waits: a stray one then hits the next attempt. 'disabled' would
      // take half as long again for each message.
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

  run(job: ThreadJob): Promise<ThreadReply> {
    return this.#pool.run(job);
  }

  /** Ids of the threads that live. */
  get living(): readonly number[] {
    return [...this.#workers.keys()];
  }

  /** Whether no thread lives, and none is on its way. */
  get areGone(): boolean {
    return this.#pool.threads.length === 0;
  }

  end(thread: number): void {
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

  /** Learns of new threads, to hear when each has ended. */
  #watch(): void {
    for (const worker of this.#pool.threads) {
      const { threadId } = worker;
      if (threadId < 0 || this.#workers.has(threadId)) continue;
      this.#workers.set(threadId, worker);
      const exit = new Promise<void>((resolve) => worker.once('exit', () => resolve())).then(async () => {
        this.#workers.delete(threadId);
        await this.#listener.onExit(threadId);
        this.#exits.delete(threadId);
      });
      this.#exits.set(threadId, exit);
    }
  }
}
