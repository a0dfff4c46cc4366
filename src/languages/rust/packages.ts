import { folderOf, joinPath, nameOf, upwards } from '../../util/paths.js';
import type { ProjectView } from '../language.js';
import { nearestOf } from '../nearest.js';
import { asCodeWrites, type Dependency, type Manifest, parseManifest } from './manifest.js';

/** A package of the project: a library, or programs, or both. */
export interface Package {
  readonly folder: string;
  /** The name that its library goes by in code. */
  readonly name: string;
  readonly is2015: boolean;
  /** The root of its library, where it has one. */
  readonly library: string | undefined;
  /** The roots of its crates that are named, that of the library first. */
  readonly roots: readonly string[];
  /** Files that are roots by where they lie, unless they turn out to be modules. */
  readonly likelyRoots: readonly string[];
}

/** The packages of a project. */
export interface Packages {
  readonly all: readonly Package[];
  /** The package whose folder a file is in, the innermost. */
  owner(path: string): Package | undefined;
  /**
   * The root of the library that a name means to a package; `external` where the package says that it comes from
   * elsewhere, undefined where nobody knows it.
   */
  library(name: string, from: Package | undefined): string | 'external' | undefined;
}

const sysroot = new Set(['std', 'core', 'alloc', 'proc_macro', 'test']);

export const packagesOf = (project: ProjectView, rustFiles: readonly string[]): Packages => {
  const manifests = manifestsOf(project, rustFiles);
  const workspaceOf = (folder: string): Manifest['workspace'] =>
    upwards(folder)
      .map((above) => manifests.get(above)?.workspace)
      .find((workspace) => workspace !== undefined);
  const rootsIn = conventionalRoots(rustFiles);
  const byFolder = new Map<string, Package>();
  for (const manifest of manifests.values()) {
    const made = packageOf(manifest, { project, workspaceOf, rootsIn });
    if (made) byFolder.set(made.folder, made);
  }
  const all = [...byFolder.values()];
  const byName = new Map<string, string[]>();
  for (const { name, library, folder } of all) {
    if (library === undefined) continue;
    for (const known of new Set([name, asCodeWrites(manifests.get(folder)!.package!)])) {
      byName.set(known, [...(byName.get(known) ?? []), library]);
    }
  }
  // Fixtures may be called `std`; the one that has all of this is the standard library.
  const isSysroot = byName
    .get('core')
    ?.some((path) => project.has(joinPath(folderOf(path), 'fmt/mod.rs')) && byName.has('std') && byName.has('alloc'));
  const owners = new Map<string, Package | undefined>();
  const ownerOf = (folder: string): Package | undefined => {
    if (!owners.has(folder)) {
      owners.set(folder, byFolder.get(folder) ?? (folder === '' ? undefined : ownerOf(folderOf(folder))));
    }
    return owners.get(folder);
  };
  const inherited = (name: string, folder: string): Dependency | undefined =>
    workspaceOf(folder)?.dependencies.get(name);
  const known = new Map<Package | undefined, Map<string, string | undefined>>();
  const find = (name: string, from: Package | undefined): string | undefined => {
    if (name === from?.name && from.library !== undefined) return from.library;
    const stated = from && manifests.get(from.folder)?.dependencies.get(name);
    const dependency = stated?.inherited ? (inherited(name, from!.folder) ?? stated) : stated;
    if (dependency?.folder !== undefined) {
      const library = byFolder.get(dependency.folder)?.library;
      if (library !== undefined) return library;
    }
    if (!dependency && sysroot.has(name) && !isSysroot) return 'external';
    const meant = asCodeWrites(dependency?.package ?? name);
    return nearestOf(byName.get(meant) ?? [], from?.folder ?? '') ?? (dependency ? 'external' : undefined);
  };
  return {
    all,
    owner: (path) => ownerOf(folderOf(path)),
    library(name, from) {
      const names = known.get(from) ?? new Map<string, string | undefined>();
      known.set(from, names);
      if (!names.has(name)) names.set(name, find(name, from));
      return names.get(name);
    },
  };
};

const manifestsOf = (project: ProjectView, rustFiles: readonly string[]): Map<string, Manifest> => {
  const listed = project.files.filter((path) => nameOf(path) === 'Cargo.toml');
  // Where `include` kept such files out of the inventory they still say where things are.
  const folders = new Set(listed.length > 0 ? listed.map(folderOf) : rustFiles.map(folderOf).flatMap(upwards));
  const manifests = new Map<string, Manifest>();
  for (const folder of [...folders].sort()) {
    const text = project.readText(joinPath(folder, 'Cargo.toml'));
    if (text !== undefined) manifests.set(folder, parseManifest(text, folder));
  }
  return manifests;
};

interface Around {
  readonly project: ProjectView;
  workspaceOf(folder: string): Manifest['workspace'];
  rootsIn(folder: string): readonly string[];
}

const packageOf = (manifest: Manifest, { project, workspaceOf, rootsIn }: Around): Package | undefined => {
  const { folder, library } = manifest;
  if (manifest.package === undefined) return undefined;
  const place = library.path ?? joinPath(folder, 'src/lib.rs');
  const root = project.has(place) ? place : undefined;
  const named = manifest.roots.filter((path) => project.has(path));
  return {
    folder,
    name: asCodeWrites(library.name ?? manifest.package),
    is2015: manifest.is2015 ?? workspaceOf(folder)?.is2015 ?? false,
    library: root,
    roots: root === undefined ? named : [root, ...named],
    likelyRoots: rootsIn(folder),
  };
};

const places = /^(?:(.*)\/)?(?:src\/main|(?:src\/bin|examples|tests|benches)\/(?:[^/]+|[^/]+\/main))\.rs$/;

/** Files that cargo takes for roots of programs, examples, tests and benchmarks unasked, by the folder of their package. */
const conventionalRoots = (rustFiles: readonly string[]): ((folder: string) => readonly string[]) => {
  const byFolder = new Map<string, string[]>();
  for (const path of rustFiles) {
    const found = places.exec(path);
    if (!found) continue;
    const folder = found[1] ?? '';
    const roots = byFolder.get(folder);
    if (roots) roots.push(path);
    else byFolder.set(folder, [path]);
  }
  return (folder) => byFolder.get(folder) ?? [];
};
