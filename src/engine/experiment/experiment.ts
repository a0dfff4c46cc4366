import { availableParallelism } from 'node:os';
import type { NamedScore } from '../../domain/score.js';
import type { TaskContext, TaskFunction } from '../../domain/task.js';
import { ExperimentPlan, type TrialLeaf } from '../../experiment/experiment-plan.js';
import type { TaskLike } from '../../options/execute-options.js';
import type { ExperimentOptions } from '../../options/experiment-options.js';
import { type ExperimentSettings, resolveExperiment } from '../../options/resolve-experiment.js';
import { withCode } from '../check-execute.js';
import { checkPlaces } from './check-places.js';
import { ExperimentExecution } from './experiment-execution.js';

/** A function as the task of an experiment: its leaves are trials. */
type TrialTask<T> = (leaf: TrialLeaf, context: TaskContext) => T | PromiseLike<T>;

interface Experiment {
  <T>(
    options: Omit<ExperimentOptions, 'task' | 'score'> & {
      readonly task: TrialTask<T>;
      readonly score?: ExperimentOptions<TaskFunction<NoInfer<T>>>['score'];
    },
  ): ExperimentExecution;
  <K extends TaskLike>(options: ExperimentOptions<K>): ExperimentExecution;
}

/**
 * Runs every case with every arm, as often as asked, one next to the other, and compares the arms. Await it for the
 * report, iterate it for the events. Invalid options throw at once; failed trials do not.
 */
export const experiment: Experiment = (options: object): ExperimentExecution =>
  experimentWith(resolveExperiment(options as ExperimentOptions, availableParallelism()));

/** The same with what the options were resolved to. */
export const experimentWith = (settings: ExperimentSettings): ExperimentExecution => {
  const execute = withCode(settings.execute);
  checkPlaces(settings);
  const plan = new ExperimentPlan(settings);
  const start = { plan, settings, execute };
  const started = import('./start-experiment.js').then(({ startExperiment }) => startExperiment(start));
  return new ExperimentExecution({ plan, settings, started });
};

/** A score with a name and a version: with it, an experiment can be resumed and added to. */
export const defineScore = <T>(score: NamedScore<T>): NamedScore<T> => score;
