import { folderOf, isWithin, joinPath, nameOf, normalizePath, upwards } from '../../util/paths.js';
import type { ProjectView, Resolution, Resolver } from '../language.js';
import { below, type GoMod } from './go-mod.js';
import { type Modules, modulesOf } from './modules.js';
import { type Packages, packagesOf } from './packages.js';
import { isStandard } from './standard.js';

/** Resolves import paths as the go command does: by modules, then by `vendor` folders, then by GOPATH's `src`. */
export const goResolver = (project: ProjectView): Resolver => {
  const packages = packagesOf(project);
  const modules = modulesOf(project, packages.folders);
  const scopeOf = scopes(packages, modules);
  return (from, { text }) => {
    const folder = folderOf(from);
    if (text.startsWith('./') || text.startsWith('../') || text === '.' || text === '..') {
      return relative(folder, text, packages);
    }
    const scope = scopeOf(folder);
    let known = scope.known.get(text);
    if (known === undefined) {
      known = resolve(text, { scope, packages, modules });
      scope.known.set(text, known);
    }
    return known;
  };
};

/** Folders that see the same packages under the same paths: most often all those of a module. */
interface Scope {
  readonly module: GoMod | undefined;
  readonly vendors: readonly string[];
  readonly sources: readonly string[];
  readonly known: Map<string, Resolution>;
}

const scopes = (packages: Packages, modules: Modules): ((folder: string) => Scope) => {
  const vendors = new Set(packages.folders.flatMap(vendorsAbove));
  const sources = sourceRoots(packages);
  const byKey = new Map<string, Scope>();
  const byFolder = new Map<string, Scope>();
  return (folder) => {
    const known = byFolder.get(folder);
    if (known) return known;
    const module = modules.owner(folder);
    const owner = module?.folder;
    const mine = upwards(folder).map((above) => joinPath(above, 'vendor'));
    const found: Scope = {
      module,
      vendors: mine.filter((vendor) => vendors.has(vendor)),
      // Inside a module a folder that happens to be named `src` means nothing; around it, it is a GOPATH.
      sources: sources.filter((source) => isWithin(source, folder) && (owner === undefined || isBelow(source, owner))),
      known: new Map(),
    };
    const key = [owner ?? '\0', found.vendors.join('\0'), found.sources.join('\0')].join('\0\0');
    const scope = byKey.get(key) ?? found;
    byKey.set(key, scope);
    byFolder.set(folder, scope);
    return scope;
  };
};

const isBelow = (folder: string, path: string): boolean => path !== folder && isWithin(folder, path);

const vendorsAbove = (folder: string): string[] => upwards(folder).filter((above) => nameOf(above) === 'vendor');

/** Folders that import paths may start from where no module says so, the innermost first; the root is the last. */
const sourceRoots = (packages: Packages): string[] => {
  const named = new Set(
    packages.folders.flatMap((folder) => upwards(folder).filter((above) => nameOf(above) === 'src')),
  );
  return [...[...named].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)), ''];
};

interface Where {
  readonly scope: Scope;
  readonly packages: Packages;
  readonly modules: Modules;
}

const resolve = (path: string, { scope, packages, modules }: Where): Resolution => {
  const place = modules.place(path, scope.module);
  // A fixture may call itself `errors`; only its own files mean it by that.
  const shadowed = place?.prefix !== '' && place?.folder !== scope.module?.folder && isStandard(path);
  if (place && !shadowed) {
    const target = joinPath(place.folder, below(place.prefix, path)!);
    // A module within a module is no part of the outer one.
    const files = modules.owner(target) === modules.owner(place.folder) ? packages.files(target) : undefined;
    if (files) return files;
  }
  for (const vendor of scope.vendors) {
    const files = packages.files(joinPath(vendor, path));
    if (files) return files;
  }
  for (const source of scope.sources) {
    // `log` is the standard library's, whatever folders the project has, unless this is the standard library.
    if (isStandard(path) && !packages.has(joinPath(source, 'runtime'))) continue;
    const files = packages.files(joinPath(source, path));
    if (files) return files;
  }
  return place && place.prefix !== '' && !isStandard(path) ? 'missing' : 'external';
};

const relative = (folder: string, path: string, packages: Packages): Resolution => {
  const target = normalizePath(joinPath(folder, path));
  return (target === undefined ? undefined : packages.files(target)) ?? 'missing';
};
