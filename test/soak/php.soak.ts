import type { Specifier } from '../../src/domain/specifier.js';
import type { ProjectView } from '../../src/languages/language.js';
import { php } from '../../src/languages/php/php.js';
import { agreement, foundFigures } from './agreement.js';
import { composerLoader } from './php/composer-loader.js';
import { classNames, type Meant, meaning } from './php/expected.js';
import { type TreeFacts, treeFacts } from './php/tree.js';
import { projectFolder } from './project-folder.js';
import { debianSource, type Figure, percent, type Soak } from './soak.js';
import { treeSitter } from './tree-sitter.js';

/** What programs put before paths, where only they know it: `ABSPATH . 'wp-load.php'`. */
type Known = Readonly<Record<string, string>>;

const corpora: Readonly<Record<string, Known>> = {
  symfony: {},
  wordpress: { ABSPATH: '/', WPINC: 'wp-includes' },
  mediawiki: { $IP: '/', MW_INSTALL_PATH: '/' },
};

const found = (project: ProjectView, facts: ReadonlyMap<string, TreeFacts>) =>
  agreement(
    [...facts].map(([path, { imports, includes }]) => ({
      path,
      expected: new Set([...imports, ...includes.keys()]),
      found: new Set(project.specifiersOf(path).flatMap(({ kind, text }) => (kind === 'name' ? [] : [text]))),
    })),
  );

const keyOf = ({ text, kind }: Specifier): string => `${kind} ${text}`;

const ofReader = (project: ProjectView, path: string): ReadonlyMap<string, Specifier> =>
  new Map(project.specifiersOf(path).map((specifier) => [keyOf(specifier), specifier]));

/** What composer installed is left out, as a plan does. */
const withoutVendor = (project: ProjectView): ProjectView => {
  const isOwn = (path: string): boolean => !/(?:^|\/)vendor\//.test(path);
  return { ...project, files: project.files.filter(isOwn), has: (path) => isOwn(path) && project.has(path) };
};

/** How many of those that mean files of the project lead to them, and how many that lead to files lead to these. */
class Ties {
  readonly #what: string;
  readonly #differences: string[] = [];
  #expected = 0;
  #found = 0;
  #right = 0;
  #several = 0;

  constructor(what: string) {
    this.#what = what;
  }

  count(path: string, { text, kind }: Specifier, meant: Meant | undefined, led: readonly string[] | string): void {
    if (meant) this.#expected++;
    if (typeof led !== 'string') this.#found++;
    if (meant && 'oneOf' in meant) this.#several++;
    if (meant && typeof led !== 'string' && agrees(meant, led)) this.#right++;
    else if (meant || typeof led !== 'string') {
      const wanted = meant ? [...('files' in meant ? meant.files : meant.oneOf)].join(' ') : 'nothing';
      this.#differences.push(`${path}: ${kind} ${text}: ${led} instead of ${wanted}`);
    }
  }

  figures(corpus: string): Figure[] {
    if (process.env.SOAK_DIFFERENCES) process.stderr.write(this.#differences.map((line) => `${line}\n`).join(''));
    const figure = (what: string, whole: number, note: string): Figure => ({
      what: `PHP: ${this.#what} ${what}`,
      corpus: `${corpus}${note}`,
      value: percent(this.#right, whole),
      reach: { text: '≥ 90 %', held: this.#right >= 0.9 * whole },
    });
    const several = this.#several > 0 ? `; ${this.#several} could mean several files equally` : '';
    return [
      figure('that mean files of the project, resolved rightly', this.#expected, several),
      figure('resolved to files, rightly', this.#found, ''),
    ];
  }
}

const agrees = (meant: Meant, led: readonly string[]): boolean =>
  'oneOf' in meant
    ? led.length === 1 && meant.oneOf.has(led[0]!)
    : led.length === meant.files.size && led.every((path) => meant.files.has(path));

const soak: Soak = {
  name: 'php',
  covers: 'PHP: uses of other files found and resolved, on packages that are not ours',
  async run(folder) {
    const parse = treeSitter(folder, ['php']);
    const load = composerLoader(folder);
    const figures: Figure[] = [];
    for (const [name, known] of Object.entries(corpora)) {
      const { folder: root, version } = debianSource(folder, name);
      const project = withoutVendor(projectFolder(root, php));
      const facts = new Map<string, TreeFacts>();
      for (const path of project.files) {
        if (!path.endsWith('.php')) continue;
        facts.set(path, treeFacts(parse('php', project.readText(path)!), path, known));
      }
      const corpus = `${name} ${version}`;
      figures.push(...foundFigures('PHP', corpus, found(project, facts)));

      const { ofName, ofImport } = meaning(facts, load(project, root, classNames(facts)), project);
      const resolve = php.resolver(project);
      const [statements, names] = [new Ties('specifiers'), new Ties('names')];
      for (const [path, { imports, includes, names: used }] of facts) {
        const ours = ofReader(project, path);
        const count = (ties: Ties, specifier: Specifier, meant: Meant | undefined): void =>
          ties.count(path, specifier, meant, ours.has(keyOf(specifier)) ? resolve(path, specifier) : 'not found');
        for (const text of imports) count(statements, { text, kind: 'import' }, ofImport(path, text));
        for (const [text, file] of includes) {
          // What only the program knows cannot be judged.
          if (file === undefined) continue;
          count(statements, { text, kind: 'include' }, project.has(file) ? { files: new Set([file]) } : undefined);
        }
        for (const text of used) count(names, { text, kind: 'name' }, ofName(text));
        for (const specifier of ours.values()) {
          const { text, kind } = specifier;
          if (kind === 'name' && !used.has(text)) count(names, specifier, undefined);
          if (kind === 'import' && !imports.has(text)) count(statements, specifier, undefined);
        }
      }
      figures.push(...statements.figures(corpus), ...names.figures(corpus));
    }
    return figures;
  },
};
export default soak;
