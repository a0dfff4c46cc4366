import type { DecomposeOptions } from '../options/decompose-options.js';
import type { TaskLike } from '../options/execute-options.js';
import type { ExecuteSettings } from '../options/resolve-execute.js';
import { checkMaxParallel } from './check-execute.js';
import { Execution } from './execution.js';
import { Plan } from './plan.js';
import { resumeRun } from './resume-run.js';

export interface Resuming {
  /** What is given to `execute`, with `resume` or `retryFailed`, resolved by itself. */
  readonly given: ExecuteSettings;
  /** What is given to `decompose`: it must be what the plan was made with. */
  readonly decompose: DecomposeOptions;
  /** Used where the task of the run is a function, which no ledger can hold. */
  readonly functionTask?: TaskLike;
}

export interface ResumedExecution {
  readonly plan: Plan;
  readonly execution: Execution;
  readonly runId: string;
  readonly isSurvey: boolean;
  /** Nothing was left to do. */
  readonly isFinished: boolean;
}

/** Goes on with a recorded run of a project, for those who want to look at its plan too. */
export const resume = async ({ given, decompose, functionTask }: Resuming): Promise<ResumedExecution> => {
  const makePlan = (json: unknown): Plan => Plan.from(json);
  const { plan, run, runId, isSurvey, isFinished } = await resumeRun({ given, decompose, functionTask, makePlan });
  const execution = new Execution(run, checkMaxParallel);
  return { plan, execution, runId, isSurvey, isFinished };
};
