import { type Adjacency, adjacency } from './adjacency.js';

/** The ties between sets of nodes, as a graph of the sets. Ties to nodes in none of them are left out. */
export const weightsBetween = (
  graph: Adjacency,
  sets: readonly (readonly number[])[],
  scratch: Int32Array,
): Adjacency => {
  for (let s = 0; s < sets.length; s++) for (const v of sets[s]) scratch[v] = s;
  let ties = 0;
  const eachTie = (visit: (set: number, other: number, edge: number) => void): void => {
    for (let s = 0; s < sets.length; s++) {
      for (const v of sets[s]) {
        for (let e = graph.offset[v]; e < graph.offset[v + 1]; e++) {
          const other = scratch[graph.neighbour[e]];
          if (other > s) visit(s, other, e);
        }
      }
    }
  };
  eachTie(() => {
    ties++;
  });
  const [from, to, weight] = [new Uint32Array(ties), new Uint32Array(ties), new Float64Array(ties)];
  ties = 0;
  eachTie((set, other, edge) => {
    from[ties] = set;
    to[ties] = other;
    weight[ties++] = graph.weight[edge];
  });
  for (const set of sets) for (const v of set) scratch[v] = -1;
  return adjacency(sets.length, { from, to, weight });
};
