import type { CommandTask } from '../domain/command.js';
import type { RollUpFunction } from '../domain/task.js';
import { failingRows } from './execute-rows/failing.js';
import { pacingRows } from './execute-rows/pacing.js';
import { recordingRows } from './execute-rows/recording.js';
import { runningRows } from './execute-rows/running.js';
import { classesOf, defaultsOf, type OptionsOf } from './row.js';
import type { SamplingOptions } from './sampling-options.js';
import type { BranchValue, LeafValue, TaskLike } from './task-like.js';

/** The options of `execute`, a row for each. Flags are listed in this order. */
export const executeRows = { ...runningRows, ...failingRows, ...pacingRows, ...recordingRows } as const;

type Generic = 'task' | 'rollUp' | 'sampling';

/** What `execute` takes. */
export interface ExecuteOptions<K extends TaskLike = TaskLike, R = BranchValue<K>>
  extends Omit<OptionsOf<typeof executeRows>, Generic> {
  readonly task: K;
  /**
   * Makes the value of a branch; before what the task has. A function runs in this process, a module on threads, a
   * command as a process.
   */
  readonly rollUp?: RollUpFunction<LeafValue<K>, R> | string | URL | CommandTask;
  readonly sampling?: SamplingOptions<LeafValue<K>>;
}

/** What `execute` takes to go on with a recorded run: all that is not given comes from the ledger, the task too. */
export type ResumeOptions<K extends TaskLike = TaskLike, R = BranchValue<K>> = Partial<ExecuteOptions<K, R>> &
  ({ readonly resume: true | string } | { readonly retryFailed: true | string });

/** But for `maxParallel` and `threads`, which follow from the machine. */
export const executeDefaults = defaultsOf(executeRows);

export const executeClasses = classesOf(executeRows);

export type { BudgetOptions } from './budget-options.js';
export type { SamplingOptions } from './sampling-options.js';
export type { BranchValue, LeafValue, NamedLimit, TaskLike, TaskModule } from './task-like.js';
