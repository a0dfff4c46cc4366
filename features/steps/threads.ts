import type { Worker } from 'node:worker_threads';

/** Threads of this process that live. Idle ones are seen by nothing else: they hold no handle. */
export const livingThreads = new Set<Worker>();

process.on('worker', (worker) => {
  livingThreads.add(worker);
  worker.once('exit', () => livingThreads.delete(worker));
});
