import type { RollUpFunction, Task } from '../domain/task.js';
import type { ExecuteSettings } from '../options/resolve-execute.js';
import type { TaskSource } from '../options/task-source.js';
import { InProcessPool } from '../run/in-process-pool.js';
import type { Pool, PoolFacts, PoolListener } from '../run/pool.js';
import type { Environment } from '../run/process/environment.js';
import { ProcessPool } from '../run/process/process-pool.js';
import type { RunPools } from '../run/run-options.js';
import type { SlotBuffers } from '../run/slot-table.js';
import { ThreadPool } from '../run/thread-pool.js';
import type { Redactor } from '../util/redact.js';

export interface PoolsFor extends PoolFacts {
  readonly settings: ExecuteSettings;
  readonly threads: number;
  readonly buffers: SlotBuffers;
  /** What commands may be handed on. */
  readonly env: Environment;
  readonly redact: Redactor;
  /** What else is to end with the pools. */
  readonly onClose: () => void;
}

/**
 * The pools that a task and its rollup need: threads for modules, this process for functions, processes for commands.
 * Made when first used.
 */
export const poolsFor = (options: PoolsFor, listener: PoolListener): RunPools => {
  const { settings, onClose } = options;
  const { task, rollUp } = settings;
  const repair = settings.sampling?.repair;
  const made: Pool[] = [];
  const keep = <P extends Pool>(pool: P): P => {
    made.push(pool);
    return pool;
  };
  const makers = poolMakers(options, listener);
  const onThreads = once(() => keep(makers.threads({ task, rollUp })));
  const inProcess = once(() => keep(makers.inProcess({ task, rollUp })));
  const asProcesses = once(() => keep(makers.processes({ task, rollUp })));
  const poolOf = (source: Source): Pool => {
    if (source.kind === 'module') return onThreads();
    return source.kind === 'function' ? inProcess() : asProcesses();
  };
  const repairs = once(() => {
    if (!repair) return poolOf(task);
    const codes = { task: repair, rollUp: undefined };
    if (repair.kind === 'module') return keep(makers.threads(codes));
    return keep(repair.kind === 'function' ? makers.inProcess(codes) : makers.processes(codes));
  });
  const rollUps = (): Pool | undefined => {
    if (rollUp) return poolOf(rollUp);
    if (task.kind === 'function') return task.code.rollUp ? inProcess() : undefined;
    if (task.kind === 'command') return undefined;
    // Where no leaf ran, as in a run that is resumed for its rollups, only a thread can tell.
    return onThreads().rollsUp === false ? undefined : onThreads();
  };
  return {
    leaves: () => poolOf(task),
    repairs,
    rollUps,
    close: async () => {
      await Promise.all(made.map((pool) => pool.close()));
      onClose();
    },
  };
};

type Source = TaskSource<unknown>;

interface Codes {
  readonly task: TaskSource<Task<unknown, unknown>>;
  readonly rollUp: TaskSource<RollUpFunction<unknown, unknown>> | undefined;
}

/** Each takes what it can carry, and leaves the rest to others. */
const poolMakers = (options: PoolsFor, listener: PoolListener) => {
  const { settings, threads, buffers, env, redact, onClose: _, ...facts } = options;
  const { threadHeapMb, captureOutput } = settings;
  return {
    threads: ({ task, rollUp }: Codes): ThreadPool => {
      const modules = { task: urlOf(task), rollUp: urlOf(rollUp) };
      return new ThreadPool({ ...facts, ...modules, buffers, threads, threadHeapMb, captureOutput }, listener);
    },
    inProcess: ({ task, rollUp }: Codes): InProcessPool => {
      const code = { task: codeOf(task), rollUp: codeOf(rollUp) ?? codeOf(task)?.rollUp };
      return new InProcessPool({ ...facts, buffers, code }, listener);
    },
    processes: ({ task, rollUp }: Codes): ProcessPool => {
      const commands = { task: commandOf(task), rollUp: commandOf(rollUp) };
      return new ProcessPool({ ...facts, ...commands, buffers, env, redact }, listener);
    },
  };
};

const urlOf = (source: Source | undefined) => (source?.kind === 'module' ? source.url : undefined);

const commandOf = (source: Source | undefined) => (source?.kind === 'command' ? source.command : undefined);

const codeOf = <F>(source: TaskSource<F> | undefined): F | undefined =>
  source?.kind === 'function' ? source.code : undefined;

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};
