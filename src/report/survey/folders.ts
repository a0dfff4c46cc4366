import { compareText } from '../../util/compare.js';
import { commonFolder, folderOf } from '../../util/paths.js';

export interface FolderCount {
  /** '' is the project's own folder. */
  readonly folder: string;
  readonly files: number;
}

interface Group {
  readonly folder: string;
  readonly paths: readonly string[];
  /** Is not taken apart any more. */
  readonly isWhole: boolean;
}

/** A folder is told as a whole when even the largest folder in it holds less than this share of its files. */
const scattered = 0.15;

/** A folder with more than this share of the files says too little of where they are. */
const large = 0.4;
const many = 100;

/**
 * Where files stand: the folders that hold most of them, most files first. The largest is replaced by the folders in
 * it until there are about `enough`; what is in more folders than that has to be cut by whoever shows them.
 */
export const foldersOf = (paths: readonly string[], enough: number): FolderCount[] => {
  let groups = paths.length === 0 ? [] : [groupOf(paths)];
  while (groups.length < many) {
    const largest = groups.filter(({ isWhole }) => !isWhole).sort(byFiles)[0];
    if (!largest || (groups.length >= enough && largest.paths.length < large * paths.length)) break;
    const parts = partsOf(largest);
    const isScattered = Math.max(...parts.map((part) => part.paths.length)) < scattered * largest.paths.length;
    groups = groups.flatMap((one) => (one !== largest ? [one] : isScattered ? [{ ...one, isWhole: true }] : parts));
  }
  return groups.sort(byFiles).map((group) => ({ folder: group.folder, files: group.paths.length }));
};

/** The deepest folder that holds at least two thirds of the files. */
export const mainFolder = (paths: readonly string[]): string => {
  let group: Group = { folder: '', paths, isWhole: false };
  for (;;) {
    const [largest] = partsOf(group).sort(byFiles);
    if (!largest || largest.folder === group.folder || largest.paths.length * 3 < paths.length * 2) return group.folder;
    group = largest;
  }
};

const byFiles = (a: Group, b: Group): number =>
  b.paths.length - a.paths.length || compareText(a.folder, b.folder) || Number(a.isWhole) - Number(b.isWhole);

const groupOf = (paths: readonly string[]): Group => {
  const folder = paths.map(folderOf).reduce(commonFolder);
  return { folder, paths, isWhole: paths.every((path) => folderOf(path) === folder) };
};

/** What stands in the folder itself, and each folder in it. */
const partsOf = ({ folder, paths }: Group): Group[] => {
  const start = folder === '' ? 0 : folder.length + 1;
  const below = new Map<string, string[]>();
  for (const path of paths) {
    const slash = path.indexOf('/', start);
    const name = slash < 0 ? '' : path.slice(start, slash);
    const list = below.get(name);
    if (list) list.push(path);
    else below.set(name, [path]);
  }
  return [...below].map(([name, list]) => (name === '' ? { folder, paths: list, isWhole: true } : groupOf(list)));
};
