import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CommandSettings, CommandTask } from '../domain/command.js';
import type { Finding } from '../domain/failure.js';
import { type OptionMention, option } from '../domain/message.js';
import type { RollUpFunction, Task, TaskFunction } from '../domain/task.js';
import { show } from '../util/show.js';
import { isCommand } from './code-fields.js';
import { resolveCommand } from './resolve-command.js';
import type { TaskModule } from './task-like.js';

/** A task or a rollup, by what carries it. */
export type TaskSource<F> =
  | { readonly kind: 'module'; readonly url: string }
  | { readonly kind: 'command'; readonly command: CommandSettings }
  | { readonly kind: 'function'; readonly code: F };

/** The pieces that tasks, rollups and repairs are given as. */
export const taskSource = (
  task: unknown,
  problems: Finding[],
  at = option('task'),
): TaskSource<Task<unknown, unknown>> | undefined => {
  if (typeof task === 'function') return { kind: 'function', code: { run: task as TaskFunction<unknown> } };
  if (typeof task === 'string' || task instanceof URL) return moduleSource(at, task, problems);
  if (isCommand(task)) return commandSource(at, task, problems);
  if (typeof (task as Task).run === 'function') return { kind: 'function', code: task as Task<unknown, unknown> };
  return moduleSource(at, (task as TaskModule).module, problems);
};

export const rollUpSource = (
  rollUp: unknown,
  problems: Finding[],
): TaskSource<RollUpFunction<unknown, unknown>> | undefined => {
  if (typeof rollUp === 'function') return { kind: 'function', code: rollUp as RollUpFunction<unknown, unknown> };
  if (isCommand(rollUp)) return commandSource(option('rollUp'), rollUp, problems);
  return moduleSource(option('rollUp'), rollUp as string | URL, problems);
};

const commandSource = (at: OptionMention, task: CommandTask, problems: Finding[]) => {
  const command = resolveCommand(at, task, problems);
  return command && ({ kind: 'command', command } as const);
};

/** A path, an absolute one or one from the current folder; a `file:` or `data:` URL, also as text. */
const moduleSource = (at: OptionMention, place: string | URL, problems: Finding[]) => {
  const url =
    typeof place === 'string' && !/^(?:file|data):/.test(place) ? pathToFileURL(resolve(place)) : toUrl(place);
  if (url?.protocol === 'file:' || url?.protocol === 'data:') return { kind: 'module', url: url.href } as const;
  problems.push({ subject: at, expected: 'a path, or a file: or data: URL', received: show(String(place)) });
  return undefined;
};

const toUrl = (place: string | URL): URL | undefined => {
  try {
    return new URL(place);
  } catch {
    return undefined;
  }
};
