import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DecomposeOptions } from '../options/decompose-options.js';
import type { BranchValue, ExecuteOptions, LeafValue, ResumeOptions, TaskLike } from '../options/execute-options.js';
import type { RunHandle } from '../run/run-handle.js';
import { Awaitable } from '../util/awaitable.js';
import { checkExecute, checkMaxParallel, checkResume } from './check-execute.js';
import { isResuming } from './execute.js';
import { Execution } from './execution.js';
import { Plan } from './plan.js';
import { resumeRun } from './resume-run.js';

/** A plan in the making. Lazy: nothing is read until it is awaited or executed; awaiting it again gives the same plan. */
export class Decomposition extends Awaitable<Plan> {
  readonly #options: DecomposeOptions;

  constructor(make: () => Promise<Plan>, options: DecomposeOptions) {
    super(make);
    this.#options = options;
  }

  /** Makes the plan and runs a task on every leaf of it. Invalid options throw at once, before anything is read. */
  execute<K extends TaskLike, R = BranchValue<K>>(
    options: ExecuteOptions<K, R> | ResumeOptions<K, R>,
  ): Execution<LeafValue<K>, R> {
    if (isResuming(options)) {
      const { root } = this.#options;
      const folder = root === undefined ? undefined : pathOf(root);
      // Nothing is read or split: the plan is that of the run, and what was given here must be what made it.
      const makePlan = (json: unknown): Plan => Plan.from(json);
      const resuming = { given: checkResume(options), folder, decompose: this.#options, makePlan };
      const run = resumeRun(resuming).then((resumed) => resumed.run as RunHandle<LeafValue<K>, R>);
      return new Execution(run, checkMaxParallel);
    }
    const settings = checkExecute(options as ExecuteOptions<K, R>);
    const run = this.then((plan) => plan.begin(settings) as Promise<RunHandle<LeafValue<K>, R>>);
    return new Execution(run, checkMaxParallel);
  }
}

const pathOf = (root: string | URL): string => resolve(root instanceof URL ? fileURLToPath(root) : root);
