import { quotient } from './adjacency.js';
import { sumBy } from './agglomerate.js';
import { anneal } from './anneal.js';
import { leastCut } from './least-cut.js';
import { packClusters } from './pack.js';
import { cutOf, type Partition, type Problem } from './problem.js';

/** How much work is put into a partition. All counts are of annealing steps, never of time: plans must not differ. */
const population = 4;
const parents = 3;
const stepsPerNode = 800;
const maxFirstSteps = 400_000;
const hotStart = 2;
const cold = 0.1;

interface Candidate {
  readonly partition: Partition;
  readonly cut: number;
}

/**
 * Partitions into leaves within the budget with few ties cut. A few partitions are annealed apart from each other; then
 * the best are combined, again and again: what they agree on is kept together and annealed as one, first coarsely, then
 * file by file. Agreement moves whole groups of files at once, which moves of single files hardly ever find.
 * The first partition that cuts no more than any must is the result: among equals the first one found is the best.
 */
export const evolve = (problem: Problem, target: number, seed: number): Partition => {
  const effort = effortFor(problem);
  const candidate = (partition: Partition): Candidate => ({ partition, cut: cutOf(problem, partition) });
  const bestFirst = (a: Candidate, b: Candidate) => a.cut - b.cut;

  const least = leastCut(problem);

  let pool: Candidate[] = [];
  const isDone = (): boolean => pool.length > 0 && pool[0].cut <= least;
  for (let i = 0; i < effort.population && !isDone(); i++) {
    const partition = packClusters(problem, target, seed * 101 + i);
    anneal(problem, partition, { steps: effort.first, hot: hotStart, cold, seed: seed * 31 + i, minFiles: 0 });
    pool = [...pool, candidate(partition)].sort(bestFirst);
  }
  for (let generation = 0; generation < effort.generations && !isDone(); generation++) {
    const mixed = pool.slice(0, parents).map(({ partition }) => partition);
    const child = combine({ problem, parents: mixed, seed: seed * 1009 + generation, effort });
    pool = [...pool, candidate(child)].sort(bestFirst).slice(0, effort.population);
  }
  return pool[0].partition;
};

interface Effort {
  readonly population: number;
  readonly generations: number;
  readonly first: number;
  readonly coarse: number;
  readonly fine: number;
}

/** Large graphs get one long anneal: combining pays where there are few leaves, and each step costs more there. */
const effortFor = ({ graph }: Problem): Effort => {
  if (graph.size > 5_000)
    return { population: 1, generations: 0, first: Math.min(3_000_000, 300 * graph.size), coarse: 0, fine: 0 };
  const first = Math.min(maxFirstSteps, stepsPerNode * graph.size);
  return { population, generations: 8, first, coarse: Math.ceil(first / 3), fine: Math.ceil(first / 1.5) };
};

interface Combination {
  readonly problem: Problem;
  /** Best first. */
  readonly parents: readonly Partition[];
  readonly seed: number;
  readonly effort: Effort;
}

const combine = ({ problem, parents, seed, effort }: Combination): Partition => {
  const agreed = overlay(parents);
  const coarse: Problem = {
    ...problem,
    graph: quotient(problem.graph, agreed.leaf, agreed.leaves),
    tokens: sumBy(problem.tokens, agreed),
    files: sumBy(problem.files, agreed),
  };
  const start = new Int32Array(agreed.leaves);
  for (let v = 0; v < agreed.leaf.length; v++) start[agreed.leaf[v]] = parents[0].leaf[v];
  const grouped = { leaf: start, leaves: parents[0].leaves };
  anneal(coarse, grouped, { steps: effort.coarse, hot: hotStart, cold: 0.3, seed, minFiles: 0 });
  const child = { leaf: agreed.leaf.map((group) => start[group]), leaves: grouped.leaves };
  anneal(problem, child, { steps: effort.fine, hot: 0.5, cold, seed: seed + 7, minFiles: 0 });
  return child;
};

/** Groups the nodes that stand together in every one of the partitions. */
const overlay = (partitions: readonly Partition[]): Partition => {
  let groups = partitions[0];
  for (const next of partitions.slice(1)) {
    const number = new Map<number, number>();
    const leaf = groups.leaf.map((group, v) => {
      const pair = group * next.leaves + next.leaf[v];
      if (!number.has(pair)) number.set(pair, number.size);
      return number.get(pair) as number;
    });
    groups = { leaf, leaves: number.size };
  }
  return groups;
};
