import { compareText } from '../../util/compare.js';
import { folderOf } from '../../util/paths.js';
import type { Item } from './items.js';

/** A folder with what belongs to it. */
export interface Folder {
  readonly path: string;
  /** Whether it is the folder of a package. */
  readonly isPackage: boolean;
  /** What belongs to the folder itself. */
  readonly items: readonly Item[];
  /** Sorted by path; none is empty. */
  readonly folders: readonly Folder[];
  /** Of all that is in it and below. */
  readonly files: number;
  readonly tokens: number;
}

/** The tree of the folders that items belong to. */
export const folderTree = (items: readonly Item[], packages: ReadonlySet<string>): Folder => {
  const own = new Map<string, Item[]>([['', []]]);
  const below = new Map<string, Set<string>>([['', new Set()]]);
  const open = (folder: string): void => {
    if (own.has(folder)) return;
    own.set(folder, []);
    below.set(folder, new Set());
    open(folderOf(folder));
    below.get(folderOf(folder))?.add(folder);
  };
  for (const item of items) {
    open(item.home);
    own.get(item.home)?.push(item);
  }
  const build = (path: string): Folder => {
    const folders = [...(below.get(path) ?? [])].sort(compareText).map(build);
    const items = own.get(path) as Item[];
    const all = [...items.map((item) => ({ files: item.files.length, tokens: item.tokens })), ...folders];
    return {
      ...{ path, isPackage: packages.has(path), items, folders },
      files: all.reduce((sum, { files }) => sum + files, 0),
      tokens: all.reduce((sum, { tokens }) => sum + tokens, 0),
    };
  };
  return build('');
};

/** All items of a folder and below it. */
export const itemsBelow = ({ items, folders }: Folder): Item[] => [...items, ...folders.flatMap(itemsBelow)];
