import type { LeftOut } from '../domain/inventory.js';

/** What was found before anything was opened. Paths are relative to the root; none of the lists is in order. */
export interface Listing {
  readonly files: string[];
  readonly links: string[];
  /** What its kind or name alone keeps out: pipes, names that are not UTF-8, folders that cannot be listed. */
  readonly leftOut: LeftOut[];
  readonly notes: string[];
}

export const emptyListing = (): Listing => ({ files: [], links: [], leftOut: [], notes: [] });

/** Never part of a project: git's own folder (or the file that stands for it), and what subplan itself writes. */
export const isOwnFolder = (name: string): boolean => name === '.git' || name === '.subplan';
export const inOwnFolder = (path: string): boolean => /(?:^|\/)\.(?:git|subplan)(?:\/|$)/.test(path);

export const nameNotUtf8 = (path: string): LeftOut => ({
  path,
  reason: 'name-not-utf8',
  detail: path.endsWith('/') ? 'the name of this folder is not UTF-8' : 'the name is not UTF-8',
});

/** A folder (with a `/` at the end) that is there but cannot be listed. */
export const unreadableFolder = (path: string, code: string): LeftOut => ({
  path,
  reason: 'unreadable',
  detail: `${code} (a folder)`,
});

/** Called between pieces of work with how much was done so far: tells of progress, lets others run, ends on abort. */
export type Pause = (done: number) => Promise<void>;
