import { compareText } from '../../util/compare.js';
import { folderOf, joinPath, nameOf } from '../../util/paths.js';
import { serves } from '../aside.js';
import type { Modules } from './modules.js';
import { standardLibrary } from './stdlib.js';

/**
 * Where absolute imports start: the folders that would stand on `sys.path`. They are found, not configured, because a
 * path is set by installers, test runners and environments that the project's files do not show.
 */
export interface Roots {
  /** The roots, best first, from which files of `folder` would take a top-level module. */
  holding(folder: string, topLevel: string): Holders;
}

export interface Holders {
  /** Roots where the name is a module or a regular package. Python prefers these, wherever they stand. */
  readonly regular: readonly string[];
  /** Roots where the name is a folder without `__init__`: portions of a namespace package. */
  readonly namespace: readonly string[];
  /** A last resort, see `looseRoot`. */
  readonly loose: string | undefined;
}

const nobody: Holders = { regular: [], namespace: [], loose: undefined };

const projectFiles = new Set(['pyproject.toml', 'setup.py', 'setup.cfg']);

/** Roots below such folders serve only files that stand below them too: nobody else has them on the path. */
const asideFolders = new Set(['test', 'tests', 'testing', 'testdata', 'fixtures', 'examples', 'docs']);

export const findRoots = (paths: readonly string[], modules: Modules): Roots => {
  const declared = declaredRoots(paths, modules);
  const roots = new Set(declared);
  for (const folder of modules.packages) {
    if (folder !== '' && !modules.packages.has(folderOf(folder))) roots.add(folderOf(folder));
  }
  const regularIndex = indexByName(modules.files.keys(), roots);
  const namespaceIndex = indexByName(
    [...modules.folders].filter((folder) => !modules.files.has(folder)),
    roots,
  );

  // A stray `types.py` or `logging/` is not what `import logging` means. It can only be in a folder that is surely on
  // the path, or in one that holds the standard library itself.
  const mayShadow = (root: string): boolean =>
    (declared.has(root) && !modules.packages.has(root)) || modules.files.has(joinPath(root, 'os'));

  const holding = (folder: string, topLevel: string): Holders => {
    const ancestors = scriptRoots(folder, modules);
    const regular = new Set(ancestors.filter((root) => modules.files.has(joinPath(root, topLevel))));
    for (const root of regularIndex.get(topLevel) ?? []) if (isVisible(root, folder)) regular.add(root);
    if (standardLibrary.has(topLevel))
      return { ...nobody, regular: byNearness([...regular].filter(mayShadow), folder) };

    const namespace = new Set(ancestors.filter((root) => modules.folders.has(joinPath(root, topLevel))));
    for (const root of namespaceIndex.get(topLevel) ?? []) if (isVisible(root, folder)) namespace.add(root);
    return {
      regular: byNearness([...regular], folder),
      namespace: byNearness([...namespace], folder),
      loose: looseRoot(folder, topLevel, modules),
    };
  };
  return { holding };
};

/** Folders that are on the path by custom: the project, `src`, and those of a project file with their `src` and `lib`. */
const declaredRoots = (paths: readonly string[], modules: Modules): ReadonlySet<string> => {
  const roots = new Set(['']);
  for (const folder of modules.folders) {
    if (nameOf(folder) === 'src' && !modules.packages.has(folderOf(folder))) roots.add(folder);
  }
  for (const path of paths) {
    if (!projectFiles.has(nameOf(path))) continue;
    const folder = folderOf(path);
    // numpy and scipy had a `setup.py` inside every package.
    if (modules.packages.has(folder)) continue;
    for (const root of [folder, joinPath(folder, 'src'), joinPath(folder, 'lib')]) {
      if (modules.folders.has(root)) roots.add(root);
    }
  }
  return roots;
};

const indexByName = (modulePaths: Iterable<string>, roots: ReadonlySet<string>): ReadonlyMap<string, string[]> => {
  const index = new Map<string, string[]>();
  for (const path of modulePaths) {
    const root = folderOf(path);
    if (path === '' || !roots.has(root)) continue;
    const name = nameOf(path);
    const holders = index.get(name);
    if (holders) holders.push(root);
    else index.set(name, [root]);
  }
  return index;
};

/**
 * The importing file's own folder, as when it is run as a script, and those above. For a file of a package they begin
 * above the package: inside it, `import yaml` does not mean the `yaml.py` next door.
 */
const scriptRoots = (folder: string, modules: Modules): readonly string[] => {
  let path = folder;
  while (path !== '' && modules.packages.has(path)) path = folderOf(path);
  const roots = [path];
  while (path !== '') {
    path = folderOf(path);
    roots.push(path);
  }
  return roots;
};

/**
 * Programs are often a single folder that was given an `__init__.py` although its files are run as scripts and import
 * each other by bare names. So the own folder is tried after all, where it is a package on its own.
 */
const looseRoot = (folder: string, topLevel: string, modules: Modules): string | undefined =>
  folder !== '' &&
  modules.packages.has(folder) &&
  !modules.packages.has(folderOf(folder)) &&
  modules.files.has(joinPath(folder, topLevel))
    ? folder
    : undefined;

const isVisible = (root: string, folder: string): boolean => serves(root, folder, asideFolders);

const byNearness = (roots: string[], folder: string): readonly string[] => {
  if (roots.length < 2) return roots;
  const near = new Map(roots.map((root) => [root, commonDepth(root, folder)]));
  return roots.sort((a, b) => near.get(b)! - near.get(a)! || a.length - b.length || compareText(a, b));
};

const commonDepth = (a: string, b: string): number => {
  if (a === '' || b === '') return 0;
  const left = a.split('/');
  const right = b.split('/');
  let depth = 0;
  while (depth < left.length && left[depth] === right[depth]) depth++;
  return depth;
};
