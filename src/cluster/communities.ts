import { seededRandom } from '../util/random.js';
import { type Adjacency, quotient } from './adjacency.js';

const maxPasses = 12;

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
    community = community.map((group) => number[group]);
    if (count === level.size) return community;
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

/** Moves each node to the neighbouring community it gains most by, until nothing moves. */
const moveNodes = ({ graph, strength, pull, random }: Moving): Int32Array => {
  const { size, offset, neighbour, weight } = graph;
  const community = Int32Array.from({ length: size }, (_, v) => v);
  const inside = strength.slice();
  const ties = new Float64Array(size);
  const order = Uint32Array.from({ length: size }, (_, v) => v);
  for (let i = size - 1; i > 0; i--) {
    const j = random() % (i + 1);
    const kept = order[i];
    order[i] = order[j];
    order[j] = kept;
  }
  for (let pass = 0; pass < maxPasses; pass++) {
    let moves = 0;
    for (const v of order) {
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
      moves++;
    }
    if (moves === 0) break;
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
export const modularity = (graph: Adjacency, group: ArrayLike<number>): number => {
  const strength = strengths(graph);
  const total = strength.reduce((sum, value) => sum + value, 0);
  if (total === 0) return 0;
  const inside = new Map<number, number>();
  let kept = 0;
  for (let v = 0; v < graph.size; v++) {
    inside.set(group[v], (inside.get(group[v]) ?? 0) + strength[v]);
    for (let e = graph.offset[v]; e < graph.offset[v + 1]; e++) {
      if (group[v] === group[graph.neighbour[e]]) kept += graph.weight[e];
    }
  }
  let chance = 0;
  for (const sum of inside.values()) chance += (sum / total) ** 2;
  return kept / total - chance;
};
