import { seededRandom } from '../util/random.js';
import { weightBetween } from './adjacency.js';
import { loadsOf, type Partition, type Problem } from './problem.js';

export interface Schedule {
  /** How much work is done: a step is one, and moving a node with many ties is worth several. */
  readonly steps: number;
  /** Temperatures at the start and the end, in units of tie weight. */
  readonly hot: number;
  readonly cold: number;
  readonly seed: number;
  /** Leaves with fewer files than this are never made where there were none, and are filled where possible. */
  readonly minFiles: number;
  /** So many nodes at the end never move: each stands for all that stays in a leaf. */
  readonly fixed?: number;
}

/** A table of `leaves × nodes` sums makes a step cost one look-up; above this size it would cost too much memory. */
const maxTableEntries = 12_000_000;
/** What a missing file in a short leaf weighs against cutting a tie. */
const shortfallWeight = 2;
/** How many files of a full leaf are considered for making room. */
const candidates = 2;
/** A cheap bound on what making room can gain; a move that needs more is not looked at further. */
const hopefulGain = 6;
const stepsPerTemperature = 1000;
/** Moving a node touches each of its neighbours; this many cost about as much as a step. */
const tiesPerStep = 32;

// -ln(u) for evenly spread u: accepting a loss of d with probability e^(-d / T) means d <= T * -ln(u).
const minusLog = Float64Array.from({ length: 65_536 }, (_, i) => -Math.log((i + 0.5) / 65_536));

/**
 * Simulated annealing, in place: move a node to the leaf of a neighbour; where that leaf is full, send one of its
 * nodes back or on to a neighbour of its own. The budget is a hard bound throughout.
 */
export const anneal = (problem: Problem, partition: Partition, schedule: Schedule): void => {
  const { graph, tokens, files, maxTokens, maxFiles } = problem;
  const { offset, neighbour, weight } = graph;
  const { leaf, leaves } = partition;
  const { minFiles } = schedule;
  const { tokens: filled, files: counts } = loadsOf(problem, partition);
  const loose = graph.size - (schedule.fixed ?? 0);
  const tied = Uint32Array.from({ length: loose }, (_, v) => v).filter((v) => offset[v + 1] > offset[v]);
  if (tied.length === 0 || leaves < 2) return;
  const members = membersOf(tied, partition);

  const table = graph.size * leaves <= maxTableEntries ? new Float32Array(graph.size * leaves) : undefined;
  if (table) {
    for (let v = 0; v < graph.size; v++) {
      for (let e = offset[v]; e < offset[v + 1]; e++) table[v * leaves + leaf[neighbour[e]]] += weight[e];
    }
  }
  const tiesTo = (v: number, target: number): number => {
    if (table) return table[v * leaves + target];
    let sum = 0;
    for (let e = offset[v]; e < offset[v + 1]; e++) if (leaf[neighbour[e]] === target) sum += weight[e];
    return sum;
  };

  // Counted as work, so that a hub that everything imports cannot make a plan take minutes by moving to and fro.
  let work = 0;
  const move = (v: number, target: number): void => {
    const source = leaf[v];
    work += (offset[v + 1] - offset[v]) / tiesPerStep;
    if (table) {
      for (let e = offset[v]; e < offset[v + 1]; e++) {
        const row = neighbour[e] * leaves;
        table[row + source] -= weight[e];
        table[row + target] += weight[e];
      }
    }
    filled[source] -= tokens[v];
    counts[source] -= files[v];
    filled[target] += tokens[v];
    counts[target] += files[v];
    members.move(v, source, target);
    leaf[v] = target;
  };

  const shortfall = (count: number): number => (count > 0 && count < minFiles ? minFiles - count : 0);
  /** How much shorter of files a leaf becomes when it gains so many. */
  const shortBy = (target: number, gained: number): number =>
    shortfall(counts[target] + gained) - shortfall(counts[target]);

  const hasRoom = (target: number, moreTokens: number, moreFiles: number): boolean =>
    filled[target] + moreTokens <= maxTokens && counts[target] + moreFiles <= maxFiles;

  // Xorshift, written out here: this loop draws four numbers a step, and calls to a generator were a third of its time.
  let drawn = seededRandom(schedule.seed)() | 1;
  const pick = (count: number): number => {
    drawn ^= drawn << 13;
    drawn ^= drawn >>> 17;
    drawn ^= drawn << 5;
    return ((drawn >>> 0) * count * 2.3283064365386963e-10) | 0;
  };

  let temperature = schedule.hot;
  const cooling = (schedule.cold / schedule.hot) ** (stepsPerTemperature / schedule.steps);
  let nextCooling = stepsPerTemperature;
  for (; work < schedule.steps; work++) {
    for (; work >= nextCooling; nextCooling += stepsPerTemperature) temperature *= cooling;
    const v = tied[pick(tied.length)];
    const target = leaf[neighbour[offset[v] + pick(offset[v + 1] - offset[v])]];
    const source = leaf[v];
    if (source === target) continue;
    const loss = tiesTo(v, source) - tiesTo(v, target);
    const allowed = temperature * minusLog[pick(65_536)];

    if (hasRoom(target, tokens[v], files[v])) {
      if (minFiles === 0) {
        if (loss <= allowed) move(v, target);
        continue;
      }
      const short = shortBy(source, -files[v]) + shortBy(target, files[v]);
      if (short <= 0 && loss + shortfallWeight * short <= allowed) move(v, target);
      continue;
    }

    if (loss - hopefulGain > allowed) continue;
    let out = -1;
    let outTo = -1;
    let bestLoss = Number.POSITIVE_INFINITY;
    for (let i = 0; i < candidates && members.count(target) > 0; i++) {
      const x = members.at(target, pick(members.count(target)));
      if (!hasRoom(target, tokens[v] - tokens[x], files[v] - files[x])) continue;
      const stay = loss + tiesTo(x, target);
      const back = stay - tiesTo(x, source);
      if (back < bestLoss && hasRoom(source, tokens[x] - tokens[v], files[x] - files[v])) {
        out = x;
        outTo = source;
        bestLoss = back;
      }
      const on = leaf[neighbour[offset[x] + pick(offset[x + 1] - offset[x])]];
      if (on === target || on === source) continue;
      const onLoss = stay - tiesTo(x, on);
      if (onLoss < bestLoss && hasRoom(on, tokens[x], files[x])) {
        out = x;
        outTo = on;
        bestLoss = onLoss;
      }
    }
    if (out < 0 || bestLoss > allowed) continue;
    // A tie between the two was counted as gained by v, but x leaves at the same time.
    const between = weightBetween(graph, v, out);
    if (bestLoss + (outTo === source ? 2 : 1) * between > allowed) continue;
    if (minFiles > 0) {
      const short =
        shortBy(target, files[v] - files[out]) +
        (outTo === source
          ? shortBy(source, files[out] - files[v])
          : shortBy(source, -files[v]) + shortBy(outTo, files[out]));
      if (short > 0) continue;
    }
    move(out, outTo);
    move(v, target);
  }
};

interface Members {
  count(leaf: number): number;
  at(leaf: number, index: number): number;
  move(v: number, source: number, target: number): void;
}

/** The tied nodes of each leaf, as lists from which any can be drawn at once. */
const membersOf = (nodes: Uint32Array, { leaf, leaves }: Partition): Members => {
  const lists: number[][] = Array.from({ length: leaves }, () => []);
  const place = new Int32Array(leaf.length);
  for (const v of nodes) place[v] = lists[leaf[v]].push(v) - 1;
  return {
    count: (target) => lists[target].length,
    at: (target, index) => lists[target][index],
    move: (v, source, target) => {
      const list = lists[source];
      const last = list.pop() as number;
      if (last !== v) {
        list[place[v]] = last;
        place[last] = place[v];
      }
      place[v] = lists[target].push(v) - 1;
    },
  };
};
