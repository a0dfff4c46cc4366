import type { FileGraph } from '../domain/file-graph.js';

/**
 * Which leaves each leaf imports from. Leaves that import each other in a circle form a knot and do not depend on each
 * other, so what is left is acyclic.
 */
export const dependenciesOf = (graph: FileGraph, leafOf: Int32Array, leaves: number): number[][] => {
  const imports: Set<number>[] = Array.from({ length: leaves }, () => new Set());
  for (let i = 0; i < graph.from.length; i++) {
    const [from, to] = [leafOf[graph.from[i]], leafOf[graph.to[i]]];
    if (graph.kind[i] === 0 && from !== to) imports[from].add(to);
  }
  const targets = imports.map((set) => [...set].sort((a, b) => a - b));
  const knot = knots(targets);
  return targets.map((list, leaf) => list.filter((target) => knot[target] !== knot[leaf]));
};

/** Tarjan's strongly connected components, without recursion: a chain of 10,000 leaves must not overflow the stack. */
const knots = (targets: readonly (readonly number[])[]): Int32Array => {
  const size = targets.length;
  const order = new Int32Array(size).fill(-1);
  const low = new Int32Array(size);
  const knot = new Int32Array(size).fill(-1);
  const next = new Int32Array(size);
  const open: number[] = [];
  let [visited, count] = [0, 0];
  for (let start = 0; start < size; start++) {
    if (order[start] >= 0) continue;
    const path = [start];
    order[start] = low[start] = visited++;
    open.push(start);
    while (path.length > 0) {
      const v = path[path.length - 1];
      if (next[v] < targets[v].length) {
        const target = targets[v][next[v]++];
        if (order[target] < 0) {
          order[target] = low[target] = visited++;
          open.push(target);
          path.push(target);
        } else if (knot[target] < 0) low[v] = Math.min(low[v], order[target]);
        continue;
      }
      path.pop();
      if (path.length > 0) low[path[path.length - 1]] = Math.min(low[path[path.length - 1]], low[v]);
      if (low[v] !== order[v]) continue;
      for (let member = -1; member !== v; ) {
        member = open.pop() as number;
        knot[member] = count;
      }
      count++;
    }
  }
  return knot;
};
