import { type Adjacency, adjacency } from './adjacency.js';

/** The ties between sets of nodes, as a graph of the sets. Ties to nodes in none of them are left out. */
export const weightsBetween = (
  graph: Adjacency,
  sets: readonly (readonly number[])[],
  scratch: Int32Array,
): Adjacency => {
  for (let s = 0; s < sets.length; s++) for (const v of sets[s]) scratch[v] = s;
  const [from, to, weight]: [number[], number[], number[]] = [[], [], []];
  for (let s = 0; s < sets.length; s++) {
    for (const v of sets[s]) {
      for (let e = graph.offset[v]; e < graph.offset[v + 1]; e++) {
        const other = scratch[graph.neighbour[e]];
        if (other <= s) continue;
        from.push(s);
        to.push(other);
        weight.push(graph.weight[e]);
      }
    }
  }
  for (const set of sets) for (const v of set) scratch[v] = -1;
  return adjacency(sets.length, { from, to, weight });
};

/** The weight of all ties between different sets. */
export const cutBetween = (graph: Adjacency, sets: readonly (readonly number[])[], scratch: Int32Array): number =>
  weightsBetween(graph, sets, scratch).weight.reduce((sum, weight) => sum + weight, 0) / 2;
