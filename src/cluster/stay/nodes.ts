import type { ClusterBranch, ClusterLeaf, ClusterTree } from '../../domain/cluster-tree.js';
import type { SplitWay } from '../../domain/subplan.js';

/** The earlier tree, to be changed. Leaves are numbers. */
export type Node = LeafNode | BranchNode;

export interface LeafNode {
  readonly kind: 'leaf';
  readonly leaf: number;
  /** As it was; undefined for leaves that are new. */
  readonly earlier: ClusterLeaf | undefined;
}

export interface BranchNode {
  readonly kind: 'branch';
  readonly by: SplitWay;
  readonly children: Node[];
  readonly earlier: ClusterBranch | undefined;
}

/** Numbers the leaves in tree order, as `leavesOf` lists them. */
export const nodesOf = (tree: ClusterTree): Node => {
  let leaves = 0;
  const node = (at: ClusterTree): Node =>
    at.kind === 'leaf'
      ? { kind: 'leaf', leaf: leaves++, earlier: at }
      : { kind: 'branch', by: at.by, children: at.children.map(node), earlier: at };
  return node(tree);
};

export const leavesOf = (tree: ClusterTree): ClusterLeaf[] =>
  tree.kind === 'leaf' ? [tree] : tree.children.flatMap(leavesOf);

/** By file: the number of its leaf, in tree order. */
export const leafOfEach = (tree: ClusterTree, files: number): Int32Array => {
  const leafOf = new Int32Array(files).fill(-1);
  leavesOf(tree).forEach((leaf, number) => {
    for (const file of leaf.files) leafOf[file] = number;
  });
  return leafOf;
};

/** The deepest leaf below, counted from the node itself. */
export const heightOf = (tree: ClusterTree): number =>
  tree.kind === 'leaf' ? 0 : 1 + tree.children.reduce((highest, child) => Math.max(highest, heightOf(child)), 0);

export const widestOf = (tree: ClusterTree): number =>
  tree.kind === 'leaf'
    ? 0
    : tree.children.reduce((widest, child) => Math.max(widest, widestOf(child)), tree.children.length);

/** All files below, sorted. */
export const filesBelow = (tree: ClusterTree): readonly number[] =>
  tree.kind === 'leaf'
    ? tree.files
    : leavesOf(tree)
        .flatMap(({ files }) => files)
        .sort((a, b) => a - b);
