import { isDeepStrictEqual } from 'node:util';
import { type Finding, SubplanFailure } from '../domain/failure.js';
import { option } from '../domain/message.js';
import { show } from '../util/show.js';
import { type CalibrateOptions, calibrateDefaults, calibrateRows } from './calibrate-options.js';
import { type ExecuteOptions, executeRows } from './execute-options.js';
import { checkIsObject, defined, fieldProblems, invalidOptions } from './fields.js';
import { resolveExecute } from './resolve-execute.js';
import { rowsIn } from './row.js';
import { isAbout } from './subject.js';

export interface CalibrateSettings {
  readonly upTo: number;
  /** The rest. */
  readonly execute: ExecuteOptions;
}

const taken = { ...rowsIn(executeRows, 'calibrate'), ...calibrateRows };

/** Checks the options of `calibrate`. Throws one failure that lists every bad field. */
export const resolveCalibrate = (options: CalibrateOptions, cores: number): CalibrateSettings => {
  checkIsObject(options);
  const given = Object.entries(defined(options));
  const refused = given.flatMap(([field, value]): Finding[] => {
    const expected = Object.hasOwn(executeRows, field) && executeRows[field as keyof ExecuteOptions].notCalibrated;
    return expected ? [{ subject: option(field), expected, received: show(value) }] : [];
  });
  const isTaken = ([name]: readonly [string, unknown]): boolean => !refused.some((one) => isAbout(one, name));
  const known = Object.fromEntries(given.filter(isTaken));
  const { upTo, ...execute } = known;
  const problems = [...refused, ...fieldProblems(known, taken)];
  const isNew = (one: Finding): boolean => !problems.some(({ subject }) => isDeepStrictEqual(subject, one.subject));
  problems.push(...executeProblems(execute as unknown as ExecuteOptions, cores).filter(isNew));
  if (problems.length > 0) throw invalidOptions(problems);
  return {
    upTo: (upTo as number | undefined) ?? calibrateDefaults.upTo,
    execute: execute as unknown as ExecuteOptions,
  };
};

/** What lies deeper than a field, or between two. */
const executeProblems = (options: ExecuteOptions, cores: number): readonly Finding[] => {
  try {
    resolveExecute(options, cores);
    return [];
  } catch (error) {
    if (!(error instanceof SubplanFailure)) throw error;
    return error.data.findings;
  }
};
