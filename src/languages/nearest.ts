import { sharedFolders } from '../util/paths.js';

/** The path that shares most folders with another; the first where several do, undefined where there is none. */
export const nearestOf = (paths: readonly string[], from: string): string | undefined => {
  if (paths.length < 2) return paths[0];
  let best: string | undefined;
  let most = -1;
  for (const path of paths) {
    const shared = sharedFolders(path, from);
    if (shared <= most) continue;
    best = path;
    most = shared;
  }
  return best;
};
