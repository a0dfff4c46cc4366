import { z } from 'zod';
import type { Problem } from '../domain/failure.js';
import type { Ledger } from '../domain/ledger.js';
import { type OnFailure, type Order, orders } from '../domain/order.js';
import { mostSlots } from '../domain/slots.js';
import type { Leaf } from '../domain/subplan.js';
import type { RollUpFunction, Task } from '../domain/task.js';
import { show } from '../util/show.js';
import { type BudgetSetting, budgetFields, resolveBudget } from './budget-options.js';
import { type ExecuteOptions, executeDefaults, type NamedLimit } from './execute-options.js';
import {
  above0,
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
import { pathOf } from './path-of.js';
import { resolveSampling, type SamplingSetting, samplingFields } from './sampling-options.js';
import { place, rollUpField, rollUpSource, type TaskSource, taskField, taskSource } from './task-source.js';

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
  readonly requestsPerMinute: number | undefined;
  readonly tokensPerMinute: number | undefined;
  readonly budget: BudgetSetting | undefined;
  readonly usdPerMillionTokens: number | undefined;
  readonly sampling: SamplingSetting | undefined;
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
const runChoice = z.union([z.literal(true), z.string().min(1)]);
export const executeFields: Record<keyof ExecuteOptions, Field> = {
  task: taskField,
  rollUp: rollUpField,
  root: { schema: place, expected: 'the path of a folder' },
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
  requestsPerMinute: above0('60'),
  tokensPerMinute: above0('100000'),
  budget: { schema: z.looseObject({}), expected: `an object with ${oneOf(Object.keys(budgetFields))}` },
  usdPerMillionTokens: above0('3'),
  sampling: { schema: z.looseObject({}), expected: `an object with ${oneOf(Object.keys(samplingFields))}` },
  signal: { schema: z.instanceof(AbortSignal), expected: 'an AbortSignal' },
  captureOutput: { schema: z.boolean(), expected: 'true or false' },
  seed: { schema: z.int(), expected: 'a whole number' },
  ledger: {
    schema: z.union([z.boolean(), place, z.custom((value) => typeof (value as Ledger | null)?.claim === 'function')]),
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
  const budget = known('budget') ? resolveBudget(options.budget, problems) : undefined;
  const sampling = known('sampling') ? resolveSampling(options.sampling, problems) : undefined;
  if (problems.length > 0 || !task) throw invalidOptions(problems);
  const filled = { ...executeDefaults, ...defined(options) };
  const { threadHeapMb, order, onFailure, retries, backoffMs, graceMs, captureOutput, seed } = filled;
  const { timeoutMs, signal, requestsPerMinute, tokensPerMinute, usdPerMillionTokens } = options;
  const maxParallel = slots(filled.maxParallel ?? cores, cores);
  return {
    ...{ task, rollUp, root, maxParallel },
    limits: new Map(Object.entries(filled.limits).map(([name, limit]) => [name, limitSetting(limit)])),
    threads: Math.min(options.threads ?? cores, maxParallel),
    ...{ threadHeapMb, order, onFailure, retries, backoffMs, timeoutMs, graceMs, signal, captureOutput, seed },
    ...{ requestsPerMinute, tokensPerMinute, budget, usdPerMillionTokens, sampling },
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
