import type { Finding } from '../domain/failure.js';
import { option } from '../domain/message.js';
import { show } from '../util/show.js';
import { type CalibrateOptions, calibrateDefaults, calibrateRows } from './calibrate-options.js';
import { type ExecuteOptions, executeRows } from './execute-options.js';
import { checkIsObject, defined, fieldProblems } from './fields.js';
import { type ExecuteSettings, settleExecute } from './resolve-execute.js';
import { rowsIn } from './row.js';
import { isAbout } from './subject.js';

export interface CalibrateSettings {
  readonly upTo: number;
  /** What is run, as with `maxParallel: upTo`. What was given does not have that. */
  readonly execute: ExecuteSettings;
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
  const problems = [...refused, ...fieldProblems(known, taken)];
  const { upTo = calibrateDefaults.upTo, ...execute } = known as unknown as ExecuteOptions & CalibrateOptions;
  const settings = settleExecute({ options: { ...execute, maxParallel: upTo }, problems }, cores);
  return { upTo, execute: { ...settings, given: execute } };
};
