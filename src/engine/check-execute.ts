import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Finding, SubplanFailure } from '../domain/failure.js';
import { option } from '../domain/message.js';
import type { ExecuteOptions, TaskLike } from '../options/execute-options.js';
import { type ExecuteSettings, resolveExecute, resolveMaxParallel } from '../options/resolve-execute.js';
import { type GoingOn, resolveRecorded, resolveResume } from '../options/resolve-resume.js';
import { readPrompts } from './read-prompts.js';

/** Checks the options of `execute`, and that what they name is there. */
export const checkExecute = <K extends TaskLike, R>(options: ExecuteOptions<K, R>): ExecuteSettings =>
  withCode(resolveExecute(options as unknown as ExecuteOptions, availableParallelism()));

/** Checks what is given to go on with a recorded run. */
export const checkResume = (options: object): ExecuteSettings => resolveResume(options, availableParallelism());

/** Checks what is recorded, with what is given over it. */
export const checkRecorded = (going: GoingOn): ExecuteSettings =>
  withCode(resolveRecorded(going, availableParallelism()));

/** Settings of which the modules are there, and the prompts are read. */
export const withCode = (settings: ExecuteSettings): ExecuteSettings => {
  checkModules(settings);
  return readPrompts(settings);
};

export const checkMaxParallel = (value: unknown): number => resolveMaxParallel(value, availableParallelism());

const pathOf = (url: string): string | undefined => {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
};

/** A module that is not there would fail every leaf; better to say so before the first. */
const checkModules = ({ task, rollUp }: ExecuteSettings): void => {
  const problems = Object.entries({ task, rollUp }).flatMap(([name, source]): Finding[] => {
    if (source?.kind !== 'module' || !source.url.startsWith('file:')) return [];
    const path = pathOf(source.url);
    if (path === undefined)
      return [{ subject: option(name), expected: 'a file: URL of this machine, or a path', received: source.url }];
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile()) return [];
    const received = `${JSON.stringify(path)}, which ${found ? 'is not a file' : 'does not exist'}`;
    return [{ subject: option(name), expected: 'the path or URL of a module', received }];
  });
  if (problems.length === 0) return;
  throw new SubplanFailure({
    code: 'invalid-options',
    message: 'the task cannot be found',
    nextStep: 'Check the path: it is taken from the current folder. Nothing was done.',
    problems,
  });
};
