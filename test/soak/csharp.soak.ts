import { join } from 'node:path';
import type { Specifier } from '../../src/domain/specifier.js';
import { csharp } from '../../src/languages/csharp/csharp.js';
import type { ProjectView } from '../../src/languages/language.js';
import { type Agreement, agreement, foundFigures } from './agreement.js';
import { type Oracle, oracleOf } from './csharp/oracle.js';
import { type Facts, factsOf } from './csharp/tree.js';
import { projectFolder } from './project-folder.js';
import { debianSource, type Figure, npmPackages, percent, type Soak } from './soak.js';
import { type SyntaxNode, treeSitter } from './tree-sitter.js';

interface Corpus {
  readonly project: ProjectView;
  /** The files that the real parser could read. Others, with a class begun once in each branch of an #if, judge nothing. */
  readonly files: ReadonlyMap<string, Facts>;
}

interface Resolved extends Corpus {
  readonly oracle: Oracle;
  /** Our files for a specifier, but for those that cannot be judged; undefined where only such are left. */
  resolve(from: string, specifier: Specifier): readonly string[] | undefined;
}

const resolved = (corpus: Corpus): Resolved => {
  const resolve = csharp.resolver(corpus.project);
  return {
    ...corpus,
    oracle: oracleOf(corpus.files),
    resolve(from, specifier) {
      const given = resolve(from, specifier);
      if (typeof given === 'string') return [];
      const judged = given.filter((path) => corpus.files.has(path));
      return judged.length > 0 ? judged : undefined;
    },
  };
};

const found = ({ project, files }: Corpus): Agreement =>
  agreement(
    [...files].map(([path, facts]) => ({
      path,
      expected: new Set(facts.usings.keys()),
      found: new Set(
        project
          .specifiersOf(path)
          .filter(({ kind }) => kind === 'import')
          .map(({ text }) => text),
      ),
    })),
  );

/** Counts what was right of what should be, and of what was given. */
class Score {
  expected = 0;
  given = 0;
  /** Of those expected. */
  right = 0;
  /** Of those given: where one given is one expected, the same. */
  tied = 0;
  readonly wrong: string[] = [];

  figures(what: string, corpus: string): Figure[] {
    if (process.env.SOAK_DIFFERENCES) process.stderr.write(this.wrong.map((line) => `${line}\n`).join(''));
    const figure = (how: string, right: number, whole: number): Figure => ({
      what: `C#: ${what} ${how}`,
      corpus,
      value: percent(right, whole),
      reach: { text: '≥ 90 %', held: whole > 0 && right >= 0.9 * whole },
    });
    return [
      figure('to the right files (recall)', this.right, this.expected),
      figure('rightly, of all that were (precision)', this.tied, this.given),
    ];
  }
}

const within = (given: readonly string[], files: ReadonlySet<string>): boolean =>
  given.every((path) => files.has(path));

/** An alias is an import of its own. */
const isAlias = (facts: Facts, name: string): boolean =>
  [...facts.usings.keys()].some((using) => using.startsWith(`${name} = `));

/** The types of the project that the tree says a file names, and so the files that each of its usings should lead to. */
const namedTypes = (path: string, facts: Facts, oracle: Oracle) => {
  const named = new Map<string, { namespace: string; files: ReadonlySet<string> }>();
  const add = (name: string, ...forms: string[]): void => {
    const head = forms.at(-1)!.split('.')[0]!;
    if (facts.own.has(head) || isAlias(facts, head)) return;
    const meant = forms.map((form) => oracle.meaning(path, form)).find((one) => one !== undefined);
    if (meant && !meant.files.has(path)) named.set(name, meant);
  };
  for (const name of facts.typeUses) add(name, name);
  for (const name of facts.attributes) add(`[${name}`, `${name}Attribute`, name);
  for (const name of facts.accesses) if (!facts.members.has(name.split('.')[0]!)) add(name, name);
  return named;
};

const resolvedUsings = ({ project, files, resolve, oracle }: Resolved): Score => {
  const score = new Score();
  for (const [path, facts] of files) {
    const types = [...namedTypes(path, facts, oracle).values()];
    for (const specifier of project.specifiersOf(path)) {
      if (specifier.kind !== 'import') continue;
      const given = resolve(path, specifier);
      if (!given) continue;
      const expected = expectedOf({ facts, specifier, oracle, types });
      if (expected) score.expected++;
      if (given.length > 0) score.given++;
      if (expected && given.length > 0 && expected(given)) {
        score.right++;
        score.tied++;
      } else if (expected || given.length > 0) score.wrong.push(`${path}: using ${specifier.text}: ${given}`);
    }
  }
  return score;
};

interface Asked {
  readonly facts: Facts;
  readonly specifier: Specifier;
  readonly oracle: Oracle;
  readonly types: readonly { namespace: string; files: ReadonlySet<string> }[];
}

/** Whether files are those that a using should lead to; undefined where it leads out of the project. */
const expectedOf = ({ facts, specifier, oracle, types }: Asked) => {
  const { text } = specifier;
  const target = text
    .replace(/^static /, '')
    .replace(/^.* = /, '')
    .replace(/^.*::/, '');
  const place = facts.usings.get(text) ?? '';
  if (text !== target && !text.includes('::')) {
    const meant = oracle.type(target);
    if (meant) return (given: readonly string[]) => within(given, meant.files);
  }
  const namespace = oracle.usedNamespace(target, place);
  if (namespace === undefined) return undefined;
  const used = types.filter((type) => type.namespace === namespace);
  if (used.length > 0) {
    return (given: readonly string[]) =>
      used.every(({ files }) => given.some((path) => files.has(path))) &&
      given.every((path) => used.some(({ files }) => files.has(path)));
  }
  // Who uses nothing of a namespace of the platform means the platform.
  if (/^System\b/.test(namespace)) return undefined;
  const extensions = oracle.extensions(namespace);
  const all = extensions.size > 0 ? extensions : oracle.namespace(namespace)!;
  return (given: readonly string[]) => within(given, all);
};

/** Every name that the tree says is a type of the project, and every tie that a name of ours makes. */
const resolvedNames = ({ project, files, resolve, oracle }: Resolved): Score => {
  const score = new Score();
  for (const [path, facts] of files) {
    const given = new Map<string, readonly string[]>();
    for (const specifier of project.specifiersOf(path)) {
      const to = specifier.kind === 'name' ? resolve(path, specifier) : undefined;
      if (to && to.length > 0) given.set(specifier.text, to);
    }
    const headOf = (name: string): string =>
      name
        .replace(/^\[/, '')
        .replace(/^global::/, '')
        .split('.')[0]!;
    const byHead = new Map<string, string[][]>();
    for (const [name, to] of given) byHead.set(headOf(name), [...(byHead.get(headOf(name)) ?? []), [...to]]);
    const named = namedTypes(path, facts, oracle);
    for (const [name, meant] of named) {
      score.expected++;
      const ties = [...(byHead.get(headOf(name)) ?? []), ...(byHead.get(`${headOf(name)}Attribute`) ?? [])];
      if (ties.some((to) => to.length > 0 && within(to, meant.files))) score.right++;
      else score.wrong.push(`${path}: ${name}: not tied to ${[...meant.files].join(' ')}`);
    }
    const mentioned = new Set([...facts.typeUses, ...facts.attributes, ...facts.accesses, ...facts.own].map(headOf));
    for (const [name, to] of given) {
      if (isAlias(facts, headOf(name))) continue;
      score.given++;
      const whole = name.replace(/^\[/, '');
      const meant = [oracle.meaning(path, `${whole}Attribute`), oracle.meaning(path, whole)];
      const isThere = mentioned.has(headOf(name)) || (facts.others.has(whole) && !facts.members.has(whole));
      if (isThere && meant.some((one) => one && within(to, one.files))) score.tied++;
      else score.wrong.push(`${path}: ${name}: tied to ${to.join(' ')}`);
    }
  }
  return score;
};

const soak: Soak = {
  name: 'csharp',
  covers: 'C#: uses of other files found and resolved, on packages that are not ours',
  async run(folder) {
    const parse = treeSitter(folder, ['csharp']);
    const figures: Figure[] = [];
    const measure = (root: string, name: string): void => {
      const corpus = read(root, parse);
      figures.push(...foundFigures('C#', name, found(corpus)));
      const all = resolved(corpus);
      figures.push(...resolvedUsings(all).figures('usings resolved', name));
      figures.push(...resolvedNames(all).figures('names tied', name));
    };
    for (const name of ['newtonsoft-json', 'nunit', 'keepass2']) {
      const { folder: root, version } = debianSource(folder, name);
      measure(root, `${name} ${version}`);
    }
    for (const [name, version] of [
      ['com.cysharp.unitask', '2.2.5'],
      ['com.neuecc.unirx', '7.1.0'],
    ] as const) {
      const root = npmPackages(folder, `csharp-${name}`, [`${name}@${version}`]);
      measure(join(root, 'node_modules', name), `${name} ${version}`);
    }
    return figures;
  },
};

const read = (root: string, parse: (language: string, text: string) => SyntaxNode): Corpus => {
  const project = projectFolder(root, csharp);
  const files = new Map<string, Facts>();
  for (const path of project.files) {
    if (!path.endsWith('.cs')) continue;
    const tree = parse('csharp', project.readText(path)!);
    if (tree.findAll({ rule: { kind: 'ERROR' } }).length === 0) files.set(path, factsOf(tree));
  }
  return { project, files };
};
export default soak;
