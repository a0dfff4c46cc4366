import { type ExecuteOptions, executeRows } from './execute-options.js';
import { checkIsObject, defined, fieldProblems } from './fields.js';
import { type ExecuteSettings, settleExecute } from './resolve-execute.js';

/** Checks what is given to go on with a recorded run, which has what is not given. */
export const resolveResume = (options: object, cores: number): ExecuteSettings => {
  checkIsObject(options);
  const given = defined(options) as ExecuteOptions;
  const problems = fieldProblems(given, executeRows);
  const settled = given.task === undefined ? { task: anyTask } : {};
  return settleExecute({ options: given, problems, settled }, cores);
};

/** Stands in for the one that is recorded. */
const anyTask = { kind: 'function', code: { run: () => undefined } } as const;

export interface GoingOn {
  readonly given: ExecuteSettings;
  /** What was given, and under it what is recorded. */
  readonly options: ExecuteOptions;
}

/** What a run goes on with. What was given as a whole is settled; the rest comes from a record, which may have been edited. */
export const resolveRecorded = ({ given, options }: GoingOn, cores: number): ExecuteSettings => {
  const all = Object.entries(options);
  const isGiven = ([name, value]: readonly [string, unknown]): boolean =>
    given.given[name as keyof ExecuteOptions] === value;
  const problems = fieldProblems(Object.fromEntries(all.filter((one) => !isGiven(one))), executeRows);
  const settings: Readonly<Record<string, unknown>> = { ...given };
  const settled = Object.fromEntries(all.filter(isGiven).map(([name]) => [name, settings[name]]));
  return settleExecute({ options, problems, settled }, cores);
};
