import type { Finding } from '../domain/failure.js';
import { option } from '../domain/message.js';
import { type BuiltInScore, builtInScores, type NamedScore, type ScoreFunction } from '../domain/score.js';
import type { Case, Design } from '../domain/trial.js';
import { armProblems, caseProblems, plainArm, plainCase } from './case-problems.js';
import { isCommand } from './code-fields.js';
import { type ExecuteOptions, executeRows } from './execute-options.js';
import {
  type DesignOptions,
  designRows,
  type ExperimentOptions,
  executeNames,
  experimentDefaults,
  type IsolationOptions,
  isolationDefaults,
  type Keep,
} from './experiment-options.js';
import type { Field } from './field.js';
import { checkIsObject, defined, fieldProblems, invalidOptions } from './fields.js';
import { pathOf } from './path-of.js';
import { type ExecuteSettings, settleExecute } from './resolve-execute.js';
import { type OptionsOf, rowsIn, type SettingsOf, withDefaults } from './row.js';
import { isAbout } from './subject.js';
import { type TaskSource, taskSource } from './task-source.js';

/** How values become scores, by what does it. */
export type ScoreSource =
  | { readonly kind: 'built-in'; readonly name: BuiltInScore }
  | Exclude<TaskSource<never>, { kind: 'function' }>
  | { readonly kind: 'function'; readonly code: ScoreFunction | NamedScore };

/** Where working folders come from. Paths are absolute. */
export type IsolationSetting = { readonly keep: Keep } & (
  | { readonly kind: 'copy'; readonly source: string }
  | { readonly kind: 'worktree'; readonly source: string; readonly ref: string }
);

type AsGiven = Omit<SettingsOf<typeof designRows>, keyof Design | 'score' | 'isolation' | 'unchanged'>;

export interface ExperimentSettings extends Design, AsGiven {
  readonly score: ScoreSource;
  readonly isolation: IsolationSetting | undefined;
  /** Absolute paths. */
  readonly unchanged: readonly string[];
  /** What its trials are run with. */
  readonly execute: ExecuteSettings;
  /** The same with nothing by default: when an experiment goes on, the rest comes from its record. */
  readonly executeGiven: ExecuteOptions;
}

const allFields: Readonly<Record<string, Field>> = { ...designRows, ...rowsIn(executeRows, 'experiment') };

/** Checks the options of `experiment` and fills in what is not given. Throws one failure that lists every bad field. */
export const resolveExperiment = (options: ExperimentOptions, cores: number): ExperimentSettings => {
  checkIsObject(options);
  const problems = fieldProblems(options, allFields);
  for (const field of ['cases', 'arms', 'task'] as const) {
    if (options[field] === undefined) {
      problems.push({ subject: option(field), expected: allFields[field].expected, received: 'nothing' });
    }
  }
  const isSound = (field: keyof DesignOptions) => !problems.some((problem) => isAbout(problem, field));
  if (isSound('cases')) problems.push(...caseProblems(options.cases));
  if (isSound('arms')) problems.push(...armProblems(options.arms));
  const given = withDefaults(designRows, options as OptionsOf<typeof designRows>);
  const score = isSound('score') ? scoreSource(given.score, problems) : undefined;
  if (score && problems.length === 0) problems.push(...nothingExpected(score, options.cases));
  const isolation = isSound('isolation') ? isolationSetting(given.isolation, problems) : undefined;
  const unchanged = isSound('unchanged') ? pathsOf(given.unchanged, problems) : [];
  if (problems.length > 0 || !score) throw invalidOptions(problems);
  const { maxParallel, seed } = { ...experimentDefaults, ...defined(options) };
  const executeGiven = givenTo(options);
  // In the order of the plan, which is what makes the comparison fair.
  const execute = { ...executeGiven, maxParallel, seed, order: 'plan' } as const;
  return {
    ...{ ...given, seed, score, isolation, unchanged },
    cases: options.cases.map(plainCase),
    arms: options.arms.map(plainArm),
    execute: settleExecute({ options: execute, problems: [] }, cores),
    executeGiven,
  };
};

const givenTo = (options: ExperimentOptions): ExecuteOptions =>
  Object.fromEntries(
    Object.entries(defined(options)).filter(([field]) => executeNames.some((one) => one === field)),
  ) as unknown as ExecuteOptions;

/** To learn that there is nothing to compare with when all trials have run would be bitter. */
const nothingExpected = (score: ScoreSource, cases: readonly Case[]): Finding[] => {
  if (score.kind !== 'built-in' || score.name === 'value') return [];
  return cases.flatMap(({ expected }, i): Finding[] => {
    if (expected !== undefined) return [];
    return [
      {
        ...{ subject: option('cases', i, 'expected'), received: 'nothing' },
        expected: `something to compare with, which the score "${score.name}" needs`,
      },
    ];
  });
};

const scoreSource = (score: unknown, problems: Finding[]): ScoreSource | undefined => {
  const builtIn = builtInScores.find((name) => name === score);
  if (builtIn) return { kind: 'built-in', name: builtIn };
  if (typeof score === 'function') return { kind: 'function', code: score as ScoreFunction };
  if (isCommand(score) || typeof score === 'string' || score instanceof URL) {
    const source = taskSource(score, problems, option('score'));
    return source?.kind === 'function' ? undefined : source;
  }
  return { kind: 'function', code: score as NamedScore };
};

const isolationSetting = (
  isolation: IsolationOptions | undefined,
  problems: Finding[],
): IsolationSetting | undefined => {
  if (!isolation) return undefined;
  const { keep = isolationDefaults.keep } = isolation;
  if ('copy' in isolation) {
    const source = pathOf(option('isolation', 'copy'), isolation.copy, problems);
    return source === undefined ? undefined : { kind: 'copy', keep, source };
  }
  const { worktree, ref = isolationDefaults.ref } = isolation;
  const source = pathOf(option('isolation', 'worktree'), worktree, problems);
  return source === undefined ? undefined : { kind: 'worktree', keep, source, ref };
};

const pathsOf = (places: readonly (string | URL)[] = [], problems: Finding[]): string[] =>
  places.flatMap((one) => pathOf(option('unchanged'), one, problems) ?? []);
