import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAutomaton, classBits } from '../../src/scan/tokens/automaton.js';
import { exactCounter } from '../../src/scan/tokens/exact.js';
import { letterBits, letterTable, pairOf } from '../../src/scan/tokens/pairs.js';
import { readCorpora, type Sample, training } from './token-corpora.js';

// Fits src/scan/tokens/weights.ts anew: node --import tsx test/soak/fit-tokens.ts (--cross-validate: also say how well
// each quarter of the corpora is met by weights fitted to the rest); then biome format. Minimises the squared relative error, file by file, in two steps: weights for all
// languages at once, features and pairs of letters together; then per language, how the features differ from that. Both
// are ridge regressions, the second towards the first, so a language with few files stays near the general weights.

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const { classOf, transitions, features, featuresOf } = buildAutomaton();
const letters = letterTable();
const width = features.length + 26 * 26;

// Chosen by cross-validation over the training corpora, each corpus in one fold: not by what is held out.
const ridge = { feature: 0.003, pair: 0.002, language: 0.1 };

interface Row {
  readonly corpus: string;
  readonly language: string;
  readonly exact: number;
  readonly bytes: number;
  /** Counts of features, then of pairs, each divided by the exact number of tokens: the target is always 1. */
  readonly x: Float64Array;
}

const rowOf = ({ corpus, language, text, bytes }: Sample, exact: number): Row => {
  const visits = new Float64Array(featuresOf.length);
  const pairs = new Float64Array(1 << (2 * letterBits));
  const x = new Float64Array(width);
  for (let i = 0, state = 0, before = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const letter = letters[code]!;
    state = transitions[(state << classBits) | classOf[code]!]!;
    visits[state]! += 1 / exact;
    pairs[(before << letterBits) | letter]! += 1 / exact;
    before = letter;
  }
  featuresOf.forEach((own, state) => {
    for (const feature of own) x[feature]! += visits[state]!;
  });
  pairs.forEach((count, i) => {
    const pair = count > 0 ? pairOf(i >> letterBits, i & ((1 << letterBits) - 1)) : -1;
    if (pair >= 0) x[features.length + pair]! += count;
  });
  return { corpus, language, exact, bytes, x };
};

/** Gaussian elimination; the ridge keeps the matrix well-conditioned. */
const solve = (a: Float64Array[], b: Float64Array): Float64Array => {
  const n = b.length;
  for (let i = 0; i < n; i++) {
    for (let r = i + 1; r < n; r++) {
      const factor = a[r]![i]! / a[i]![i]!;
      if (factor === 0) continue;
      for (let c = i; c < n; c++) a[r]![c]! -= factor * a[i]![c]!;
      b[r]! -= factor * b[i]!;
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let c = i + 1; c < n; c++) b[i]! -= a[i]![c]! * b[c]!;
    b[i]! /= a[i]![i]!;
  }
  return b;
};

const dot = (x: Float64Array, w: Float64Array): number => x.reduce((sum, value, i) => sum + value * w[i]!, 0);

/** The weights nearest to `prior` that fit `rows`, moving only the first `size` of them. */
const regress = (rows: readonly Row[], prior: Float64Array, penalties: (i: number) => number, size: number) => {
  const groups = new Map<string, number>();
  const group = ({ corpus, language }: Row) => `${corpus} ${language}`;
  for (const row of rows) groups.set(group(row), (groups.get(group(row)) ?? 0) + 1);
  const a = Array.from({ length: size }, (_, i) => new Float64Array(size).fill(0).fill(penalties(i), i, i + 1));
  const b = new Float64Array(size);
  for (const row of rows) {
    // A corpus of many files counts for more than one of few, but not in proportion: its files are alike.
    const weight = 1 / Math.sqrt(groups.get(group(row))!);
    const missing = 1 - dot(row.x, prior);
    const present: number[] = [];
    for (let i = 0; i < size; i++) if (row.x[i] !== 0) present.push(i);
    for (const i of present) {
      const scaled = weight * row.x[i]!;
      b[i]! += scaled * missing;
      for (const j of present) a[i]![j]! += scaled * row.x[j]!;
    }
  }
  const change = solve(a, b);
  return prior.map((value, i) => value + (i < size ? change[i]! : 0));
};

const fitAll = (rows: readonly Row[]): ReadonlyMap<string, Float64Array> => {
  const penalty = (i: number) => (i < features.length ? ridge.feature : ridge.pair);
  const general = regress(rows, new Float64Array(width), penalty, width);
  const languages = [...new Set(rows.map(({ language }) => language))].sort();
  const fitted = new Map([['general', general]]);
  for (const language of languages) {
    const own = rows.filter((row) => row.language === language);
    // `other` is anything at all, so it stays general.
    if (language === 'other' || own.length < 100) continue;
    fitted.set(
      language,
      regress(own, general, () => ridge.language, features.length),
    );
  }
  return fitted;
};

const p95 = (rows: readonly Row[], weights: ReadonlyMap<string, Float64Array>): string => {
  const errors = rows.map(({ x, language }) => Math.abs(dot(x, weights.get(language) ?? weights.get('general')!) - 1));
  errors.sort((p, q) => p - q);
  return `${(100 * errors[Math.floor(errors.length * 0.95)]!).toFixed(1)} %`;
};

const count = await exactCounter();
const rowsOf = (samples: readonly Sample[]): Row[] =>
  samples
    .map((sample) => ({ sample, exact: count(sample.text) }))
    .filter(({ exact }) => exact >= 50)
    .map(({ sample, exact }) => rowOf(sample, exact));

const rows = rowsOf(readCorpora(join(root, '.soak'), 'tokens-train', training));
if (process.argv.includes('--cross-validate')) {
  const names = [...new Set(rows.map(({ corpus }) => corpus))].sort();
  for (let fold = 0; fold < 4; fold++) {
    const isOut = ({ corpus }: Row) => names.indexOf(corpus) % 4 === fold;
    const out = rows.filter(isOut);
    const fitted = fitAll(rows.filter((row) => !isOut(row)));
    process.stdout.write(`fold ${fold}: ${out.length} files left out, p95 ${p95(out, fitted)}\n`);
  }
}
const fitted = fitAll(rows);
process.stdout.write(`${rows.length} files, p95 on the training corpora themselves ${p95(rows, fitted)}\n`);

const bytesPerToken = (language: string): number => {
  const own = rows.filter((row) => language === 'general' || row.language === language);
  const ratios = own.map(({ bytes, exact }) => bytes / exact).sort((p, q) => p - q);
  return Number(ratios[ratios.length >> 1]!.toFixed(2));
};
const thousandths = (values: Float64Array) => `[${[...values].map((value) => Math.round(value * 1000)).join(', ')}]`;
const entry = ([language, weights]: readonly [string, Float64Array]) =>
  `  ${language}: {\n    bytesPerToken: ${bytesPerToken(language)},\n    features: ${thousandths(weights.subarray(0, features.length))},\n  },\n`;

writeFileSync(
  join(root, 'src', 'scan', 'tokens', 'weights.ts'),
  `// Written by test/soak/fit-tokens.ts, which says how: do not edit. Fitted to o200k_base by ridge regression on
// ${rows.length} files of ${new Set(rows.map(({ corpus }) => corpus)).size} npm and Debian packages (test/soak/token-corpora.ts). In thousandths of a token.

interface LanguageWeights {
  /** The median, for where no text is at hand. */
  readonly bytesPerToken: number;
  /** By feature, in the order in which the automaton has them. */
  readonly features: readonly number[];
}

export const pairWeights: readonly number[] = ${thousandths(fitted.get('general')!.subarray(features.length))};

export const languageWeights: Readonly<Record<string, LanguageWeights>> = {
${[...fitted].map(entry).join('')}};
`,
);
