import { realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { sep } from 'node:path';
import { type Finding, SubplanFailure } from '../../domain/failure.js';
import { option } from '../../domain/message.js';
import type { ExperimentSettings } from '../../options/resolve-experiment.js';
import { uncopyable } from './tree-digest.js';

/** Refuses folders and files that are not there: every trial would fail of it. */
export const checkPlaces = ({ isolation, unchanged }: ExperimentSettings): void => {
  const problems: Finding[] = [];
  const source = isolation && statSync(isolation.source, { throwIfNoEntry: false });
  if (isolation && !source?.isDirectory()) {
    const expected = isolation.kind === 'copy' ? 'a folder' : 'a git repository';
    problems.push({
      subject: option('isolation', isolation.kind),
      expected,
      received: missing(isolation.source, source),
    });
  }
  unchanged.forEach((path, i) => {
    if (statSync(path, { throwIfNoEntry: false }) !== undefined) return;
    problems.push({
      subject: option('unchanged', i),
      expected: 'a file or a folder',
      received: missing(path, undefined),
    });
  });
  refuse(
    problems,
    'Check the paths: they are taken from the current folder, or from that of the file. Nothing was run.',
  );
};

/** Where they really stand: what a link points to is copied and looked at, and not the link. */
export const realPlaces = (settings: ExperimentSettings): ExperimentSettings => {
  const { isolation, unchanged } = settings;
  return {
    ...settings,
    isolation: isolation && { ...isolation, source: realpathSync(isolation.source) },
    unchanged: unchanged.map((path) => realpathSync(path)),
  };
};

/** Refuses a folder that cannot be copied, before every trial fails of it. */
export const refuseUncopyable = async ({ isolation }: ExperimentSettings): Promise<void> => {
  if (isolation?.kind !== 'copy') return;
  const { source } = isolation;
  const subject = option('isolation', 'copy');
  const temporary = temporaryFolder();
  if (`${temporary}${sep}`.startsWith(`${source}${sep}`)) {
    const received = `${JSON.stringify(source)}, which holds the folder for temporary files (${temporary}), where copies are made`;
    refuse(
      [{ subject, expected: 'a folder beside it', received }],
      'Set TMPDIR to a folder elsewhere. Nothing was run.',
    );
  }
  const problem = await uncopyable(source);
  if (problem === undefined) return;
  const received = `${JSON.stringify(source)}: ${problem}`;
  refuse(
    [{ subject, expected: 'a folder that can be copied', received }],
    'Remove it, or copy another folder. Nothing was run.',
  );
};

/** Where copies are made. */
const temporaryFolder = (): string => {
  const folder = tmpdir();
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    const received = `${JSON.stringify(folder)}, which is no folder`;
    refuse(
      [{ subject: 'TMPDIR', expected: 'a folder for temporary files', received }],
      'Make it, or set TMPDIR to another. Nothing was run.',
    );
  }
  return realpathSync(folder);
};

const refuse = (problems: readonly Finding[], nextStep: string): void => {
  if (problems.length === 0) return;
  const message = 'the experiment names what cannot be used';
  throw new SubplanFailure({ code: 'invalid-options', message, nextStep, problems });
};

const missing = (path: string, found: unknown): string =>
  `${JSON.stringify(path)}, which ${found ? 'is not a folder' : 'does not exist'}`;
