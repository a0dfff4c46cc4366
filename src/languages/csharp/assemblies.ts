import { folderOf, nameOf, resolvePath, upwards } from '../../util/paths.js';
import type { ProjectView } from '../language.js';
import { parseBuildFile } from './build-file.js';
import type { Namespaces } from './namespaces.js';

/** What is compiled together: the files below a folder with a project file, down to the next one. */
export interface Assembly {
  readonly folder: string;
  /** Folders of the assemblies it sees, through others too; undefined where its project file does not tell. */
  readonly sees: ReadonlySet<string> | undefined;
  /** Usings that hold for all its files, in the form of a specifier's text. */
  readonly usings: readonly string[];
}

/** The assembly of a file, by its folder. */
export type Assemblies = (folder: string) => Assembly;

/** `.asmdef` is Unity's: it says where an assembly begins. What it references is named by identifiers, not by paths. */
const isProjectFile = (path: string): boolean => path.endsWith('.csproj') || path.endsWith('.asmdef');
const sharedName = 'Directory.Build.props';

export const assembliesOf = (project: ProjectView, namespaces: Namespaces): Assemblies => {
  const owner = new Set<string>();
  const references = new Map<string, Set<string>>();
  const usings = new Map<string, string[]>();
  const shared = new Map<string, readonly string[]>();
  for (const path of project.files) {
    const folder = folderOf(path);
    if (isProjectFile(path)) owner.add(folder);
    if (!path.endsWith('.csproj') && nameOf(path) !== sharedName) continue;
    const file = parseBuildFile(project.readText(path) ?? '');
    if (!path.endsWith('.csproj')) {
      shared.set(folder, file.usings);
      continue;
    }
    usings.set(folder, [...(usings.get(folder) ?? []), ...file.usings]);
    const folders = references.get(folder) ?? new Set();
    references.set(folder, folders);
    for (const reference of file.references) {
      const found = resolvePath(folder, reference);
      if (found !== undefined) folders.add(folderOf(found));
    }
  }

  const nearestIn = (folders: { has(folder: string): boolean }, folder: string): string | undefined =>
    upwards(folder).find((above) => folders.has(above));
  const ownerOf = (folder: string): string => nearestIn(owner, folder) ?? '';
  for (const [path, texts] of namespaces.usings) {
    const folder = ownerOf(folderOf(path));
    usings.set(folder, [...(usings.get(folder) ?? []), ...texts]);
  }

  const byOwner = new Map<string, Assembly>();
  const byFolder = new Map<string, Assembly>();
  const make = (folder: string): Assembly => ({
    folder,
    sees: references.has(folder) ? reachable(folder, references) : undefined,
    usings: [...new Set([...(usings.get(folder) ?? []), ...(shared.get(nearestIn(shared, folder) ?? '\0') ?? [])])],
  });
  return (folder) => {
    let assembly = byFolder.get(folder);
    if (!assembly) {
      const found = ownerOf(folder);
      assembly = byOwner.get(found) ?? make(found);
      byOwner.set(found, assembly);
      byFolder.set(folder, assembly);
    }
    return assembly;
  };
};

/** References go on through the referenced. */
const reachable = (from: string, references: ReadonlyMap<string, ReadonlySet<string>>): Set<string> => {
  const seen = new Set([from]);
  for (const folder of seen) for (const next of references.get(folder) ?? []) seen.add(next);
  return seen;
};
