import type { InputOf, OutputOf, StandardSchema } from '../domain/schema.js';
import type { RollUpFunction, Task, TaskFunction } from '../domain/task.js';
import type { TaskModule } from '../options/execute-options.js';

interface Named {
  readonly name?: string;
  readonly version?: string;
  readonly reads?: 'files' | 'context';
}

interface WithOutput<S extends StandardSchema, R> extends Named {
  readonly output: S;
  readonly run: TaskFunction<InputOf<S>>;
  readonly rollUp?: RollUpFunction<OutputOf<S>, R>;
}

interface WithoutOutput<T, R> extends Named {
  readonly run: TaskFunction<T>;
  readonly rollUp?: RollUpFunction<T, R>;
}

/** A task with a name, a version, a rollup or a schema for its values, typed from end to end. */
export function defineTask<S extends StandardSchema, R = OutputOf<S>>(task: WithOutput<S, R>): Task<OutputOf<S>, R>;
export function defineTask<T, R = T>(task: WithoutOutput<T, R>): Task<T, R>;
export function defineTask(task: Task): Task {
  return task;
}

/**
 * The module of a task, with the types of what is in it:
 * `taskModule<typeof import('./review.js')>(new URL('./review.js', import.meta.url))`.
 */
export const taskModule = <M>(module: string | URL): TaskModule<M> => ({ module });
