import { fits } from '../../domain/bounds.js';
import { subjectsOf } from '../../inventory/subjects.js';
import { folderOf, nameOf } from '../../util/paths.js';
import { neighboursOf } from '../adjacency.js';
import { ascending, type Ground, tokensOf } from '../ground.js';
import { homeFinder } from './homes.js';

/** Files that stay together while a folder is divided: a source with its tests, a file by itself, a small folder. */
export interface Item {
  /** Sorted. */
  readonly files: readonly number[];
  readonly tokens: number;
  /** The folder it belongs to, which may be another than the one it stands in. */
  readonly home: string;
  /** The file that it is named after. */
  readonly lead: number;
  /** The path of that file, or of the folder: what it is named and ordered by. */
  readonly path: string;
}

/** Each of some files in one item, with the folder it belongs to. */
export const itemsOf = (ground: Ground, some: readonly number[]): Item[] => {
  const { files } = ground;
  const subject = followedBy(ground);
  const homeOf = homeFinder(ground);
  const isHere = new Uint8Array(files.length);
  for (const file of some) isHere[file] = 1;
  const followers = new Map<number, number[]>();
  for (const file of some) {
    const lead = leadOf(subject, file, isHere);
    if (lead === file) continue;
    const list = followers.get(lead);
    if (list) list.push(file);
    else followers.set(lead, [file]);
  }
  const named = (lead: number) => ({ lead, path: files[lead].path });
  const items: Item[] = [];
  for (const file of some) {
    if (leadOf(subject, file, isHere) !== file) continue;
    const home = homeOf(files[file]);
    for (const kept of shed(ground, file, followers.get(file) ?? [])) {
      items.push({
        files: kept.sort(ascending),
        tokens: tokensOf(ground, kept),
        home,
        ...named(kept.includes(file) ? file : kept[0]),
      });
    }
  }
  return items;
};

/** The file that each goes with: the subject of a test, the test of a snapshot; -1 where there is none. */
const followedBy = (ground: Ground): Int32Array => {
  const subject =
    ground.tests === 'apart'
      ? new Int32Array(ground.files.length).fill(-1)
      : subjectsOf({ files: ground.files, tiedTo: (file) => neighboursOf(ground.imports, file) });
  followSnapshots(ground, subject);
  return subject;
};

const leadOf = (subject: Int32Array, file: number, isHere: Uint8Array): number => {
  let lead = file;
  while (subject[lead] >= 0 && isHere[subject[lead]] === 1) lead = subject[lead];
  return lead;
};

/** A snapshot goes with the test that wrote it. */
const followSnapshots = ({ files }: Ground, subject: Int32Array): void => {
  const indexOf = new Map<string, number>();
  files.forEach(({ path, role }, file) => {
    if (role === 'test') indexOf.set(path, file);
  });
  files.forEach(({ path }, file) => {
    const folder = folderOf(path);
    if (nameOf(folder) !== '__snapshots__') return;
    const test = indexOf.get(
      `${folderOf(folder) === '' ? '' : `${folderOf(folder)}/`}${nameOf(path).replace(/\.snap$/, '')}`,
    );
    if (test !== undefined && test !== file) subject[file] = test;
  });
};

/** A file and its followers as far as they fit a leaf: the largest ones stay beside it. */
const shed = (ground: Ground, lead: number, followers: readonly number[]): number[][] => {
  const kept = [lead];
  let tokens = ground.files[lead].tokens;
  const beside: number[][] = [];
  const size = (file: number) => ground.files[file].tokens;
  for (const file of [...followers].sort((a, b) => size(a) - size(b) || a - b)) {
    if (fits({ files: kept.length + 1, tokens: tokens + size(file) }, ground.bounds)) {
      kept.push(file);
      tokens += size(file);
    } else beside.push([file]);
  }
  return [kept, ...beside];
};
