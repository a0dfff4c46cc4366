import type { BranchValue, ExecuteOptions, LeafValue, ResumeOptions, TaskLike } from '../options/execute-options.js';
import type { ExecuteSettings } from '../options/resolve-execute.js';
import type { PlanParts } from '../plan/parts.js';
import { PlanTree } from '../plan/plan-tree.js';
import type { RunHandle } from '../run/run-handle.js';
import { checkExecute, checkMaxParallel, checkResume, withCode } from './check-execute.js';
import { isResuming, type PlanOrigin, startRun } from './execute.js';
import { Execution } from './execution.js';
import { resumeRun } from './resume-run.js';

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
    const run = isResuming(options) ? this.#goOn(options) : this.begin(checkExecute(options as ExecuteOptions<K, R>));
    return new Execution(run as Promise<RunHandle<LeafValue<K>, R>>, checkMaxParallel);
  }

  #goOn(options: object): Promise<RunHandle> {
    const makePlan = (json: unknown): PlanTree => PlanTree.from(json);
    const toResume = { given: checkResume(options), folder: this.#origin?.folder, plan: this, makePlan };
    return resumeRun(toResume).then(({ run }) => run);
  }

  /**
   * `execute` with what its options were resolved to.
   * @internal
   */
  executeWith(settings: ExecuteSettings): Execution {
    return new Execution(this.begin(withCode(settings)), checkMaxParallel);
  }

  /** @internal */
  begin(settings: ExecuteSettings): Promise<RunHandle> {
    return startRun({ plan: this, origin: this.#origin, settings });
  }
}
