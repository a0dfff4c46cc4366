import { lstatSync } from 'node:fs';
import { escapeBytes, isUtf8 } from '../util/escape-bytes.js';
import { askGit, type GitAnswer } from './ask-git.js';
import { emptyListing, inOwnFolder, type Listing, nameNotUtf8, type Pause } from './listing.js';
import { onDisk } from './on-disk.js';
import { walk } from './walk.js';

export interface GitListOptions {
  readonly root: string;
  /** '' for the root, otherwise a repository inside it, with a `/` at the end. */
  readonly folder: string;
  readonly enters: (folder: string) => boolean;
  readonly pause: Pause;
  readonly signal?: AbortSignal | undefined;
}

export type GitListing = { readonly kind: 'listed'; readonly listing: Listing } | Declined;
interface Declined {
  readonly kind: 'declined';
  readonly why: string;
}

/** Tracked files, and those that are neither tracked nor ignored, as git itself tells; or why git cannot tell. */
export const listByGit = async (options: GitListOptions): Promise<GitListing> => {
  const { root, folder, enters, pause, signal } = options;
  const ask = (words: readonly string[]): Promise<GitAnswer> =>
    askGit({ folder: folder === '' ? root : `${root}/${folder.slice(0, -1)}`, words, here: folder !== '', signal });

  const ignored = await ask(['check-ignore', '--quiet', '.']);
  if (ignored.kind === 'not-run') return { kind: 'declined', why: ignored.why };
  if (ignored.code === 0) return { kind: 'declined', why: 'the work tree around it ignores this folder' };
  if (ignored.code !== 1) return { kind: 'declined', why: gitWords(ignored.complaint) };

  const listed = await ask(['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  if (listed.kind === 'not-run') return { kind: 'declined', why: listed.why };
  if (listed.code !== 0) return { kind: 'declined', why: gitWords(listed.complaint) };

  const listing = emptyListing();
  // Git goes on past folders it cannot open, and only grumbles.
  if (listed.complaint !== '') listing.notes.push(...listed.complaint.split('\n').map((line) => `git says: ${line}`));
  const paths = readPaths({ root, folder, output: listed.output, listing });
  const { folders } = await onDisk({ root, paths, listing, pause });
  for (const nested of new Set(folders)) {
    if (!enters(nested.slice(0, -1)) || !isRepository(`${root}/${nested}`)) continue;
    const inside = await listNested({ ...options, folder: nested });
    for (const path of inside.files) listing.files.push(path);
    for (const path of inside.links) listing.links.push(path);
    listing.leftOut.push(...inside.leftOut);
    listing.notes.push(...inside.notes);
  }
  return { kind: 'listed', listing };
};

/** A submodule, or a repository that stands untracked in another: git names it and does not look inside. */
const listNested = async (options: GitListOptions): Promise<Listing> => {
  const asked = await listByGit(options);
  if (asked.kind === 'listed') return asked.listing;
  const walked = await walk(options);
  walked.notes.push(`git was not asked about ${options.folder} (${asked.why}): its folders were walked`);
  return walked;
};

/** A tracked folder without `.git` is a submodule that was not checked out, or a file that became a folder. */
const isRepository = (folder: string): boolean => lstatSync(`${folder}.git`, { throwIfNoEntry: false }) !== undefined;

interface GitOutput {
  readonly root: string;
  readonly folder: string;
  readonly output: Buffer;
  readonly listing: Listing;
}

const readPaths = ({ root, folder, output, listing }: GitOutput): string[] => {
  const paths: string[] = [];
  for (let start = 0, end = output.indexOf(0); end >= 0; start = end + 1, end = output.indexOf(0, start)) {
    const path = output.toString('utf8', start, end);
    const bytes = path.includes('\ufffd') ? output.subarray(start, end) : undefined;
    if (bytes && !isUtf8(bytes)) {
      if (isThere(root, folder, bytes)) listing.leftOut.push(nameNotUtf8(folder + oddPart(bytes)));
    } else if (!inOwnFolder(path)) {
      paths.push(folder + path);
    }
  }
  // What is not tracked comes as a list of its own.
  return paths.sort();
};

const isThere = (root: string, folder: string, bytes: Buffer): boolean =>
  lstatSync(Buffer.concat([Buffer.from(`${root}/${folder}`), bytes]), { throwIfNoEntry: false }) !== undefined;

/** The path up to the first name that is not UTF-8: one answer for a folder, however many files are in it. */
const oddPart = (bytes: Buffer): string => {
  let end = bytes.indexOf(0x2f);
  while (end >= 0 && isUtf8(bytes.subarray(0, end))) end = bytes.indexOf(0x2f, end + 1);
  return escapeBytes(end < 0 ? bytes : bytes.subarray(0, end + 1));
};

const gitWords = (complaint: string): string => {
  const line = complaint.split('\n')[0].replace(/^fatal: /, '');
  return /not a git repository/.test(line) ? 'it is not in a git work tree' : `git says: ${line}`;
};
