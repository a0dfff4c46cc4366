import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Owner, Witness } from '../../domain/owner.js';
import { Worktrees } from './git-worktrees.js';
import { removeFolder } from './remove-folder.js';

/** Written into the folder that has the working folders of a run. */
export interface FolderMark {
  readonly owner: Owner;
  /** Where they are worktrees. */
  readonly repository?: string;
}

const markName = 'owner.json';
/** Beside a folder that is to stay, whatever becomes of the rest. */
const keptEnding = '.kept';

/** How the folder with the working folders of a run begins. */
export const foldersName = (runId: string): string => `subplan-trials-${runId.replace(/[^\w-]/g, '_')}-`;

export const markFolders = (base: string, mark: FolderMark): Promise<void> =>
  writeFile(join(base, markName), JSON.stringify(mark));

/** Also what removes what a killed experiment left leaves it alone. */
export const markKept = (folder: string): Promise<void> => writeFile(`${folder}${keptEnding}`, '');

/** Removes all working folders of a run but those that are kept. The mark goes last: what is cut short is found again. */
export const removeFolders = async (base: string, { repository }: Omit<FolderMark, 'owner'>): Promise<void> => {
  const names = (await readdir(base)).filter((name) => name !== markName);
  const kept = new Set(
    names.filter((name) => name.endsWith(keptEnding)).map((name) => name.slice(0, -keptEnding.length)),
  );
  const worktrees = repository === undefined ? undefined : new Worktrees(repository);
  for (const name of names) {
    if (kept.has(name) || name.endsWith(keptEnding)) continue;
    await removeFolder(join(base, name));
    await worktrees?.forget(join(base, name));
  }
  if (kept.size === 0) return removeFolder(base);
  await rm(join(base, markName), { force: true });
};

/**
 * Removes the working folders of experiments that were killed, of whatever project. What cannot be removed is no reason not
 * to begin: it may be another user's.
 */
export const removeLeftFolders = async (witness: Witness): Promise<void> => {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((one) => one.startsWith('subplan-trials-'))) {
    const base = join(tmpdir(), name);
    const mark = await markIn(base);
    if (mark && witness.sees(mark.owner) === 'gone') await removeFolders(base, mark).catch(() => {});
  }
};

/** Undefined where there is none that can be read: it is somebody else's, or just being made. */
const markIn = async (folder: string): Promise<FolderMark | undefined> => {
  try {
    const mark = JSON.parse(await readFile(join(folder, markName), 'utf8')) as FolderMark;
    return typeof mark.owner?.pid === 'number' ? mark : undefined;
  } catch {
    return undefined;
  }
};
