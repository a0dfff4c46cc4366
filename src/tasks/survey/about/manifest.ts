import type { EntryPoint } from '../../../domain/survey.js';
import { nameOf } from '../../../util/paths.js';
import { sentences } from '../../../util/sentences.js';
import { readToml, tomlTableAt, tomlTables, tomlText } from '../../../util/toml.js';
import { isProse } from '../prose.js';

/** What a package says of itself. */
export interface Manifest {
  readonly description: string | undefined;
  readonly entryPoints: readonly EntryPoint[];
}

const largest = 500_000;

/** Reads a package's manifest; undefined for all other files and for manifests that cannot be understood. */
export const manifestOf = (path: string, text: string): Manifest | undefined => {
  const read = text.length > largest ? undefined : readers[nameOf(path)];
  const found = read?.(text, path);
  if (!found) return undefined;
  // A package that describes itself by its own name says nothing.
  const description = found.description && isProse(found.description) ? found.description : undefined;
  return { ...found, description: description && sentences(description, { most: 2, longest: 300 }) };
};

type Reader = (text: string, path: string) => Manifest | undefined;

const fromPackageJson: Reader = (text, file) => {
  const json = parsed(text);
  if (json === undefined) return undefined;
  const name = textOf(json.name);
  const bins = typeof json.bin === 'string' ? [[(name ?? '').replace(/^.*\//, ''), json.bin]] : pairsOf(json.bin);
  const exported = isRecord(json.exports) && '.' in json.exports ? json.exports['.'] : json.exports;
  const library = firstText(exported) ?? textOf(json.module) ?? textOf(json.main);
  return {
    description: textOf(json.description),
    entryPoints: [
      ...bins.slice(0, 20).map(([command, target]) => ({ kind: 'command', file, name: command, target }) as const),
      ...(library === undefined ? [] : [{ kind: 'library', file, target: library } as const]),
    ],
  };
};

const fromComposer: Reader = (text) => {
  const json = parsed(text);
  return json && { description: textOf(json.description), entryPoints: [] };
};

/** pyproject.toml and Cargo.toml. */
const fromToml: Reader = (text, file) => {
  const root = readToml(text);
  if (!root) return undefined;
  const describing = [['project'], ['package'], ['tool', 'poetry'], ['workspace', 'package']];
  const descriptions = describing.map((keys) => textOf(tomlTableAt(root, ...keys)?.description));
  const listing = [
    ['project', 'scripts'],
    ['project', 'gui-scripts'],
    ['tool', 'poetry', 'scripts'],
  ];
  const scripts = listing.flatMap((keys) => pairsOf(tomlTableAt(root, ...keys)));
  const binaries = tomlTables(root.bin).map(({ name, path }) => [tomlText(name), tomlText(path)]);
  const library = tomlText(tomlTableAt(root, 'lib')?.path);
  const entryPoints: EntryPoint[] = [
    ...[...scripts, ...binaries.filter(([name, target]) => target ?? name)].map(
      ([name, target]) => ({ kind: 'command', file, name, target }) as const,
    ),
    ...(library === undefined ? [] : [{ kind: 'library', file, target: library } as const]),
  ];
  return {
    description: descriptions.find((one) => one !== undefined)?.trim(),
    entryPoints: entryPoints.slice(0, 20),
  };
};

const fromSetupCfg: Reader = (text) => ({
  description: /^description\s*=[ \t]*(\S.*)$/m.exec(text)?.[1].trim(),
  entryPoints: [],
});

const fromPom: Reader = (text) => ({
  description: /<\/(?:artifactId|version|name)>\s*<description>([^<]{1,600})<\/description>/.exec(text)?.[1],
  entryPoints: [],
});

const readers: Readonly<Record<string, Reader>> = {
  'package.json': fromPackageJson,
  'composer.json': fromComposer,
  'pyproject.toml': fromToml,
  'Cargo.toml': fromToml,
  'setup.cfg': fromSetupCfg,
  'pom.xml': fromPom,
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parsed = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const pairsOf = (value: unknown): [string, string][] =>
  isRecord(value) ? Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string') : [];

/** The first file that a field of conditions names. */
const firstText = (value: unknown): string | undefined => {
  for (let at = value; ; ) {
    if (typeof at === 'string') return at;
    if (!isRecord(at)) return undefined;
    at = at.import ?? at.default ?? at.node ?? at.require ?? Object.values(at)[0];
  }
};
