import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { jvm } from '../../src/languages/jvm/jvm.js';
import type { ProjectView, Resolution } from '../../src/languages/language.js';
import { agreement, foundFigures } from './agreement.js';
import { jdepsFigures } from './jvm/jdeps.js';
import { type Oracle, oracleOf, type Sees } from './jvm/oracle.js';
import { projectFolder } from './project-folder.js';
import { debianPackage, debianSource, type Figure, npmPackages, percent, type Soak } from './soak.js';
import { treeSitter } from './tree-sitter.js';

const found = (project: ProjectView, { sources, tree }: Oracle) =>
  agreement(
    sources.map((path) => ({
      path,
      expected: new Set(tree(path).imports.map(({ text }) => text)),
      found: new Set(
        project
          .specifiersOf(path)
          .filter(({ kind }) => kind === 'import')
          .map(({ text }) => text),
      ),
    })),
  );

/** Ties as they should be, as ours are, and those of both that lead to files which declare what is meant. */
class Tally {
  expected = 0;
  ours = 0;
  right = 0;
  readonly wrong: string[] = [];

  /** Where several files declare one name, the tree does not tell which is meant: any of them is right, no other. */
  add(what: string, given: Resolution, expected: ReadonlySet<string>): void {
    const files = typeof given === 'string' ? [] : given;
    if (expected.size > 0) this.expected++;
    if (files.length > 0) this.ours++;
    if (files.length > 0 && files.every((path) => expected.has(path))) this.right++;
    else if (files.length > 0 || expected.size > 0) {
      this.wrong.push(`${what}: ${String(given)} instead of ${[...expected].join(' ') || 'nothing'}`);
    }
  }

  figures(what: string, corpus: string): Figure[] {
    if (process.env.SOAK_DIFFERENCES) process.stderr.write(this.wrong.map((line) => `${line}\n`).join(''));
    const figure = (kind: string, whole: number): Figure => ({
      what: `${what} ${kind}`,
      corpus,
      value: percent(this.right, whole),
      reach: { text: '≥ 90 %', held: whole > 0 && this.right >= 0.9 * whole },
    });
    return [figure('resolved rightly', this.expected), figure('that are tied, tied rightly', this.ours)];
  }
}

interface Corpus {
  readonly root: string;
  readonly corpus: string;
  readonly sees?: Sees;
  /** Names are looked at in every so manieth file. */
  readonly step?: number;
  /** The module of the JDK that it is. */
  readonly module?: string;
}

/** A module of the JDK's own sources, which come in an archive. */
const jdkModule = (folder: string, module: string): Corpus => {
  const { folder: unpacked, version } = debianPackage(folder, 'openjdk-17-source');
  const sources = join(unpacked, 'sources');
  if (!existsSync(join(sources, module))) {
    mkdirSync(sources, { recursive: true });
    const archive = join(unpacked, 'usr/lib/jvm/openjdk-17/lib/src.zip');
    execFileSync('unzip', ['-q', archive, `${module}/*`, '-d', sources]);
  }
  return { root: join(sources, module), corpus: `openjdk-17-source ${version} ${module}`, step: 4, module };
};

const source = (folder: string, name: string, more: Partial<Corpus> = {}): Corpus => {
  const { folder: root, version } = debianSource(folder, name);
  return { root, corpus: `${name} ${version}`, ...more };
};

/** Guava keeps two variants of all its packages. */
const sameVariant: Sees = (from, to) => from.startsWith('android/') === to.startsWith('android/');

const npmSources = ['react-native@0.81.4', 'expo-modules-core@3.0.18'];

const soak: Soak = {
  name: 'jvm',
  covers: 'Java and Kotlin: uses of other files found and resolved, on packages that are not ours',
  async run(folder) {
    const parse = treeSitter(folder, ['java', 'kotlin']);
    const figures: Figure[] = [];
    const measure = ({ root, corpus, sees = () => true, step = 1, module }: Corpus): void => {
      const project = projectFolder(root, jvm);
      const oracle = oracleOf(project, parse, sees);
      const resolve = jvm.resolver(project);
      const imports = new Tally();
      const names = new Tally();
      oracle.sources.forEach((path, at) => {
        for (const specifier of project.specifiersOf(path)) {
          const { kind, text } = specifier;
          const isWhole = text.endsWith('.*');
          if (kind !== 'import' || (isWhole && at % step !== 0)) continue;
          imports.add(`${path}: ${text}`, resolve(path, specifier), oracle.imported(path, text));
        }
        if (at % step !== 0) return;
        const used = oracle.used(path);
        const mentioned = project.specifiersOf(path).filter(({ kind, text }) => kind === 'name' && !text.includes('.'));
        for (const text of new Set([...used, ...mentioned.map((one) => one.text)])) {
          const ours = mentioned.find((one) => one.text === text);
          const expected = used.has(text) ? oracle.named(path, text) : new Set<string>();
          names.add(`${path}: name ${text}`, ours ? resolve(path, ours) : 'external', expected);
        }
      });
      figures.push(...foundFigures('Java, Kotlin', corpus, found(project, oracle)));
      figures.push(...imports.figures('Java, Kotlin: imports', `${corpus}, against syntax trees`));
      figures.push(...names.figures('Java, Kotlin: names without import', `${corpus}, against syntax trees`));
      if (module) figures.push(...jdepsFigures(project, resolve, { corpus, module }));
    };
    measure(jdkModule(folder, 'java.base'));
    measure(source(folder, 'guava-libraries', { sees: sameVariant, step: 4 }));
    measure(source(folder, 'junit5'));
    measure(source(folder, 'kotlin', { step: 8 }));
    const packages = npmPackages(folder, 'kotlin', [...npmSources, '--ignore-scripts', '--legacy-peer-deps']);
    for (const name of npmSources) {
      measure({ root: join(packages, 'node_modules', name.replace(/@[^@]*$/, '')), corpus: name });
    }
    return figures;
  },
};
export default soak;
