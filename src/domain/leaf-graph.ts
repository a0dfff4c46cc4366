import type { DirectedGraph } from 'graphology';

/** What a node of the graph of leaves knows; its key is the id of the leaf. */
export interface LeafNode {
  readonly label: string;
  /** How many files it has. */
  readonly files: number;
  readonly tokens: number;
  readonly depth: number;
  /** The id of the branch above; undefined where the plan is this one leaf. */
  readonly parent: string | undefined;
  /** Labels of the branches above it, the root first. */
  readonly lineage: readonly string[];
  /** The label of the subplan right below the root that it stands in, or is. */
  readonly part: string;
  /** Leaves that import each other in a circle have the same number; an import never leads to a greater one. */
  readonly component: number;
  /** 0 where it imports from no leaf outside its circle; else one more than the last generation it imports from. */
  readonly generation: number;
  /** PageRank over the imports: how much rests on it. Over all leaves this sums up to 1. */
  readonly centrality: number;
}

/** An edge goes from the leaf that imports to the one it imports from. */
export interface LeafTie {
  /** How many pairs of files the imports join. */
  readonly imports: number;
  /** The sum of their weights. */
  readonly weight: number;
}

export type LeafGraph = DirectedGraph<LeafNode, LeafTie>;
