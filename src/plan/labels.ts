import type { ProjectFile } from '../domain/inventory.js';
import { compareText } from '../util/compare.js';
import { folderOf, nameOf } from '../util/paths.js';

export interface Labelling {
  readonly files: readonly ProjectFile[];
  /** How much each file is imported: the most imported ones name a part best. */
  readonly importance: Float64Array;
}

/** A folder stands for a part when at least this share of the part's files is in it. */
const mostly = 0.66;
/** Folders that say nothing of what is in them. */
const plain = new Set(['src', 'lib', 'source', 'sources', 'packages', 'pkg', 'crates', 'modules', 'app', 'internal']);
const plainNames = new Set(['index', '__init__', '__main__', 'main', 'mod', 'doc', 'lib', 'types', 'readme']);
const maxSegments = 3;
const maxLooked = 100;

/**
 * Labels for sibling parts, all different: the folder that holds most of a part; what stands out in it where siblings
 * share the folder; a number where even that is the same.
 */
export const labelSiblings = (labelling: Labelling, parts: readonly (readonly number[])[]): string[] => {
  const folders = parts.map((files) => mainFolder(labelling.files, files));
  const shared = (i: number) => folders.some((folder, j) => j !== i && within(folders[i], folder));
  const labels = parts.map((files, i) => {
    const base = shortFolder(folders[i]);
    if (base !== '' && !shared(i)) return base;
    const details = standingOut(labelling, files, folders[i]);
    if (base === '') return details.join(' + ');
    return details.length === 0 ? base : `${base}: ${details.join(', ')}`;
  });
  return distinct(labels);
};

/** `b` stands in `a`, or is the same: a label of `a` alone would claim `b` too. */
const within = (a: string, b: string): boolean => a === b || b.startsWith(`${a}/`);

/**
 * The deepest folder in which most of the files stand. Files are sorted by path, so those of one folder stand in a row,
 * and a row of more than half of them holds the middle one: only its folders need be counted.
 */
const mainFolder = (all: readonly ProjectFile[], files: readonly number[]): string => {
  let folder = folderOf(all[files[files.length >> 1]].path);
  for (; folder !== ''; folder = folderOf(folder)) {
    const start = firstFrom(all, files, `${folder}/`);
    const end = firstFrom(all, files, `${folder}0`); // '0' comes right after '/'.
    if (end - start >= mostly * files.length) return folder;
  }
  return '';
};

/** Where the first file at or behind `path` stands. */
const firstFrom = (all: readonly ProjectFile[], files: readonly number[], path: string): number => {
  let [low, high] = [0, files.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (all[files[middle]].path < path) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The telling end of a folder: `packages/compiler/src/parser` is `compiler/parser`, and `src` is nothing. */
const shortFolder = (folder: string): string =>
  folder
    .split('/')
    .filter((segment) => !plain.has(segment))
    .slice(-maxSegments)
    .join('/');

/** The two subfolders that hold most of the files, else the two most imported files. */
const standingOut = ({ files: all, importance }: Labelling, files: readonly number[], folder: string): string[] => {
  const start = folder === '' ? 0 : folder.length + 1;
  const below = new Map<string, number[]>();
  const loose: number[] = [];
  const looked = evenly(files);
  for (const file of looked) {
    const { path } = all[file];
    const inside = folder === '' || path.startsWith(`${folder}/`);
    const place = inside ? folderOf(path.slice(start)) : folderOf(path);
    const group = place === '' ? loose : (below.get(firstTelling(place)) ?? []);
    group.push(file);
    if (place !== '') below.set(firstTelling(place), group);
  }
  const largest = [...below].sort((a, b) => b[1].length - a[1].length || compareText(a[0], b[0])).slice(0, 2);
  if (largest.length > 0 && loose.length < looked.length / 2) {
    return largest.map(([name, some]) => (folder === '' && shortFolder(mainFolder(all, some))) || name);
  }
  const isHidden = (file: number) => Number(nameOf(all[file].path).startsWith('.'));
  const central = [...loose]
    .sort((a, b) => isHidden(a) - isHidden(b) || importance[b] - importance[a] || a - b)
    .map((file) => stem(all[file].path));
  const telling = [...new Set(central.filter((name) => !plainNames.has(name.toLowerCase())))];
  return (telling.length > 0 ? telling : [...new Set(central)]).slice(0, 2);
};

/** A large part is named by some of its files. */
const evenly = (files: readonly number[]): readonly number[] => {
  const step = Math.ceil(files.length / maxLooked);
  return step === 1 ? files : files.filter((_, i) => i % step === 0);
};

const firstTelling = (folder: string): string => folder.split('/').find((part) => !plain.has(part)) ?? folder;

const stem = (path: string): string => nameOf(path).replace(/(?<=.)\.[^.]*$/, '');

const distinct = (labels: readonly string[]): string[] => {
  const total = new Map<string, number>();
  for (const label of labels) total.set(label, (total.get(label) ?? 0) + 1);
  const used = new Map<string, number>();
  const taken = new Set(labels);
  return labels.map((label) => {
    if (total.get(label) === 1) return label;
    for (;;) {
      const number = (used.get(label) ?? 0) + 1;
      used.set(label, number);
      const numbered = `${label} (${number})`;
      if (!taken.has(numbered)) return numbered;
    }
  });
};
