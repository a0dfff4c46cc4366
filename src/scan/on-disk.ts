import { type Dirent, lstatSync } from 'node:fs';
import { errorCode } from '../util/error-code.js';
import { type Listing, type Pause, unreadableFolder } from './listing.js';
import { readFolder, specialKind } from './read-folder.js';

export interface OnDiskOptions {
  readonly root: string;
  /** Sorted; with a `/` at the end where git says that it is a folder. */
  readonly paths: readonly string[];
  readonly listing: Listing;
  readonly pause: Pause;
}

/**
 * Sorts what git names into the lists of `listing`, by what is there: git also names what was deleted, what a sparse
 * checkout left away, and what has become a link or a pipe since. Returns the folders among them, each with a `/`.
 *
 * A folder is read once instead of asking for each file, which is less than half the work. A folder that has become a
 * link is not entered, since it may lead out of the root: for git, too, the files in it are deleted.
 */
export const onDisk = async (options: OnDiskOptions): Promise<{ readonly folders: readonly string[] }> => {
  const { root, paths, listing, pause } = options;
  const folders: string[] = [];
  const entriesOf = folderReader(root, listing);
  let folder: string | undefined;
  let entries: ReadonlyMap<string, Dirent> = new Map();
  for (let at = 0; at < paths.length; at++) {
    if (at % 2_000 === 0) await pause(listing.files.length);
    const path = paths[at].endsWith('/') ? paths[at].slice(0, -1) : paths[at];
    const cut = path.lastIndexOf('/') + 1;
    if (folder === undefined || cut !== folder.length || !path.startsWith(folder)) {
      folder = path.slice(0, cut);
      entries = entriesOf(folder);
    }
    const entry = entries.get(path.slice(cut));
    if (!entry) continue;
    if (entry.isFile()) listing.files.push(path);
    else if (entry.isDirectory()) folders.push(`${path}/`);
    else if (entry.isSymbolicLink()) listing.links.push(path);
    else listing.leftOut.push({ path, reason: 'special', detail: specialKind(entry) });
  }
  return { folders };
};

const nothing: ReadonlyMap<string, Dirent> = new Map();

const folderReader = (root: string, listing: Listing): ((folder: string) => ReadonlyMap<string, Dirent>) => {
  const known = new Map<string, boolean>([['', true]]);
  /** Whether a path (with a `/` at the end) is a folder, and so are all above it: no link among them. */
  const isFolder = (folder: string): boolean => {
    const answer = known.get(folder);
    if (answer !== undefined) return answer;
    const bare = folder.slice(0, -1);
    const above = isFolder(bare.slice(0, bare.lastIndexOf('/') + 1));
    known.set(folder, false);
    const there = above && lstatSync(`${root}/${bare}`, { throwIfNoEntry: false })?.isDirectory() === true;
    known.set(folder, there);
    return there;
  };
  return (folder) => {
    try {
      if (!isFolder(folder)) return nothing;
      return new Map(readFolder(`${root}/${folder}`).entries.map((entry) => [entry.name, entry]));
    } catch (error) {
      const code = errorCode(error);
      if (code !== 'ENOENT') listing.leftOut.push(unreadableFolder(folder, code));
      return nothing;
    }
  };
};
