import type { Adjacency } from './adjacency.js';
import type { Ground } from './ground.js';
import type { Unit } from './unit.js';

export interface Settling {
  readonly ground: Ground;
  /** The ties among `files`. */
  readonly graph: Adjacency;
  readonly files: Unit;
  readonly parts: readonly Unit[];
}

const maxPasses = 8;

/** Which of the parts each file stands in. */
export const partOf = (files: Unit, parts: readonly Unit[], scratch: Int32Array): Int32Array => {
  for (let p = 0; p < parts.length; p++) for (const file of parts[p]) scratch[file] = p;
  const part = new Int32Array(files.length);
  for (let v = 0; v < files.length; v++) {
    part[v] = scratch[files[v]];
    scratch[files[v]] = -1;
  }
  return part;
};

/**
 * Lets each file go to the part it is most tied to (less what chance would have it, as in Louvain's method), with
 * `minFiles` as a hard bound: a part never falls below it.
 */
export const settle = ({ ground, graph, files, parts }: Settling): Unit[] => {
  const { offset, neighbour, weight } = graph;
  const part = partOf(files, parts, ground.scratch);
  const count = parts.map(({ length }) => length);
  const strength = new Float64Array(files.length);
  const inside = new Float64Array(parts.length);
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
      for (let e = offset[v]; e < offset[v + 1]; e++) ties[part[neighbour[e]]] += weight[e];
      const pull = strength[v] / total;
      let best = home;
      let bestGain = ties[home] - pull * (inside[home] - strength[v]);
      for (let e = offset[v]; e < offset[v + 1]; e++) {
        const other = part[neighbour[e]];
        if (other === home) continue;
        const gain = ties[other] - pull * inside[other];
        if (gain <= bestGain + 1e-9) continue;
        best = other;
        bestGain = gain;
      }
      for (let e = offset[v]; e < offset[v + 1]; e++) ties[part[neighbour[e]]] = 0;
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
