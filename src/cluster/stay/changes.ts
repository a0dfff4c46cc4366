import { type FileGraph, tieKinds } from '../../domain/file-graph.js';
import { type Adjacency, adjacency } from '../adjacency.js';

const folderTie = tieKinds.indexOf('folder');

/**
 * The files whose ties are not what they were, those of a mere folder aside: 1 for each of them. `before` has the number
 * of each file in the earlier graph.
 */
export const changedFiles = (imports: Adjacency, earlier: FileGraph, before: Int32Array): Uint8Array => {
  const changed = new Uint8Array(imports.size);
  const now = new Int32Array(earlier.files.length).fill(-1);
  for (let file = 0; file < before.length; file++) if (before[file] >= 0) now[before[file]] = file;
  const [from, to, weight]: number[][] = [[], [], []];
  for (let i = 0; i < earlier.from.length; i++) {
    if (earlier.kind[i] === folderTie) continue;
    const [a, b] = [now[earlier.from[i]], now[earlier.to[i]]];
    if (a >= 0 && b >= 0) {
      from.push(a);
      to.push(b);
      weight.push(earlier.weight[i]);
    } else if (a >= 0) changed[a] = 1;
    else if (b >= 0) changed[b] = 1;
  }
  compareRows(imports, adjacency(imports.size, { from, to, weight }), changed);
  return changed;
};

const compareRows = (graph: Adjacency, other: Adjacency, changed: Uint8Array): void => {
  const weights = new Float64Array(graph.size);
  for (let v = 0; v < graph.size; v++) {
    if (graph.offset[v + 1] - graph.offset[v] !== other.offset[v + 1] - other.offset[v]) {
      changed[v] = 1;
      continue;
    }
    for (let e = other.offset[v]; e < other.offset[v + 1]; e++) weights[other.neighbour[e]] = other.weight[e];
    for (let e = graph.offset[v]; e < graph.offset[v + 1]; e++) {
      if (weights[graph.neighbour[e]] !== graph.weight[e]) changed[v] = 1;
    }
    for (let e = other.offset[v]; e < other.offset[v + 1]; e++) weights[other.neighbour[e]] = 0;
  }
};
