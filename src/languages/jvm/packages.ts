import { folderOf, nameOf, upwards } from '../../util/paths.js';
import type { ProjectView } from '../language.js';

/** A package, whatever folders its files stand in. */
export interface Package {
  /** The files that declare a name, in path order. */
  readonly names: Map<string, string[]>;
}

export interface Packages {
  /** By name; that of files without a package is ''. */
  readonly byName: ReadonlyMap<string, Package>;
  ofFile(path: string): Package | undefined;
}

/** The packages of the project as its files declare them. Files that were not read belong where their path says. */
export const packagesOf = (project: ProjectView): Packages => {
  const byName = new Map<string, Package>();
  const byFile = new Map<string, Package>();
  const byFolder = new Map<string, string>();
  const packageNamed = (name: string): Package => {
    const made = byName.get(name) ?? { names: new Map() };
    byName.set(name, made);
    return made;
  };
  const unread: string[] = [];
  for (const path of project.files) {
    if (!isSource.test(path)) continue;
    const [everything, ...names] = project.declaredBy(path);
    if (everything === undefined) {
      unread.push(path);
      continue;
    }
    const name = everything.slice(0, -2);
    const own = packageNamed(name);
    byFile.set(path, own);
    if (names.length > 0) byFolder.set(folderOf(path), name);
    for (const one of names) put(own, one, path);
  }
  const rootsOf = sourceRoots(byFolder);
  for (const path of unread) {
    const folder = folderOf(path);
    const type = nameOf(path).replace(isSource, '');
    if (!isName.test(type)) continue;
    const own = packageNamed(byFolder.get(folder) ?? byPath(folder, rootsOf));
    put(own, type, path);
    own.names.get(type)!.sort();
  }
  return { byName, ofFile: (path) => byFile.get(path) };
};

const isSource = /\.(?:java|kts?)$/i;

/** Not so `module-info` and `package-info`. */
const isName = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

const put = ({ names }: Package, name: string, path: string): void => {
  const files = names.get(name);
  if (files) files.push(path);
  else names.set(name, [path]);
};

/** The folders from which packages are counted, as far as files tell: `src` where `src/a/b` holds the package `a.b`. */
const sourceRoots = (byFolder: ReadonlyMap<string, string>): ReadonlySet<string> => {
  const roots = new Set<string>();
  for (const [folder, name] of byFolder) {
    const below = name.replaceAll('.', '/');
    if (folder === below || folder.endsWith(`/${below}`)) {
      roots.add(folder.slice(0, Math.max(0, folder.length - below.length - 1)));
    }
  }
  return roots;
};

/** As Gradle and Maven have it, the innermost; else the first folder that is named for a language. */
const conventional = /^(?:.*\/)?src\/[^/]+\/(?:java|kotlin)(?:\/|$)|^(?:.*?\/)??(?:java|kotlin)(?:\/|$)/;

/** The package that a folder should hold. */
const byPath = (folder: string, roots: ReadonlySet<string>): string => {
  const above = conventional.exec(folder)?.[0];
  const root = above ?? upwards(folder).find((one) => roots.has(one));
  if (root === undefined) return folder.replaceAll('/', '.');
  return folder.slice(root.length).replaceAll('/', ' ').trim().replaceAll(' ', '.');
};
