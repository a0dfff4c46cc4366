import type { Adjacency } from './adjacency.js';
import type { Ground } from './ground.js';
import type { Unit } from './join.js';

export interface Settling {
  readonly ground: Ground;
  /** The ties among `files`. */
  readonly graph: Adjacency;
  readonly files: Unit;
  readonly parts: readonly Unit[];
}

const maxPasses = 8;

/**
 * Lets each file go to the part it is most tied to (less what chance would have it, as in Louvain's method), with
 * `minFiles` as a hard bound: a part never falls below it.
 */
export const settle = ({ ground, graph, files, parts }: Settling): Unit[] => {
  const { offset, neighbour, weight } = graph;
  const part = new Int32Array(files.length);
  const index = new Map(files.map((file, v) => [file, v]));
  const count = parts.map(({ length }) => length);
  const strength = new Float64Array(files.length);
  const inside = new Float64Array(parts.length);
  parts.forEach((members, p) => {
    for (const file of members) part[index.get(file) as number] = p;
  });
  let total = 0;
  for (let v = 0; v < files.length; v++) {
    for (let e = offset[v]; e < offset[v + 1]; e++) strength[v] += weight[e];
    inside[part[v]] += strength[v];
    total += strength[v];
  }
  const ties = new Float64Array(parts.length);
  for (let pass = 0; pass < maxPasses; pass++) {
    let moves = 0;
    for (let v = 0; v < files.length; v++) {
      const home = part[v];
      if (count[home] <= ground.bounds.minFiles || offset[v] === offset[v + 1]) continue;
      ties.fill(0);
      for (let e = offset[v]; e < offset[v + 1]; e++) ties[part[neighbour[e]]] += weight[e];
      const gain = (p: number) => ties[p] - (strength[v] * (inside[p] - (p === home ? strength[v] : 0))) / total;
      let best = home;
      for (let e = offset[v]; e < offset[v + 1]; e++) {
        const other = part[neighbour[e]];
        if (gain(other) > gain(best) + 1e-9) best = other;
      }
      if (best === home) continue;
      part[v] = best;
      count[home]--;
      count[best]++;
      inside[home] -= strength[v];
      inside[best] += strength[v];
      moves++;
    }
    if (moves === 0) break;
  }
  const settled: number[][] = parts.map(() => []);
  files.forEach((file, v) => {
    settled[part[v]].push(file);
  });
  return settled;
};
