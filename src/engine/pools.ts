import type { RollUpFunction, Task } from '../domain/task.js';
import type { ExecuteSettings } from '../options/resolve-execute.js';
import { InProcessPool } from '../run/in-process-pool.js';
import type { Pool, PoolFacts, PoolListener } from '../run/pool.js';
import type { RunPools } from '../run/run-options.js';
import type { SlotBuffers } from '../run/slot-table.js';
import { ThreadPool } from '../run/thread-pool.js';

export interface PoolsFor extends PoolFacts {
  readonly settings: ExecuteSettings;
  readonly threads: number;
  readonly buffers: SlotBuffers;
}

/** The pools that a task and its rollup need: threads for modules, this process for functions. Made when first used. */
export const poolsFor = ({ settings, threads, buffers, ...facts }: PoolsFor, listener: PoolListener): RunPools => {
  const { task, rollUp, threadHeapMb, captureOutput } = settings;
  const made: Pool[] = [];
  const keep = <P extends Pool>(pool: P): P => {
    made.push(pool);
    return pool;
  };
  const onThreads = once(() => {
    const modules = { task: urlOf(task), rollUp: urlOf(rollUp) };
    return keep(new ThreadPool({ ...facts, ...modules, buffers, threads, threadHeapMb, captureOutput }, listener));
  });
  const inProcess = once(() => {
    const code = { task: codeOf(task), rollUp: codeOf(rollUp) ?? codeOf(task)?.rollUp };
    return keep(new InProcessPool({ ...facts, buffers, code }, listener));
  });
  const rollUps = (): Pool | undefined => {
    if (rollUp) return rollUp.kind === 'module' ? onThreads() : inProcess();
    if (task.kind === 'function') return task.code.rollUp ? inProcess() : undefined;
    // Where no leaf ran, as in a run that is resumed for its rollups, only a thread can tell.
    return onThreads().rollsUp === false ? undefined : onThreads();
  };
  return {
    leaves: () => (task.kind === 'module' ? onThreads() : inProcess()),
    rollUps,
    close: async () => {
      await Promise.all(made.map((pool) => pool.close()));
    },
  };
};

type Source = ExecuteSettings['task'] | ExecuteSettings['rollUp'];

const urlOf = (source: Source): string | undefined => (source?.kind === 'module' ? source.url : undefined);

const codeOf = <F extends Task<unknown, unknown> | RollUpFunction<unknown, unknown>>(
  source: { kind: 'module' } | { kind: 'function'; code: F } | undefined,
): F | undefined => (source?.kind === 'function' ? source.code : undefined);

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};
