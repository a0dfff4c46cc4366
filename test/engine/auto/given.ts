import { expect } from 'vitest';
import type { GivenFile, Leaf, Plan } from '../../../src/index.js';

export const file = (path: string, tokens = 1_000, ...imports: readonly string[]): GivenFile => ({
  ...{ path, tokens, bytes: 4 * tokens, imports },
});

/** As many files as asked for, by their number. */
export const series = (count: number, make: (i: number) => GivenFile | readonly GivenFile[]): GivenFile[] =>
  Array.from({ length: count }, (_, i) => make(i)).flat();

/** Names that have nothing in common, so that nothing but what is claimed puts files together. */
export const words = [
  ...['lexer', 'binder', 'cache', 'dialog', 'engine', 'filter', 'gauge', 'history', 'inbox', 'journal', 'kernel'],
  ...['ledger', 'matrix', 'notary', 'oracle', 'packet'],
];
export const capital = (word: string): string => word[0].toUpperCase() + word.slice(1);

export const leafOf = (plan: Plan, path: string): Leaf => {
  const leaf = plan.leaves.find(({ files }) => files.includes(path));
  if (!leaf) throw new Error(`no leaf holds ${path}`);
  return leaf;
};

export type Pair = readonly [file: string, subject: string];

/** That each file stands in the leaf of its subject, in a plan that had to be split. */
export const expectTogether = (plan: Plan, pairs: readonly Pair[], leaves = 3): void => {
  expect(plan.leaves.length).toBeGreaterThanOrEqual(leaves);
  const astray = pairs.filter(([path, subject]) => leafOf(plan, path) !== leafOf(plan, subject));
  expect(astray).toEqual([]);
};

/** The leaves that hold files of both kinds. */
export const mixed = (plan: Plan, isOne: (path: string) => boolean, isOther: (path: string) => boolean): Leaf[] =>
  plan.leaves.filter(({ files }) => files.some(isOne) && files.some(isOther));

export const within =
  (...folders: readonly string[]) =>
  (path: string): boolean =>
    folders.some((folder) => path.startsWith(`${folder}/`));
