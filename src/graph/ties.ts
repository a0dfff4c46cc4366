import { folderOf, nameOf } from '../util/paths.js';

/** Weak ties, as powers of two so that sums of them are exact. An import weighs 1. */
const testWeight = 0.5;
const packageWeight = 0.5;
const folderWeight = 0.125;

export interface WeakTie {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
  readonly kind: 'test' | 'package' | 'folder';
}

/**
 * What ties files together besides imports: a test and its subject, and standing in one folder, which is more where a
 * folder is a package whose files see each other without importing.
 */
export const weakTies = (paths: readonly string[], isOfPackage: (file: number) => boolean = () => false): WeakTie[] => [
  ...testTies(paths),
  ...folderTies(paths, isOfPackage),
];

/** `parser.test.ts`, `parser_test.go`, `test_parser.py`, `ParserTest.java`, `parser.spec.js`, `ParserTests.cs`. */
const testName =
  /^(?:test_(?<after>.+)|(?<before>.+?)(?:[._-](?:test|spec|tests|unit)|Tests?|Spec))\.(?<ending>[^.]+)$/;
const testFolder = /^(?:__tests__|tests?|spec|specs)$/;

const testTies = (paths: readonly string[]): WeakTie[] => {
  const indexOf = new Map(paths.map((path, i) => [path, i]));
  const ties: WeakTie[] = [];
  paths.forEach((path, from) => {
    const match = testName.exec(nameOf(path));
    if (!match?.groups) return;
    const subject = match.groups.after ?? match.groups.before;
    const to = subjectOf({ folder: folderOf(path), subject, ending: match.groups.ending, indexOf });
    if (to !== undefined && to !== from) ties.push({ from, to, weight: testWeight, kind: 'test' });
  });
  return ties;
};

interface Subject {
  readonly folder: string;
  readonly subject: string;
  readonly ending: string;
  readonly indexOf: ReadonlyMap<string, number>;
}

/** A test stands beside its subject, or in a test folder beside it. */
const subjectOf = ({ folder, subject, ending, indexOf }: Subject): number | undefined => {
  const folders = testFolder.test(nameOf(folder)) ? [folder, folderOf(folder)] : [folder];
  const endings = [ending, ...(siblingEndings[ending] ?? [])];
  for (const place of folders) {
    for (const end of endings) {
      const found = indexOf.get(`${place === '' ? '' : `${place}/`}${subject}.${end}`);
      if (found !== undefined) return found;
    }
  }
  return undefined;
};

const siblingEndings: Record<string, readonly string[]> = {
  ts: ['tsx', 'js', 'vue', 'svelte'],
  tsx: ['ts', 'jsx'],
  js: ['jsx', 'ts', 'mjs', 'vue', 'svelte'],
  jsx: ['js'],
  mjs: ['js'],
  cc: ['h', 'cpp'],
  cpp: ['hpp', 'h', 'cc'],
  c: ['h'],
};

/** Each file is tied to the one before it in its folder: a chain holds a folder together at n ties, not n². */
const folderTies = (paths: readonly string[], isOfPackage: (file: number) => boolean): WeakTie[] => {
  const last = new Map<string, number>();
  const ties: WeakTie[] = [];
  paths.forEach((path, from) => {
    const folder = folderOf(path);
    const to = last.get(folder);
    last.set(folder, from);
    if (to === undefined) return;
    const together = isOfPackage(from) && isOfPackage(to);
    ties.push(
      together
        ? { from, to, weight: packageWeight, kind: 'package' }
        : { from, to, weight: folderWeight, kind: 'folder' },
    );
  });
  return ties;
};
