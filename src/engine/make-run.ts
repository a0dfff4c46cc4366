import type { Session } from '../domain/session.js';
import type { ExecuteSettings } from '../options/resolve-execute.js';
import { mergeValues } from '../rollup/merge.js';
import type { PoolListener } from '../run/pool.js';
import type { RecalledNode, Recording } from '../run/recording.js';
import { Run } from '../run/run.js';
import type { RunOptions } from '../run/run-options.js';
import { slotBuffers } from '../run/slot-table.js';
import type { Spending } from '../schedule/protocol.js';
import type { ScheduleSettings } from '../schedule/work.js';
import type { Redactor } from '../util/redact.js';
import { poolsFor } from './pools.js';
import type { Runnable } from './runnable.js';
import { samplingOf } from './sampling.js';
import type { TrialParts } from './trial-parts.js';
import { trialPools } from './trial-pools.js';
import type { PlannedWork } from './work-of.js';

export interface RunParts {
  readonly runId: string;
  readonly plan: Runnable;
  readonly planned: PlannedWork;
  /** The project's folder. */
  readonly root: string;
  readonly settings: ExecuteSettings;
  /** Made once for the run, from the environment that it began in. */
  readonly redact: Redactor;
  /** Of an experiment. */
  readonly trials?: TrialParts | undefined;
  /** How it is recorded, and what is known of it already. */
  readonly recorded?: {
    readonly recording: Recording | undefined;
    readonly recalled: readonly RecalledNode[];
    readonly leftOut?: { readonly nodes: readonly number[]; readonly why: string };
    readonly sessions: readonly Session[];
    readonly warnings: readonly string[];
    readonly past?: RunOptions['past'];
    /** What was spent before, where it was resumed, and how long it took. */
    readonly spent?: SpentBefore;
  };
}

type SpentBefore = Spending & { readonly ms: number };

/** Puts a run together: scheduler, pools, and what is recorded. */
export const makeRun = ({ runId, plan, planned, root, settings, redact, trials, recorded }: RunParts): Run => {
  const { timeoutMs, graceMs, signal } = settings;
  const { nodes, work, warnings } = planned;
  const buffers = slotBuffers();
  const threads = Math.max(1, Math.min(settings.threads, work.leaves.length));
  const facts = { root, goal: plan.goal, runId, timeoutMs, graceMs, seesFiles: recorded?.recording !== undefined };
  const { env } = process;
  const sampling = samplingOf({ runId, settings, env, redact });
  const { spent = nothingSpent, ...known } = recorded ?? {};
  return new Run({
    ...{ ...facts, nodes, work, buffers, signal, redact, ...known },
    ...(sampling.code ? { sampling: sampling.code } : {}),
    warnings: [...warnings, ...(recorded?.warnings ?? [])],
    settings: scheduleSettings(settings, spent),
    threads: usesThreads(settings) ? threads : 0,
    pools: (listener) => {
      const pools = (to: PoolListener) =>
        poolsFor({ ...facts, settings, threads, buffers, env, redact, onClose: sampling.close }, to);
      return trials ? trialPools({ facts, trials, pools }, listener) : pools(listener);
    },
    merge: trials?.merge ?? mergeValues,
  });
};

const usesThreads = ({ task, rollUp, sampling }: ExecuteSettings): boolean =>
  [task, rollUp, sampling?.repair].some((source) => source?.kind === 'module');

const nothingSpent: SpentBefore = { tokens: 0, usd: 0, ms: 0 };

/** What the scheduler needs to know of all that. */
const scheduleSettings = (settings: ExecuteSettings, spent: SpentBefore): ScheduleSettings => {
  const { limits, task, rollUp, budget, usdPerMillionTokens, sampling, ...rest } = settings;
  return {
    ...{ ...rest, rates: rest },
    limits: new Map([...limits].map(([name, { max }]) => [name, max])),
    ...(budget ? { budget: { ...budget, usdPerMillionTokens, spent } } : {}),
    ...(sampling ? { sampling: { ...sampling, selects: sampling.select !== undefined } } : {}),
    // Whether a module has a rollup is not known before it is loaded; merging values is no request.
    rollUpsCost: rollUp !== undefined || (task.kind === 'function' && task.code.rollUp !== undefined),
  };
};
