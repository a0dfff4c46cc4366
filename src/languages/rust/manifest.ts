import { joinPath, resolvePath } from '../../util/paths.js';
import {
  readToml,
  type TomlTable,
  type TomlValue,
  tomlTable,
  tomlTableAt,
  tomlTables,
  tomlText,
} from '../../util/toml.js';

/** Where a crate that is depended on comes from. All undefined: a registry, by the name it is used by. */
export interface Dependency {
  /** Its folder, where that is given and within the project. */
  readonly folder: string | undefined;
  /** The package's own name, where it is used by another. */
  readonly package: string | undefined;
  /** Whether the workspace says the rest. */
  readonly inherited: boolean;
}

/** What a `Cargo.toml` says, as far as it decides what paths mean. */
export interface Manifest {
  readonly folder: string;
  /** Undefined where it is that of a workspace alone. */
  readonly package: string | undefined;
  /** Whether paths of `use` begin at the crate's root; undefined where the workspace says it. */
  readonly is2015: boolean | undefined;
  /** The name that others use the library by, and its root where that is not the usual one. */
  readonly library: { readonly name: string | undefined; readonly path: string | undefined };
  /** Roots of programs, examples, tests and benchmarks that are named, and of the build script. */
  readonly roots: readonly string[];
  /** By the name that the code uses. */
  readonly dependencies: ReadonlyMap<string, Dependency>;
  /** What a workspace gives to its members; undefined where it is none. */
  readonly workspace: { readonly is2015: boolean; readonly dependencies: ReadonlyMap<string, Dependency> } | undefined;
}

/** A file that cannot be read names no package, and no dependency. */
export const parseManifest = (text: string, folder: string): Manifest => {
  const root = readToml(text) ?? {};
  const own = tomlTable(root.package) ?? tomlTable(root.project);
  const library = tomlTable(root.lib);
  const workspace = tomlTable(root.workspace);
  const within = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : resolvePath(folder, path);
  const named = ['bin', 'example', 'test', 'bench'].flatMap((kind) =>
    tomlTables(root[kind]).map((target) => within(tomlText(target.path))),
  );
  const script = within(tomlText(own?.build));
  const edition = own?.edition;
  return {
    folder,
    package: tomlText(own?.name),
    is2015: tomlTable(edition) ? undefined : isOldest(edition),
    library: { name: tomlText(library?.name), path: within(tomlText(library?.path)) },
    roots: [...named, script ?? joinPath(folder, 'build.rs')].filter((path) => path !== undefined),
    dependencies: allDependencies(root, within),
    workspace: workspace && {
      is2015: isOldest(tomlTableAt(workspace, 'package')?.edition),
      dependencies: dependenciesIn(workspace, within),
    },
  };
};

/** A name as code writes it. */
export const asCodeWrites = (name: string): string => name.replaceAll('-', '_');

const isOldest = (edition: TomlValue | undefined): boolean => edition === undefined || edition === '2015';

type Within = (path: string | undefined) => string | undefined;

const sections = ['dependencies', 'dev-dependencies', 'build-dependencies', 'dev_dependencies', 'build_dependencies'];

/** Those of every kind and every target together: which hold is the build's affair. */
const allDependencies = (root: TomlTable, within: Within): Map<string, Dependency> => {
  const targets = Object.values(tomlTable(root.target) ?? {}).map(tomlTable);
  const all = [root, ...targets].map((one) => (one ? dependenciesIn(one, within) : new Map()));
  return new Map(all.flatMap((one) => [...one]));
};

const dependenciesIn = (parent: TomlTable, within: Within): Map<string, Dependency> => {
  const found = new Map<string, Dependency>();
  for (const section of sections) {
    for (const [name, value] of Object.entries(tomlTable(parent[section]) ?? {})) {
      const details = tomlTable(value);
      found.set(asCodeWrites(name), {
        folder: within(tomlText(details?.path)),
        package: tomlText(details?.package),
        inherited: details?.workspace === true,
      });
    }
  }
  return found;
};
