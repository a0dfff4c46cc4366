import { type Figure, percent } from './soak.js';

/** How two readers of the same files agree on what they found. */
export interface Agreement {
  /** Found by the real parser. */
  readonly expected: number;
  /** Found by ours. */
  readonly found: number;
  readonly both: number;
  /** The first few that only one of them found, for people. */
  readonly differences: readonly string[];
}

export const agreement = (files: Iterable<{ path: string; expected: Set<string>; found: Set<string> }>): Agreement => {
  let all = 0;
  let ours = 0;
  let both = 0;
  const differences: string[] = [];
  for (const { path, expected, found } of files) {
    all += expected.size;
    ours += found.size;
    for (const one of expected) {
      if (found.has(one)) both++;
      else differences.push(`not found: ${path}: ${one}`);
    }
    for (const one of found) if (!expected.has(one)) differences.push(`invented: ${path}: ${one}`);
  }
  return { expected: all, found: ours, both, differences };
};

/** Recall and precision as figures. `SOAK_DIFFERENCES=1` prints what they differ in. */
export const foundFigures = (
  language: string,
  corpus: string,
  { expected, found, both, differences }: Agreement,
): Figure[] => {
  if (process.env.SOAK_DIFFERENCES) process.stderr.write(differences.map((line) => `${line}\n`).join(''));
  const figure = (what: string, whole: number): Figure => ({
    what: `${language}: ${what}`,
    corpus,
    value: percent(both, whole),
    reach: { text: '≥ 95 %', held: whole > 0 && both >= 0.95 * whole },
  });
  return [figure('specifiers found (recall)', expected), figure('found that are there (precision)', found)];
};

/** Specifiers resolved to the right files. */
export const resolvedFigure = (
  language: string,
  corpus: string,
  { right, all, wrong }: { right: number; all: number; wrong: readonly string[] },
): Figure => {
  if (process.env.SOAK_DIFFERENCES) process.stderr.write(wrong.map((line) => `${line}\n`).join(''));
  return {
    what: `${language}: specifiers resolved rightly`,
    corpus,
    value: percent(right, all),
    reach: { text: '≥ 95 %', held: all > 0 && right >= 0.95 * all },
  };
};
