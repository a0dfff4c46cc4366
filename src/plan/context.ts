import type { FileGraph } from '../domain/file-graph.js';

/** The imports of each file in both directions, as compressed rows. */
export interface ImportRows {
  readonly offset: Uint32Array;
  readonly other: Uint32Array;
  readonly weight: Float64Array;
}

export const importRows = ({ files, from, to, weight, kind }: FileGraph): ImportRows => {
  const offset = new Uint32Array(files.length + 1);
  for (let i = 0; i < from.length; i++) {
    if (kind[i] !== 0) continue;
    offset[from[i] + 1]++;
    offset[to[i] + 1]++;
  }
  for (let v = 0; v < files.length; v++) offset[v + 1] += offset[v];
  const fill = offset.slice();
  const other = new Uint32Array(offset[files.length]);
  const weights = new Float64Array(offset[files.length]);
  for (let i = 0; i < from.length; i++) {
    if (kind[i] !== 0) continue;
    weights[fill[from[i]]] = weight[i];
    other[fill[from[i]]++] = to[i];
    weights[fill[to[i]]] = weight[i];
    other[fill[to[i]]++] = from[i];
  }
  return { offset, other, weight: weights };
};

/** Files outside the given ones that import them or are imported by them, strongest tie first, then by path. */
export const contextOf = ({ offset, other, weight }: ImportRows, files: readonly number[]): number[] => {
  const inside = new Set(files);
  const ties = new Map<number, number>();
  for (const file of files) {
    for (let e = offset[file]; e < offset[file + 1]; e++) {
      if (!inside.has(other[e])) ties.set(other[e], (ties.get(other[e]) ?? 0) + weight[e]);
    }
  }
  return [...ties].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([file]) => file);
};
