import { folderOf, joinPath } from '../../util/paths.js';
import type { ProjectView, Resolution, Resolver } from '../language.js';
import { DOT } from './lexis.js';
import { findModules, type Modules } from './modules.js';
import { findRoots, type Holders } from './roots.js';
import { standardLibrary } from './stdlib.js';

/** What a dotted name stands for, before asking which of its names are submodules. */
interface Located {
  /** The file of the module itself; a namespace package has none. */
  readonly file: string | undefined;
  /** Where its submodules would be: none for a plain module, several for a namespace package in portions. */
  readonly folders: readonly string[];
  /** The answer where none of the names leads to a file. */
  readonly otherwise: 'external' | 'missing';
  /** `[file]`, made once because it is the answer to most imports. */
  readonly whole: Resolution;
  /** Found by the last resort of `Holders.loose`. */
  readonly guessed: boolean;
}

/**
 * Resolves as Python would, over the files of the project. `from a import b, c` means the submodules among `b` and `c`,
 * and `a` itself if any of them is not a submodule. That `import a.b` also runs `a/__init__.py` makes no tie.
 *
 * Only a module whose top-level package is surely here can be missing. A folder without `__init__` that happens to have
 * the name of an installed package (`docker/`, `redis/`) proves nothing: what is not found below it is external.
 */
export const pythonResolver = (project: ProjectView): Resolver => {
  const modules = findModules(project.files);
  const roots = findRoots(project.files, modules);
  // All that resolving depends on are the folder and the text, and most texts are written many times in a folder.
  const holders = new Map<string, Map<string, Holders>>();
  const located = new Map<string, Map<string, Located>>();

  const holdersOf = (folder: string, topLevel: string): Holders =>
    cached(holders, folder, topLevel, () => roots.holding(folder, topLevel));

  return (from, { text, names }) => {
    const folder = folderOf(from);
    const found = cached(located, folder, text, () =>
      text.startsWith('.') ? locateRelative(folder, text, modules) : locateAbsolute(folder, text, modules, holdersOf),
    );
    // `import yaml` in `app/yaml.py` is not about itself, where only the last resort says so.
    if (found.guessed && found.file === from) return 'external';
    return names === undefined || found.folders.length === 0 ? found.whole : namesOf(found, names, modules);
  };
};

const locateRelative = (folder: string, text: string, modules: Modules): Located => {
  let dots = 1;
  while (text.charCodeAt(dots) === DOT) dots++;
  let base = folder;
  for (let up = 1; up < dots; up++) {
    if (base === '') return locateIn([], modules, 'missing');
    base = folderOf(base);
  }
  const path = pathOf(text.slice(dots));
  return locateIn([path === '' ? base : joinPath(base, path)], modules, 'missing');
};

const locateAbsolute = (
  folder: string,
  text: string,
  modules: Modules,
  holdersOf: (folder: string, topLevel: string) => Holders,
): Located => {
  const path = pathOf(text);
  const slash = path.indexOf('/');
  const topLevel = slash < 0 ? path : path.slice(0, slash);
  const { regular, namespace, loose } = holdersOf(folder, topLevel);
  if (regular.length === 0 && namespace.length === 0 && loose !== undefined) {
    return { ...locateIn([joinPath(loose, path)], modules, 'external'), guessed: true };
  }
  const surelyHere = regular.length > 0 && !standardLibrary.has(topLevel);
  const candidates = [...regular, ...namespace].map((root) => joinPath(root, path));
  return locateIn(candidates, modules, surelyHere ? 'missing' : 'external');
};

/** `a.b` as `a/b`. Some write `from a.__init__ import b`, which is `a`. */
const pathOf = (name: string): string => name.replaceAll('.', '/').replace(/(^|\/)__init__$/, '');

/** A nearer root that has the package but not the module gives way to a farther one that has both. */
const locateIn = (candidates: readonly string[], modules: Modules, otherwise: 'external' | 'missing'): Located => {
  for (const path of candidates) {
    const file = modules.files.get(path);
    if (file === undefined) continue;
    return { file, folders: modules.packages.has(path) ? [path] : [], otherwise, whole: [file], guessed: false };
  }
  const folders = candidates.filter((path) => modules.folders.has(path));
  return { file: undefined, folders, otherwise, whole: otherwise, guessed: false };
};

const namesOf = ({ file, folders, otherwise }: Located, names: readonly string[], modules: Modules): Resolution => {
  const files = new Set<string>();
  for (const name of names) {
    const meant = submodule(folders, name, modules) ?? file;
    if (meant !== undefined) files.add(meant);
  }
  return files.size > 0 ? [...files] : otherwise;
};

const submodule = (folders: readonly string[], name: string, modules: Modules): string | undefined => {
  for (const folder of folders) {
    const file = modules.files.get(joinPath(folder, name));
    if (file !== undefined) return file;
  }
  return undefined;
};

const cached = <V>(cache: Map<string, Map<string, V>>, folder: string, key: string, make: () => V): V => {
  let values = cache.get(folder);
  if (values === undefined) {
    values = new Map();
    cache.set(folder, values);
  }
  let value = values.get(key);
  if (value === undefined) {
    value = make();
    values.set(key, value);
  }
  return value;
};
