import { folderOf, nameOf } from '../../util/paths.js';

/** The modules of a project. A module is named by its path without ending: `pkg/mod`, and `pkg` for its `__init__`. */
export interface Modules {
  /** The file of each module. */
  readonly files: ReadonlyMap<string, string>;
  /** Folders with an `__init__`: regular packages. */
  readonly packages: ReadonlySet<string>;
  /** Folders with a module in them, at any depth. Those that are not packages are namespace packages to Python. */
  readonly folders: ReadonlySet<string>;
}

/** Which of several files with one module name is meant: the code before its stub or its declarations. */
const endings = ['.py', '.pyx', '.pyi', '.pxd'];

export const findModules = (paths: readonly string[]): Modules => {
  const files = new Map<string, string>();
  const ranks = new Map<string, number>();
  const packages = new Set<string>();
  const folders = new Set<string>(['']);
  for (const path of paths) {
    const ending = endings.indexOf(path.slice(path.lastIndexOf('.')));
    if (ending < 0) continue;
    const folder = folderOf(path);
    addWithAncestors(folders, folder);
    const stem = path.slice(0, path.lastIndexOf('.'));
    const isInit = nameOf(stem) === '__init__';
    if (isInit) packages.add(folder);
    const module = isInit ? folder : stem;
    // As Python does, a package goes before a module of the same name.
    const rank = 2 * ending + (isInit ? 0 : 1);
    if (rank < (ranks.get(module) ?? Number.POSITIVE_INFINITY)) {
      files.set(module, path);
      ranks.set(module, rank);
    }
  }
  return { files, packages, folders };
};

const addWithAncestors = (folders: Set<string>, folder: string): void => {
  for (let path = folder; !folders.has(path); path = folderOf(path)) folders.add(path);
};
