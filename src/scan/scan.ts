import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileRole, Inventory, LeftOut, LeftOutReason, ScannedFile } from '../domain/inventory.js';
import type { TokenMode } from '../domain/token-mode.js';
import { roleOf } from '../inventory/role-of.js';
import type { KnownLanguage } from '../languages/language.js';
import { loadLanguages } from '../languages/load-languages.js';
import { compareText } from '../util/compare.js';
import { checkRoot } from './check-root.js';
import { languageName } from './language-of.js';
import { linkDetail } from './link-detail.js';
import { listByGit } from './list-by-git.js';
import type { Listing, Pause } from './listing.js';
import { type Chunk, createReader } from './read-files.js';
import { environmentFolders, reasonsByPath } from './reason-by-path.js';
import { canReadOnThread, startSecondReader, worthwhile } from './second-reader.js';
import { type Selection, select } from './select.js';
import { walk } from './walk.js';

export interface ScanOptions {
  /** Absolute. */
  readonly root: string;
  /** Globs on the path from the root; a pattern that names a folder means all in it. Empty: everything. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Only files of these roles; all where there are none. */
  readonly roles?: readonly FileRole[];
  /** Reasons that are not applied, so that such files come back: all that concern what a file holds. */
  readonly keep: readonly LeftOutReason[];
  /** Files above this are oversized. */
  readonly maxFileBytes: number;
  readonly countTokens: (text: string, language: string, bytes: number) => number;
  /** What `countTokens` is called, so that a second thread can count alike. Not given: one thread reads all. */
  readonly tokens?: TokenMode;
  /** How many files make a second thread worth starting; what was measured, where not given. */
  readonly threadFrom?: number;
  /** Loaded where there are files of them. */
  readonly languages: readonly KnownLanguage[];
  /** Called once in a while, by count and not by clock. */
  readonly onProgress?: ((progress: ScanProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ScanProgress {
  readonly phase: 'listing' | 'reading';
  readonly done: number;
  /** Not known while listing. */
  readonly total: number | undefined;
}

const chunkSize = 256;

/** Finds the files of a project: lists them, sets aside what its path, kind or text speaks against, reads the rest. */
export const scan = async (options: ScanOptions): Promise<Inventory> => {
  options.signal?.throwIfAborted();
  const root = checkRoot(options.root);
  const selection = ofRoles(select(options.include, options.exclude), options);
  const { listing, source } = await list({ ...options, root }, selection);
  const { paths, leftOut } = judgeByPath({ root, listing, selection, keep: new Set(options.keep) });
  const files = await read({ ...options, root }, paths, leftOut);
  return { files, leftOut: eachOnce(leftOut), source, notes: listing.notes };
};

/** What is selected, of the given roles alone. */
const ofRoles = (selection: Selection, { roles = [], languages }: ScanOptions): Selection => {
  if (roles.length === 0) return selection;
  const nameOf = languageName(languages);
  const wants = (path: string) => selection.wants(path) && roles.includes(roleOf(path, nameOf(path)));
  return { ...selection, wants };
};

const list = async (
  options: ScanOptions,
  { enters }: Selection,
): Promise<{ readonly listing: Listing; readonly source: Inventory['source'] }> => {
  const { root, signal } = options;
  const pause = pauseWith(options, 'listing', undefined);
  const asked = await listByGit({ root, folder: '', enters, pause, signal });
  if (asked.kind === 'listed') return { listing: asked.listing, source: 'git' };
  const listing = await walk({ root, folder: '', enters, pause });
  listing.notes.push(`git was not asked (${asked.why}): the folders were walked, honouring ignore files`);
  return { listing, source: 'walk' };
};

interface Judgement {
  readonly root: string;
  readonly listing: Listing;
  readonly selection: Selection;
  readonly keep: ReadonlySet<LeftOutReason>;
}

/** Which files are worth opening, sorted, and what is left out before. */
const judgeByPath = ({ root, listing, selection: { wants }, keep }: Judgement) => {
  const against = reasonsByPath(keep, environmentFolders(listing.files));
  const leftOut: LeftOut[] = listing.leftOut.filter(({ path }) => wants(path.replace(/\/$/, '')));
  for (const path of listing.links.filter(wants)) {
    leftOut.push(against(path) ?? { path, reason: 'link', detail: linkDetail(root, path) });
  }
  const paths: string[] = [];
  // Git names a file in conflict once per side, and one in a nested repository that it tracks itself twice.
  let last: string | undefined;
  for (const path of listing.files.sort()) {
    if (path === last || !wants(path)) continue;
    last = path;
    const reason = against(path);
    if (reason) leftOut.push(reason);
    else paths.push(path);
  }
  return { paths, leftOut };
};

/** Reads the files, chunk by chunk, with a second thread where there are many. */
const read = async (options: ScanOptions, paths: readonly string[], leftOut: LeftOut[]): Promise<ScannedFile[]> => {
  const { root, keep, maxFileBytes, tokens, threadFrom = worthwhile } = options;
  const languages = await loadLanguages(options.languages, paths);
  const readChunk = createReader({ ...options, languages, keep: new Set(keep) });
  const pause = pauseWith(options, 'reading', paths.length);
  const chunks: (Chunk | undefined)[] = Array.from({ length: Math.ceil(paths.length / chunkSize) }, () => undefined);
  const taken = new SharedArrayBuffer(4);
  const next = new Int32Array(taken);
  let done = 0;
  const deliver = (index: number, chunk: Chunk): void => {
    chunks[index] = chunk;
    done = Math.min(paths.length, done + chunkSize);
  };
  const readHere = (index: number): void => {
    deliver(index, readChunk(paths.slice(index * chunkSize, (index + 1) * chunkSize)));
  };
  const second =
    tokens !== undefined && canReadOnThread(paths.length, threadFrom)
      ? startSecondReader({ root, keep, maxFileBytes, tokens, paths, chunkSize, taken }, deliver)
      : undefined;
  try {
    for (let index = Atomics.add(next, 0, 1); index < chunks.length; index = Atomics.add(next, 0, 1)) {
      await pause(done);
      readHere(index);
    }
    await second?.ended;
    for (let index = 0; index < chunks.length; index++) if (!chunks[index]) readHere(index);
    await pause(paths.length);
  } finally {
    await second?.stop();
  }
  const files: ScannedFile[] = [];
  for (const chunk of chunks as Chunk[]) {
    for (const file of chunk.files) files.push(file);
    for (const out of chunk.leftOut) leftOut.push(out);
  }
  return files;
};

const pauseWith = (
  { onProgress, signal }: ScanOptions,
  phase: ScanProgress['phase'],
  total: number | undefined,
): Pause => {
  return async (done) => {
    onProgress?.({ phase, done, total });
    await nextTurn();
    signal?.throwIfAborted();
  };
};

const eachOnce = (leftOut: LeftOut[]): LeftOut[] =>
  leftOut.sort((a, b) => compareText(a.path, b.path)).filter(({ path }, at) => path !== leftOut[at - 1]?.path);
