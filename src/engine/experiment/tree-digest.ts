import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, lstat, readdir, readlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { compareText } from '../../util/compare.js';
import { errorCode } from '../../util/error-code.js';

/** What belongs to git and to us changes by itself. */
const ownNames = new Set(['.git', '.subplan']);

const special = 'no file, link or folder';

interface Found {
  /** Relative to where it was looked from; empty for a file that was named itself. */
  readonly path: string;
  /** Changes whenever somebody writes to it, and may change when nobody did. */
  readonly stamp: string;
  /** What it is instead of a file: where a link points to, or that it is a pipe or the like, which nobody may read from. */
  readonly instead: string | undefined;
}

/** All files below a path, in the order of their names. */
const filesBelow = async (root: string, path = ''): Promise<Found[]> => {
  const full = join(root, path);
  const found = await lstat(full);
  if (found.isSymbolicLink()) return [{ path, stamp: '', instead: `to ${await readlink(full)}` }];
  if (found.isFile()) {
    return [{ path, stamp: `${found.size} ${found.mtimeMs} ${found.ino}`, instead: undefined }];
  }
  if (!found.isDirectory()) return [{ path, stamp: '', instead: special }];
  const names = (await readdir(full)).filter((name) => !ownNames.has(name)).sort(compareText);
  const below: Found[] = [];
  for (const name of names) below.push(...(await filesBelow(root, path === '' ? name : `${path}/${name}`)));
  return below;
};

/** A text that differs where somebody may have changed something below a path. Quick: no file is read. */
export const treeStamp = (root: string): Promise<string> => stamped(root, async ({ stamp }) => stamp);

/** A text that differs where something below a path has other contents. */
export const treeDigest = (root: string): Promise<string> => stamped(root, ({ path }) => fileDigest(join(root, path)));

const stamped = async (root: string, of: (file: Found) => Promise<string>): Promise<string> => {
  const hash = createHash('sha256');
  try {
    for (const file of await filesBelow(root)) hash.update(`${file.path}\0${file.instead ?? (await of(file))}\0`);
  } catch (error) {
    return `not readable (${errorCode(error)})`;
  }
  return hash.digest('hex');
};

const fileDigest = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};

/** The first thing below a folder that cannot be copied, and why; undefined where all can. */
export const uncopyable = async (root: string): Promise<string | undefined> => {
  try {
    for (const { path, instead } of await filesBelow(root)) {
      if (instead === special) return `${path} in it is ${special}`;
      if (instead === undefined) await access(join(root, path), constants.R_OK);
    }
  } catch (error) {
    const { path = root } = error as NodeJS.ErrnoException;
    return `${relative(root, path)} in it cannot be read (${errorCode(error)})`;
  }
  return undefined;
};
