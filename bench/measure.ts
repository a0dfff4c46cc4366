import { describe, type Figure, isBad } from './figure.js';
import { type HistoryRow, valuesOf } from './history.js';

export interface Measured {
  /** Every figure of every suite, as it was measured first. */
  readonly figures: Readonly<Record<string, number>>;
  /** The names of those that were worse than their history allows, twice in a row. */
  readonly worse: readonly string[];
}

/**
 * Measures suites and compares each figure with its history. A suite with a figure that got worse is measured once more
 * at once: a busy machine makes a figure worse now and then, and a change of the program each time.
 */
export const measure = async (
  suites: readonly (() => Promise<Figure[]>)[],
  history: readonly HistoryRow[],
  print: (line: string) => void,
): Promise<Measured> => {
  const figures: Record<string, number> = {};
  const worse: string[] = [];
  const isWorse = (figure: Figure): boolean => isBad(figure, valuesOf(history, figure.name));
  for (const suite of suites) {
    const first = await suite();
    for (const figure of first) {
      figures[figure.name] = Number(figure.value.toFixed(4));
      print(describe(figure, valuesOf(history, figure.name)));
    }
    const bad = new Set(first.filter(isWorse).map(({ name }) => name));
    if (bad.size === 0) continue;
    for (const figure of await suite()) {
      if (!bad.has(figure.name)) continue;
      print(`again: ${describe(figure, valuesOf(history, figure.name))}`);
      if (isWorse(figure)) worse.push(figure.name);
    }
  }
  return { figures, worse };
};
