import { folderOf, joinPath, nameOf, normalizePath, sharedFolders } from '../../util/paths.js';
import { filesByName } from '../files-by-name.js';
import type { ProjectView, Resolution, Resolver } from '../language.js';
import { includePathsOf } from './include-paths.js';
import { type Search, searchWith } from './search.js';
import { isLanguageHeader, isSystemHeader } from './standard.js';

/**
 * Resolves includes as a compiler would, with the folders it searches found rather than configured: the includer's own
 * (for `"x"`), those that the project names, then every folder above and its `include`, `inc` and `src`. Where all
 * fail, the project's files whose paths end in what was written.
 */
export const cResolver = (project: ProjectView): Resolver => {
  const view: View = {
    has: project.has.bind(project),
    byName: filesByName(project),
    search: searchWith(includePathsOf(project)),
  };
  const byFolder = new Map<string, Map<string, Resolution>>();
  return (from, { text, kind }) => {
    const folder = folderOf(from);
    const known = byFolder.get(folder) ?? new Map<string, Resolution>();
    byFolder.set(folder, known);
    const key = kind === 'system' ? `<${text}` : text;
    let found = known.get(key);
    if (found === undefined) {
      found = resolve({ folder, written: text, quoted: kind !== 'system' }, view);
      known.set(key, found);
    }
    return found;
  };
};

interface View {
  has(path: string): boolean;
  /** Files by the last part of their path. */
  readonly byName: ReadonlyMap<string, readonly string[]>;
  readonly search: Search;
}

interface Include {
  readonly folder: string;
  readonly written: string;
  readonly quoted: boolean;
}

const resolve = (include: Include, view: View): Resolution => {
  const { folder, quoted } = include;
  const written = include.written.replaceAll('\\', '/');
  const standard = quoted ? isLanguageHeader(written) : isSystemHeader(written);
  const absent = quoted && !standard ? 'missing' : 'external';
  const named = view.byName.get(nameOf(written));
  if (!named || written.startsWith('/')) return absent;

  const manner = `${quoted ? 'quoted' : 'system'}${standard ? '-standard' : ''}` as const;
  const ranks = view.search(folder, manner);
  const found = dotted.test(written) ? firstIn(ranks.keys(), written, view) : lowest(named, written, ranks);
  if (found !== undefined) return [found];

  if (standard) return absent;
  const ending = `/${written.replace(/^(?:\.\.?\/)+/, '')}`;
  const endings = named.filter((path) => path.endsWith(ending));
  // A bare `<name.h>` that several folders have, none of them searched, is more likely a library's.
  if (endings.length === 0 || (endings.length > 1 && !quoted && !written.includes('/'))) return absent;
  const best = nearest(endings, ending, folder);
  return best === undefined ? absent : [best];
};

const dotted = /(?:^|\/)(?:\.\.?)?\//;

const firstIn = (folders: Iterable<string>, written: string, view: View): string | undefined => {
  for (const folder of folders) {
    const path = normalizePath(joinPath(folder, written));
    if (path !== undefined && view.has(path)) return path;
  }
  return undefined;
};

/** The same for a plain path, from the other side: few files have the name, while many folders are searched. */
const lowest = (named: readonly string[], written: string, ranks: ReadonlyMap<string, number>): string | undefined => {
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const path of named) {
    if (!path.endsWith(written)) continue;
    const at = path.length - written.length;
    if (at > 0 && path[at - 1] !== '/') continue;
    const rank = ranks.get(path.slice(0, Math.max(0, at - 1))) ?? Number.POSITIVE_INFINITY;
    if (rank < least) {
      best = path;
      least = rank;
    }
  }
  return best;
};

/**
 * The file whose include path would share most folders with the includer, then the shortest. Where several are equal,
 * as the `asm/io.h` of a dozen architectures, the build chooses, and none is better than a wrong one.
 */
const nearest = (files: readonly string[], ending: string, folder: string): string | undefined => {
  let best: string | undefined;
  let most = -1;
  let least = 0;
  for (const path of files) {
    const base = path.slice(0, -ending.length);
    const shared = sharedFolders(base, folder);
    const depth = base.split('/').length;
    if (shared > most || (shared === most && depth < least)) {
      best = path;
      most = shared;
      least = depth;
    } else if (shared === most && depth === least) best = undefined;
  }
  return best;
};
