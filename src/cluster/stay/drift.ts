import type { Adjacency } from '../adjacency.js';
import type { Ground } from '../ground.js';
import { type Growth, grow } from '../grow.js';
import { annealSome } from './anchored.js';
import { clumpsOf } from './clumps.js';
import { leafOfEach } from './nodes.js';
import { Standing } from './standing.js';

const stepsPerFile = 1200;
const maxSteps = 600_000;

/**
 * An estimate of the cut ÷ what planning afresh would cut, without planning afresh: the leaves are annealed on as if
 * nothing had stood anywhere before, and what that gains is what staying put costs. Too low rather than too high, since
 * planning afresh finds more.
 */
export const driftOfLeaves = (ground: Ground, leaf: Int32Array): number => {
  const leaves = 1 + leaf.reduce((highest, number) => Math.max(highest, number), 0);
  const free = new Standing(ground, leaf, leaves);
  const { offset } = ground.imports;
  const tied = Array.from(leaf.keys()).filter((file) => offset[file + 1] > offset[file]);
  const home = new Int32Array(leaf.length).fill(-1);
  for (const movable of [clumpsOf(free, tied), tied.map((file) => [file])]) {
    const steps = Math.min(maxSteps, stepsPerFile * movable.length);
    const schedule = { steps, hot: 1, cold: 0.05, minFiles: ground.bounds.minFiles, seed: ground.seed };
    annealSome({ ground, leaf: free.leaf, leaves, home, movable, penalty: 0, schedule });
  }
  return ratio(ground.imports, leaf, free.leaf);
};

/** The same for a tree that is grown from the top: growing costs little, so what planning afresh gives is known. */
export const driftOfTree = (growth: Growth, leaf: Int32Array): number => {
  const fresh = grow(growth, Array.from(leaf.keys()), 0);
  return ratio(growth.ground.imports, leaf, leafOfEach(fresh, leaf.length));
};

/** One is added to either, so that a plan that cuts nothing is comparable too. */
const ratio = (graph: Adjacency, leaf: Int32Array, other: Int32Array): number =>
  Math.round((1_000 * (cutOf(graph, leaf) + 1)) / (cutOf(graph, other) + 1)) / 1_000;

const cutOf = ({ size, offset, neighbour, weight }: Adjacency, leaf: Int32Array): number => {
  let cut = 0;
  for (let v = 0; v < size; v++) {
    for (let e = offset[v]; e < offset[v + 1]; e++) if (leaf[v] !== leaf[neighbour[e]]) cut += weight[e];
  }
  return cut / 2;
};
