import type { Adjacency } from './adjacency.js';

/** What is to be put into leaves: nodes (files, or groups of files that stay together) and the bounds on a leaf. */
export interface Problem {
  readonly graph: Adjacency;
  readonly tokens: Float64Array;
  /** How many files each node stands for. */
  readonly files: Float64Array;
  readonly maxTokens: number;
  readonly maxFiles: number;
}

/** Which leaf each node stands in. Leaves are numbered from 0; some may be empty. */
export interface Partition {
  readonly leaf: Int32Array;
  readonly leaves: number;
}

export interface Loads {
  readonly tokens: Float64Array;
  readonly files: Float64Array;
}

export const loadsOf = ({ tokens, files }: Problem, { leaf, leaves }: Partition): Loads => {
  const loads = { tokens: new Float64Array(leaves), files: new Float64Array(leaves) };
  for (let v = 0; v < leaf.length; v++) {
    loads.tokens[leaf[v]] += tokens[v];
    loads.files[leaf[v]] += files[v];
  }
  return loads;
};

/** The weight of the ties between different leaves. */
export const cutOf = ({ graph }: Problem, { leaf }: Partition): number => {
  let cut = 0;
  for (let v = 0; v < graph.size; v++) {
    for (let e = graph.offset[v]; e < graph.offset[v + 1]; e++) {
      if (leaf[v] !== leaf[graph.neighbour[e]]) cut += graph.weight[e];
    }
  }
  return cut / 2;
};
