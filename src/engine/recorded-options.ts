import type { CommandTask } from '../domain/command.js';
import { SubplanFailure } from '../domain/failure.js';
import { functionOf, option, say } from '../domain/message.js';
import type { ExecuteOptions, TaskLike } from '../options/execute-options.js';
import { defined } from '../options/fields.js';
import { withoutResume } from '../options/resume-choice.js';
import { refuseNameless } from './record.js';
import { commandTask } from './recorded-code.js';
import type { RunSettings } from './run-settings.js';
import { surveyTask } from './survey.js';

export interface GivenToResume {
  /** What was given to `execute`, with `resume` or `retryFailed`. */
  readonly options: Partial<ExecuteOptions>;
  /** Used where the task of the run is a function, which no ledger can hold. */
  readonly functionTask?: TaskLike | undefined;
}

/** Of a budget and of sampling some parts may be given: the others are as they were. */
export const withParts = (options: Partial<ExecuteOptions>, { execute }: RunSettings): Partial<ExecuteOptions> => {
  const whole = (name: 'budget' | 'sampling') =>
    options[name] && execute[name] ? { [name]: { ...(execute[name] as object), ...options[name] } } : {};
  return { ...options, ...whole('budget'), ...whole('sampling') };
};

/** What is given counts; the rest is as it was recorded. A function cannot be recorded, and must be given again. */
export const withRecorded = (
  { options, functionTask }: GivenToResume,
  { task, rollUp, execute }: RunSettings,
): Partial<ExecuteOptions> => {
  const { limits, ...plain } = execute;
  const recorded = { ...plain, ...(limits === undefined ? {} : { limits: withoutFunctions(limits) }) };
  const given = withoutResume(options);
  const own = task.kind === 'function' ? (given.task ?? functionTask) : given.task;
  if (own === undefined && task.kind === 'function') {
    refuseNameless({ task, rollUp: undefined }, 'resume');
    throw new SubplanFailure({
      code: 'resume-refused',
      message: `the task of the run is a function (${task.name} ${task.version}), which no ledger can hold`,
      nextStep: say`Give the same task again in ${functionOf('task')}. Nothing was run.`,
    });
  }
  return {
    ...defined({ task: given.task ?? codeOf('task', task), rollUp: given.rollUp ?? codeOf('rollUp', rollUp) }),
    ...(recorded as Partial<ExecuteOptions>),
    ...defined({ ...given, task: own }),
  };
};

/** The code as it was given; a command of which something could not be written down must be given again. */
const codeOf = (field: string, code: RunSettings['rollUp']): string | URL | CommandTask | undefined => {
  if (code?.kind === 'survey') return surveyTask;
  if (code?.kind === 'module') return code.url;
  if (code?.kind !== 'command') return undefined;
  if (!code.isPartial) return commandTask(code.command);
  throw new SubplanFailure({
    code: 'resume-refused',
    message: `the ${field} of the run is a command with a schema or a secret in it, which no ledger holds`,
    nextStep: say`Give the same ${option(field)} again. Nothing was run.`,
  });
};

/** Limits that were numbers. One that picked its leaves by a function is gone with the process that had it. */
const withoutFunctions = (limits: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(limits as object).filter(([, limit]) => typeof limit === 'number'));

/** Says which limits must be given again to hold. */
export const lostLimits = ({ execute }: RunSettings, { limits }: Partial<ExecuteOptions>): string[] => {
  if (limits !== undefined || execute.limits === undefined) return [];
  const kept = withoutFunctions(execute.limits);
  const lost = Object.keys(execute.limits as object).filter((name) => !(name in kept));
  return lost.map(
    (name) =>
      `the limit ${JSON.stringify(name)} picked its leaves by a function, which no ledger can hold: give limits again`,
  );
};
