import type { Unit } from '../unit.js';
import { annealSome } from './anchored.js';
import { clumpsOf } from './clumps.js';
import type { Standing } from './standing.js';

export interface Improving {
  readonly standing: Standing;
  /** The files that may move. */
  readonly movable: readonly number[];
  /** What leaving its old leaf costs a file, in ties. */
  readonly penalty: number;
}

interface Candidate {
  readonly leaf: Int32Array;
  readonly cost: number;
}

// As for plans made afresh (evolve.ts): effort is counted in steps.
const population = 3;
const generations = 4;
const maxSteps = 400_000;
const cold = 0.03;

/**
 * A better leaf for each file that may move. A few answers are annealed apart from each other, clumps of files first, and
 * the best are combined: where they agree, files stay; what they agree to keep together moves together.
 */
export const improve = ({ standing, movable, penalty }: Improving): Int32Array => {
  const { ground, leaves, home } = standing;
  const annealed = (
    leaf: Int32Array,
    units: readonly Unit[],
    plan: { steps: number; hot: number; seed: number },
  ): void => {
    if (units.length === 0) return;
    const steps = Math.min(maxSteps, plan.steps * units.length);
    const schedule = { ...plan, steps, cold, minFiles: ground.bounds.minFiles };
    annealSome({ ground, leaf, leaves, home, movable: units, penalty, schedule });
  };
  const candidate = (leaf: Int32Array): Candidate => ({ leaf, cost: costOf({ standing, movable, penalty }, leaf) });
  const cheapest = (a: Candidate, b: Candidate) => a.cost - b.cost;
  const singles = movable.map((file) => [file]);
  const clumps = clumpsOf(standing, movable);
  let pool = Array.from({ length: population }, (_, i) => {
    const leaf = standing.leaf.slice();
    annealed(leaf, clumps, { steps: 500, hot: 0.7, seed: ground.seed * 31 + i });
    annealed(leaf, singles, { steps: 1000, hot: 0.5, seed: ground.seed * 31 + i });
    return candidate(leaf);
  }).sort(cheapest);
  for (let generation = 0; generation < generations; generation++) {
    const leaf = pool[0].leaf.slice();
    const seed = ground.seed * 1009 + generation;
    annealed(leaf, disputed(movable, pool), { steps: 1000, hot: 0.7, seed });
    annealed(leaf, singles, { steps: 600, hot: 0.3, seed });
    pool = [...pool, candidate(leaf)].sort(cheapest).slice(0, population);
  }
  return pool[0].leaf;
};

/** The files that stand together in every answer, but not in the same leaf. */
const disputed = (movable: readonly number[], pool: readonly Candidate[]): Unit[] => {
  const groups = new Map<string, number[]>();
  for (const file of movable) {
    const places = pool.map(({ leaf }) => leaf[file]);
    if (places.every((place) => place === places[0])) continue;
    const group = groups.get(places.join(' '));
    if (group) group.push(file);
    else groups.set(places.join(' '), [file]);
  }
  return [...groups.values()];
};

/** The cut around the files that may move, with the price of those that left. Each tie between two of them counts once. */
const costOf = ({ standing, movable, penalty }: Improving, leaf: Int32Array): number => {
  const { offset, neighbour, weight } = standing.ground.imports;
  const isMovable = new Uint8Array(leaf.length);
  for (const file of movable) isMovable[file] = 1;
  let cost = 0;
  for (const file of movable) {
    if (standing.home[file] >= 0 && standing.home[file] !== leaf[file]) cost += penalty;
    for (let e = offset[file]; e < offset[file + 1]; e++) {
      if (leaf[neighbour[e]] !== leaf[file]) cost += weight[e] / (1 + isMovable[neighbour[e]]);
    }
  }
  return cost;
};
