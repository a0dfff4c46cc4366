import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Specifier, SpecifierKind } from '../../src/domain/specifier.js';
import type { Resolver } from '../../src/languages/language.js';
import { python } from '../../src/languages/python/python.js';
import { projectFolder } from './project-folder.js';
import { debianPackage, type Figure, percent, type Soak } from './soak.js';

interface Corpus {
  /** Debian packages that make one project. */
  readonly packages: readonly string[];
  /** The folder of it that stands on `sys.path`. */
  readonly onPath: string;
}

const corpora: readonly Corpus[] = [
  // Debian deals the standard library out to three packages.
  {
    packages: ['libpython3.11-stdlib', 'libpython3.11-minimal', 'libpython3.11-testsuite'],
    onPath: 'usr/lib/python3.11',
  },
  { packages: ['python3-django'], onPath: 'usr/lib/python3/dist-packages' },
  { packages: ['python3-networkx'], onPath: 'usr/lib/python3/dist-packages' },
  { packages: ['python3-sqlalchemy'], onPath: 'usr/lib/python3/dist-packages' },
  { packages: ['python3-sympy'], onPath: 'usr/lib/python3/dist-packages' },
];

/** What CPython says about one file; `refused` where it cannot parse it. */
interface OracleFile {
  readonly path: string;
  readonly refused?: string;
  readonly specifiers?: readonly OracleSpecifier[];
}

interface OracleSpecifier {
  readonly text: string;
  readonly kind: SpecifierKind;
  readonly names: readonly string[];
  /** The files meant, below the path's folder; null where the import leads elsewhere. */
  readonly files: readonly string[] | null;
}

const soak: Soak = {
  name: 'python',
  covers: 'Python: imports found and resolved, against CPython, on packages that are not ours',
  run: async (folder) => {
    const cpython = pythonVersion();
    return corpora.flatMap(({ packages, onPath }) => {
      const { name, root } = unpack(folder, packages);
      return measure({ corpus: `${name}, against ${cpython}`, root, onPath });
    });
  },
};
export default soak;

const pythonVersion = (): string => {
  if (spawnSync('python3', ['--version']).status !== 0) {
    execFileSync('apt-get', ['install', '-qq', '-y', 'python3'], { stdio: 'inherit' });
  }
  return execFileSync('python3', ['--version'], { encoding: 'utf8' }).trim();
};

/** One folder with all the packages in it. */
const unpack = (folder: string, packages: readonly string[]): { readonly name: string; readonly root: string } => {
  const unpacked = packages.map((name) => ({ name, ...debianPackage(folder, name) }));
  const [first] = unpacked;
  if (unpacked.length === 1) return { name: `${first!.name} ${first!.version}`, root: first!.folder };
  const root = join(folder, `python-${first!.name}`);
  rmSync(root, { recursive: true, force: true });
  // Links are left out: they point to places of the machine where the package would be installed.
  const filter = (path: string) => !lstatSync(path).isSymbolicLink();
  for (const { folder: from } of unpacked) cpSync(from, root, { recursive: true, filter });
  return { name: `${packages.join(' + ')} ${first!.version}`, root };
};

const measure = ({ corpus, root, onPath }: { corpus: string; root: string; onPath: string }): Figure[] => {
  // The whole package is the project: which of its folders stands on the path is for the resolver to find out.
  const project = projectFolder(root);
  const resolve = python.resolver(project);
  const found = { right: 0, ours: 0, theirs: 0 };
  const resolved = { right: 0, ours: 0, theirs: 0 };
  let refused = 0;
  for (const { path, specifiers } of askPython(join(root, onPath))) {
    if (!specifiers) {
      refused++;
      continue;
    }
    const from = `${onPath}/${path}`;
    const read = python.read(readFileSync(join(root, from), 'utf8'), from);
    addFound(found, read, specifiers);
    for (const specifier of specifiers)
      addResolved(resolved, answer(resolve, from, specifier), expected(specifier, onPath));
  }
  const reach = (part: number, whole: number) => ({ text: '≥ 95 %', held: part >= 0.95 * whole });
  const figure = (what: string, part: number, whole: number): Figure => ({
    what: `python: ${what}`,
    corpus,
    value: percent(part, whole),
    reach: reach(part, whole),
  });
  return [
    figure('imports found (recall)', found.right, found.theirs),
    figure('imports found that are imports (precision)', found.right, found.ours),
    figure('resolved to the right files', resolved.right, resolved.theirs),
    figure('resolved to files that are right (precision)', resolved.right, resolved.ours),
    { what: 'python: files CPython refuses, left out', corpus, value: String(refused) },
  ];
};

const askPython = (folder: string): readonly OracleFile[] => {
  const oracle = join(dirname(fileURLToPath(import.meta.url)), 'python-oracle.py');
  // Isolated and without writing bytecode: the corpus stays as it was unpacked.
  const lines = execFileSync('python3', ['-I', '-B', oracle, folder], { encoding: 'utf8', maxBuffer: 1 << 30 });
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
};

/** One item per name, so that a lost name counts as much as a lost module. */
const items = (specifiers: readonly (Specifier | OracleSpecifier)[]): Set<string> =>
  new Set(
    specifiers.flatMap(({ text, kind, names = [] }) =>
      (names.length > 0 ? names : ['']).map((name) => `${kind} ${text} ${name}`),
    ),
  );

interface Tally {
  right: number;
  ours: number;
  theirs: number;
}

const addFound = (tally: Tally, read: readonly Specifier[], specifiers: readonly OracleSpecifier[]): void => {
  const ours = items(read);
  const theirs = items(specifiers);
  tally.ours += ours.size;
  tally.theirs += theirs.size;
  for (const item of ours) {
    if (theirs.has(item)) tally.right++;
  }
};

const addResolved = (tally: Tally, ours: string | undefined, theirs: string | undefined): void => {
  if (ours !== undefined) tally.ours++;
  if (theirs !== undefined) tally.theirs++;
  if (ours !== undefined && ours === theirs) tally.right++;
};

const answer = (resolve: Resolver, from: string, { text, kind, names }: OracleSpecifier): string | undefined => {
  const files = resolve(from, names.length > 0 ? { text, kind, names } : { text, kind });
  return typeof files === 'string' ? undefined : [...files].sort().join('\n');
};

const expected = ({ files }: OracleSpecifier, onPath: string): string | undefined =>
  files
    ?.map((file) => `${onPath}/${file}`)
    .sort()
    .join('\n');
