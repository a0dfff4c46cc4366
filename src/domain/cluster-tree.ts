import type { LeafReason, SplitWay } from './subplan.js';

/** What clustering yields: the tree of a plan before it has ids, labels and measures. Files are indices, sorted. */
export type ClusterTree = ClusterLeaf | ClusterBranch;

interface ClusterLeaf {
  readonly kind: 'leaf';
  readonly files: readonly number[];
  readonly reason: LeafReason;
}

export interface ClusterBranch {
  readonly kind: 'branch';
  readonly by: SplitWay;
  readonly children: readonly ClusterTree[];
}
