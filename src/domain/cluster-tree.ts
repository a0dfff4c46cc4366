import type { LeafReason, SplitWay } from './subplan.js';

/** What clustering yields: the tree of a plan before it has ids, contexts and measures. Files are indices, sorted. */
export type ClusterTree = ClusterLeaf | ClusterBranch;

export interface ClusterLeaf {
  readonly kind: 'leaf';
  readonly files: readonly number[];
  readonly reason: LeafReason;
  /** What it was called in the plan it comes from: one that was read from a file, or an earlier one. */
  readonly label?: string;
  /** Names of limits that were written into that plan by hand. */
  readonly limits?: readonly string[];
}

export interface ClusterBranch {
  readonly kind: 'branch';
  readonly by: SplitWay;
  readonly children: readonly ClusterTree[];
  readonly label?: string;
}
