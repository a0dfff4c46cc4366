import type { Dimension, TrialRow } from '../domain/experiment-report.js';
import { compareText } from '../util/compare.js';

/** Those of scores without names stand before all others. */
const first = ['score', 'passed'];

/** The score of a trial in a dimension as a number; undefined where it does not apply. */
export const scoreIn = (dimension: string, { scores }: TrialRow): number | undefined => {
  const score = scores?.[dimension];
  if (typeof score === 'boolean') return score ? 1 : 0;
  // Also undefined where a dimension is called `constructor`, which every object has.
  return typeof score === 'number' && Number.isFinite(score) ? score : undefined;
};

/** The dimensions that some of these trials have, and those in which numbers and true or false are mixed. */
export const dimensionsOf = (
  counted: readonly TrialRow[],
): { readonly dimensions: readonly Dimension[]; readonly mixed: readonly string[] } => {
  const found = new Map<string, { numbers: boolean; booleans: boolean }>();
  for (const { scores = {} } of counted) {
    for (const [name, score] of Object.entries(scores)) {
      const { numbers = false, booleans = false } = found.get(name) ?? {};
      found.set(name, {
        numbers: numbers || typeof score === 'number',
        booleans: booleans || typeof score === 'boolean',
      });
    }
  }
  const rank = (name: string): number => (first.includes(name) ? first.indexOf(name) : first.length);
  const names = [...found].sort(([a], [b]) => rank(a) - rank(b) || compareText(a, b));
  return {
    dimensions: names.map(([name, { numbers, booleans }]) => ({
      name,
      kind: booleans && !numbers ? 'pass' : 'number',
    })),
    mixed: names.filter(([, { numbers, booleans }]) => numbers && booleans).map(([name]) => name),
  };
};
