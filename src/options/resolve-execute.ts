import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { Problem } from '../domain/failure.js';
import type { Ledger } from '../domain/ledger.js';
import { type OnFailure, type Order, orders } from '../domain/order.js';
import { mostSlots } from '../domain/slots.js';
import type { Leaf } from '../domain/subplan.js';
import type { RollUpFunction, Task, TaskFunction } from '../domain/task.js';
import { show } from '../util/show.js';
import { type ExecuteOptions, executeDefaults, type NamedLimit, type TaskModule } from './execute-options.js';
import {
  aFunction,
  atLeast,
  between,
  checkIsObject,
  defined,
  type Field,
  fieldProblems,
  invalidOptions,
  oneOf,
} from './fields.js';

type TaskSource<F> =
  | { readonly kind: 'module'; readonly url: string }
  | { readonly kind: 'function'; readonly code: F };

interface LimitSetting {
  readonly max: number;
  /** Which leaves count under it; undefined: those that carry its name. */
  readonly of: ((leaf: Leaf) => boolean) | undefined;
}

/** What executing works with: every field decided. */
export interface ExecuteSettings {
  readonly task: TaskSource<Task<unknown, unknown>>;
  readonly rollUp: TaskSource<RollUpFunction<unknown, unknown>> | undefined;
  /** Absolute; undefined where the plan knows better. */
  readonly root: string | undefined;
  readonly maxParallel: number;
  readonly limits: ReadonlyMap<string, LimitSetting>;
  readonly threads: number;
  readonly threadHeapMb: number;
  readonly order: Order;
  readonly onFailure: OnFailure;
  readonly retries: number;
  readonly backoffMs: number;
  readonly timeoutMs: number | undefined;
  readonly graceMs: number;
  readonly signal: AbortSignal | undefined;
  readonly captureOutput: boolean;
  readonly seed: number;
  /** Undefined where nothing is recorded. */
  readonly ledger: LedgerPlace | undefined;
  readonly reuse: boolean;
}

/** Where a run is recorded. */
export type LedgerPlace =
  | { readonly kind: 'project' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'open'; readonly ledger: Ledger };

const share = z.string().regex(/^\d+(\.\d+)?%$/);
const positiveShare = share.refine((text) => Number.parseFloat(text) > 0);
const shareOfLeaves = positiveShare.refine((text) => Number.parseFloat(text) <= 100);
const milliseconds = 2 ** 31 - 1;
const module = z.union([z.string().min(1), z.instanceof(URL)]);
const runChoice = z.union([z.literal(true), z.string().min(1)]);
/** A rollup or a schema that is none would otherwise be noticed when all leaves have run. */
const taskObject = z.custom((value) => {
  if (typeof value !== 'object' || value === null) return false;
  const { run, rollUp, output } = value as Partial<Task>;
  if (rollUp !== undefined && typeof rollUp !== 'function') return false;
  if (output !== undefined && typeof output?.['~standard']?.validate !== 'function') return false;
  return typeof run === 'function';
});

export const executeFields: Record<keyof ExecuteOptions, Field> = {
  task: {
    schema: z.union([module, aFunction, taskObject, z.object({ module })]),
    expected:
      'the path or URL of a module, a function, or defineTask({ run, rollUp?, output? }) with functions and a Standard Schema',
  },
  rollUp: { schema: z.union([module, aFunction]), expected: 'a function, or the path or URL of a module' },
  root: { schema: module, expected: 'the path of a folder' },
  maxParallel: {
    schema: z.union([z.int().min(1).max(mostSlots), positiveShare]),
    expected: `a whole number from 1 to ${mostSlots}, or a share of the cores such as "50%"`,
  },
  limits: {
    schema: z.record(
      z.string().min(1),
      z.union([z.int().min(1), z.strictObject({ max: z.int().min(1), of: aFunction })]),
    ),
    expected: 'whole numbers, 1 or more, by name, such as { gpu: 1 }, or { gpu: { max: 1, of: (leaf) => … } }',
  },
  threads: between(1, 1024),
  threadHeapMb: atLeast(32),
  order: { schema: z.enum(orders), expected: `one of ${oneOf(orders)}` },
  onFailure: {
    schema: z.union([z.enum(['continue', 'stop', 'cancel']), z.int().min(1), shareOfLeaves]),
    expected: '"continue", "stop", "cancel", a number of failures (1 or more), or a share of the leaves such as "10%"',
  },
  retries: atLeast(0),
  backoffMs: between(0, milliseconds),
  timeoutMs: between(1, milliseconds),
  graceMs: between(0, milliseconds),
  signal: { schema: z.instanceof(AbortSignal), expected: 'an AbortSignal' },
  captureOutput: { schema: z.boolean(), expected: 'true or false' },
  seed: { schema: z.int(), expected: 'a whole number' },
  ledger: {
    schema: z.union([z.boolean(), module, z.custom((value) => typeof (value as Ledger | null)?.claim === 'function')]),
    expected: 'true, false, the path of a file, or a ledger such as memoryLedger()',
  },
  resume: { schema: runChoice, expected: 'the id of a run, or true for the newest' },
  retryFailed: { schema: runChoice, expected: 'the id of a run, or true for the newest' },
  reuse: { schema: z.boolean(), expected: 'true or false' },
};

/** Checks the options of `execute` and fills in what is not given. Throws one failure that lists every bad field. */
export const resolveExecute = (options: ExecuteOptions, cores: number): ExecuteSettings => {
  checkIsObject(options);
  const problems = fieldProblems(options, executeFields);
  if (options.task === undefined)
    problems.push({ field: 'task', expected: executeFields.task.expected, received: 'nothing' });
  const known = (field: keyof ExecuteOptions) => !problems.some((problem) => problem.field === field);
  const task = known('task') ? taskSource(options.task, problems) : undefined;
  const rollUp = options.rollUp !== undefined && known('rollUp') ? rollUpSource(options.rollUp, problems) : undefined;
  const root = options.root !== undefined && known('root') ? pathOf('root', options.root, problems) : undefined;
  const ledger = known('ledger') ? ledgerPlace(options, problems) : undefined;
  if (problems.length > 0 || !task) throw invalidOptions(problems);
  const filled = { ...executeDefaults, ...defined(options) };
  const { threadHeapMb, order, onFailure, retries, backoffMs, graceMs, captureOutput, seed } = filled;
  const { timeoutMs, signal } = options;
  const maxParallel = slots(filled.maxParallel ?? cores, cores);
  return {
    ...{ task, rollUp, root, maxParallel },
    limits: new Map(Object.entries(filled.limits).map(([name, limit]) => [name, limitSetting(limit)])),
    threads: Math.min(options.threads ?? cores, maxParallel),
    ...{ threadHeapMb, order, onFailure, retries, backoffMs, timeoutMs, graceMs, signal, captureOutput, seed },
    ...{ ledger, reuse: filled.reuse },
  };
};

/** Resuming and reusing need a ledger, so they ask for one; where it was declined they cannot be. */
const ledgerPlace = (options: ExecuteOptions, problems: Problem[]): LedgerPlace | undefined => {
  const needs = (['resume', 'retryFailed', 'reuse'] as const).filter((name) => options[name]);
  if (options.resume !== undefined && options.retryFailed !== undefined) {
    problems.push({ field: 'retryFailed', expected: 'to stand without resume', received: show(options.retryFailed) });
  }
  const { ledger = needs.length > 0 } = options;
  if (ledger === false && needs.length > 0) {
    problems.push({ field: 'ledger', expected: `a ledger, since ${needs[0]} needs one`, received: 'false' });
  }
  if (typeof ledger === 'boolean') return ledger ? { kind: 'project' } : undefined;
  if (typeof ledger === 'object' && !(ledger instanceof URL)) return { kind: 'open', ledger };
  const path = pathOf('ledger', ledger, problems);
  return path === undefined ? undefined : { kind: 'file', path };
};

/** Checks a cap that is set while a run is under way. */
export const resolveMaxParallel = (value: unknown, cores: number): number => {
  const { schema, expected } = executeFields.maxParallel;
  if (!schema.safeParse(value).success) {
    throw invalidOptions([{ field: 'maxParallel', expected, received: show(value) }]);
  }
  return slots(value as number | string, cores);
};

/** A share of the cores is at least one slot: 10 % of two cores is not nothing. */
export const slots = (value: number | string, cores: number): number =>
  typeof value === 'number'
    ? value
    : Math.max(1, Math.min(mostSlots, Math.round((Number.parseFloat(value) / 100) * cores)));

const limitSetting = (limit: NamedLimit): LimitSetting =>
  typeof limit === 'number' ? { max: limit, of: undefined } : limit;

const taskSource = (task: unknown, problems: Problem[]): ExecuteSettings['task'] | undefined => {
  if (typeof task === 'function') return { kind: 'function', code: { run: task as TaskFunction<unknown> } };
  if (typeof task === 'string' || task instanceof URL) return moduleSource('task', task, problems);
  if (typeof (task as Task).run === 'function') return { kind: 'function', code: task as Task<unknown, unknown> };
  return moduleSource('task', (task as TaskModule).module, problems);
};

const rollUpSource = (rollUp: unknown, problems: Problem[]): ExecuteSettings['rollUp'] =>
  typeof rollUp === 'function'
    ? { kind: 'function', code: rollUp as RollUpFunction<unknown, unknown> }
    : moduleSource('rollUp', rollUp as string | URL, problems);

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

const pathOf = (field: string, place: string | URL, problems: Problem[]): string | undefined => {
  try {
    return resolve(place instanceof URL ? fileURLToPath(place) : place);
  } catch {
    problems.push({ field, expected: 'a file: URL of this machine, or a path', received: show(String(place)) });
    return undefined;
  }
};
