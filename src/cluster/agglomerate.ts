import { seededRandom, shuffled } from '../util/random.js';
import { type Adjacency, quotient } from './adjacency.js';
import type { Partition, Problem } from './problem.js';

/** Small files attract as if they had this many tokens, so that a tie to an empty file does not beat all others. */
const tokensAtLeast = 200;
/** How many clusters may join the same one in one round: without a bound, hubs swallow all around them. */
const joinsPerRound = 4;
const maxRounds = 30;

/**
 * A cheap first partition: in rounds, each cluster joins the neighbour it is most tied to for its size, as long as the
 * two fit one leaf.
 */
export const agglomerate = (problem: Problem, seed: number): Partition & { readonly graph: Adjacency } => {
  const random = seededRandom(seed);
  const cluster = Int32Array.from({ length: problem.graph.size }, (_, v) => v);
  let { graph, tokens, files } = problem;
  for (let round = 0; round < maxRounds; round++) {
    const joined = joinNeighbours({ ...problem, graph, tokens, files }, random);
    if (joined.leaves === graph.size) break;
    for (let v = 0; v < cluster.length; v++) cluster[v] = joined.leaf[cluster[v]];
    tokens = sumBy(tokens, joined);
    files = sumBy(files, joined);
    graph = quotient(graph, joined.leaf, joined.leaves);
  }
  return { leaf: cluster, leaves: graph.size, graph };
};

/** Adds up a value of each node over the leaves they stand in. */
export const sumBy = (values: Float64Array, { leaf, leaves }: Partition): Float64Array => {
  const sums = new Float64Array(leaves);
  for (let v = 0; v < values.length; v++) sums[leaf[v]] += values[v];
  return sums;
};

const joinNeighbours = (problem: Problem, random: () => number): Partition => {
  const { graph, maxTokens, maxFiles } = problem;
  const tokens = problem.tokens.slice();
  const files = problem.files.slice();
  const joinedTo = new Int32Array(graph.size).fill(-1);
  const joins = new Uint8Array(graph.size);
  const find = (v: number): number => {
    let at = v;
    while (joinedTo[at] >= 0) at = joinedTo[at];
    return at;
  };
  for (const v of shuffled(graph.size, random)) {
    if (joins[v] > 0) continue;
    let [best, bestPull] = [-1, 0];
    for (let e = graph.offset[v]; e < graph.offset[v + 1]; e++) {
      const u = find(graph.neighbour[e]);
      if (u === v || joins[u] >= joinsPerRound) continue;
      if (tokens[u] + tokens[v] > maxTokens || files[u] + files[v] > maxFiles) continue;
      const pull = graph.weight[e] / Math.sqrt((tokens[u] + tokensAtLeast) * (tokens[v] + tokensAtLeast));
      if (pull > bestPull) [best, bestPull] = [u, pull];
    }
    if (best < 0) continue;
    joinedTo[v] = best;
    joins[v] = joinsPerRound;
    joins[best]++;
    tokens[best] += tokens[v];
    files[best] += files[v];
  }
  const number = new Int32Array(graph.size).fill(-1);
  let leaves = 0;
  for (let v = 0; v < graph.size; v++) if (joinedTo[v] < 0) number[v] = leaves++;
  return { leaf: number.map((_, v) => number[find(v)]), leaves };
};
