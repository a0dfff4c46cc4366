import { type Problem, SubplanFailure } from '../domain/failure.js';
import { mostSlots } from '../domain/slots.js';
import { show } from '../util/show.js';
import { type CalibrateOptions, calibrateDefaults } from './calibrate-options.js';
import type { ExecuteOptions } from './execute-options.js';
import { between, checkIsObject, fieldProblems, invalidOptions } from './fields.js';
import { executeFields, resolveExecute } from './resolve-execute.js';

export interface CalibrateSettings {
  readonly upTo: number;
  /** The rest. */
  readonly execute: ExecuteOptions;
}

/** What `execute` takes and this cannot. */
const refused = {
  maxParallel: 'no such option here: it is what is looked for (upTo bounds it)',
  resume: 'no such option here: calibrating begins a run of its own, with which execute({ resume }) goes on',
  retryFailed: 'no such option here: calibrating begins a run of its own, with which execute({ resume }) goes on',
} as const satisfies Partial<Record<keyof ExecuteOptions, string>>;

const { maxParallel: _, resume: __, retryFailed: ___, ...taken } = executeFields;
const fields = { ...taken, upTo: between(1, mostSlots) };

/** Checks the options of `calibrate`. Throws one failure that lists every bad field. */
export const resolveCalibrate = (options: CalibrateOptions, cores: number): CalibrateSettings => {
  checkIsObject(options);
  const given: Readonly<Record<string, unknown>> = { ...options };
  const isTaken = ([name]: readonly [string, unknown]): boolean => !Object.hasOwn(refused, name);
  const known = Object.fromEntries(Object.entries(given).filter(isTaken));
  const { upTo, ...execute } = known;
  const problems = [
    ...Object.entries(refused).flatMap(([field, expected]): Problem[] =>
      given[field] === undefined ? [] : [{ field, expected, received: show(given[field]) }],
    ),
    ...fieldProblems(known, fields),
  ];
  const isNew = ({ field }: Problem): boolean => !problems.some((one) => one.field === field);
  problems.push(...executeProblems(execute as unknown as ExecuteOptions, cores).filter(isNew));
  if (problems.length > 0) throw invalidOptions(problems);
  return {
    upTo: (upTo as number | undefined) ?? calibrateDefaults.upTo,
    execute: execute as unknown as ExecuteOptions,
  };
};

/** What lies deeper than a field, or between two. */
const executeProblems = (options: ExecuteOptions, cores: number): readonly Problem[] => {
  try {
    resolveExecute(options, cores);
    return [];
  } catch (error) {
    if (!(error instanceof SubplanFailure)) throw error;
    return error.problems;
  }
};
