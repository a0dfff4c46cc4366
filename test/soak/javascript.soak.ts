import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Specifier } from '../../src/domain/specifier.js';
import { javascript } from '../../src/languages/javascript/javascript.js';
import type { Resolver } from '../../src/languages/language.js';
import { readOnDemand } from '../languages/read-on-demand.js';
import { type Corpus, corpora, filesBelow, installCorpora, isOfFamily, textOf } from './javascript/corpora.js';
import { type Parse, parserIn } from './javascript/parsed.js';
import { type Resolve, resolverIn } from './javascript/resolved.js';
import { type Figure, percent, type Soak } from './soak.js';

interface Tally {
  files: number;
  unparsed: number;
  expected: number;
  found: number;
  reported: number;
  resolvable: number;
  resolved: number;
  installedResolvable: number;
  installedResolved: number;
  readonly wrong: string[];
}
const noTally = (): Tally => ({
  files: 0,
  unparsed: 0,
  expected: 0,
  found: 0,
  reported: 0,
  resolvable: 0,
  resolved: 0,
  installedResolvable: 0,
  installedResolved: 0,
  wrong: [],
});

/** A project to resolve in, and who knows the answers. */
interface Project {
  readonly has: (path: string) => boolean;
  readonly oracle: Resolve;
  readonly resolve: Resolver;
}

interface Bench {
  readonly root: string;
  readonly files: readonly string[];
  readonly parse: Parse;
  /** The corpora and the packages developed with them; everything else is external. */
  readonly project: Project;
  /** All that npm installed, as if it were one project, asked without the projects' own settings. */
  readonly installed: Project;
}

/** Whether a specifier was resolved rightly; undefined where it leads to no file of the project. */
const isRight = (path: string, specifier: Specifier, { has, oracle, resolve }: Project): true | string | undefined => {
  const right = oracle(path, specifier);
  if (right === undefined || !has(right)) return undefined;
  const ours = resolve(path, specifier);
  return (ours.length === 1 && ours[0] === right) || `${path}: ${specifier.text} is ${right}, not ${ours}`;
};

const isOurs = (path: string): boolean => Object.keys(javascript.endings).some((ending) => path.endsWith(ending));

const measureFile = async (path: string, { root, parse, project, installed }: Bench, tally: Tally): Promise<void> => {
  const text = textOf(root, path);
  if (text === undefined) return;
  tally.files++;
  const expected = await parse(path, text);
  if (!expected) {
    tally.unparsed++;
    return;
  }
  const specifiers = javascript.read(text, path);
  const found = new Set(specifiers.map(({ kind, text }) => `${kind} ${text}`));
  tally.expected += expected.size;
  tally.reported += found.size;
  for (const each of expected) {
    if (found.has(each)) tally.found++;
    else tally.wrong.push(`${path}: not found: ${each}`);
  }
  for (const each of found) if (!expected.has(each)) tally.wrong.push(`${path}: not there: ${each}`);
  for (const specifier of specifiers) {
    const inProject = isRight(path, specifier, project);
    if (inProject !== undefined) tally.resolvable++;
    if (inProject === true) tally.resolved++;
    else if (inProject) tally.wrong.push(inProject);
    const inAll = isRight(path, specifier, installed);
    if (inAll !== undefined) tally.installedResolvable++;
    if (inAll === true) tally.installedResolved++;
  }
};

const measure = async ({ folder }: Corpus, bench: Bench): Promise<Tally> => {
  const tally = noTally();
  const own = bench.files.filter((path) => path.startsWith(`${folder}/`) && isOurs(path));
  for (const path of own) await measureFile(path, bench, tally);
  return tally;
};

const reach = 0.98;
const share = (part: number, whole: number): Pick<Figure, 'value' | 'reach'> => ({
  value: percent(part, whole),
  reach: { text: '≥ 98 %', held: part >= reach * whole },
});

const figures = (corpus: string, tally: Tally): Figure[] => [
  { what: 'specifiers found, against oxc-parser', corpus, ...share(tally.found, tally.expected) },
  { what: 'specifiers reported that are there', corpus, ...share(tally.found, tally.reported) },
  { what: 'resolved to the file of TypeScript or Node', corpus, ...share(tally.resolved, tally.resolvable) },
];

const sum = (tallies: readonly Tally[]): Tally => {
  const total = noTally();
  for (const tally of tallies) {
    for (const key of Object.keys(total) as (keyof Tally)[]) if (key !== 'wrong') total[key] += tally[key];
  }
  return total;
};

const soak: Soak = {
  name: 'javascript',
  covers:
    'JavaScript and TypeScript: imports found and resolved, against oxc-parser and TypeScript, on packages that are not ours',
  async run(folder) {
    const root = realpathSync(installCorpora(folder));
    const files = filesBelow(root);
    const readText = (path: string) =>
      existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined;
    const projectOf = (paths: readonly string[], as: 'project' | 'stranger'): Project => {
      const known = new Set(paths);
      const has = (path: string) => known.has(path);
      return {
        has,
        oracle: resolverIn(folder, { root, as }),
        resolve: javascript.resolver({ files: paths, has, readText, ...readOnDemand({ has, readText }, javascript) }),
      };
    };
    const bench: Bench = {
      root,
      files,
      parse: await parserIn(folder),
      project: projectOf(files.filter(isOfFamily), 'project'),
      installed: projectOf(files, 'stranger'),
    };
    const tallies: Tally[] = [];
    const all: Figure[] = [];
    for (const corpus of corpora) {
      const tally = await measure(corpus, bench);
      tallies.push(tally);
      all.push(...figures(corpus.title, tally));
      // What was wrong, for whoever wants to make it right: SOAK_WRONG=1 npm run soak -- javascript
      if (process.env.SOAK_WRONG) process.stderr.write(tally.wrong.map((line) => `${line}\n`).join(''));
    }
    const total = sum(tallies);
    const corpus = 'all of these';
    const skipped: Figure = {
      what: 'files oxc-parser cannot read',
      corpus,
      value: percent(total.unparsed, total.files),
    };
    const wide: Figure = {
      what: 'the same, with everything installed as one project',
      corpus,
      value: percent(total.installedResolved, total.installedResolvable),
    };
    return [...all, ...figures(corpus, total), wide, skipped];
  },
};

export default soak;
