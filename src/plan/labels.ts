import type { ProjectFile } from '../domain/inventory.js';
import { compareText } from '../util/compare.js';
import { folderOf, nameOf, upwards } from '../util/paths.js';
import type { OutlineNode } from './outline.js';

export interface Labelling {
  readonly files: readonly ProjectFile[];
  /** How much each file is imported: the most imported ones name a part best. */
  readonly importance: Float64Array;
}

/** A name must be that of at least this share of a part's tokens, tests aside. */
const mostly = 0.6;
/** A single source with this share of the tokens carries a part: its tests may be larger. */
const carried = 0.1;
/** A group is not called after one of its parts: only a folder that holds nearly all of it names it. */
const nearlyAll = 0.95;
/** Of folders that are alike a node to this degree, the inner one names it. */
const slightly = 0.999;
/** A part with at least this share of files from the root of the project, and hardly anything but what is kept there. */
const enoughAtRoot = 0.2;
/** Folders that say nothing of what is in them. */
const plain = new Set(
  [
    'src',
    'lib',
    'libs',
    'source',
    'sources',
    'packages',
    'pkg',
    'crates',
    'modules',
    'app',
    'apps',
    'internal',
    'main',
  ].concat(['java', 'kotlin', 'test', 'tests', '__tests__', 'spec', 'specs', 'include', 'projects', 'resources']),
);
const plainNames = new Set([
  'index',
  '__init__',
  '__main__',
  'main',
  'mod',
  'doc',
  'lib',
  'types',
  'readme',
  'package',
  'build',
]);

/** A label for each node of the tree, all different; those that were given stay. */
export const labelTree = (labelling: Labelling, nodes: readonly OutlineNode[]): string[] =>
  new Labeller(labelling, nodes).labels();

class Labeller {
  readonly #files: readonly ProjectFile[];
  readonly #importance: Float64Array;
  readonly #nodes: readonly OutlineNode[];
  /** By node: the files that its name must be true of: all but tests, where there are others. */
  readonly #told: (readonly number[])[];
  readonly #folder: string[];
  readonly #labels: (string | undefined)[];
  readonly #used = new Set<string>();

  constructor({ files, importance }: Labelling, nodes: readonly OutlineNode[]) {
    this.#files = files;
    this.#importance = importance;
    this.#nodes = nodes;
    this.#told = nodes.map(({ files: all }) => toldOf(files, all));
    const totals = { tests: totalsOf(files, true), others: totalsOf(files, false) };
    this.#folder = this.#told.map((told, n) => {
      if (isOfRoot(files, told)) return '';
      const least = isGroup(nodes[n]) ? nearlyAll : mostly;
      return mainFolder(files, told, { least, totals: isAllTests(files, told) ? totals.tests : totals.others });
    });
    this.#labels = nodes.map(({ label, parent }) => label ?? (parent < 0 ? 'project' : undefined));
    for (const label of this.#labels) if (label !== undefined) this.#used.add(label);
  }

  labels(): string[] {
    const open = this.#nodes.flatMap((_, n) => (this.#labels[n] === undefined ? [n] : []));
    const owners = open.filter((n) => this.#isOwner(n));
    // The source named `driver` is called so, and the tests of it `functional/driver`.
    const rank = (n: number) => Number(!this.#told[n].some((file) => this.#files[file].role === 'source'));
    const depth = (n: number) => this.#folder[n].split('/').length;
    const order = [...owners].sort(
      (a, b) => rank(a) - rank(b) || depth(a) - depth(b) || compareText(this.#folder[a], this.#folder[b]) || a - b,
    );
    for (const n of order) this.#labels[n] = this.#take(this.#ownNames(n));
    // Leaves first: what is put together from several is called by what is in it.
    const isLeaf = (n: number) => this.#nodes[n].kind === 'leaf';
    for (const n of [...open.filter(isLeaf), ...open]) this.#labels[n] ??= this.#take(this.#details(n));
    return this.#labels as string[];
  }

  /** Whether a node is the one that has its folder: no other beside or above it is mostly of the same. */
  #isOwner(n: number): boolean {
    const { parent } = this.#nodes[n];
    const folder = this.#folder[n];
    if (folder === '' || this.#only(n) !== undefined || this.#sharedName(n) !== '') return false;
    // `core` is in `core/src/main/java/org/acme/core` what it is in `core`, and in `core/src`.
    const short = shortName(folder);
    for (let at = parent; at > 0; at = this.#nodes[at].parent) {
      if (this.#folder[at] !== '' && shortName(this.#folder[at]) === short) return false;
    }
    return this.#siblings(n).every((other) => this.#folder[other] !== folder);
  }

  #siblings(n: number): number[] {
    const above = this.#nodes[this.#nodes[n].parent];
    return above?.kind === 'branch' ? above.children.filter((other) => other !== n) : [];
  }

  #take(names: Iterable<string>): string {
    let last = '';
    for (const name of names) {
      last = name;
      if (name === '' || this.#used.has(name)) continue;
      this.#used.add(name);
      return name;
    }
    for (let number = 2; ; number++) {
      const name = `${last} (${number})`;
      if (this.#used.has(name)) continue;
      this.#used.add(name);
      return name;
    }
  }

  *#ownNames(n: number): Generator<string> {
    const [short, ...longer] = endings(this.#folder[n]);
    yield short;
    // What stands in a part of this very name is told by what it is in it, all else by where it stands.
    if (this.#labelsAbove(n).includes(short)) yield* this.#details(n);
    yield* longer;
    yield* this.#details(n);
  }

  #labelsAbove(n: number): (string | undefined)[] {
    const { parent } = this.#nodes[n];
    return parent <= 0 ? [] : [this.#labels[parent], ...this.#labelsAbove(parent)];
  }

  /** The one file that a node is, tests aside. */
  #only(n: number): number | undefined {
    const [told, ...others] = this.#told[n];
    const tokens = (file: number) => this.#files[file].tokens + 1;
    const whole = this.#nodes[n].files.reduce((sum, file) => sum + tokens(file), 0);
    return others.length === 0 && tokens(told) >= carried * whole ? told : undefined;
  }

  *#details(n: number): Generator<string> {
    const only = this.#only(n);
    if (only !== undefined) {
      const { path } = this.#files[only];
      const at = path.split('/');
      for (let from = at.length - 1; from >= 0; from--) yield at.slice(from).join('/');
    }
    const folder = this.#folder[n];
    const shared = this.#sharedName(n);
    if (shared !== '') yield shared;
    if (folder === '') {
      yield* this.#leftovers(n);
      return;
    }
    const start = [...endings(folder)][0];
    for (const detail of this.#telling(n)) yield `${start}: ${detail}`;
    for (const detail of this.#telling(n)) yield `${folder}: ${detail}`;
  }

  /** How the names of all parts of a group begin: `junit-platform`. */
  #sharedName(n: number): string {
    const node = this.#nodes[n];
    if (node.kind === 'leaf' || !isGroup(node)) return '';
    const names = node.children.map((child) => nameOf(this.#folder[child]).split(/(?<=[-_.])/));
    const [first] = names;
    let shared = 0;
    while (shared < first.length && names.every((name) => name[shared] === first[shared])) shared++;
    return first
      .slice(0, shared)
      .join('')
      .replace(/[-_.]$/, '');
  }

  *#leftovers(n: number): Generator<string> {
    const told = this.#told[n];
    const ofProject = told.filter((file) => isOfProject(this.#files[file]));
    if (ofProject.length >= mostly * told.length) {
      if (ofProject.some((file) => this.#files[file].role === 'project')) yield 'project files';
      for (const detail of this.#telling(n)) yield detail;
      return;
    }
    const tops = [
      ...sumBy(
        told,
        (file) => topOf(this.#files[file]),
        (file) => this.#files[file].tokens + 1,
      ),
    ]
      .sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]))
      .map(([name]) => name);
    const main = tops.slice(0, 2).sort(compareText);
    yield main.join(' + ');
    for (const detail of this.#telling(n)) yield `${main.join(' + ')}: ${detail}`;
  }

  /** What stands out in a node: a word that most of its files begin with, a range of numbers, a folder, a file. */
  *#telling(n: number): Generator<string> {
    const told = this.#told[n];
    const folder = this.#folder[n];
    const start = folder === '' ? 0 : folder.length + 1;
    const weight = (file: number) => this.#files[file].tokens + 1;
    const total = told.reduce((sum, file) => sum + weight(file), 0);
    const rest = (file: number): string => {
      const { path } = this.#files[file];
      return folder === '' || path.startsWith(`${folder}/`) ? path.slice(start) : path;
    };
    const lead = (file: number): string => {
      const parts = rest(file).split('/');
      return parts.find((name, i) => i === parts.length - 1 || !plain.has(name)) as string;
    };
    const range = rangeOf(told.map(lead));
    if (range) yield range;
    const words = [...sumBy(told, (file) => firstWord(lead(file)), weight)].sort(
      (a, b) => b[1] - a[1] || compareText(a[0], b[0]),
    );
    if (words.length > 0 && words[0][0] !== '' && words[0][1] >= mostly * total) yield words[0][0];
    const parts = [
      ...sumBy(
        told,
        (file) => partName(rest(file)),
        (file) => weight(file) * (1 + Math.log1p(this.#importance[file])),
      ),
    ]
      .sort((a, b) => Number(isPlainName(a[0])) - Number(isPlainName(b[0])) || b[1] - a[1] || compareText(a[0], b[0]))
      .map(([name]) => name);
    yield* parts;
    for (const file of told) yield rest(file);
  }
}

/** Whether files are those of the root, with folders that are kept there for tools. */
const isOfRoot = (all: readonly ProjectFile[], files: readonly number[]): boolean => {
  const count = (is: (file: ProjectFile) => boolean) => files.reduce((sum, file) => sum + Number(is(all[file])), 0);
  const atRoot = count(({ path, role }) => role === 'project' && !path.includes('/'));
  return atRoot >= enoughAtRoot * files.length && count(isOfProject) >= mostly * files.length;
};

/** What is about the project as a whole: files at its root, and folders that tools keep there. */
const isOfProject = ({ path }: ProjectFile): boolean => !path.includes('/') || path.startsWith('.');

/** The folder itself where files stand in one, else the name of the file without its endings. */
const partName = (rest: string): string => {
  const folders = rest.split('/').slice(0, -1);
  const known = folders.find((name) => !plain.has(name));
  return known ?? stem(rest);
};

const isPlainName = (name: string): boolean =>
  plainNames.has(name.toLowerCase()) || name.startsWith('.') || name === '';

const stem = (path: string): string =>
  nameOf(path)
    .replace(/(?<=.)\.[^.]*$/, '')
    .replace(/[._-](?:test|spec|tests)$/, '');

const firstWord = (name: string): string => {
  const [word = ''] = /^[A-Z]+(?![a-z])|^[A-Z]?[a-z]+/.exec(name) ?? [];
  return word.length > 2 ? word.toLowerCase() : '';
};

/** `01 to 07`, where most names begin with a number. */
const rangeOf = (names: readonly string[]): string | undefined => {
  const numbers = [
    ...new Set(names.map((name) => /^(\D{0,8}?)(\d+)/.exec(name)?.[2]).filter((one) => one !== undefined)),
  ];
  if (numbers.length < 2 || names.filter((name) => /^\D{0,8}?\d/.test(name)).length < mostly * names.length)
    return undefined;
  const sorted = numbers.sort((a, b) => Number(a) - Number(b));
  return `${sorted[0]} to ${sorted[sorted.length - 1]}`;
};

/** The folder at the top that a file is in; of a source that stands at the root, its name. */
const topOf = ({ path, role }: ProjectFile): string => {
  if (path.includes('/')) return path.slice(0, path.indexOf('/'));
  return role === 'source' || role === 'test' ? stem(path) : 'project files';
};

const sumBy = (
  files: readonly number[],
  keyOf: (file: number) => string,
  weight: (file: number) => number,
): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const file of files) sums.set(keyOf(file), (sums.get(keyOf(file)) ?? 0) + weight(file));
  return sums;
};

const shortName = (folder: string): string => endings(folder).next().value as string;

/** The names of a folder, shortest first: `packages/compiler/src` is `compiler`, `packages/compiler`, `compiler/src` … */
function* endings(folder: string): Generator<string> {
  const all = folder.split('/');
  let last = all.length - 1;
  while (last > 0 && plain.has(all[last])) last--;
  for (let from = last; from >= 0; from--) yield all.slice(from, last + 1).join('/');
  for (let from = last; from >= 0; from--) yield all.slice(from).join('/');
}

/** The files of a node that its name must be true of: all but tests, unless it has little else. */
const toldOf = (files: readonly ProjectFile[], all: readonly number[]): readonly number[] => {
  const others = all.filter((file) => files[file].role !== 'test');
  const weigh = (some: readonly number[]) => some.reduce((sum, file) => sum + files[file].tokens + 1, 0);
  const isCarried = others.some((file) => files[file].role === 'source') || weigh(others) >= mostly * weigh(all);
  return isCarried ? others : all;
};

const isAllTests = (files: readonly ProjectFile[], told: readonly number[]): boolean =>
  told.some((file) => files[file].role === 'test');

/** The tokens of each folder with all below it, with or without tests. */
const totalsOf = (files: readonly ProjectFile[], withTests: boolean): Map<string, number> => {
  const totals = new Map<string, number>();
  for (const { path, tokens, role } of files) {
    if (!withTests && role === 'test') continue;
    for (const folder of upwards(folderOf(path))) totals.set(folder, (totals.get(folder) ?? 0) + tokens + 1);
  }
  return totals;
};

interface Likeness {
  /** The share of the tokens that the folder must hold. */
  readonly least: number;
  /** The tokens of each folder. */
  readonly totals: ReadonlyMap<string, number>;
}

const isGroup = (node: OutlineNode): boolean => node.kind === 'branch' && node.by === 'grouping';

/**
 * The folder that a node is most like: of those that hold most of its tokens the one that has least besides; '' where
 * none holds most.
 */
const mainFolder = (all: readonly ProjectFile[], files: readonly number[], { least, totals }: Likeness): string => {
  const total = files.reduce((sum, file) => sum + all[file].tokens + 1, 0);
  let [folder, inside, best, likest] = ['', files, '', 0];
  for (;;) {
    const start = folder === '' ? 0 : folder.length + 1;
    const next = (file: number) => {
      const { path } = all[file];
      const slash = path.indexOf('/', start);
      return slash < 0 ? '' : path.slice(0, slash);
    };
    const sums = sumBy(inside, next, (file) => all[file].tokens + 1);
    sums.delete('');
    const [main] = [...sums].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]));
    if (!main || main[1] < least * total) return best;
    folder = main[0];
    inside = inside.filter((file) => next(file) === folder);
    const alike = main[1] / (total + (totals.get(folder) as number));
    if (alike >= slightly * likest) [best, likest] = [folder, alike];
  }
};
