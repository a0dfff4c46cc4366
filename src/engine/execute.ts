import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Problem, SubplanFailure } from '../domain/failure.js';
import type { ExecuteOptions, TaskLike } from '../options/execute-options.js';
import { type ExecuteSettings, resolveExecute, resolveMaxParallel } from '../options/resolve-execute.js';
import type { PlanTree } from '../plan/plan-tree.js';
import { mergeValues } from '../rollup/merge.js';
import { Run } from '../run/run.js';
import { slotBuffers } from '../run/slot-table.js';
import { poolsFor } from './pools.js';
import { workOf } from './work-of.js';

/** Checks the options of `execute`, and that what they name is there. */
export const checkExecute = <K extends TaskLike, R>(options: ExecuteOptions<K, R>): ExecuteSettings => {
  const settings = resolveExecute(options as unknown as ExecuteOptions, availableParallelism());
  checkModules(settings);
  return settings;
};

export const checkMaxParallel = (value: unknown): number => resolveMaxParallel(value, availableParallelism());

/** The whole of executing: plan → work → (scheduler, pools) → report. */
export const startRun = (plan: PlanTree, folder: string | undefined, settings: ExecuteSettings): Run => {
  const { maxParallel, limits, order, onFailure, retries, backoffMs, seed, timeoutMs, graceMs, signal } = settings;
  const { nodes, work, warnings } = workOf(plan, settings);
  const runId = newRunId();
  const buffers = slotBuffers();
  const threads = Math.max(1, Math.min(settings.threads, work.leaves.length));
  const root = settings.root ?? folder ?? resolve('.');
  const facts = { root, goal: plan.goal, runId, timeoutMs, graceMs };
  return new Run({
    ...{ runId, nodes, work, buffers, signal, warnings },
    settings: {
      ...{ maxParallel, order, onFailure, retries, backoffMs, seed },
      limits: new Map([...limits].map(([name, { max }]) => [name, max])),
    },
    threads: usesThreads(settings) ? threads : 0,
    pools: (listener) => poolsFor({ ...facts, settings, threads, buffers }, listener),
    merge: mergeValues,
  });
};

const newRunId = (): string => `${Date.now().toString(36)}-${randomBytes(4).toString('hex')}`;

const usesThreads = ({ task, rollUp }: ExecuteSettings): boolean => task.kind === 'module' || rollUp?.kind === 'module';

const pathOf = (url: string): string | undefined => {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
};

/** A module that is not there would fail every leaf; better to say so before the first. */
const checkModules = ({ task, rollUp }: ExecuteSettings): void => {
  const problems = Object.entries({ task, rollUp }).flatMap(([field, source]): Problem[] => {
    if (source?.kind !== 'module' || !source.url.startsWith('file:')) return [];
    const path = pathOf(source.url);
    if (path === undefined)
      return [{ field, expected: 'a file: URL of this machine, or a path', received: source.url }];
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile()) return [];
    const received = `${JSON.stringify(path)}, which ${found ? 'is not a file' : 'does not exist'}`;
    return [{ field, expected: 'the path or URL of a module', received }];
  });
  if (problems.length === 0) return;
  throw new SubplanFailure({
    code: 'invalid-options',
    message: 'the task cannot be found',
    nextStep: 'Check the path: it is taken from the current folder. Nothing was done.',
    problems,
  });
};
