import { workOf } from '../dist/engine/work-of.js';
import type { Plan } from '../dist/index.js';
import { resolveExecute } from '../dist/options/resolve-execute.js';
import { mergeValues } from '../dist/rollup/merge.js';
import type { PoolListener } from '../dist/run/pool.js';
import { Run } from '../dist/run/run.js';
import { slotBuffers } from '../dist/run/slot-table.js';
import { ThreadPool } from '../dist/run/thread-pool.js';

/**
 * Threads that stay from run to run, as those of a run stay from leaf to leaf: what is timed on them is the work and not
 * the start of threads. Everything else is as in `plan.execute`.
 */
export class WarmPool {
  readonly #task: URL;
  readonly #buffers = slotBuffers();
  readonly #pool: ThreadPool;
  #listener!: PoolListener;

  constructor(task: URL, threads: number) {
    this.#task = task;
    const facts = {
      root: '/',
      goal: undefined,
      runId: 'bench',
      timeoutMs: undefined,
      graceMs: 2_000,
      seesFiles: false,
    };
    const modules = { task: task.href, rollUp: undefined, captureOutput: false };
    this.#pool = new ThreadPool(
      { ...facts, ...modules, buffers: this.#buffers, threads, threadHeapMb: 1_024 },
      {
        begun: (slot, at) => this.#listener.begun(slot, at),
        process: (slot, mark) => this.#listener.process(slot, mark),
        note: (slot, note) => this.#listener.note(slot, note),
        ended: (slot, end) => this.#listener.ended(slot, end),
        warn: (message) => this.#listener.warn(message),
      },
    );
  }

  async run(plan: Plan, maxParallel: number): Promise<void> {
    const { budget: _, ...settings } = resolveExecute({ task: this.#task, maxParallel }, 2);
    const { report } = new Run({
      ...{ runId: 'bench', root: '/', goal: undefined, timeoutMs: undefined, graceMs: 2_000 },
      ...{ threads: 2, warnings: [], signal: undefined, buffers: this.#buffers, merge: mergeValues },
      redact: (text) => text,
      ...workOf(plan, { ...settings, budget: undefined }),
      settings: { ...settings, limits: new Map(), sampling: undefined },
      pools: (listener) => {
        this.#listener = listener;
        return { leaves: () => this.#pool, repairs: () => this.#pool, rollUps: () => undefined, close: async () => {} };
      },
    }).begin();
    const { status } = await report;
    if (status !== 'succeeded') throw new Error(`the run ${status}`);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
