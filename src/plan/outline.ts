import type { ClusterTree } from '../domain/cluster-tree.js';
import type { LeafReason, SplitWay } from '../domain/subplan.js';

/** A node of the tree in flat form: what ids, labels and measures are computed from. Parents come before children. */
export type OutlineNode = OutlineLeaf | OutlineBranch;

interface Common {
  readonly depth: number;
  /** Index of the parent in the outline; -1 at the root. */
  readonly parent: number;
  /** All files below it, sorted. */
  readonly files: readonly number[];
  readonly label: string | undefined;
}

export interface OutlineLeaf extends Common {
  readonly kind: 'leaf';
  readonly reason: LeafReason;
  readonly limits: readonly string[] | undefined;
}

export interface OutlineBranch extends Common {
  readonly kind: 'branch';
  readonly by: SplitWay;
  readonly children: number[];
}

/** Lists a tree's nodes in tree order. */
export const outline = (tree: ClusterTree): OutlineNode[] => {
  const nodes: (OutlineLeaf | (OutlineBranch & { readonly files: number[] }))[] = [];
  const leafOf: number[] = [];
  const visit = (node: ClusterTree, depth: number, parent: number): void => {
    const at = nodes.length;
    const { label } = node;
    if (node.kind === 'leaf') {
      nodes.push({ kind: 'leaf', depth, parent, files: node.files, reason: node.reason, label, limits: node.limits });
      for (const file of node.files) leafOf[file] = at;
      return;
    }
    const children: number[] = [];
    nodes.push({ kind: 'branch', depth, parent, files: [], by: node.by, children, label });
    for (const child of node.children) {
      children.push(nodes.length);
      visit(child, depth + 1, at);
    }
  };
  visit(tree, 0, -1);
  // Handing each file to all branches above it, in order, leaves every list sorted without sorting.
  leafOf.forEach((leaf, file) => {
    for (let at = nodes[leaf].parent; at >= 0; at = nodes[at].parent) (nodes[at].files as number[]).push(file);
  });
  return nodes;
};

export const isLeaf = (node: OutlineNode): node is OutlineLeaf => node.kind === 'leaf';
export const isBranch = (node: OutlineNode): node is OutlineBranch => node.kind === 'branch';
