import type { FileGraph } from '../domain/file-graph.js';
import type { Cut, Level } from '../domain/measures.js';
import { isBranch, type OutlineNode } from './outline.js';

export interface Cuts {
  /** By node of the outline: the import weight between different children; 0 for leaves. */
  readonly own: Float64Array;
  /** By node: what runs of path order would have cut. */
  readonly chunked: Float64Array;
  readonly levels: readonly Level[];
}

/**
 * The imports cut at each branch, and what cutting the same files into runs of path order, with the same sizes, would
 * have cut: a split that does not beat those runs was not worth making.
 */
export const cutsOf = (graph: FileGraph, nodes: readonly OutlineNode[]): Cuts => {
  const own = new Float64Array(nodes.length);
  const chunked = new Float64Array(nodes.length);
  const depth = nodes.reduce((deepest, node) => Math.max(deepest, node.depth), 0);
  const levels: Level[] = [];
  for (let at = 0; at < depth; at++) {
    const branchOf = new Int32Array(graph.files.length).fill(-1);
    const childOf = new Int32Array(graph.files.length);
    const chunkOf = new Int32Array(graph.files.length);
    const branches: number[] = [];
    nodes.forEach((node, n) => {
      if (!isBranch(node) || node.depth !== at) return;
      branches.push(n);
      let [chunk, left] = [0, nodes[node.children[0]].files.length];
      for (const file of node.files) {
        branchOf[file] = n;
        if (left === 0) left = nodes[node.children[++chunk]].files.length;
        left--;
        chunkOf[file] = chunk;
      }
      for (const child of node.children) for (const file of nodes[child].files) childOf[file] = child;
    });
    for (let i = 0; i < graph.from.length; i++) {
      const [from, to] = [graph.from[i], graph.to[i]];
      if (graph.kind[i] !== 0 || branchOf[from] < 0 || branchOf[from] !== branchOf[to]) continue;
      if (childOf[from] !== childOf[to]) own[branchOf[from]] += graph.weight[i];
      if (chunkOf[from] !== chunkOf[to]) chunked[branchOf[from]] += graph.weight[i];
    }
    const sum = (values: Float64Array) => round(branches.reduce((total, n) => total + values[n], 0));
    levels.push({ depth: at, branches: branches.length, cut: sum(own), chunkCut: sum(chunked) });
  }
  return { own: own.map(round), chunked: chunked.map(round), levels };
};

/** Sums of fractions differ in their last digits with the order of addition; nobody needs those digits. */
export const round = (value: number): number => Math.round(value * 1e6) / 1e6;

/** The imports between files that join two different leaves; of some files only, where that is asked. */
export const cutBetweenLeaves = (
  { from, to, weight, kind }: FileGraph,
  leafOf: Int32Array,
  counts: (file: number) => boolean = () => true,
): Cut => {
  let [edges, total] = [0, 0];
  for (let i = 0; i < from.length; i++) {
    if (kind[i] !== 0 || !counts(from[i]) || !counts(to[i])) continue;
    total += weight[i];
    if (leafOf[from[i]] !== leafOf[to[i]]) edges += weight[i];
  }
  return { edges: round(edges), total: round(total), share: total === 0 ? 0 : round(edges / total) };
};
