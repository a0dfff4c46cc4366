import type { AttemptFailure } from '../domain/attempt-failure.js';
import type { SchemaIssue, SchemaResult, StandardSchema } from '../domain/schema.js';
import type { RollUpFunction, Task, TaskContext } from '../domain/task.js';
import { isThenable } from '../util/is-thenable.js';
import { failureOf, invalidOutput } from './failures.js';
import type { Subject } from './pool.js';

/** What the task's code came to, before anyone judges whether that was in time. */
export type Performed =
  | { readonly value: unknown; readonly failure?: undefined }
  | { readonly failure: AttemptFailure; readonly value?: undefined };

export interface Code {
  readonly task: Task<unknown, unknown> | undefined;
  readonly rollUp: RollUpFunction<unknown, unknown> | undefined;
}

/**
 * Runs the task's code for a leaf, or the rollup's for a branch. Never throws. No promise is made for code that needs
 * none: on a thread, where each is tracked, promises would cost more than all else.
 */
export const perform = (code: Code, subject: Subject, context: TaskContext): Performed | Promise<Performed> => {
  try {
    const value = call(code, subject, context);
    const output = subject.kind === 'leaf' ? code.task?.output : undefined;
    if (isThenable(value)) return whenDone(value, output);
    return output ? whenDone(value, output) : { value };
  } catch (thrown) {
    return { failure: failureOf(thrown) };
  }
};

const call = ({ task, rollUp }: Code, subject: Subject, context: TaskContext): unknown => {
  if (subject.kind === 'leaf') return (task as Task<unknown, unknown>).run(subject.leaf, context);
  return (rollUp as RollUpFunction<unknown, unknown>)(subject.branch, context);
};

const whenDone = async (promise: unknown, output: StandardSchema<unknown, unknown> | undefined): Promise<Performed> => {
  try {
    const value = await promise;
    return output ? await checked(output, value) : { value };
  } catch (thrown) {
    return { failure: failureOf(thrown) };
  }
};

/** The value as the schema makes it, where it fits. May throw what the schema throws. */
export const checked = async (schema: StandardSchema<unknown, unknown>, value: unknown): Promise<Performed> => {
  const result: SchemaResult<unknown> = await schema['~standard'].validate(value);
  return result.issues ? { failure: invalidOutput(result.issues.slice(0, 10).map(problem)) } : { value: result.value };
};

const problem = ({ message, path = [] }: SchemaIssue): string => {
  const at = path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
  return at === '' ? message : `${at}: ${message}`;
};
