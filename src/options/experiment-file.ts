import type { CommandTask } from '../domain/command.js';
import type { Finding, Problem } from '../domain/failure.js';
import { option } from '../domain/message.js';
import type { Arm, Case } from '../domain/trial.js';
import { show } from '../util/show.js';
import { type BudgetOptions, budgetRows } from './budget-options.js';
import type { ExecuteOptions, executeRows } from './execute-options.js';
import { readCommand } from './experiment-file/command.js';
import { readDocument } from './experiment-file/document.js';
import { fileFields } from './experiment-file/fields.js';
import { fileFailure } from './experiment-file/file-failure.js';
import { type FileIsolation, readIsolation } from './experiment-file/isolation.js';
import { isObject, readArms, readCaseList } from './experiment-file/members.js';
import { isMisnamed, namedFields } from './experiment-file/named-fields.js';
import type { DesignOptions, designRows } from './experiment-options.js';
import { fieldProblems } from './fields.js';
import { resolveBudget } from './resolve-budget.js';
import type { NamesIn } from './row.js';
import { isAbout } from './subject.js';

/** What a file says in ways of its own. */
interface Own {
  readonly cases: readonly Case[] | { readonly file: string };
  readonly arms: readonly Arm[];
  readonly task: string | CommandTask;
  readonly score?: string | CommandTask;
  readonly isolation?: FileIsolation;
  readonly unchanged?: readonly string[];
  readonly root?: string;
  readonly ledger?: boolean | string;
}

type Executing = Omit<Pick<ExecuteOptions, NamesIn<typeof executeRows, 'experiment-file'>>, keyof Own>;
type Design = Omit<Pick<DesignOptions, NamesIn<typeof designRows, 'experiment-file'>>, keyof Own>;

/** An experiment as options of the library. Paths are as they are written: they start at the folder of the file. */
export interface ExperimentFile extends Own, Executing, Design {}

export interface ReadExperiment {
  readonly options: ExperimentFile;
  /** What is found wrong with its options later, in the places of the file. */
  readonly placed: (findings: readonly Finding[]) => Problem[];
}

const required = ['cases', 'arms', 'task'] as const;

/** Reads an experiment from YAML or JSON. Throws one failure that lists all that is wrong, with lines. */
export const readExperimentFile = (text: string, name: string): ReadExperiment => {
  const { value, placed, written } = readDocument(text, name);
  const problems: Finding[] = [];
  const refuse = (): never => {
    throw fileFailure(name, placed(problems));
  };
  if (!isObject(value)) {
    const received = value === null ? 'nothing' : show(value);
    problems.push({ subject: option(''), expected: `an object with ${required.join(', ')}`, received });
    return refuse();
  }
  const given = namedFields(option(''), value, Object.keys(fileFields), problems);
  problems.push(...fieldProblems(given, fileFields));
  for (const field of required) {
    if (!(field in given) && !isMisnamed(field, problems)) {
      problems.push({ subject: option(field), expected: fileFields[field].expected, received: 'nothing' });
    }
  }
  const sound = (field: string): unknown => (problems.some((one) => isAbout(one, field)) ? undefined : given[field]);
  const source = { problems, written };
  const parts: Record<string, unknown> = {};
  for (const field of ['task', 'score'] as const) {
    const code = sound(field);
    if (isObject(code)) parts[field] = readCommand(option(field), code, problems);
  }
  const [cases, arms, isolation, budget] = ['cases', 'arms', 'isolation', 'budget'].map(sound);
  if (typeof cases === 'string') parts.cases = { file: cases };
  else if (Array.isArray(cases)) parts.cases = readCaseList(option('cases'), cases, source);
  if (typeof arms === 'object') parts.arms = readArms(option('arms'), arms as object, source);
  if (isObject(isolation)) parts.isolation = readIsolation(isolation, problems);
  if (isObject(budget)) parts.budget = readBudget(budget, problems);
  if (placed(problems).length > 0) refuse();
  return { options: { ...given, ...parts } as unknown as ExperimentFile, placed };
};

const readBudget = (value: object, problems: Finding[]): BudgetOptions => {
  const before = problems.length;
  const budget = namedFields(option('budget'), value, Object.keys(budgetRows), problems) as BudgetOptions;
  if (problems.length === before) resolveBudget(budget, problems);
  return budget;
};
