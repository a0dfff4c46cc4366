import type { BranchValue, ExecuteOptions, LeafValue, ResumeOptions, TaskLike } from '../options/execute-options.js';
import type { ExecuteSettings } from '../options/resolve-execute.js';
import type { PlanParts } from '../plan/parts.js';
import { PlanTree } from '../plan/plan-tree.js';
import type { RunHandle } from '../run/run-handle.js';
import { checkMaxParallel } from './check-execute.js';
import { type PlanOrigin, startRun } from './execute.js';
import { Execution } from './execution.js';

/** A tree of subplans over the files of a project, which can be executed. */
export class Plan extends PlanTree {
  readonly #origin: PlanOrigin | undefined;

  constructor(parts: PlanParts, origin?: PlanOrigin) {
    super(parts);
    this.#origin = origin;
  }

  /**
   * Runs a task on every leaf, in parallel, and rolls the values up the tree; or goes on with a recorded run of this very
   * plan. Invalid options throw at once.
   */
  execute<K extends TaskLike, R = BranchValue<K>>(
    options: ExecuteOptions<K, R> | ResumeOptions<K, R>,
  ): Execution<LeafValue<K>, R> {
    return new Execution(this.begin(options), checkMaxParallel);
  }

  /** Checks options at once, but where `settings` are what they came to. @internal */
  begin<K extends TaskLike, R = BranchValue<K>>(
    options: ExecuteOptions<K, R> | ResumeOptions<K, R>,
    settings?: ExecuteSettings,
  ): Promise<RunHandle<LeafValue<K>, R>> {
    const started: Promise<RunHandle> = startRun({ plan: this, origin: this.#origin, options, settings });
    return started as Promise<RunHandle<LeafValue<K>, R>>;
  }
}
