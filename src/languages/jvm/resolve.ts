import { folderOf } from '../../util/paths.js';
import type { ProjectView, Resolution, Resolver } from '../language.js';
import { isUpper } from '../lexing/characters.js';
import { nearestFiles } from './nearest.js';
import { type Package, packagesOf } from './packages.js';

/**
 * Finds names as the compilers do: those of the file's own package, then those of packages that it imports as a whole.
 * (What it imports one by one its reader has taken out.) Which class path a file is compiled against is not known; where
 * several files declare a name, the nearest is meant.
 */
export const jvmResolver = (project: ProjectView): Resolver => {
  const { byName, ofFile } = packagesOf(project);
  const known = new Map<string, Resolution>();
  const whole = new Map<Package, Map<string, readonly string[]>>();
  let scope: Scope = { from: '\0', own: undefined, wholes: [] };

  const enter = (from: string): Scope => {
    const wholes: Package[] = [];
    for (const { kind, text } of project.specifiersOf(from)) {
      if (kind === 'name') break; // Imports come first.
      const imported = text.endsWith('.*') ? byName.get(text.slice(0, -2)) : undefined;
      if (imported) wholes.push(imported);
    }
    return { from, own: ofFile(from), wholes };
  };

  /** All that a package gives, where nothing of it was seen to be used. */
  const wholePackage = (found: Package, from: string): readonly string[] => {
    const byFolder = whole.get(found) ?? new Map<string, readonly string[]>();
    whole.set(found, byFolder);
    const folder = folderOf(from);
    const files = byFolder.get(folder) ?? union([...found.names.values()], from);
    byFolder.set(folder, files);
    return files;
  };

  const importOf = (text: string, { from, own }: Scope): Resolution => {
    const imported = text.endsWith('.*') ? byName.get(text.slice(0, -2)) : undefined;
    if (imported) {
      const used: (readonly string[])[] = [];
      for (const { kind, text: name } of project.specifiersOf(from)) {
        const files = kind === 'name' ? imported.names.get(name) : undefined;
        if (files && (own === imported || !own?.names.has(name))) used.push(files);
      }
      const files = used.length > 0 ? union(used, from) : wholePackage(imported, from);
      return files.length > 0 ? files : 'missing';
    }
    let found = known.get(text);
    if (found === undefined) {
      found = qualified(text, byName);
      known.set(text, found);
    }
    return typeof found === 'string' ? found : nearestFiles(found, from);
  };

  return (from, { text, kind }) => {
    if (scope.from !== from) scope = enter(from);
    if (kind !== 'name') return importOf(text, scope);
    const files = named(text, scope) ?? (text.includes('.') ? inFull(text, byName) : undefined);
    return (files && nearestOthers(files, from)) ?? 'external';
  };
};

/** What a file sees without saying more. */
interface Scope {
  readonly from: string;
  readonly own: Package | undefined;
  readonly wholes: readonly Package[];
}

const named = (name: string, { own, wholes }: Scope): readonly string[] | undefined => {
  const files = own?.names.get(name);
  if (files) return files;
  for (const { names } of wholes) {
    const found = names.get(name);
    if (found) return found;
  }
  return undefined;
};

/** A file that uses a name of its own means what others declare by it: Kotlin's `actual` means `expect`. */
const nearestOthers = (files: readonly string[], from: string): readonly string[] | undefined => {
  const nearest = nearestFiles(files, from);
  if (!nearest.includes(from)) return nearest;
  const others = files.filter((path) => path !== from);
  return others.length > 0 ? nearestFiles(others, from) : undefined;
};

/** `a.b.C` used in code. */
const inFull = (name: string, byName: ReadonlyMap<string, Package>): readonly string[] | undefined => {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? undefined : byName.get(name.slice(0, dot))?.names.get(name.slice(dot + 1));
};

/**
 * The files that declare what an import names, or the type in which it stands: `a.b.C`, `a.b.C.Inner`, `a.b.C.member`,
 * `a.b.C.*`. In the longest package that the project has, a type that nobody declares is missing; below it there may be
 * packages of others, whose names are in lower case.
 */
const qualified = (text: string, byName: ReadonlyMap<string, Package>): Resolution => {
  const name = text.endsWith('.*') ? text.slice(0, -2) : text;
  let end = name.length;
  for (let dot = name.lastIndexOf('.'); ; dot = dot > 0 ? name.lastIndexOf('.', dot - 1) : -1) {
    const found = byName.get(dot < 0 ? '' : name.slice(0, dot));
    const files = found?.names.get(name.slice(dot + 1, end));
    if (files) return files;
    if (dot < 0) return 'external';
    if (found) return end === text.length || isUpper(name.charCodeAt(dot + 1)) ? 'missing' : 'external';
    end = dot;
  }
};

const union = (found: readonly (readonly string[])[], from: string): readonly string[] => {
  const files = new Set<string>();
  for (const candidates of found) for (const path of nearestFiles(candidates, from)) files.add(path);
  return [...files];
};
