import { fits } from '../domain/bounds.js';
import type { ClusterLeaf } from '../domain/cluster-tree.js';
import { induced } from './adjacency.js';
import { anneal } from './anneal.js';
import { evolve } from './evolve.js';
import { type Ground, tokensOf } from './ground.js';
import { findHomes } from './homes.js';
import { filesOf, type Group, joinWithinBudget } from './join.js';
import type { Problem } from './problem.js';
import type { Unit } from './unit.js';

/** Room to move in: with the fewest leaves possible every move needs a swap, and the cut suffers. */
const spareLeaves = 1.06;
const lastStepsPerNode = 200;
const maxLastSteps = 300_000;

/**
 * Leaves for a set of files that is over the budget, following the imports. Files above the budget stand alone; files
 * without ties are held out while the others are annealed, and then used to fill leaves that have too few files.
 */
export const leavesWithin = (ground: Ground): Unit[] => {
  const { files, bounds } = ground;
  const maxTokens = bounds.maxTokens ?? Number.POSITIVE_INFINITY;
  const all = files.map((_, file) => file);
  const alone = all.filter((file) => files[file].tokens > maxTokens);
  const rest = all.filter((file) => files[file].tokens <= maxTokens);
  const restGraph = induced(ground.imports, rest, ground.scratch);
  const isTied = (_: number, i: number) => restGraph.offset[i + 1] > restGraph.offset[i];
  const tied = rest.filter(isTied);
  const loose = rest.filter((file, i) => !isTied(file, i));

  const partitioned = tied.length === 0 ? [] : partition(ground, tied);
  const homed = findHomes({ ground, leaves: partitioned, loose });
  const isShort = ({ files: count }: Group) => count < bounds.minFiles;
  const refined = refine(ground, joinWithinBudget(ground, homed, isShort));
  // Two leaves that fit one budget are one leaf: fewer leaves, and never a larger cut.
  const merged = joinWithinBudget(ground, refined, () => true);
  return [...merged, ...alone.map((file) => [file])];
};

export const problemOf = (ground: Ground, nodes: readonly number[]): Problem => ({
  graph: induced(ground.imports, nodes, ground.scratch),
  tokens: Float64Array.from(nodes, (file) => ground.files[file].tokens),
  files: new Float64Array(nodes.length).fill(1),
  maxTokens: ground.bounds.maxTokens ?? Number.POSITIVE_INFINITY,
  maxFiles: ground.bounds.maxFiles ?? Number.POSITIVE_INFINITY,
});

export const partition = (ground: Ground, nodes: readonly number[]): Unit[] => {
  const problem = problemOf(ground, nodes);
  const tokens = problem.tokens.reduce((sum, value) => sum + value, 0);
  const fewest = Math.ceil(Math.max(tokens / problem.maxTokens, nodes.length / problem.maxFiles));
  if (fewest <= 1) return [nodes];
  const { leaf, leaves } = evolve(problem, Math.ceil(fewest * spareLeaves), ground.seed);
  return unitsOf(nodes, leaf, leaves);
};

const unitsOf = (nodes: readonly number[], leaf: Int32Array, leaves: number): number[][] => {
  const units: number[][] = Array.from({ length: leaves }, () => []);
  nodes.forEach((file, v) => {
    units[leaf[v]].push(file);
  });
  return units.filter(({ length }) => length > 0);
};

/** A last anneal in which `minFiles` is a hard bound: no leaf becomes short of files, and short ones are filled. */
const refine = (ground: Ground, units: readonly Unit[]): Unit[] => {
  const nodes = filesOf(units);
  const leafOf = new Map<number, number>();
  units.forEach((unit, leaf) => {
    for (const file of unit) leafOf.set(file, leaf);
  });
  const start = { leaf: Int32Array.from(nodes, (file) => leafOf.get(file) as number), leaves: units.length };
  anneal(problemOf(ground, nodes), start, {
    steps: Math.min(maxLastSteps, lastStepsPerNode * nodes.length),
    hot: 0.3,
    cold: 0.1,
    seed: ground.seed,
    minFiles: ground.bounds.minFiles,
  });
  return unitsOf(nodes, start.leaf, start.leaves);
};

/** A leaf under a budget: it fits, or it is a single file that does not. */
export const leafWithin = (ground: Ground, files: Unit): ClusterLeaf => ({
  kind: 'leaf',
  files,
  reason: fits({ files: files.length, tokens: tokensOf(ground, files) }, ground.bounds) ? 'fits' : 'over-budget',
});
