import type { ProjectFile } from '../domain/inventory.js';
import type { Branch, Leaf } from '../domain/subplan.js';
import { ExperimentPlan, isExperimentJson } from '../experiment/experiment-plan.js';
import { PlanTree } from '../plan/plan-tree.js';

/** What can be run: the plan of a project, or of an experiment. */
export interface Runnable {
  readonly goal: string | undefined;
  /** In the order of the plan. */
  readonly leaves: readonly Leaf[];
  /** Each before those below it. */
  readonly branches: readonly Branch[];
  readonly files: readonly Pick<ProjectFile, 'path'>[];
  /** JSON of all that decides it. */
  essence(): unknown;
}

/** What was recorded as the plan of a run. */
export const runnableOf = (json: unknown): Runnable =>
  isExperimentJson(json) ? ExperimentPlan.from(json) : PlanTree.from(json);
