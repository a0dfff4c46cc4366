import { constants, existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Owner } from '../../domain/owner.js';
import type { IsolationSetting } from '../../options/resolve-experiment.js';
import type { TrialFolders } from '../../run/trials/trial-code.js';
import { Worktrees } from './git-worktrees.js';
import { foldersName, markFolders, markKept, removeFolders } from './left-folders.js';
import { removeFolder } from './remove-folder.js';

export interface FoldersOptions {
  readonly runId: string;
  readonly isolation: IsolationSetting;
  /** Of a worktree. */
  readonly commit: string | undefined;
  /** Who they belong to: folders of an owner that is gone are removed by others. */
  readonly owner: Owner;
}

/**
 * Working folders among the temporary files: not inside the project, where what runs in them would find the project's own
 * repository and settings around it. Their names are numbers: a task shall not learn from its path which arm it is.
 */
export class WorkingFolders implements TrialFolders {
  readonly #options: FoldersOptions;
  readonly #worktrees: Worktrees | undefined;
  #base: Promise<string> | undefined;
  #count = 0;

  constructor(options: FoldersOptions) {
    this.#options = options;
    const { kind, source } = options.isolation;
    this.#worktrees = kind === 'worktree' ? new Worktrees(source) : undefined;
  }

  async make(): Promise<string> {
    this.#base ??= this.#makeBase();
    const folder = join(await this.#base, String(++this.#count));
    const { isolation, commit = '' } = this.#options;
    if (this.#worktrees) await this.#worktrees.add(folder, commit);
    else await copyFolder(isolation.source, folder);
    return folder;
  }

  /** What is kept stays where it is: a worktree knows where it stands, and not every one can be moved. */
  async leave(folder: string, hasSucceeded: boolean): Promise<string | undefined> {
    const { keep } = this.#options.isolation;
    const isKept = keep === 'always' || (keep === 'failed' && !hasSucceeded);
    // A trial may have removed it itself.
    if (isKept && existsSync(folder)) {
      await markKept(folder);
      return folder;
    }
    await removeFolder(folder);
    await this.#worktrees?.forget(folder);
    return undefined;
  }

  async close(): Promise<void> {
    if (this.#base !== undefined) await removeFolders(await this.#base, this.#ofRepository());
  }

  async #makeBase(): Promise<string> {
    const { runId, owner } = this.#options;
    const base = await mkdtemp(join(tmpdir(), foldersName(runId)));
    await markFolders(base, { owner, ...this.#ofRepository() });
    return base;
  }

  #ofRepository(): { readonly repository?: string } {
    return this.#worktrees ? { repository: this.#options.isolation.source } : {};
  }
}

/** The whole folder, but for what subplan itself keeps there. Where the file system can, contents are shared. */
const copyFolder = async (source: string, to: string): Promise<void> => {
  await mkdir(to);
  await cp(source, to, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    verbatimSymlinks: true,
    filter: (path) => path !== join(source, '.subplan'),
  });
};
