import type { ProjectView, Resolution, Resolver } from '../language.js';
import { nearestOf } from '../nearest.js';
import { includesOf } from './includes.js';
import { type Names, namesOf } from './names.js';

/** Resolves includes by their paths, and names by what files declare and by what `composer.json` says of them. */
export const phpResolver = (project: ProjectView): Resolver => {
  const names = namesOf(project);
  const included = includesOf(project);
  return (from, { text, kind }) => {
    if (kind === 'include') return included(from, text);
    const file = nearestOf(names.files(text), from);
    if (file !== undefined) return [file];
    if (kind === 'name') return 'external';
    if (names.isNamespace(text)) return throughNamespace({ project, names, from, namespace: text });
    return names.claims(text) ? 'missing' : 'external';
  };
};

interface Through {
  readonly project: ProjectView;
  readonly names: Names;
  readonly from: string;
  readonly namespace: string;
}

/** `use A\B;` for the sake of `B\C` and `B\D`: it is these that are imported. */
const throughNamespace = ({ project, names, from, namespace }: Through): Resolution => {
  const files = new Set<string>();
  for (const { text, kind } of project.specifiersOf(from)) {
    if (kind !== 'name' || !text.startsWith(`${namespace}\\`)) continue;
    const file = nearestOf(names.files(text), from);
    if (file !== undefined) files.add(file);
  }
  return files.size > 0 ? [...files] : 'external';
};
