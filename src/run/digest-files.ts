import { hash } from 'node:crypto';
import { readFileSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../util/error-code.js';

/** What a file held, and what the file system said of it before it was read. */
interface Seen {
  readonly digest: string;
  readonly stats: Stats | undefined;
  readonly at: number;
}

/** File systems tell times in steps, of up to two seconds: what was changed more lately may be changed again unseen. */
const coarsestMs = 2_000;

/**
 * What files hold, in a few letters: the same for the same names and contents. A file that is missing or cannot be read
 * counts as that. Read at once and not by promises, which cost ten times as much for files of the usual size.
 */
export const digestFiles = (root: string, paths: readonly string[], digestOne = digestFile): string => {
  let all = '';
  for (const path of paths) all += `${path}\0${digestOne(join(root, path))}\n`;
  return hash('sha256', all, 'hex');
};

export const digestFile = (path: string): string => see(path).digest;

/** The same digest as `digestFiles`, and a look whether anything was written since. */
export const lookAtFiles = (root: string, paths: readonly string[]): { digest: string; hasChanged: () => boolean } => {
  const seen = new Map<string, Seen>();
  const digest = digestFiles(root, paths, (path) => {
    const one = see(path);
    seen.set(path, one);
    return one.digest;
  });
  return { digest, hasChanged: () => [...seen].some(([path, before]) => isChanged(path, before)) };
};

const see = (path: string): Seen => {
  const at = Date.now();
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return { digest: 'missing', stats, at };
    // A pipe would be waited for.
    return { digest: stats.isFile() ? hash('sha256', readFileSync(path), 'hex') : 'special', stats, at };
  } catch (error) {
    return { digest: errorCode(error), stats: undefined, at };
  }
};

/** Reads a file again only where the file system cannot say for sure that nobody wrote to it. */
const isChanged = (path: string, { digest, stats, at }: Seen): boolean => {
  const now = statOf(path);
  if (!now && digest === 'missing') return false;
  if (!now || !stats) return see(path).digest !== digest;
  const isSame = now.size === stats.size && now.ino === stats.ino && now.mtimeMs === stats.mtimeMs;
  const isOld = at - Math.max(stats.ctimeMs, stats.mtimeMs) > coarsestMs;
  return isSame && now.ctimeMs === stats.ctimeMs && isOld ? false : see(path).digest !== digest;
};

const statOf = (path: string): Stats | undefined => {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
};

/** Whether nothing was written to the files since then; what is missing counts as written to. */
export const areUntouchedSince = (root: string, paths: readonly string[], at: number): boolean =>
  paths.every((path) => {
    const stats = statOf(join(root, path));
    return stats !== undefined && Math.max(stats.mtimeMs, stats.ctimeMs) < at;
  });
