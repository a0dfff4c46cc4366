import type { Session } from '../domain/session.js';
import type { ExecuteSettings } from '../options/resolve-execute.js';
import type { PlanTree } from '../plan/plan-tree.js';
import { mergeValues } from '../rollup/merge.js';
import type { RecalledNode, Recording } from '../run/recording.js';
import { Run } from '../run/run.js';
import type { RunOptions } from '../run/run-options.js';
import { slotBuffers } from '../run/slot-table.js';
import { poolsFor } from './pools.js';
import type { PlannedWork } from './work-of.js';

export interface RunParts {
  readonly runId: string;
  readonly plan: PlanTree;
  readonly planned: PlannedWork;
  /** The project's folder. */
  readonly root: string;
  readonly settings: ExecuteSettings;
  /** How it is recorded, and what is known of it already. */
  readonly recorded?: {
    readonly recording: Recording | undefined;
    readonly recalled: readonly RecalledNode[];
    readonly leftOut?: { readonly nodes: readonly number[]; readonly why: string };
    readonly sessions: readonly Session[];
    readonly warnings: readonly string[];
    readonly past?: RunOptions['past'];
  };
}

/** Puts a run together: scheduler, pools, and what is recorded. */
export const makeRun = ({ runId, plan, planned, root, settings, recorded }: RunParts): Run => {
  const { maxParallel, limits, order, onFailure, retries, backoffMs, seed, timeoutMs, graceMs, signal } = settings;
  const { nodes, work, warnings } = planned;
  const buffers = slotBuffers();
  const threads = Math.max(1, Math.min(settings.threads, work.leaves.length));
  const facts = { root, goal: plan.goal, runId, timeoutMs, graceMs, seesFiles: recorded?.recording !== undefined };
  return new Run({
    ...{ runId, nodes, work, buffers, signal, ...recorded },
    warnings: [...warnings, ...(recorded?.warnings ?? [])],
    settings: {
      ...{ maxParallel, order, onFailure, retries, backoffMs, seed },
      limits: new Map([...limits].map(([name, { max }]) => [name, max])),
    },
    threads: usesThreads(settings) ? threads : 0,
    pools: (listener) => poolsFor({ ...facts, settings, threads, buffers }, listener),
    merge: mergeValues,
  });
};

const usesThreads = ({ task, rollUp }: ExecuteSettings): boolean => task.kind === 'module' || rollUp?.kind === 'module';
