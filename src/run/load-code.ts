import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AttemptFailure } from '../domain/attempt-failure.js';
import type { RollUpFunction, Task, TaskFunction } from '../domain/task.js';
import { errorCode } from '../util/error-code.js';
import { show } from '../util/show.js';
import { failureOf, notATask } from './failures.js';
import type { Code } from './perform.js';

export type Loaded =
  | { readonly code: Code; readonly failure?: undefined }
  | { readonly failure: AttemptFailure; readonly code?: undefined };

/** Loads the modules of a task and of a rollup. Never throws: a module that does is the failure of who needs it. */
export const loadCode = async (taskUrl: string | undefined, rollUpUrl: string | undefined): Promise<Loaded> => {
  try {
    const task = taskUrl === undefined ? undefined : asTask(await defaultExport(taskUrl));
    const other = rollUpUrl === undefined ? undefined : await defaultExport(rollUpUrl);
    if (task === null) return { failure: notATask(show(await defaultExport(taskUrl as string))) };
    const rollUp = other === undefined ? task?.rollUp : asRollUp(other);
    if (rollUp === null) return { failure: notATask(`${show(other)} for rollUp`) };
    return { code: { task, rollUp } };
  } catch (thrown) {
    return { failure: explained(thrown, taskUrl ?? rollUpUrl ?? '') };
  }
};

/** A function, or an object with `run`, as a task; null for anything else. */
const asTask = (value: unknown): Task<unknown, unknown> | null => {
  if (typeof value === 'function') return { run: value as TaskFunction<unknown> };
  const run = (value as { run?: unknown } | null | undefined)?.run;
  return typeof value === 'object' && typeof run === 'function' ? (value as Task<unknown, unknown>) : null;
};

const asRollUp = (value: unknown): RollUpFunction<unknown, unknown> | null => {
  if (typeof value === 'function') return value as RollUpFunction<unknown, unknown>;
  const { rollUp } = (value ?? {}) as { rollUp?: unknown };
  return typeof rollUp === 'function' ? (rollUp as RollUpFunction<unknown, unknown>) : null;
};

/** Also of a CommonJS module that a compiler made of an ES module: there it is one deeper. */
const defaultExport = async (url: string): Promise<unknown> => {
  const exports = ((await import(url)) as { default?: unknown }).default;
  const inner = (exports as { __esModule?: boolean; default?: unknown } | null | undefined) ?? {};
  return typeof exports === 'object' && inner.__esModule && 'default' in inner ? inner.default : exports;
};

const explained = (thrown: unknown, url: string): AttemptFailure => {
  const failure = failureOf(thrown, 'task-not-loaded');
  const isTypeScript = /^\.[cm]?tsx?$/.test(extname(new URL(url).pathname));
  if (
    !isTypeScript ||
    !['ERR_UNKNOWN_FILE_EXTENSION', 'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING'].includes(errorCode(thrown) ?? '')
  )
    return failure;
  return {
    ...failure,
    message: `this Node (${process.version}) cannot load TypeScript: ${fileURLToPath(url)}`,
    nextStep:
      'Compile the module to JavaScript, start with a loader (`node --import tsx …`), or use Node 22.18 or later.',
  };
};
