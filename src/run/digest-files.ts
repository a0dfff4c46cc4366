import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../util/error-code.js';

/**
 * What files hold, in a few letters: the same for the same names and contents. A file that is missing or cannot be read
 * counts as that. Read at once and not by promises, which cost ten times as much for files of the usual size.
 */
export const digestFiles = (root: string, paths: readonly string[], digestOne = digestFile): string => {
  let all = '';
  for (const path of paths) all += `${path}\0${digestOne(join(root, path))}\n`;
  return hash('sha256', all, 'hex');
};

export const digestFile = (path: string): string => {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) return 'missing';
    // A pipe would be waited for.
    return found.isFile() ? hash('sha256', readFileSync(path), 'hex') : 'special';
  } catch (error) {
    return errorCode(error);
  }
};

/** Whether nothing was written to the files since then; what is missing counts as written to. */
export const areUntouchedSince = (root: string, paths: readonly string[], at: number): boolean =>
  paths.every((path) => {
    try {
      const { mtimeMs, ctimeMs } = statSync(join(root, path));
      return Math.max(mtimeMs, ctimeMs) < at;
    } catch {
      return false;
    }
  });
