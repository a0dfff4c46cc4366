import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { CommandTask } from '../../domain/command.js';
import { SubplanFailure } from '../../domain/failure.js';
import { builtInScores } from '../../domain/score.js';
import { readCases } from '../../options/experiment-file/read-cases.js';
import { type ExperimentFile, type ReadExperiment, readExperimentFile } from '../../options/experiment-file.js';
import type { ExperimentOptions } from '../../options/experiment-options.js';
import { errorCode } from '../../util/error-code.js';

export interface ExperimentSource {
  readonly options: ExperimentOptions;
  /** What is found wrong later, in the places of the file. */
  readonly placed: ReadExperiment['placed'];
}

/**
 * Reads an experiment from a file, which messages call by another name where one is given. Its paths start where the file
 * stands, and that is where it runs.
 */
export const readExperiment = (file: string, name = file): ExperimentSource => {
  const { options, placed } = readExperimentFile(textOf(file, name, 'experiment'), name);
  const from = dirname(resolve(file));
  const at = (path: string): string => resolve(from, path);
  const { cases, task, score, isolation, unchanged, root, ledger, ...rest } = options;
  return {
    options: {
      ...rest,
      cases: 'file' in cases ? readCases(textOf(at(cases.file), cases.file, 'file of cases'), cases.file) : cases,
      task: codeAt(task, at),
      ...(score === undefined ? {} : { score: isBuiltIn(score) ? score : codeAt(score, at) }),
      ...(isolation === undefined ? {} : { isolation: isolationAt(isolation, at) }),
      ...(unchanged === undefined ? {} : { unchanged: unchanged.map(at) }),
      ...(ledger === undefined ? {} : { ledger: typeof ledger === 'string' ? at(ledger) : ledger }),
      root: root === undefined ? from : at(root),
    },
    placed,
  };
};

const isBuiltIn = (score: NonNullable<ExperimentFile['score']>): boolean =>
  builtInScores.some((name) => name === score);

/** A module, or a command with its prompt. The words of a command are left alone: they are read where it runs. */
const codeAt = (code: string | CommandTask, at: (path: string) => string): string | CommandTask => {
  if (typeof code === 'string') return /^(?:file|data):/.test(code) ? code : at(code);
  return typeof code.prompt === 'string' ? { ...code, prompt: at(code.prompt) } : code;
};

const isolationAt = (isolation: NonNullable<ExperimentFile['isolation']>, at: (path: string) => string) =>
  'copy' in isolation ? { ...isolation, copy: at(isolation.copy) } : { ...isolation, worktree: at(isolation.worktree) };

const textOf = (file: string, name: string, what: string): string => {
  try {
    if (statSync(file).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new SubplanFailure({
      code: 'invalid-options',
      message: `the ${what} ${JSON.stringify(name)} cannot be read (${errorCode(error)})`,
      nextStep: 'Check the path; docs/experiments.md shows what such a file looks like. Nothing was done.',
      cause: error,
    });
  }
};
