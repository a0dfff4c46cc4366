import { sharedFolders } from '../util/paths.js';
import type { Language, ProjectView } from './language.js';

/** Which files declare a name, in a language that finds files by names. */
export interface DeclaredNames {
  /** In path order; none where nobody declares it. */
  filesOf(name: string): readonly string[];
  /** The one of them that shares most folders with `from`, the first where several do. */
  nearest(name: string, from: string): string | undefined;
}

const none: readonly string[] = Object.freeze([]);

/** Gathers what the files of a language (by its endings) were found to declare. */
export const declaredNames = (project: ProjectView, endings: Language['endings']): DeclaredNames => {
  const byName = new Map<string, string[]>();
  for (const path of project.files) {
    if (!hasEnding(path, endings)) continue;
    for (const name of project.declaredBy(path)) {
      const files = byName.get(name);
      if (files) files.push(path);
      else byName.set(name, [path]);
    }
  }
  const filesOf = (name: string): readonly string[] => byName.get(name) ?? none;
  return { filesOf, nearest: (name, from) => nearestOf(filesOf(name), from) };
};

const hasEnding = (path: string, endings: Language['endings']): boolean => {
  const dot = path.lastIndexOf('.');
  return dot >= 0 && (path.slice(dot) in endings || path.slice(dot).toLowerCase() in endings);
};

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
