import { joinPath, resolvePath } from '../../util/paths.js';
import { parseToml, type TomlTable, type TomlValue } from './toml.js';

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

export const parseManifest = (text: string, folder: string): Manifest => {
  const root = parseToml(text);
  const own = table(root.get('package')) ?? table(root.get('project'));
  const library = table(root.get('lib'));
  const workspace = table(root.get('workspace'));
  const within = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : resolvePath(folder, path);
  const named = ['bin', 'example', 'test', 'bench'].flatMap((kind) =>
    list(root.get(kind)).map((target) => within(word(table(target)?.get('path')))),
  );
  const script = within(word(own?.get('build')));
  const edition = own?.get('edition');
  return {
    folder,
    package: word(own?.get('name')),
    is2015: edition instanceof Map ? undefined : isOldest(edition),
    library: { name: word(library?.get('name')), path: within(word(library?.get('path'))) },
    roots: [...named, script ?? joinPath(folder, 'build.rs')].filter((path) => path !== undefined),
    dependencies: allDependencies(root, within),
    workspace: workspace && {
      is2015: isOldest(table(workspace.get('package'))?.get('edition')),
      dependencies: dependenciesIn(workspace, within),
    },
  };
};

/** A name as code writes it. */
export const asCodeWrites = (name: string): string => name.replaceAll('-', '_');

const isOldest = (edition: TomlValue | undefined): boolean => edition === undefined || edition === '2015';

const table = (value: TomlValue | undefined): TomlTable | undefined => (value instanceof Map ? value : undefined);
const word = (value: TomlValue | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
const list = (value: TomlValue | undefined): readonly TomlValue[] => (Array.isArray(value) ? value : []);

type Within = (path: string | undefined) => string | undefined;

const sections = ['dependencies', 'dev-dependencies', 'build-dependencies', 'dev_dependencies', 'build_dependencies'];

/** Those of every kind and every target together: which hold is the build's affair. */
const allDependencies = (root: TomlTable, within: Within): Map<string, Dependency> => {
  const targets = [...(table(root.get('target'))?.values() ?? [])].map(table);
  const all = [root, ...targets].map((one) => (one ? dependenciesIn(one, within) : new Map()));
  return new Map(all.flatMap((one) => [...one]));
};

const dependenciesIn = (parent: TomlTable, within: Within): Map<string, Dependency> => {
  const found = new Map<string, Dependency>();
  for (const section of sections) {
    for (const [name, value] of table(parent.get(section)) ?? []) {
      const details = table(value);
      found.set(asCodeWrites(name), {
        folder: within(word(details?.get('path'))),
        package: word(details?.get('package')),
        inherited: details?.get('workspace') === 'true',
      });
    }
  }
  return found;
};
