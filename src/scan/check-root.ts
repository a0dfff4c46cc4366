import { readdirSync, realpathSync, statSync } from 'node:fs';
import { SubplanFailure } from '../domain/failure.js';
import { option, say } from '../domain/message.js';
import { errorCode } from '../util/error-code.js';

/** Where the root really stands, links followed; or a failure that says what is wrong with it. */
export const checkRoot = (root: string): string => {
  if (root.includes('\0')) throw notFound(root, 'a path cannot contain a NUL character');
  try {
    if (!statSync(root).isDirectory()) {
      throw new SubplanFailure({
        code: 'root-not-a-folder',
        message: `${shown(root)} is not a folder.`,
        nextStep: say`Give the folder of the project; to work on a single file, give its folder and name it with ${option('include')}.`,
      });
    }
    // Listing it is the only sure way to learn whether it can be listed.
    readdirSync(root);
    return realpathSync(root);
  } catch (error) {
    if (error instanceof SubplanFailure) throw error;
    const code = errorCode(error);
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'].includes(code)) throw notFound(root, code, error);
    throw new SubplanFailure({
      code: 'root-unreadable',
      message: `The folder ${shown(root)} cannot be read (${code}).`,
      nextStep: 'Check its permissions, and those of the folders above it.',
      cause: error,
    });
  }
};

const notFound = (root: string, why: string, cause?: unknown): SubplanFailure =>
  new SubplanFailure({
    code: 'root-not-found',
    message: `There is no folder ${shown(root)} (${why}).`,
    nextStep: 'Check the path for typing mistakes, and that it is meant from the folder you are in.',
    cause,
  });

/** In quotes, with line breaks and terminal escapes made visible. */
const shown = (root: string): string => JSON.stringify(root);
