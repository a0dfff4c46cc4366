import type { BranchValue, ExecuteOptions, LeafValue, ResumeOptions, TaskLike } from '../options/execute-options.js';
import type { ExecuteSettings } from '../options/resolve-execute.js';
import type { PlanParts } from '../plan/parts.js';
import { PlanTree } from '../plan/plan-tree.js';
import { checkExecute, checkMaxParallel, isResuming, type PlanOrigin, placeOf, startRun } from './execute.js';
import { Execution, type Run } from './execution.js';

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
    if (isResuming(options)) placeOf(options, undefined);
    else checkExecute(options as ExecuteOptions<K, R>);
    return new Execution(this.begin(options), checkMaxParallel);
  }

  /** @internal */
  begin<K extends TaskLike, R = BranchValue<K>>(
    options: ExecuteOptions<K, R> | ResumeOptions<K, R>,
    settings?: ExecuteSettings,
  ): Promise<Run<LeafValue<K>, R>> {
    const started: Promise<unknown> = startRun({ plan: this, origin: this.#origin, options, settings });
    return started as Promise<Run<LeafValue<K>, R>>;
  }
}
