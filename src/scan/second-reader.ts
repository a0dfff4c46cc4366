import { Worker } from 'node:worker_threads';
import type { LeftOutReason } from '../domain/inventory.js';
import type { TokenMode } from '../domain/token-mode.js';
import { createUnpacker, type PackedChunk } from './packed-chunk.js';
import type { Chunk } from './read-files.js';

/** All a thread needs to read files just as we do. */
export interface ThreadJob {
  readonly root: string;
  readonly keep: readonly LeftOutReason[];
  readonly maxFileBytes: number;
  readonly tokens: TokenMode;
  readonly paths: readonly string[];
  readonly chunkSize: number;
  /** One shared whole number: the next chunk that nobody has taken. */
  readonly taken: SharedArrayBuffer;
}

export interface ThreadReply {
  readonly index: number;
  readonly packed: PackedChunk;
}

export interface SecondReader {
  /** Resolves once the thread has ended, however it ended. Chunks it took but did not deliver are ours to read. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** With fewer files, one thread is done while a second is still starting and warming up. */
export const worthwhile = 20_000;

/** Threads run compiled code only: starting one through a TypeScript loader takes longer than most projects. */
export const canReadOnThread = (files: number, atLeast: number): boolean =>
  files >= atLeast && import.meta.url.endsWith('.js');

/** Starts a thread that reads chunks beside us and hands each over. */
export const startSecondReader = (job: ThreadJob, deliver: (index: number, chunk: Chunk) => void): SecondReader => {
  const worker = new Worker(new URL('./read-thread.js', import.meta.url), { workerData: job });
  const unpack = createUnpacker();
  const { paths, chunkSize } = job;
  worker.on('message', ({ index, packed }: ThreadReply) => {
    deliver(index, unpack(packed, paths.slice(index * chunkSize, (index + 1) * chunkSize)));
  });
  // A thread that dies, for want of memory say, costs time and nothing else.
  worker.on('error', () => {});
  return {
    // Not events.once, which rejects when the thread fails.
    ended: new Promise((resolve) => worker.once('exit', () => resolve())),
    stop: async () => {
      await worker.terminate();
    },
  };
};
