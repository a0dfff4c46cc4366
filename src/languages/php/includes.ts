import { folderOf, isWithin, nameOf, resolvePath, upwards } from '../../util/paths.js';
import { filesByName } from '../files-by-name.js';
import type { ProjectView, Resolution } from '../language.js';

/** Finds the files that `require` and its kin are given, as `readInclude` has them. */
export const includesOf = (project: ProjectView): ((from: string, path: string) => Resolution) => {
  const byName = filesByName(project);
  /** The files whose paths end so. */
  const ending = (end: string): string[] =>
    (byName.get(nameOf(end)) ?? []).filter((path) => path === end || path.endsWith(`/${end}`));

  return (from, path) => {
    const folder = folderOf(from);
    const found = path.startsWith('*/')
      ? fromUnknown(ending(path.slice(2).replace(/^(?:\.\.?\/)+/, '')), path.slice(2), from)
      : path.startsWith('.')
        ? existing(project, resolvePath(folder, path))
        : (searched(project, folder, path) ?? fromUnknown(ending(path), path, from));
    if (found !== undefined) return [found];
    // What was installed is no part of the project, and only the file's own folder is sure to be known.
    return path.startsWith('.') && !/(?:^|\/)vendor\//.test(path) ? 'missing' : 'external';
  };
};

const existing = (project: ProjectView, path: string | undefined): string | undefined =>
  path !== undefined && project.has(path) ? path : undefined;

/** From the own folder upwards: one of those is the folder that the program was started in, or is configured. */
const searched = (project: ProjectView, folder: string, path: string): string | undefined => {
  if (path.startsWith('/')) return undefined;
  for (const above of upwards(folder)) {
    const found = existing(project, resolvePath(above, path));
    if (found !== undefined) return found;
  }
  return undefined;
};

/**
 * Of the files whose paths end in what is known of a path, the only one; of several, the only one that begins in a
 * folder around the includer. Where that leaves a choice, none is better than a wrong one.
 */
const fromUnknown = (files: readonly string[], end: string, from: string): string | undefined => {
  const others = files.filter((path) => path !== from);
  if (others.length < 2) return others[0];
  const around = others.filter((path) => isWithin(path.slice(0, Math.max(0, path.length - end.length - 1)), from));
  return around.length === 1 ? around[0] : undefined;
};
