import type { ProjectFile } from '../domain/inventory.js';
import { folderOf, nameOf } from '../util/paths.js';
import { remember } from '../util/remember.js';
import { isWholeSuite, plainWord, singular, telling } from './places.js';
import { isTestFolder, stemOfTest } from './tests.js';

/** Languages whose files test each other. */
const families: Readonly<Record<string, string>> = {
  ...{ typescript: 'javascript', vue: 'javascript', svelte: 'javascript', astro: 'javascript' },
  ...{ cpp: 'c', 'objective-c': 'c', kotlin: 'java', groovy: 'java', scala: 'java', cython: 'python' },
};
const familyOf = (language: string): string => families[language] ?? language;

/** A file of these names answers to the name of its folder. */
const folderFiles = new Set(['index', 'main', 'mod', 'lib', 'init']);
/** Names that tell nothing without their folder. */
const generic = new Set([
  'util',
  'utils',
  'type',
  'types',
  'app',
  'common',
  'helper',
  'helpers',
  'constants',
  'errors',
  'error',
  ...folderFiles,
]);

/** A source that more tests than this claim by name needs an import as well. */
const manyTests = 12;
/** A source that more tests than this import is nobody's subject for being imported. */
const fewTests = 3;

interface Source {
  readonly file: number;
  readonly family: string;
  readonly places: readonly string[];
}

/** Files, and which of them are tied by more than a folder. */
export interface TiedFiles {
  readonly files: readonly ProjectFile[];
  tiedTo(file: number): ArrayLike<number>;
}

/** The file that each test is of; -1 for all other files and where nothing tells. */
export const subjectsOf = (project: TiedFiles): Int32Array => {
  const { files } = project;
  const subject = new Int32Array(files.length).fill(-1);
  const byStem = sourcesByStem(project);
  const places = remember(telling);
  const inSuite = remember(isWholeSuite);
  const tests = files.flatMap(({ role, path }, i) => (role === 'test' && !inSuite(folderOf(path)) ? [i] : []));
  for (const test of tests) {
    const { path, language } = files[test];
    const stem = stemOfTest(path);
    const whole = plainWord(stem);
    const at: Wanted = { project, test, family: familyOf(language), places: places(folderOf(path)) };
    subject[test] = nearest(at, byStem.get(whole), generic.has(whole));
    if (subject[test] >= 0) continue;
    const words = stem.split(/[^a-zA-Z0-9]+/).filter(Boolean);
    for (let n = words.length - 1; n > 0 && subject[test] < 0; n--) {
      const start = plainWord(words.slice(0, n).join(''));
      if (start.length > 2 && !generic.has(start)) subject[test] = nearest(at, byStem.get(start), false);
    }
  }
  dropCrowds(project, tests, subject);
  followImports(project, tests, subject);
  followTopics(project, tests, subject);
  return subject;
};

/** Tests that begin with the word that some sources begin with are of their topic: of the one that is imported most. */
const followTopics = ({ files, tiedTo }: TiedFiles, tests: readonly number[], subject: Int32Array): void => {
  const sources = new Map<string, number>();
  const degree = (file: number) => tiedTo(file).length;
  const keyOf = (file: number, stem: string): string =>
    `${files[file].package}\0${familyOf(files[file].language)}\0${singular(firstWord(stem))}`;
  files.forEach(({ path, role }, file) => {
    if (role !== 'source') return;
    const key = keyOf(file, nameOf(path).replace(/\.[^.]*$/, ''));
    const best = sources.get(key);
    if (best === undefined || degree(file) > degree(best)) sources.set(key, file);
  });
  for (const test of tests) {
    if (subject[test] >= 0 || !isTestFolder(nameOf(folderOf(files[test].path)))) continue;
    const stem = stemOfTest(files[test].path);
    const word = firstWord(stem);
    if (word.length > 3 && !generic.has(word)) subject[test] = sources.get(keyOf(test, stem)) ?? -1;
  }
};

const firstWord = (stem: string): string => /^[A-Za-z][a-z]*/.exec(stem)?.[0].toLowerCase() ?? '';

const sourcesByStem = ({ files }: TiedFiles): Map<string, Source[]> => {
  const byStem = new Map<string, Source[]>();
  const places = remember(telling);
  files.forEach(({ path, language, role }, file) => {
    if (role !== 'source' || /\.d\.[mc]?ts$/.test(path)) return;
    const folder = folderOf(path);
    const own = plainWord(nameOf(path).replace(/\.[^.]*$/, ''));
    const stems = folderFiles.has(own) ? [own, plainWord(nameOf(folder))] : [own];
    for (const stem of new Set([...stems, ...stems.map(singular)])) {
      const source = { file, family: familyOf(language), places: places(folder) };
      const list = byStem.get(stem);
      if (list) list.push(source);
      else byStem.set(stem, [source]);
    }
  });
  return byStem;
};

interface Wanted {
  readonly project: TiedFiles;
  readonly test: number;
  readonly family: string;
  readonly places: readonly string[];
}

/** The source that stands nearest to a test of its name; -1 where two stand equally near. */
const nearest = (wanted: Wanted, found: readonly Source[] = [], isGeneric: boolean): number => {
  const { project, test, family, places } = wanted;
  let [best, highest, isTie] = [-1, -1, false];
  for (const source of found) {
    if (source.family !== family) continue;
    const rank = rankOf(project, test, source, places);
    if (isGeneric && rank < samePlace) continue;
    if (rank > highest) [best, highest, isTie] = [source.file, rank, false];
    else if (rank === highest) isTie = true;
  }
  return isTie ? -1 : best;
};

const samePlace = 100;

const rankOf = (
  { files, tiedTo }: TiedFiles,
  test: number,
  { file, places: its }: Source,
  mine: readonly string[],
): number => {
  const isHere = folderOf(files[test].path) === folderOf(files[file].path);
  // In Go a test stands with its package.
  if (files[test].language === 'go' && !isHere) return -2;
  const imported = isTied(tiedTo(test), file) ? 1 : 0;
  const home = files[test].package === files[file].package ? 1 : 0;
  if (isHere) return 4 * samePlace;
  if (its.join('/') === mine.join('/')) return samePlace + imported + home;
  let shared = 0;
  while (shared < its.length && shared < mine.length && its.at(-1 - shared) === mine.at(-1 - shared)) shared++;
  // The name alone, in another package, is no evidence.
  if (home === 0 && shared === 0 && imported === 0) return -2;
  return 2 * shared + imported + 2 * home;
};

const isTied = (ties: ArrayLike<number>, file: number): boolean => Array.prototype.includes.call(ties, file);

/** A source that very many tests are named after is a topic: only those that import it are of it. */
const dropCrowds = ({ tiedTo }: TiedFiles, tests: readonly number[], subject: Int32Array): void => {
  const claims = new Map<number, number>();
  for (const test of tests) if (subject[test] >= 0) claims.set(subject[test], (claims.get(subject[test]) ?? 0) + 1);
  for (const test of tests) {
    if ((claims.get(subject[test]) ?? 0) > manyTests && !isTied(tiedTo(test), subject[test])) subject[test] = -1;
  }
};

/** Tests whose name tells nothing are of the source they import that the fewest other tests import. */
const followImports = ({ files, tiedTo }: TiedFiles, tests: readonly number[], subject: Int32Array): void => {
  const testers = new Map<number, number>();
  const sourcesOf = (test: number): number[] =>
    Array.from(tiedTo(test)).filter((file) => files[file].role === 'source');
  for (const test of tests) for (const file of sourcesOf(test)) testers.set(file, (testers.get(file) ?? 0) + 1);
  for (const test of tests) {
    if (subject[test] >= 0) continue;
    const found = sourcesOf(test)
      .map((file) => ({ file, count: testers.get(file) as number }))
      .filter(({ count }) => count <= fewTests)
      .sort((a, b) => a.count - b.count || a.file - b.file);
    if (found.length > 0 && (found.length === 1 || found[0].count < found[1].count)) subject[test] = found[0].file;
  }
};
