import type { CommandTask } from '../domain/command.js';
import type { RollUpFunction, Task, TaskFunction } from '../domain/task.js';
import { isFunction, place } from './checks.js';
import type { Field, Zod } from './field.js';
import type { TaskLike, TaskModule } from './task-like.js';

/** What is told to be a command by its field: the others are looked at one by one. */
export const isCommand = (value: unknown): value is CommandTask =>
  typeof value === 'object' && value !== null && !(value instanceof URL) && 'exec' in value;

export const aCommand = (z: Zod) => z.custom<CommandTask>(isCommand);

/** A rollup or a schema that is none would otherwise be noticed when all leaves have run. */
const isTask = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const { run, rollUp, output } = value as Partial<Task>;
  if (rollUp !== undefined && typeof rollUp !== 'function') return false;
  if (output !== undefined && typeof output?.['~standard']?.validate !== 'function') return false;
  return typeof run === 'function';
};

export const taskField: Field<TaskLike> = {
  schema: (z) =>
    z.union([
      place(z),
      z.custom<TaskFunction<unknown>>(isFunction),
      z.custom<Task<unknown, unknown>>(isTask),
      z.object({ module: place(z) }) as never as ReturnType<typeof z.custom<TaskModule>>,
      aCommand(z),
    ]),
  expected:
    'the path or URL of a module, a function, { exec: [...] }, or defineTask({ run, rollUp?, output? }) with functions and a Standard Schema',
};

export const rollUpField: Field<RollUpFunction<unknown, unknown> | string | URL | CommandTask> = {
  schema: (z) => z.union([place(z), z.custom<RollUpFunction<unknown, unknown>>(isFunction), aCommand(z)]),
  expected: 'a function, the path or URL of a module, or { exec: [...] }',
};
