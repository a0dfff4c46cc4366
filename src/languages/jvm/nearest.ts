import { sharedFolders } from '../../util/paths.js';

/**
 * Of files in path order, those that share most folders with another, and of these the least deep: a copy of a whole
 * project within itself is farther than the project. More than one where they stand alike, as the files over which
 * Kotlin spreads the overloads of a function, or what is `expect`ed in one place and `actual` in several.
 */
export const nearestFiles = (files: readonly string[], from: string): readonly string[] => {
  if (files.length < 2) return files;
  // Neighbours in path order share most, so that not all of them need be looked at.
  const place = placeOf(files, from);
  const share = (at: number): number => (files[at] === undefined ? -1 : sharedFolders(files[at], from));
  const most = Math.max(share(place - 1), share(place));
  let first = place;
  while (share(first - 1) === most) first--;
  let end = place;
  while (share(end) === most) end++;
  let least = Number.POSITIVE_INFINITY;
  for (let at = first; at < end; at++) least = Math.min(least, depthOf(files[at]));
  const found: string[] = [];
  for (let at = first; at < end; at++) if (depthOf(files[at]) === least) found.push(files[at]);
  return found;
};

/** How many of the files come before a path. */
const placeOf = (files: readonly string[], path: string): number => {
  let low = 0;
  let high = files.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (files[middle] < path) low = middle + 1;
    else high = middle;
  }
  return low;
};

const depthOf = (path: string): number => {
  let depth = 0;
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) depth++;
  return depth;
};
