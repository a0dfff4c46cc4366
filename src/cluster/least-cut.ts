import type { Problem } from './problem.js';

/**
 * What every partition cuts at least. Tied nodes that need k leaves stand in k or more, and to hold that many together
 * takes k - 1 ties at least, which are cut: the lightest ones, at best.
 */
export const leastCut = (problem: Problem): number => {
  const { graph, tokens, files, maxTokens, maxFiles } = problem;
  const isSeen = new Uint8Array(graph.size);
  let least = 0;
  for (let first = 0; first < graph.size; first++) {
    if (isSeen[first]) continue;
    isSeen[first] = 1;
    const tied = [first];
    const ties: number[] = [];
    let [tokensOfAll, filesOfAll] = [0, 0];
    for (const v of tied) {
      tokensOfAll += tokens[v];
      filesOfAll += files[v];
      for (let e = graph.offset[v]; e < graph.offset[v + 1]; e++) {
        const other = graph.neighbour[e];
        if (v < other) ties.push(graph.weight[e]);
        if (isSeen[other]) continue;
        isSeen[other] = 1;
        tied.push(other);
      }
    }
    const leaves = Math.ceil(Math.max(tokensOfAll / maxTokens, filesOfAll / maxFiles));
    for (const weight of ties.sort((a, b) => a - b).slice(0, Math.max(0, leaves - 1))) least += weight;
  }
  return least;
};
