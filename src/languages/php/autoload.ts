import { folderOf, isWithin, joinPath, nameOf, upwards } from '../../util/paths.js';
import type { ProjectView } from '../language.js';
import { type Place, parseComposer } from './composer.js';
import { isPhp } from './endings.js';

/** Where the `composer.json` files of a project say that classes are. */
export interface Autoload {
  /** The files that should hold a class by its name and that exist: those of the longest prefix that has any. */
  files(name: string): readonly string[];
  /** Whether a file is one in which classes are looked for whatever their names. */
  isMapped(path: string): boolean;
  /** Whether a class of this name ought to be in the project. */
  claims(name: string): boolean;
}

export const autoloadOf = (project: ProjectView): Autoload => {
  const composers = listed(project).map((path) => parseComposer(project.readText(path) ?? '', folderOf(path)));
  const psr4 = byPrefix(composers.flatMap((composer) => composer.psr4));
  const psr0 = [...byPrefix(composers.flatMap((composer) => composer.psr0))].sort(([a], [b]) => b.length - a.length);
  const existing = (folders: readonly string[], path: string): string[] =>
    folders.map((folder) => joinPath(folder, path)).filter((file) => project.has(file));
  return {
    files(name) {
      for (const prefix of prefixesOf(name)) {
        const folders = psr4.get(prefix);
        if (!folders) continue;
        const rest = prefix === '' ? name : name.slice(prefix.length + 1);
        const found = existing(folders, `${rest.replaceAll('\\', '/')}.php`);
        if (found.length > 0) return found;
      }
      for (const [prefix, folders] of psr0) {
        const found = name.startsWith(prefix) ? existing(folders, psr0Path(name)) : [];
        if (found.length > 0) return found;
      }
      return [];
    },
    isMapped: (path) =>
      composers.some(
        ({ classmap, excluded }) =>
          classmap.some((mapped) => isWithin(mapped, path)) && !excluded.some((pattern) => pattern.test(path)),
      ),
    // The prefix '' is that of every class there is.
    claims: (name) => prefixesOf(name).some((prefix) => prefix !== '' && psr4.has(prefix)),
  };
};

const listed = (project: ProjectView): string[] => {
  const isComposer = (path: string): boolean => nameOf(path) === 'composer.json';
  const found = project.files.filter(isComposer);
  if (found.length > 0) return found;
  // Where `include` kept such files out of the inventory they still say where things are.
  const folders = new Set(project.files.filter(isPhp).map(folderOf));
  return [...new Set([...folders].flatMap(upwards))].map((folder) => joinPath(folder, 'composer.json'));
};

/** Each folder once: a component often says the same as the repository it stands in. */
const byPrefix = (places: readonly Place[]): Map<string, string[]> => {
  const folders = new Map<string, string[]>();
  for (const { prefix, folder } of places) {
    const known = folders.get(prefix);
    if (!known) folders.set(prefix, [folder]);
    else if (!known.includes(folder)) known.push(folder);
  }
  return folders;
};

/** `A\B`, `A` and '' for `A\B\C`. */
const prefixesOf = (name: string): string[] => {
  const prefixes: string[] = [];
  for (let at = name.lastIndexOf('\\'); at > 0; at = name.lastIndexOf('\\', at - 1)) prefixes.push(name.slice(0, at));
  prefixes.push('');
  return prefixes;
};

/** Underscores in the name of the class are folders too; in its namespace they are not. */
const psr0Path = (name: string): string => {
  const at = name.lastIndexOf('\\') + 1;
  return `${name.slice(0, at).replaceAll('\\', '/')}${name.slice(at).replaceAll('_', '/')}.php`;
};
