import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AttemptFailure } from '../domain/attempt-failure.js';
import type { RollUpFunction, Task, TaskFunction } from '../domain/task.js';
import { errorCode } from '../util/error-code.js';
import { show } from '../util/show.js';
import { failureOf, notATask } from './failures.js';
import type { Code } from './perform.js';

/** What was loaded, and why the rest was not. What a leaf needs may be there while what a branch needs is not. */
export interface Loaded {
  readonly code: Code;
  readonly leafFailure: AttemptFailure | undefined;
  readonly rollUpFailure: AttemptFailure | undefined;
}

/** Loads the modules of a task and of a rollup. Never throws: a module that does is the failure of who needs it. */
export const loadCode = async (taskUrl: string | undefined, rollUpUrl: string | undefined): Promise<Loaded> => {
  const task = taskUrl === undefined ? undefined : await load(taskUrl, asTask);
  const other = rollUpUrl === undefined ? undefined : await load(rollUpUrl, asRollUp);
  const rollUp = other ? other.found : task?.found?.rollUp;
  return {
    code: { task: task?.found, rollUp },
    leafFailure: task?.failure,
    rollUpFailure: other?.failure ?? (rollUp === undefined ? task?.failure : undefined),
  };
};

type Found<T> =
  | { readonly found: T; readonly failure?: undefined }
  | { readonly failure: AttemptFailure; readonly found?: undefined };

const load = async <T>(url: string, as: (value: unknown) => T | string): Promise<Found<T>> => {
  try {
    const found = as(await loadDefault(url));
    return typeof found === 'string' ? { failure: notATask(found) } : { found };
  } catch (thrown) {
    return { failure: explained(thrown, url) };
  }
};

/** A function, or an object with `run`, as a task; what it is instead, in words. */
const asTask = (value: unknown): Task<unknown, unknown> | string => {
  if (typeof value === 'function') return { run: value as TaskFunction<unknown> };
  const { run, rollUp, output } = (typeof value === 'object' ? (value ?? {}) : {}) as Partial<Task<unknown, unknown>>;
  if (typeof run !== 'function') return show(value);
  if (rollUp !== undefined && typeof rollUp !== 'function') return `a task whose rollUp is ${show(rollUp)}`;
  if (output !== undefined && typeof output?.['~standard']?.validate !== 'function') {
    return `a task whose output is no Standard Schema: ${show(output)}`;
  }
  return value as Task<unknown, unknown>;
};

const asRollUp = (value: unknown): RollUpFunction<unknown, unknown> | string => {
  if (typeof value === 'function') return value as RollUpFunction<unknown, unknown>;
  const { rollUp } = (value ?? {}) as { rollUp?: unknown };
  return typeof rollUp === 'function' ? (rollUp as RollUpFunction<unknown, unknown>) : `${show(value)} for rollUp`;
};

/** Also of a CommonJS module that a compiler made of an ES module: there it is one deeper. */
export const loadDefault = async (url: string): Promise<unknown> => {
  const exports = ((await importModule(url)) as { default?: unknown }).default;
  const inner = (exports as { __esModule?: boolean; default?: unknown } | null | undefined) ?? {};
  return typeof exports === 'object' && inner.__esModule && 'default' in inner ? inner.default : exports;
};

const importModule = async (url: string): Promise<unknown> => {
  const isNative = 'typescript' in process.features && process.features.typescript;
  if (isTypeScript(url) && !isNative) await useTsx(url);
  return import(url);
};

const isTypeScript = (url: string): boolean => /^\.[cm]?tsx?$/.test(extname(new URL(url).pathname));

/** A loader that was given to Node by a flag does not reach threads. Where tsx stands beside the task, it is used. */
const useTsx = async (url: string): Promise<void> => {
  try {
    // What stands there for `require` cannot register itself; its other form stands beside it.
    const place = createRequire(url)
      .resolve('tsx/esm/api')
      .replace(/\.cjs$/, '.mjs');
    const { register } = (await import(pathToFileURL(place).href)) as { register: () => unknown };
    register();
  } catch {
    // There is none, and importing says so.
  }
};

const explained = (thrown: unknown, url: string): AttemptFailure => {
  const failure = failureOf(thrown, 'task-not-loaded');
  const codes = ['ERR_UNKNOWN_FILE_EXTENSION', 'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING'];
  if (!isTypeScript(url) || !codes.includes(errorCode(thrown))) return failure;
  return {
    ...failure,
    message: `this Node (${process.version}) cannot load TypeScript: ${fileURLToPath(url)}`,
    nextStep:
      'Compile the module to JavaScript, install tsx in its project (npm i -D tsx), or use Node 22.18 or later.',
  };
};
