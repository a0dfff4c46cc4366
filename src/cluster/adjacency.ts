/**
 * An undirected weighted graph as compressed rows: the neighbours of `v` are `neighbour[offset[v] .. offset[v + 1]]`.
 * Each pair of nodes stands once in either row, with the sum of its ties; there are no loops.
 */
export interface Adjacency {
  readonly size: number;
  readonly offset: Uint32Array;
  readonly neighbour: Uint32Array;
  readonly weight: Float64Array;
}

export interface Ties {
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
  readonly weight: ArrayLike<number>;
}

export const adjacency = (size: number, { from, to, weight }: Ties): Adjacency => {
  const start = new Uint32Array(size + 1);
  for (let i = 0; i < from.length; i++) {
    if (from[i] === to[i]) continue;
    start[from[i] + 1]++;
    start[to[i] + 1]++;
  }
  for (let v = 0; v < size; v++) start[v + 1] += start[v];
  const fill = start.slice();
  const neighbour = new Uint32Array(start[size]);
  const sums = new Float64Array(start[size]);
  for (let i = 0; i < from.length; i++) {
    const a = from[i];
    const b = to[i];
    if (a === b) continue;
    neighbour[fill[a]] = b;
    sums[fill[a]++] = weight[i];
    neighbour[fill[b]] = a;
    sums[fill[b]++] = weight[i];
  }
  return mergeParallel({ size, offset: start, neighbour, weight: sums });
};

/** Adds up the ties between the same two nodes, in place. */
const mergeParallel = ({ size, offset: start, neighbour, weight }: Adjacency): Adjacency => {
  const place = new Int32Array(size).fill(-1);
  const offset = new Uint32Array(size + 1);
  let end = 0;
  for (let v = 0; v < size; v++) {
    const first = end;
    for (let e = start[v]; e < start[v + 1]; e++) {
      const u = neighbour[e];
      if (place[u] >= first) {
        weight[place[u]] += weight[e];
      } else {
        place[u] = end;
        neighbour[end] = u;
        weight[end++] = weight[e];
      }
    }
    offset[v + 1] = end;
  }
  return { size, offset, neighbour: neighbour.slice(0, end), weight: weight.slice(0, end) };
};

/** The graph of groups: node `g` stands for all nodes `v` with `group[v] === g`. */
export const quotient = (graph: Adjacency, group: ArrayLike<number>, groups: number): Adjacency => {
  const { size, offset, neighbour } = graph;
  let ties = 0;
  for (let v = 0; v < size; v++) {
    for (let e = offset[v]; e < offset[v + 1]; e++) if (group[v] < group[neighbour[e]]) ties++;
  }
  const [from, to, weight] = [new Uint32Array(ties), new Uint32Array(ties), new Float64Array(ties)];
  ties = 0;
  for (let v = 0; v < size; v++) {
    for (let e = offset[v]; e < offset[v + 1]; e++) {
      if (group[v] >= group[neighbour[e]]) continue;
      from[ties] = group[v];
      to[ties] = group[neighbour[e]];
      weight[ties++] = graph.weight[e];
    }
  }
  return adjacency(groups, { from, to, weight });
};

/** The part of the graph that joins the given nodes; node `i` of the result is `nodes[i]`. */
export const induced = (graph: Adjacency, nodes: readonly number[] | Uint32Array, scratch: Int32Array): Adjacency => {
  for (let i = 0; i < nodes.length; i++) scratch[nodes[i]] = i;
  const offset = new Uint32Array(nodes.length + 1);
  let end = 0;
  for (let i = 0; i < nodes.length; i++) {
    const v = nodes[i];
    for (let e = graph.offset[v]; e < graph.offset[v + 1]; e++) if (scratch[graph.neighbour[e]] >= 0) end++;
    offset[i + 1] = end;
  }
  const neighbour = new Uint32Array(end);
  const weight = new Float64Array(end);
  end = 0;
  for (let i = 0; i < nodes.length; i++) {
    const v = nodes[i];
    for (let e = graph.offset[v]; e < graph.offset[v + 1]; e++) {
      const at = scratch[graph.neighbour[e]];
      if (at < 0) continue;
      neighbour[end] = at;
      weight[end++] = graph.weight[e];
    }
  }
  for (let i = 0; i < nodes.length; i++) scratch[nodes[i]] = -1;
  return { size: nodes.length, offset, neighbour, weight };
};

/** A scratch array for `induced`: one entry per node, all -1, and left that way. */
export const scratchFor = (graph: Adjacency): Int32Array => new Int32Array(graph.size).fill(-1);

/** The weight between two nodes, 0 where there is none. Looks through the shorter row. */
export const weightBetween = ({ offset, neighbour, weight }: Adjacency, a: number, b: number): number => {
  const swap = offset[a + 1] - offset[a] > offset[b + 1] - offset[b];
  const row = swap ? b : a;
  const other = swap ? a : b;
  for (let e = offset[row]; e < offset[row + 1]; e++) if (neighbour[e] === other) return weight[e];
  return 0;
};

export const neighboursOf = ({ offset, neighbour }: Adjacency, node: number): Uint32Array =>
  neighbour.subarray(offset[node], offset[node + 1]);
