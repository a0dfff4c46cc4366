import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../util/error-code.js';
import { type CommandFacts, nodeOf } from './command-facts.js';

/** Where outputs are kept that are too long for memory, below the project's folder. */
export const outputFolder = (runId: string): string => `.subplan/output/${safe(runId)}`;

/** Relative to the project's folder. `part` tells files of one attempt apart. */
export const outputFile = (facts: CommandFacts, part: string): string => {
  const { attempt, runId, sample } = facts;
  return `${outputFolder(runId)}/${safe(nodeOf(facts).id)}-${sample?.try ?? 1}.${sample?.round ?? 1}.${attempt}.${part}`;
};

/** Makes the folder for it. What we put into a project keeps itself out of git. */
export const openOutputFile = (root: string, file: string): string => {
  mkdirSync(join(root, file, '..'), { recursive: true });
  try {
    writeFileSync(join(root, '.subplan', '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  return join(root, file);
};

const safe = (name: string): string => name.replace(/[^\w.-]/g, '_').replace(/^\.+/, '_');
