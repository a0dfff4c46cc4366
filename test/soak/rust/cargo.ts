import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { ProjectView } from '../../../src/languages/language.js';
import { makeFolder, removeFolder } from '../../temporary-folder.js';

/** One root of a crate, as cargo tells it. Paths are relative to the project. */
export interface CargoTarget {
  readonly root: string;
  readonly name: string;
  readonly isLibrary: boolean;
  readonly is2015: boolean;
  readonly edition: string;
  readonly package: CargoPackage;
}
export interface CargoPackage {
  readonly name: string;
  readonly targets: CargoTarget[];
  /** By the name that code uses: the folder, or the package's name. */
  readonly dependencies: ReadonlyMap<string, { readonly folder: string | undefined; readonly package: string }>;
  readonly folder: string;
}

interface Told {
  readonly name: string;
  readonly manifest_path: string;
  readonly dependencies: readonly { name: string; rename: string | null; path?: string }[];
  readonly targets: readonly { name: string; kind: readonly string[]; src_path: string; edition: string }[];
}

/** Every package of a project, by asking cargo for each `Cargo.toml`. Those that it refuses are left out. */
export const cargoPackages = (project: ProjectView, root: string): CargoPackage[] =>
  project.files
    .filter((path) => path === 'Cargo.toml' || path.endsWith('/Cargo.toml'))
    .flatMap((path) => {
      let told: Told;
      try {
        const words = ['read-manifest', '--offline', '--manifest-path', join(root, path)];
        told = JSON.parse(execFileSync('cargo', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
      } catch {
        return [];
      }
      const within = (absolute: string): string => absolute.slice(root.length + 1);
      const made: CargoPackage = {
        name: told.name.replaceAll('-', '_'),
        folder: within(dirname(told.manifest_path)),
        targets: [],
        dependencies: new Map(
          told.dependencies.map(({ name, rename, path: folder }) => [
            (rename ?? name).replaceAll('-', '_'),
            { folder: folder?.startsWith(root) ? within(folder) : undefined, package: name.replaceAll('-', '_') },
          ]),
        ),
      };
      for (const { name, kind, src_path, edition } of told.targets) {
        const isLibrary = kind.some((one) => one.endsWith('lib') || one === 'proc-macro');
        const target = within(src_path);
        if (!project.has(target)) continue;
        const given = { root: target, name: name.replaceAll('-', '_'), isLibrary, edition };
        made.targets.push({ ...given, is2015: edition === '2015', package: made });
      }
      made.targets.sort((a, b) => Number(b.isLibrary) - Number(a.isLibrary));
      return [made];
    });

/**
 * The files that the compiler read for a crate, whatever it thought of them; those of other crates aside. Undefined where
 * it did not get as far as to tell.
 */
export const filesOfCrate = (root: string, { root: file, edition, name }: CargoTarget): string[] | undefined => {
  const folder = makeFolder();
  const out = join(folder, 'files.d');
  try {
    const words = ['--edition', edition, '--crate-name', name, '--crate-type', 'lib', '--cap-lints', 'allow'];
    execFileSync('rustc', [...words, `--emit=dep-info=${out}`, join(root, file)], { stdio: 'ignore', timeout: 60_000 });
  } catch {
    // Crates that are not here cannot be found: an error, after the files were read.
  }
  try {
    const lines = readFileSync(out, 'utf8').split('\n');
    return lines
      .filter((line) => line.endsWith(':') && line.startsWith(`${root}/`))
      .map((line) => normalize(line.slice(root.length + 1, -1)));
  } catch {
    return undefined;
  } finally {
    removeFolder(folder);
  }
};
