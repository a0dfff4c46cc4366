import { folderOf, joinPath, nameOf, sharedFolders, upwards } from '../../util/paths.js';
import type { ProjectView } from '../language.js';
import { isStandard } from './standard.js';
import { serves } from './visibility.js';

/** Files by what is required to load them: `a/b` for `lib/a/b.rb`. */
export interface LoadPaths {
  /** The file that `require feature` loads for a file of the project. */
  find(feature: string, from: string): string | undefined;
  /** Whether a library of the project has this as its first part: whatever is required below it should be there. */
  owns(first: string): boolean;
}

/** A folder that is surely on the load path, or only likely to be. */
type Certainty = 'sure' | 'likely';

interface Loaded {
  readonly file: string;
  readonly root: string;
  readonly certainty: Certainty;
}

const likelyNames = new Set(['test', 'tests', 'spec', 'specs', 'features', 'ext', 'src', 'app']);
const sureNames = new Set(['lib', 'vendor_ruby', 'site_ruby']);
const projectFiles = new Set(['Gemfile', 'Rakefile', 'config.ru', 'gems.rb']);

/**
 * Where `require` looks: the load path is set by tools that the project's files do not show, so it is found. Every `lib`
 * is on it, and what gemspecs name; test folders, `app/*` and the folders of projects may be.
 */
export const loadPathsOf = (project: ProjectView): LoadPaths => {
  const named = namedRoots(project);
  const certaintyOf = cached((folder: string): Certainty | undefined =>
    named.get(folder) === 'sure' ? 'sure' : (byName(folder) ?? named.get(folder)),
  );
  const rootsAbove = cached((folder: string): string[] => upwards(folder).filter((above) => certaintyOf(above)));
  const byFeature = new Map<string, Loaded[]>();
  const owned = new Set<string>();
  for (const file of project.files) {
    if (!file.endsWith('.rb')) continue;
    for (const root of rootsAbove(folderOf(file))) {
      const feature = file.slice(root === '' ? 0 : root.length + 1, -3);
      const loaded: Loaded = { file, root, certainty: certaintyOf(root)! };
      const others = byFeature.get(feature);
      if (others) others.push(loaded);
      else byFeature.set(feature, [loaded]);
      if (loaded.certainty === 'sure' && !feature.includes('/')) owned.add(feature);
    }
  }
  return {
    owns: (first) => owned.has(first),
    find(feature, from) {
      const found = byFeature.get(feature);
      return found && best(found, from, isStandard(feature));
    },
  };
};

const best = (found: readonly Loaded[], from: string, standard: boolean): string | undefined => {
  let nearest: Loaded | undefined;
  let most = -1;
  for (const loaded of found) {
    // A file that requires its own name means a library of that name.
    if (loaded.file === from || !serves(loaded.root, from)) continue;
    if (standard && loaded.certainty === 'likely') continue;
    const shared = 2 * sharedFolders(loaded.root, from) + (loaded.certainty === 'sure' ? 1 : 0);
    // Of those equally near, the one that is not inside another library.
    if (shared < most || (shared === most && loaded.root.length >= nearest!.root.length)) continue;
    nearest = loaded;
    most = shared;
  }
  return nearest?.file;
};

const byName = (folder: string): Certainty | undefined => {
  const name = nameOf(folder);
  if (sureNames.has(name)) return 'sure';
  if (folder === '' || likelyNames.has(name)) return 'likely';
  const parent = nameOf(folderOf(folder));
  return parent === 'app' || (name === 'concerns' && nameOf(folderOf(folderOf(folder))) === 'app')
    ? 'likely'
    : undefined;
};

const namedRoots = (project: ProjectView): Map<string, Certainty> => {
  const roots = new Map<string, Certainty>();
  for (const path of project.files) {
    if (projectFiles.has(nameOf(path))) roots.set(folderOf(path), roots.get(folderOf(path)) ?? 'likely');
    else if (path.endsWith('.gemspec')) {
      const folder = folderOf(path);
      roots.set(folder, roots.get(folder) ?? 'likely');
      for (const name of requirePaths(project.readText(path) ?? '')) {
        const root = name === '.' ? folder : joinPath(folder, name);
        roots.set(root, 'sure');
      }
    }
  }
  // Ruby's own library, and other folders that are nothing but one, have their features at the top.
  if (project.has('optparse.rb') && project.has('fileutils.rb')) roots.set('', 'sure');
  return roots;
};

const assignment = /\.require_paths?\s*=\s*([^\n]*)/;

/** The folders in `spec.require_paths = ["lib", "ext"]` or `%w[lib ext]`. */
const requirePaths = (gemspec: string): string[] => {
  const value = assignment.exec(gemspec)?.[1] ?? '';
  const words = /%w[[({<]([^\])}>]*)/.exec(value)?.[1];
  const listed =
    words === undefined ? [...value.matchAll(/["']([^"'\n]*)["']/g)].map((match) => match[1]) : words.split(/\s+/);
  return listed.map((name) => name.replace(/^\.\//, '').replace(/\/+$/, '')).filter((name) => name !== '');
};

const cached = <V>(make: (key: string) => V): ((key: string) => V) => {
  const known = new Map<string, V>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined && !known.has(key)) {
      value = make(key);
      known.set(key, value);
    }
    return value as V;
  };
};
