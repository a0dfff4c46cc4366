import { seededRandom, shuffled } from '../util/random.js';
import { type Adjacency, quotient } from './adjacency.js';

/** How often a node is looked at, on average, before we make do with what there is. */
const maxLooks = 12;

/**
 * Louvain's method on typed arrays: groups that are tied within more than chance would have it. A lower resolution
 * gives fewer, larger groups. (graphology's Louvain draws from Math.random by default, and building its graph costs
 * forty times what these arrays do.)
 */
export const communities = (graph: Adjacency, resolution: number, seed: number): Int32Array => {
  const random = seededRandom(seed);
  let level = graph;
  let strength = strengths(graph);
  const total = strength.reduce((sum, value) => sum + value, 0);
  let community: Int32Array = Int32Array.from({ length: graph.size }, (_, v) => v);
  if (total === 0) return community;
  for (;;) {
    const moved = moveNodes({ graph: level, strength, pull: resolution / total, random });
    const { number, count } = renumber(moved);
    if (count === level.size) return community;
    community = community.map((group) => number[group]);
    const summed = new Float64Array(count);
    for (let v = 0; v < level.size; v++) summed[number[v]] += strength[v];
    strength = summed;
    level = quotient(level, number, count);
  }
};

const strengths = ({ size, offset, weight }: Adjacency): Float64Array => {
  const sums = new Float64Array(size);
  for (let v = 0; v < size; v++) for (let e = offset[v]; e < offset[v + 1]; e++) sums[v] += weight[e];
  return sums;
};

interface Moving {
  readonly graph: Adjacency;
  readonly strength: Float64Array;
  /** Resolution ÷ total strength: what one unit of strength meeting another costs. */
  readonly pull: number;
  readonly random: () => number;
}

/** Moves each node to the neighbouring community it gains most by. Only neighbours of what moved are looked at again. */
const moveNodes = ({ graph, strength, pull, random }: Moving): Int32Array => {
  const { size, offset, neighbour, weight } = graph;
  const community = Int32Array.from({ length: size }, (_, v) => v);
  const inside = strength.slice();
  const ties = new Float64Array(size);
  const queue = shuffled(size, random);
  const isQueued = new Uint8Array(size).fill(1);
  let [head, waiting] = [0, size];
  for (let looks = 0; waiting > 0 && looks < maxLooks * size; looks++) {
    const v = queue[head];
    head = head + 1 === size ? 0 : head + 1;
    waiting--;
    isQueued[v] = 0;
    const home = community[v];
    for (let e = offset[v]; e < offset[v + 1]; e++) ties[community[neighbour[e]]] += weight[e];
    inside[home] -= strength[v];
    let best = home;
    let bestGain = ties[home] - pull * strength[v] * inside[home];
    for (let e = offset[v]; e < offset[v + 1]; e++) {
      const other = community[neighbour[e]];
      const gain = ties[other] - pull * strength[v] * inside[other];
      if (gain > bestGain + 1e-9) {
        best = other;
        bestGain = gain;
      }
    }
    for (let e = offset[v]; e < offset[v + 1]; e++) ties[community[neighbour[e]]] = 0;
    inside[best] += strength[v];
    if (best === home) continue;
    community[v] = best;
    for (let e = offset[v]; e < offset[v + 1]; e++) {
      const u = neighbour[e];
      if (isQueued[u] || community[u] === best) continue;
      isQueued[u] = 1;
      queue[(head + waiting++) % size] = u;
    }
  }
  return community;
};

/** Numbers groups from 0 in order of their first member. */
const renumber = (group: Int32Array): { number: Int32Array; count: number } => {
  const seen = new Int32Array(group.length).fill(-1);
  let count = 0;
  const number = group.map((old) => {
    if (seen[old] < 0) seen[old] = count++;
    return seen[old];
  });
  return { number, count };
};

/** How much more of the ties stand inside groups than chance would put there: 0 for none, up to 1. */
export const modularity = (graph: Adjacency, group: Int32Array, groups: number): number => {
  const strength = strengths(graph);
  const inside = new Float64Array(groups);
  let [kept, total] = [0, 0];
  for (let v = 0; v < graph.size; v++) {
    inside[group[v]] += strength[v];
    total += strength[v];
    for (let e = graph.offset[v]; e < graph.offset[v + 1]; e++) {
      if (group[v] === group[graph.neighbour[e]]) kept += graph.weight[e];
    }
  }
  if (total === 0) return 0;
  let chance = 0;
  for (const sum of inside) chance += (sum / total) ** 2;
  return kept / total - chance;
};
