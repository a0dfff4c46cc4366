import { nameOf } from '../util/paths.js';
import type { ProjectView } from './language.js';

/** Files by the last part of their path. */
export const filesByName = (project: ProjectView): ReadonlyMap<string, readonly string[]> => {
  const byName = new Map<string, string[]>();
  for (const path of project.files) {
    const name = nameOf(path);
    const files = byName.get(name);
    if (files) files.push(path);
    else byName.set(name, [path]);
  }
  return byName;
};
