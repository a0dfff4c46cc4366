import { expect, it } from 'vitest';
import { type Flavour, simulate } from './simulate.js';
import type { Wanted } from './wanted.js';

const chosen = process.env.SUBPLAN_SEED;
const part = 1_000;

const tooRare = (counts: ReadonlyMap<string, number>, { wanted, runs }: Corpus): [string, number][] =>
  Object.entries(wanted).flatMap(([least, situations]) =>
    situations
      .map((what): [string, number] => [what, counts.get(what) ?? 0])
      .filter(([, met]) => met < (Number(least) * runs) / 15_000),
  );

interface Corpus {
  readonly flavour: Flavour;
  readonly runs: number;
  readonly wanted: Wanted;
}

/** The tests of a corpus of simulated runs: the short form, `npm run soak -- schedule` has many more. */
export const hold = (corpus: Corpus): void => {
  const { flavour, runs } = corpus;
  const seeds = chosen ? [Number(chosen)] : Array.from({ length: runs }, (_, seed) => seed);
  const counts = new Map<string, number>();

  // In parts, since a busy machine takes longer for all of them than a test may.
  const parts = Array.from({ length: Math.ceil(seeds.length / part) }, (_, i) => seeds.slice(i * part, (i + 1) * part));
  it.each(parts.map((of): [number, number, readonly number[]] => [of[0], of.at(-1)!, of]))(
    'keep all invariants, whatever the tree, the settings and what goes wrong (%i to %i)',
    (_from, _to, of) => {
      for (const seed of of) {
        for (const what of simulate(seed, flavour).notes) counts.set(what, (counts.get(what) ?? 0) + 1);
      }
    },
  );

  it.skipIf(chosen)('have been in every situation often enough', () => {
    expect(tooRare(counts, corpus)).toEqual([]);
  });

  it('are the same again for the same seed', () => {
    for (const seed of seeds.slice(0, 100)) {
      expect(simulate(seed, flavour).steps).toEqual(simulate(seed, flavour).steps);
    }
  });
};
