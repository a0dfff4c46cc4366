import type { Specifier } from '../../src/domain/specifier.js';
import type { Language, ProjectView } from '../../src/languages/language.js';

interface Read {
  readonly specifiers: readonly Specifier[];
  readonly declares: readonly string[];
}

/** What reading the files of a project found, as a scan would have it; each file is read when it is first asked for. */
export const readOnDemand = (
  { has, readText }: Pick<ProjectView, 'has' | 'readText'>,
  language: Language | undefined,
): Pick<ProjectView, 'declaredBy' | 'specifiersOf'> => {
  const known = new Map<string, Read>();
  const read = (path: string): Read => {
    const ending = path.slice(path.lastIndexOf('.')).toLowerCase();
    if (!language || !(ending in language.endings) || !has(path)) return { specifiers: [], declares: [] };
    const declares = new Set<string>();
    const specifiers = language.read(readText(path) ?? '', path, (name) => declares.add(name));
    return { specifiers, declares: [...declares] };
  };
  const of = (path: string): Read => {
    const found = known.get(path) ?? read(path);
    known.set(path, found);
    return found;
  };
  return { declaredBy: (path) => of(path).declares, specifiersOf: (path) => of(path).specifiers };
};
