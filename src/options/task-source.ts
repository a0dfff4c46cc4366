import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { CommandSettings, CommandTask } from '../domain/command.js';
import type { Problem } from '../domain/failure.js';
import type { RollUpFunction, Task, TaskFunction } from '../domain/task.js';
import { show } from '../util/show.js';
import { aCommand, isCommand, resolveCommand } from './command-options.js';
import type { TaskModule } from './execute-options.js';
import { aFunction, type Field } from './fields.js';

/** A task or a rollup, by what carries it. */
export type TaskSource<F> =
  | { readonly kind: 'module'; readonly url: string }
  | { readonly kind: 'command'; readonly command: CommandSettings }
  | { readonly kind: 'function'; readonly code: F };

export const place = z.union([z.string().min(1), z.instanceof(URL)]);

/** A rollup or a schema that is none would otherwise be noticed when all leaves have run. */
const taskObject = z.custom((value) => {
  if (typeof value !== 'object' || value === null) return false;
  const { run, rollUp, output } = value as Partial<Task>;
  if (rollUp !== undefined && typeof rollUp !== 'function') return false;
  if (output !== undefined && typeof output?.['~standard']?.validate !== 'function') return false;
  return typeof run === 'function';
});

export const taskField: Field = {
  schema: z.union([place, aFunction, taskObject, z.object({ module: place }), aCommand]),
  expected:
    'the path or URL of a module, a function, { exec: [...] }, or defineTask({ run, rollUp?, output? }) with functions and a Standard Schema',
};

export const rollUpField: Field = {
  schema: z.union([place, aFunction, aCommand]),
  expected: 'a function, the path or URL of a module, or { exec: [...] }',
};

/** The pieces that tasks, rollups and repairs are given as. */
export const taskSource = (
  task: unknown,
  problems: Problem[],
  field = 'task',
): TaskSource<Task<unknown, unknown>> | undefined => {
  if (typeof task === 'function') return { kind: 'function', code: { run: task as TaskFunction<unknown> } };
  if (typeof task === 'string' || task instanceof URL) return moduleSource(field, task, problems);
  if (isCommand(task)) return commandSource(field, task, problems);
  if (typeof (task as Task).run === 'function') return { kind: 'function', code: task as Task<unknown, unknown> };
  return moduleSource(field, (task as TaskModule).module, problems);
};

export const rollUpSource = (
  rollUp: unknown,
  problems: Problem[],
): TaskSource<RollUpFunction<unknown, unknown>> | undefined => {
  if (typeof rollUp === 'function') return { kind: 'function', code: rollUp as RollUpFunction<unknown, unknown> };
  if (isCommand(rollUp)) return commandSource('rollUp', rollUp, problems);
  return moduleSource('rollUp', rollUp as string | URL, problems);
};

const commandSource = (field: string, task: CommandTask, problems: Problem[]) => {
  const command = resolveCommand(field, task, problems);
  return command && ({ kind: 'command', command } as const);
};

/** A path, an absolute one or one from the current folder; a `file:` or `data:` URL, also as text. */
const moduleSource = (field: string, place: string | URL, problems: Problem[]) => {
  const url =
    typeof place === 'string' && !/^(?:file|data):/.test(place) ? pathToFileURL(resolve(place)) : toUrl(place);
  if (url?.protocol === 'file:' || url?.protocol === 'data:') return { kind: 'module', url: url.href } as const;
  problems.push({ field, expected: 'a path, or a file: or data: URL', received: show(String(place)) });
  return undefined;
};

const toUrl = (place: string | URL): URL | undefined => {
  try {
    return new URL(place);
  } catch {
    return undefined;
  }
};
