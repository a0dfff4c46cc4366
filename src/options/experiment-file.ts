import type { CommandTask } from '../domain/command.js';
import type { Problem } from '../domain/failure.js';
import type { Arm, Case, Interleave } from '../domain/trial.js';
import { show } from '../util/show.js';
import { budgetFields, resolveBudget } from './budget-options.js';
import type { BudgetOptions, ExecuteOptions } from './execute-options.js';
import { readCommand } from './experiment-file/command.js';
import { readDocument } from './experiment-file/document.js';
import { fileFields } from './experiment-file/fields.js';
import { fileFailure } from './experiment-file/file-failure.js';
import { type FileIsolation, readIsolation } from './experiment-file/isolation.js';
import { isObject, readArms, readCaseList } from './experiment-file/members.js';
import { isMisnamed, namedFields } from './experiment-file/named-fields.js';
import { fieldProblems } from './fields.js';

/** What of `execute` a file may say. */
type Executing = Pick<
  ExecuteOptions,
  | ('maxParallel' | 'threads' | 'threadHeapMb' | 'onFailure' | 'retries' | 'backoffMs' | 'timeoutMs' | 'graceMs')
  | ('requestsPerMinute' | 'tokensPerMinute' | 'budget' | 'usdPerMillionTokens' | 'captureOutput' | 'seed' | 'reuse')
>;

/** An experiment as options of the library. Paths are as they are written: they start at the folder of the file. */
export interface ExperimentFile extends Executing {
  readonly name?: string;
  readonly goal?: string;
  readonly cases: readonly Case[] | { readonly file: string };
  readonly arms: readonly Arm[];
  readonly replications?: number;
  readonly task: string | CommandTask;
  readonly score?: string | CommandTask;
  readonly interleave?: Interleave;
  readonly isolation?: FileIsolation;
  readonly unchanged?: readonly string[];
  readonly confidence?: number;
  readonly resamples?: number;
  readonly root?: string;
  readonly ledger?: boolean | string;
}

export interface ReadExperiment {
  readonly options: ExperimentFile;
  /** What is found wrong with its options later, in the places of the file. */
  readonly placed: (problems: readonly Problem[]) => Problem[];
}

const required = ['cases', 'arms', 'task'] as const;

/** Reads an experiment from YAML or JSON. Throws one failure that lists all that is wrong, with lines. */
export const readExperimentFile = (text: string, name: string): ReadExperiment => {
  const { value, placed, written } = readDocument(text, name);
  const problems: Problem[] = [];
  const refuse = (): never => {
    throw fileFailure(name, placed(problems));
  };
  if (!isObject(value)) {
    const received = value === null ? 'nothing' : show(value);
    problems.push({ field: '', expected: `an object with ${required.join(', ')}`, received });
    return refuse();
  }
  const given = namedFields('', value, Object.keys(fileFields), problems);
  problems.push(...fieldProblems(given, fileFields));
  for (const field of required) {
    if (!(field in given) && !isMisnamed(field, problems)) {
      problems.push({ field, expected: fileFields[field].expected, received: 'nothing' });
    }
  }
  const sound = (field: string): unknown => (problems.some((one) => one.field === field) ? undefined : given[field]);
  const source = { problems, written };
  const parts: Record<string, unknown> = {};
  for (const field of ['task', 'score'] as const) {
    const code = sound(field);
    if (isObject(code)) parts[field] = readCommand(field, code, problems);
  }
  const [cases, arms, isolation, budget] = ['cases', 'arms', 'isolation', 'budget'].map(sound);
  if (typeof cases === 'string') parts.cases = { file: cases };
  else if (Array.isArray(cases)) parts.cases = readCaseList('cases', cases, source);
  if (typeof arms === 'object') parts.arms = readArms('arms', arms as object, source);
  if (isObject(isolation)) parts.isolation = readIsolation(isolation, problems);
  if (isObject(budget)) parts.budget = readBudget(budget, problems);
  if (placed(problems).length > 0) refuse();
  return { options: { ...given, ...parts } as unknown as ExperimentFile, placed };
};

const readBudget = (value: object, problems: Problem[]): BudgetOptions => {
  const before = problems.length;
  const budget = namedFields('budget', value, Object.keys(budgetFields), problems) as BudgetOptions;
  if (problems.length === before) resolveBudget(budget, problems);
  return budget;
};
