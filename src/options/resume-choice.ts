import type { ExecuteOptions } from './execute-options.js';

/** The options that ask for a recorded run to go on. */
export const resumeNames = ['resume', 'retryFailed'] as const;
export type ResumeName = (typeof resumeNames)[number];

/** Which of them are given. Whether they are sound is another question. */
export const resumeNamesIn = (options: object): readonly ResumeName[] =>
  resumeNames.filter((name) => (options as Readonly<Record<string, unknown>>)[name] !== undefined);

/** The run that is meant: its id, or true for the newest. */
export const runToResume = (options: Partial<ExecuteOptions>): true | string =>
  resumeNamesIn(options).map((name) => options[name])[0] as true | string;

/** The options of a new run. */
export const withoutResume = <O extends object>(options: O): Omit<O, ResumeName> =>
  Object.fromEntries(
    Object.entries(options).filter(([name]) => !resumeNames.some((one) => one === name)),
  ) as unknown as Omit<O, ResumeName>;
