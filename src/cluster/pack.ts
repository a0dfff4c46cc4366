import type { Adjacency } from './adjacency.js';
import { agglomerate, sumBy } from './agglomerate.js';
import type { Partition, Problem } from './problem.js';

/**
 * A first partition into at most `target` leaves where that is possible: clusters of tied nodes are put into leaves
 * whole, largest first; once `target` leaves are open, clusters that fit nowhere are put there node by node.
 */
export const packClusters = (problem: Problem, target: number, seed: number): Partition => {
  const clusters = agglomerate(problem, seed);
  const tokens = sumBy(problem.tokens, clusters);
  const files = sumBy(problem.files, clusters);
  const bins = new Bins(problem);
  const bySize = (sizes: Float64Array) => (a: number, b: number) => sizes[b] - sizes[a] || a - b;
  const binOfCluster = new Int32Array(clusters.leaves).fill(-1);
  for (const c of Array.from({ length: clusters.leaves }, (_, i) => i).sort(bySize(tokens))) {
    const ties = tiesToBins(clusters.graph, c, binOfCluster);
    const home = bins.bestFor(tokens[c], files[c], ties);
    if (bins.count < target && !ties.has(home)) binOfCluster[c] = bins.open(tokens[c], files[c]);
    else if (home >= 0) {
      binOfCluster[c] = home;
      bins.put(home, tokens[c], files[c]);
    }
  }
  const leaf = clusters.leaf.map((c) => binOfCluster[c]);
  const strays = Array.from({ length: leaf.length }, (_, v) => v).filter((v) => leaf[v] < 0);
  for (const v of strays.sort(bySize(problem.tokens))) {
    const home = bins.bestFor(problem.tokens[v], problem.files[v], tiesToBins(problem.graph, v, leaf));
    leaf[v] = home >= 0 ? home : bins.open(0, 0);
    bins.put(leaf[v], problem.tokens[v], problem.files[v]);
  }
  return { leaf, leaves: bins.count };
};

const tiesToBins = (graph: Adjacency, v: number, bin: Int32Array): Map<number, number> => {
  const ties = new Map<number, number>();
  for (let e = graph.offset[v]; e < graph.offset[v + 1]; e++) {
    const home = bin[graph.neighbour[e]];
    if (home >= 0) ties.set(home, (ties.get(home) ?? 0) + graph.weight[e]);
  }
  return ties;
};

class Bins {
  readonly #tokens: number[] = [];
  readonly #files: number[] = [];
  readonly #problem: Problem;

  constructor(problem: Problem) {
    this.#problem = problem;
  }

  get count(): number {
    return this.#tokens.length;
  }

  open(tokens: number, files: number): number {
    this.#files.push(files);
    return this.#tokens.push(tokens) - 1;
  }

  put(bin: number, tokens: number, files: number): void {
    this.#tokens[bin] += tokens;
    this.#files[bin] += files;
  }

  /** The bin with room that is most tied, else the fullest one with room; -1 where none has room. */
  bestFor(tokens: number, files: number, ties: ReadonlyMap<number, number>): number {
    const hasRoom = (bin: number) =>
      this.#tokens[bin] + tokens <= this.#problem.maxTokens && this.#files[bin] + files <= this.#problem.maxFiles;
    let [best, strongest] = [-1, 0];
    for (const [bin, weight] of ties) {
      if (hasRoom(bin) && (weight > strongest || (weight === strongest && bin < best)))
        [best, strongest] = [bin, weight];
    }
    if (best >= 0) return best;
    for (let bin = 0; bin < this.count; bin++) {
      if (hasRoom(bin) && (best < 0 || this.#tokens[bin] > this.#tokens[best])) best = bin;
    }
    return best;
  }
}
