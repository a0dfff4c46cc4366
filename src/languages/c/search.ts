import { joinPath, upwards } from '../../util/paths.js';
import type { IncludePaths } from './include-paths.js';

/** How an include is written decides where it is looked for. `standard`: `<x>` or `"x"` for a header of the system. */
type Manner = 'quoted' | 'system' | 'quoted-standard' | 'system-standard';

/** The folders that are likely searched for a file of some folder, each with its rank: the lowest wins. */
export type Search = (folder: string, manner: Manner) => ReadonlyMap<string, number>;

/**
 * A quoted include is looked for beside the includer; each in the folders the project names; then upwards from the
 * includer. `<x>` is looked for in folders named for it before any other; a standard header nowhere else: a project's
 * `src/string.h` is rarely meant to stand in for the system's.
 */
export const searchWith = (paths: IncludePaths): Search => {
  const known = new Map<string, ReadonlyMap<string, number>>();
  return (folder, manner) => {
    const key = `${manner} ${folder}`;
    let ranks = known.get(key);
    if (!ranks) {
      const own = manner.startsWith('quoted') ? [folder] : [];
      ranks = ranked([...own, ...paths(folder), ...guessed(folder, manner)]);
      known.set(key, ranks);
    }
    return ranks;
  };
};

const ranked = (folders: readonly string[]): Map<string, number> =>
  new Map([...new Set(folders)].map((folder, rank) => [folder, rank]));

const guessed = (folder: string, manner: Manner): string[] => {
  const above = upwards(folder);
  const includes = (at: string): string[] => [joinPath(at, 'include'), joinPath(at, 'inc')];
  if (manner === 'quoted') return above.flatMap((at) => [at, ...includes(at), joinPath(at, 'src')]);
  const named = above.flatMap(includes);
  return manner === 'system' ? [...named, ...above.flatMap((at) => [at, joinPath(at, 'src')])] : named;
};
