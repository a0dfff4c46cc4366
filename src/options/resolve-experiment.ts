import type { Problem } from '../domain/failure.js';
import { type BuiltInScore, builtInScores, type NamedScore, type ScoreFunction } from '../domain/score.js';
import type { Case, Design } from '../domain/trial.js';
import { isCommand } from './command-options.js';
import { armProblems, caseProblems, designFields, plainArm, plainCase } from './design-fields.js';
import type { ExecuteOptions } from './execute-options.js';
import {
  type DesignOptions,
  type ExperimentOptions,
  executeNames,
  experimentDefaults,
  type IsolationOptions,
  type Keep,
} from './experiment-options.js';
import { checkIsObject, defined, type Field, fieldProblems, invalidOptions } from './fields.js';
import { pathOf } from './path-of.js';
import { executeFields } from './resolve-execute.js';
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

export interface ExperimentSettings extends Design {
  readonly score: ScoreSource;
  readonly isolation: IsolationSetting | undefined;
  /** Absolute paths. */
  readonly unchanged: readonly string[];
  readonly confidence: number;
  readonly resamples: number;
  /** What goes to `execute`, still to be checked there. */
  readonly execute: ExecuteOptions;
  /** The same without what was not given: when an experiment is resumed, that comes from its record. */
  readonly executeGiven: ExecuteOptions;
}

const allFields: Readonly<Record<string, Field>> = {
  ...designFields,
  ...Object.fromEntries(executeNames.map((name) => [name, executeFields[name]])),
};

/** Checks the options of `experiment` and fills in what is not given. Throws one failure that lists every bad field. */
export const resolveExperiment = (options: ExperimentOptions): ExperimentSettings => {
  checkIsObject(options);
  const problems = fieldProblems(options, allFields);
  for (const field of ['cases', 'arms', 'task'] as const) {
    if (options[field] === undefined) {
      problems.push({ field, expected: allFields[field].expected, received: 'nothing' });
    }
  }
  const isSound = (field: keyof DesignOptions) => !problems.some((problem) => problem.field === field);
  if (isSound('cases')) problems.push(...caseProblems(options.cases));
  if (isSound('arms')) problems.push(...armProblems(options.arms));
  const given = { ...experimentDefaults, ...defined(options) };
  const score = isSound('score') ? scoreSource(given.score, problems) : undefined;
  if (score && problems.length === 0) problems.push(...nothingExpected(score, options.cases));
  const isolation = isSound('isolation') ? isolationSetting(given.isolation, problems) : undefined;
  const unchanged = isSound('unchanged') ? pathsOf(given.unchanged, problems) : [];
  if (problems.length > 0 || !score) throw invalidOptions(problems);
  const { name, goal, replications, interleave, seed, confidence, resamples, maxParallel } = given;
  const executeGiven = givenTo(options);
  return {
    ...{ name, goal, replications, interleave, seed, score, isolation, unchanged, confidence, resamples },
    cases: options.cases.map(plainCase),
    arms: options.arms.map(plainArm),
    // In the order of the plan, which is what makes the comparison fair.
    execute: { ...executeGiven, maxParallel, seed, order: 'plan' },
    executeGiven,
  };
};

const givenTo = (options: ExperimentOptions): ExecuteOptions =>
  Object.fromEntries(
    Object.entries(defined(options)).filter(([field]) => executeNames.some((one) => one === field)),
  ) as unknown as ExecuteOptions;

/** To learn that there is nothing to compare with when all trials have run would be bitter. */
const nothingExpected = (score: ScoreSource, cases: readonly Case[]): Problem[] => {
  if (score.kind !== 'built-in' || score.name === 'value') return [];
  return cases.flatMap(({ expected }, i): Problem[] => {
    if (expected !== undefined) return [];
    const field = `cases[${i}].expected`;
    return [
      { field, expected: `something to compare with, which the score "${score.name}" needs`, received: 'nothing' },
    ];
  });
};

const scoreSource = (score: unknown, problems: Problem[]): ScoreSource | undefined => {
  const builtIn = builtInScores.find((name) => name === score);
  if (builtIn) return { kind: 'built-in', name: builtIn };
  if (typeof score === 'function') return { kind: 'function', code: score as ScoreFunction };
  if (isCommand(score) || typeof score === 'string' || score instanceof URL) {
    const source = taskSource(score, problems, 'score');
    return source?.kind === 'function' ? undefined : source;
  }
  return { kind: 'function', code: score as NamedScore };
};

const isolationSetting = (
  isolation: IsolationOptions | undefined,
  problems: Problem[],
): IsolationSetting | undefined => {
  if (!isolation) return undefined;
  const { keep = experimentDefaults.keep } = isolation;
  if ('copy' in isolation) {
    const source = pathOf('isolation.copy', isolation.copy, problems);
    return source === undefined ? undefined : { kind: 'copy', keep, source };
  }
  const { worktree, ref = experimentDefaults.ref } = isolation;
  const source = pathOf('isolation.worktree', worktree, problems);
  return source === undefined ? undefined : { kind: 'worktree', keep, source, ref };
};

const pathsOf = (places: readonly (string | URL)[] = [], problems: Problem[]): string[] =>
  places.flatMap((one) => pathOf('unchanged', one, problems) ?? []);
