import { folderOf, nameOf, upwards } from '../util/paths.js';

/** Files that make their folder a package, in the languages that are read and some more. */
const manifest = new RegExp(
  [
    ...['package\\.json', 'deno\\.jsonc?', 'Cargo\\.toml', 'go\\.mod', 'pom\\.xml', 'build\\.gradle(?:\\.kts)?'],
    ...['pyproject\\.toml', 'setup\\.(?:py|cfg)', 'composer\\.json', '.+\\.gemspec', '.+\\.(?:cs|fs|vb)proj'],
    ...['mix\\.exs', 'pubspec\\.yaml', 'Package\\.swift', '.+\\.cabal'],
  ]
    .map((name) => `^${name}$`)
    .join('|'),
);

/** Gradle calls the build of a module by the name of its folder, where it is asked to. */
const isManifest = (path: string): boolean =>
  manifest.test(nameOf(path)) ||
  [`${nameOf(folderOf(path))}.gradle`, `${nameOf(folderOf(path))}.gradle.kts`].includes(nameOf(path));

/** The folder of the package that each file belongs to: the nearest with a manifest; '' where there is none. */
export const packagesOf = (paths: readonly string[]): string[] => {
  const packages = new Set(paths.filter(isManifest).map(folderOf));
  const known = new Map<string, string>();
  return paths.map((path) => {
    const folder = folderOf(path);
    const found = known.get(folder) ?? upwards(folder).find((above) => packages.has(above)) ?? '';
    known.set(folder, found);
    return found;
  });
};
