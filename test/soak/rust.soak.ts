import { join } from 'node:path';
import type { ProjectView, Resolver } from '../../src/languages/language.js';
import { rust } from '../../src/languages/rust/rust.js';
import { agreement, foundFigures } from './agreement.js';
import { projectFolder } from './project-folder.js';
import { type CargoPackage, cargoPackages, filesOfCrate } from './rust/cargo.js';
import { type Facts, factsOf, type Parse } from './rust/facts.js';
import { type World, worldOf } from './rust/world.js';
import { debianPackage, debianSource, type Figure, percent, type Soak } from './soak.js';
import { treeSitter } from './tree-sitter.js';

/** A path of an inline module, as the module that is the file would write it. */
const fromFile = (path: readonly string[], nest: readonly string[]): string[] => {
  if (nest.length === 0 || (path[0] !== 'self' && path[0] !== 'super')) return [...path];
  const absolute = ['self', ...nest, ...path];
  const plain: string[] = [];
  for (const part of absolute) {
    if (part === 'super' && plain.length > 0 && plain.at(-1) !== 'super') plain.pop();
    else if (part !== 'self') plain.push(part);
  }
  return plain[0] === 'super' ? plain : ['self', ...plain];
};

/** Statements as `kind text`, in the manner of our reader. */
const statements = ({ uses, mods, includes, items }: Facts): Set<string> => {
  const nested = new Set([
    ...items.filter(({ isLocal }) => !isLocal).map(({ nest, name }) => [...nest, name].join('::')),
    ...mods.map(({ nest, name }) => [...nest, name].join('::')),
  ]);
  const found = new Set<string>();
  for (const { path, nest } of uses) {
    if (path.join('::') === 'crate') continue; // `extern crate self as x`
    const isNested = nest.length > 0 && nested.has([...nest, path[0]].join('::'));
    found.add(`import ${(isNested ? ['self', ...nest, ...path] : fromFile(path, nest)).join('::')}`);
  }
  for (const { nest, name, isInline } of mods) if (!isInline) found.add(`module ${[...nest, name].join('::')}`);
  for (const { path } of includes) found.add(`include ${path}`);
  return found;
};

const found = (project: ProjectView, files: readonly string[], facts: (file: string) => Facts) =>
  agreement(
    files.map((path) => {
      const own = project.specifiersOf(path).filter(({ kind }) => kind !== 'name');
      // Where attributes say that the file is, is left to how it is resolved.
      const texts = own.map(({ kind, text }) => `${kind} ${kind === 'module' ? text.replace(/=.*/, '') : text}`);
      return { path, expected: statements(facts(path)), found: new Set(texts) };
    }),
  );

interface Count {
  inside: number;
  right: number;
  leads: number;
  rightLeads: number;
  /** Crates of which the compiler told nothing. */
  unanswered: number;
  readonly wrong: string[];
}

const figuresOf = (
  what: string,
  corpus: string,
  { inside, right, leads, rightLeads, unanswered, wrong }: Count,
): Figure[] => {
  if (process.env.SOAK_DIFFERENCES) process.stderr.write(wrong.map((line) => `${what}: ${line}\n`).join(''));
  const figure = (name: string, part: number, whole: number): Figure => ({
    what: `Rust: ${name}`,
    corpus: unanswered > 0 ? `${corpus}, which told nothing of ${unanswered} crates` : corpus,
    value: percent(part, whole),
    reach: { text: '≥ 90 %', held: whole > 0 && part >= 0.9 * whole },
  });
  return [
    figure(`${what} that lead inside, resolved rightly`, right, inside),
    figure(`${what} resolved to files, rightly`, rightLeads, leads),
  ];
};

interface Measured {
  readonly project: ProjectView;
  readonly files: readonly string[];
  readonly resolve: Resolver;
  readonly world: World;
}

/** Every `use`, against the tables. Those are right that name none but files which the tables have for it. */
const usesResolved = ({ project, files, resolve, world }: Measured): Count => {
  const count: Count = { inside: 0, right: 0, leads: 0, rightLeads: 0, unanswered: 0, wrong: [] };
  for (const path of files) {
    for (const specifier of project.specifiersOf(path)) {
      if (specifier.kind !== 'import') continue;
      const expected = world.meaning(path, specifier.text.split('::'), true);
      if (!expected) continue;
      tally(count, { path, text: specifier.text, expected, given: resolve(path, specifier) });
    }
  }
  return count;
};

const tally = (
  count: Count,
  one: { path: string; text: string; expected: ReadonlySet<string>; given: ReturnType<Resolver> },
): void => {
  const { path, text, expected, given } = one;
  const leads = typeof given !== 'string';
  const isRight = leads && given.every((file) => expected.has(file));
  if (expected.size > 0) count.inside++;
  if (leads) count.leads++;
  if (isRight) count.rightLeads++;
  if (isRight && expected.size > 0) count.right++;
  if (!isRight && (leads || expected.size > 0)) {
    count.wrong.push(`${path}: ${text}: ${given} instead of ${[...expected].join(' ') || 'nothing'}`);
  }
};

/**
 * Paths that the tree has in code: those that mean another file must tie to it, by whatever specifier; and each tie that
 * comes of a name must be one that the tables have, too.
 */
const namesResolved = (measured: Measured, facts: (file: string) => Facts): Count => {
  const { project, files, resolve, world } = measured;
  const count: Count = { inside: 0, right: 0, leads: 0, rightLeads: 0, unanswered: 0, wrong: [] };
  for (const path of files) {
    const ties = new Set<string>();
    for (const specifier of project.specifiersOf(path)) {
      const given = resolve(path, specifier);
      if (typeof given === 'string') continue;
      for (const file of given) ties.add(file);
      if (specifier.kind !== 'name') continue;
      const expected = world.meaning(path, specifier.text.split('::'), false);
      if (!expected) continue;
      count.leads++;
      if (given.every((file) => expected.has(file))) count.rightLeads++;
      else count.wrong.push(`${path}: ${specifier.text}: ${given} instead of ${[...expected].join(' ') || 'nothing'}`);
    }
    const seen = new Set<string>();
    for (const { path: parts, nest } of facts(path).names) {
      const written = fromFile(parts, nest);
      const text = written.join('::');
      if (!/^(?:crate|super|self|)$/.test(parts[0]!) || seen.has(text)) continue;
      seen.add(text);
      const expected = world.meaning(path, written, false);
      if (!expected || expected.size === 0 || expected.has(path)) continue;
      count.inside++;
      if ([...expected].some((file) => ties.has(file))) count.right++;
      else count.wrong.push(`${path}: ${text}: not tied to ${[...expected].join(' ')}`);
    }
  }
  return count;
};

/** Every file that the compiler read for a crate is reached from its root by what we resolve. */
const modulesResolved = (measured: Measured, root: string, packages: readonly CargoPackage[]): Count => {
  const { project, files, resolve, world } = measured;
  const count: Count = { inside: 0, right: 0, leads: 0, rightLeads: 0, unanswered: 0, wrong: [] };
  for (const target of packages.flatMap(({ targets }) => targets)) {
    const reached = new Set([target.root]);
    for (const path of reached) {
      for (const specifier of project.specifiersOf(path)) {
        const given =
          specifier.kind === 'module' || specifier.kind === 'include' ? resolve(path, specifier) : 'external';
        if (typeof given !== 'string') for (const file of given) reached.add(file);
      }
    }
    const told = filesOfCrate(root, target);
    if (!told) count.unanswered++;
    for (const file of told ?? []) {
      count.inside++;
      if (reached.has(file)) count.right++;
      else count.wrong.push(`${target.root}: ${file} is not reached`);
    }
  }
  for (const path of files) {
    for (const specifier of project.specifiersOf(path)) {
      const given = specifier.kind === 'module' ? resolve(path, specifier) : 'external';
      if (typeof given === 'string') continue;
      count.leads++;
      if (given.every((file) => world.moduleFiles(path).has(file))) count.rightLeads++;
      else count.wrong.push(`${path}: mod ${specifier.text}: ${given}`);
    }
  }
  return count;
};

const soak: Soak = {
  name: 'rust',
  covers: 'Rust: modules found and resolved, against tree-sitter and rustc, on packages that are not ours',
  async run(folder) {
    const parse: Parse = treeSitter(folder, ['rust']);
    const figures: Figure[] = [];
    const measure = (corpus: string, root: string, isStandard = false): void => {
      const project = projectFolder(root, rust);
      const files = project.files.filter((path) => path.endsWith('.rs'));
      const known = new Map<string, Facts>();
      const facts = (file: string): Facts => {
        const own = known.get(file) ?? factsOf(parse, project.readText(file)!);
        known.set(file, own);
        return own;
      };
      figures.push(...foundFigures('Rust', corpus, found(project, files, facts)));
      const packages = cargoPackages(project, root);
      const world = worldOf(packages, { facts, has: project.has, isStandard });
      const measured: Measured = { project, files, resolve: rust.resolver(project), world };
      const against = `${corpus}, ${packages.length} packages`;
      figures.push(
        ...figuresOf('modules', `${against}, against rustc and the tree`, modulesResolved(measured, root, packages)),
        ...figuresOf('uses', `${against}, against tables of names`, usesResolved(measured)),
        ...figuresOf('names', `${against}, against tables of names`, namesResolved(measured, facts)),
      );
    };
    const ripgrep = debianSource(folder, 'ripgrep');
    measure(`ripgrep ${ripgrep.version}`, ripgrep.folder);
    const cargo = debianSource(folder, 'cargo');
    measure(`cargo ${cargo.version}`, cargo.folder);
    const sources = debianPackage(folder, 'rust-src');
    const library = join(sources.folder, 'usr/src/rustc-1.63.0/library');
    measure(`rust-src ${sources.version}, library`, library, true);
    return figures;
  },
};
export default soak;
