import type { BranchValue, ExecuteOptions, LeafValue, TaskLike } from '../options/execute-options.js';
import type { PlanParts } from '../plan/parts.js';
import { PlanTree } from '../plan/plan-tree.js';
import { checkExecute, checkMaxParallel, startRun } from './execute.js';
import { Execution, type Run } from './execution.js';

/** A tree of subplans over the files of a project, which can be executed. */
export class Plan extends PlanTree {
  /** The project's folder, where the plan was made here. Not written to files: it differs from machine to machine. */
  readonly #folder: string | undefined;

  constructor(parts: PlanParts, folder?: string) {
    super(parts);
    this.#folder = folder;
  }

  /** Runs a task on every leaf, in parallel, and rolls the values up the tree. Invalid options throw at once. */
  execute<K extends TaskLike, R = BranchValue<K>>(options: ExecuteOptions<K, R>): Execution<LeafValue<K>, R> {
    return new Execution(this.begin(options), checkMaxParallel);
  }

  /** @internal */
  begin<K extends TaskLike, R = BranchValue<K>>(options: ExecuteOptions<K, R>): Run<LeafValue<K>, R> {
    return startRun(this, this.#folder, checkExecute(options)) as unknown as Run<LeafValue<K>, R>;
  }
}
