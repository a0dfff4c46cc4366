import type { BranchValue, ExecuteOptions, TaskLike } from './execute-options.js';

/** What `calibrate` takes: what `execute` does, but for the cap, which it looks for, in a run of its own. */
export interface CalibrateOptions<K extends TaskLike = TaskLike, R = BranchValue<K>>
  extends Omit<ExecuteOptions<K, R>, 'maxParallel' | 'resume' | 'retryFailed'> {
  /** The most that is tried at once. */
  readonly upTo?: number;
}

export const calibrateDefaults = { upTo: 64 } as const satisfies Partial<CalibrateOptions>;
