import type { Finding } from '../domain/failure.js';
import type { Ledger } from '../domain/ledger.js';
import { option, say } from '../domain/message.js';
import { mostSlots } from '../domain/slots.js';
import type { Leaf } from '../domain/subplan.js';
import type { RollUpFunction, Task } from '../domain/task.js';
import { show } from '../util/show.js';
import type { BudgetSetting } from './budget-options.js';
import { type ExecuteOptions, executeRows, type NamedLimit } from './execute-options.js';
import { checkIsObject, fieldProblems, invalidOptions } from './fields.js';
import { pathOf } from './path-of.js';
import { resolveBudget } from './resolve-budget.js';
import { resolveSampling, type SamplingSetting } from './resolve-sampling.js';
import { type ResumeName, resumeNames, resumeNamesIn, withoutResume } from './resume-choice.js';
import { type OptionsOf, type SettingsOf, withDefaults } from './row.js';
import { isAbout } from './subject.js';
import { rollUpSource, type TaskSource, taskSource } from './task-source.js';

interface LimitSetting {
  readonly max: number;
  /** Which leaves count under it; undefined: those that carry its name. */
  readonly of: ((leaf: Leaf) => boolean) | undefined;
}

/** What executing works with, as far as it differs from what is given and its defaults. */
interface Resolved {
  readonly task: TaskSource<Task<unknown, unknown>>;
  readonly rollUp: TaskSource<RollUpFunction<unknown, unknown>> | undefined;
  /** Absolute; undefined where the plan knows better. */
  readonly root: string | undefined;
  readonly maxParallel: number;
  readonly limits: ReadonlyMap<string, LimitSetting>;
  readonly threads: number;
  readonly budget: BudgetSetting | undefined;
  readonly sampling: SamplingSetting | undefined;
  /** Undefined where nothing is recorded. */
  readonly ledger: LedgerPlace | undefined;
}

type AsGiven = Omit<SettingsOf<typeof executeRows>, keyof Resolved | ResumeName>;

/** What executing works with: every field decided. */
export interface ExecuteSettings extends AsGiven, Resolved {
  /** What was given, for the record: what was left to its default may have another when the run goes on. */
  readonly given: Partial<ExecuteOptions>;
}

/** Where a run is recorded. */
export type LedgerPlace =
  | { readonly kind: 'project' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'open'; readonly ledger: Ledger };

/** Checks the options of `execute` and fills in what is not given. Throws one failure that lists every bad field. */
export const resolveExecute = (options: ExecuteOptions, cores: number): ExecuteSettings => {
  checkIsObject(options);
  return settleExecute({ options, problems: fieldProblems(options, executeRows) }, cores);
};

export interface LookedAt {
  readonly options: ExecuteOptions;
  /** What is wrong with each of them by itself. */
  readonly problems: Finding[];
  /** Settings that stand already, by the names of options that were resolved before. */
  readonly settled?: Partial<ExecuteSettings>;
}

/** Options that were looked at one by one become settings, where they are right in their parts and with each other. */
export const settleExecute = ({ options, problems, settled = {} }: LookedAt, cores: number): ExecuteSettings => {
  if (options.task === undefined && !settled.task)
    problems.push({ subject: option('task'), expected: executeRows.task.expected, received: 'nothing' });
  const settle = <Name extends keyof Resolved & keyof ExecuteOptions>(
    name: Name,
    read: (value: ExecuteOptions[Name], problems: Finding[]) => Resolved[Name] | undefined,
  ): Resolved[Name] | undefined => {
    if (Object.hasOwn(settled, name)) return settled[name];
    return problems.some((problem) => isAbout(problem, name)) ? undefined : read(options[name], problems);
  };
  const task = settle('task', taskSource);
  const rollUp = settle('rollUp', (value) => (value === undefined ? undefined : rollUpSource(value, problems)));
  const root = settle('root', (value) => (value === undefined ? undefined : pathOf(option('root'), value, problems)));
  const ledger = settle('ledger', () => ledgerPlace(options, problems));
  const budget = settle('budget', resolveBudget);
  const sampling = settle('sampling', resolveSampling);
  if (problems.length > 0 || !task) throw invalidOptions(problems);
  const filled = withoutResume(withDefaults(executeRows, options as OptionsOf<typeof executeRows>));
  const maxParallel = slots(filled.maxParallel ?? cores, cores);
  return {
    ...filled,
    ...{ task, rollUp, root, maxParallel, ledger, budget, sampling, given: options },
    limits: new Map(Object.entries(filled.limits).map(([name, limit]) => [name, limitSetting(limit)])),
    threads: Math.min(filled.threads ?? cores, maxParallel),
  };
};

/** Resuming and reusing need a ledger, so they ask for one; where it was declined they cannot be. */
const ledgerPlace = (options: ExecuteOptions, problems: Finding[]): LedgerPlace | undefined => {
  const needs = ([...resumeNames, 'reuse'] as const).filter((name) => options[name]);
  if (resumeNamesIn(options).length > 1) {
    problems.push({
      ...{ subject: option('retryFailed'), received: show(options.retryFailed), fault: 'relation' },
      expected: say`to stand without ${option('resume')}`,
    });
  }
  const { ledger = needs.length > 0 } = options;
  if (ledger === false && needs.length > 0) {
    problems.push({
      ...{ subject: option('ledger'), received: 'false', fault: 'relation' },
      expected: say`a ledger, since ${option(needs[0])} needs one`,
    });
  }
  if (typeof ledger === 'boolean') return ledger ? { kind: 'project' } : undefined;
  if (typeof ledger === 'object' && !(ledger instanceof URL)) return { kind: 'open', ledger };
  const path = pathOf(option('ledger'), ledger, problems);
  return path === undefined ? undefined : { kind: 'file', path };
};

/** Checks a cap that is set while a run is under way. */
export const resolveMaxParallel = (value: unknown, cores: number): number => {
  const problems = fieldProblems({ maxParallel: value ?? null }, executeRows);
  if (problems.length > 0) throw invalidOptions(problems);
  return slots(value as number | string, cores);
};

/** A share of the cores is at least one slot: 10 % of two cores is not nothing. */
export const slots = (value: number | string, cores: number): number =>
  typeof value === 'number'
    ? value
    : Math.max(1, Math.min(mostSlots, Math.round((Number.parseFloat(value) / 100) * cores)));

const limitSetting = (limit: NamedLimit): LimitSetting =>
  typeof limit === 'number' ? { max: limit, of: undefined } : limit;
