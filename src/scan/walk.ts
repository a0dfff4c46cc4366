import { type Dirent, readFileSync } from 'node:fs';
import { errorCode } from '../util/error-code.js';
import { type IgnoreRules, ignoreFileNames, isIgnored, parseIgnoreFile } from './ignore-rules.js';
import { emptyListing, isOwnFolder, type Listing, nameNotUtf8, type Pause, unreadableFolder } from './listing.js';
import { type Folder, readFolder, specialKind } from './read-folder.js';

export interface WalkOptions {
  readonly root: string;
  /** Where to begin: '' for the root, otherwise a folder in it with a `/` at the end. */
  readonly folder: string;
  /** Whether anything in a folder is wanted at all. */
  readonly enters: (folder: string) => boolean;
  readonly pause: Pause;
}

const entriesBetweenPauses = 2_000;

/**
 * Lists a folder without git, honouring the ignore files in it. Links are listed and not followed, so there are no
 * circles. Goes through the folders in the order of their paths, so that sorting the result later costs next to nothing.
 */
export const walk = async ({ root, folder, enters, pause }: WalkOptions): Promise<Listing> => {
  const listing = emptyListing();
  const rulesAround = new Map<string, IgnoreRules>();
  const pending = [folder];
  let seen = 0;
  let nextPause = entriesBetweenPauses;
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (path !== '' && !path.endsWith('/')) {
      listing.files.push(path);
      continue;
    }
    const found = list(root, path, listing);
    if (!found) continue;
    const rules = rulesWithin({ root, folder: path, entries: found.entries, above: rulesAround.get(path) });
    rulesAround.delete(path);
    const inside: string[] = [];
    for (const entry of found.entries) {
      if (isOwnFolder(entry.name)) continue;
      const isFolder = entry.isDirectory();
      const entryPath = path + entry.name;
      if (rules && isIgnored(rules, entryPath, isFolder)) continue;
      if (isFolder) {
        if (!enters(entryPath)) continue;
        inside.push(`${entryPath}/`);
        if (rules) rulesAround.set(`${entryPath}/`, rules);
      } else if (entry.isFile()) {
        inside.push(entryPath);
      } else if (entry.isSymbolicLink()) {
        listing.links.push(entryPath);
      } else {
        listing.leftOut.push({ path: entryPath, reason: 'special', detail: specialKind(entry) });
      }
    }
    inside.sort();
    for (let at = inside.length - 1; at >= 0; at--) pending.push(inside[at]);
    seen += found.entries.length + 1;
    if (seen >= nextPause) {
      nextPause = seen + entriesBetweenPauses;
      await pause(listing.files.length);
    }
  }
  return listing;
};

const list = (root: string, folder: string, listing: Listing): Folder | undefined => {
  try {
    const found = readFolder(`${root}/${folder}`);
    for (const name of found.oddNames) listing.leftOut.push(nameNotUtf8(folder + name));
    return found;
  } catch (error) {
    const code = errorCode(error);
    // It was there a moment ago: someone deletes files meanwhile.
    if (code !== 'ENOENT') listing.leftOut.push(unreadableFolder(folder, code));
    return undefined;
  }
};

interface Surroundings {
  readonly root: string;
  readonly folder: string;
  readonly entries: readonly Dirent[];
  readonly above: IgnoreRules | undefined;
}

const rulesWithin = ({ root, folder, entries, above }: Surroundings): IgnoreRules | undefined => {
  const rules = ignoreFileNames.flatMap((name) => {
    // Only a real file counts, as for git: a link may lead anywhere, and a pipe would never end.
    if (!entries.some((entry) => entry.name === name && entry.isFile())) return [];
    try {
      return parseIgnoreFile(readFileSync(`${root}/${folder}${name}`, 'utf8'));
    } catch {
      return []; // The file itself will be listed as unreadable.
    }
  });
  return rules.length > 0 ? { folder, rules, above } : above;
};
