import { fits, hasBudget, type Load } from '../../domain/bounds.js';
import type { ClusterTree } from '../../domain/cluster-tree.js';
import { ascending, type Ground, tokensOf } from '../ground.js';
import { branch, levels } from '../levels.js';
import type { Unit } from '../unit.js';
import { type BranchNode, filesBelow, heightOf, type LeafNode, leavesOf, type Node } from './nodes.js';

export interface Keeping {
  readonly ground: Ground;
  /** The files of each leaf, by its number; some are empty. */
  readonly units: readonly Unit[];
  /** Makes what stands in place of a leaf: itself, or a branch where the leaf rule has it split. */
  leaf(node: LeafNode, unit: Unit, depth: number): ClusterTree;
  /** Makes the tree of files that were put together. */
  joined(unit: Unit, depth: number): ClusterTree;
}

/**
 * The earlier tree with the leaves as they are now. Branches keep their children; one that is left with a single child
 * gives way to it, one that fits the budget becomes a leaf, and one that has become too wide is grouped where it stands.
 */
export const keepTree = (keeping: Keeping, node: Node, depth: number): ClusterTree => {
  const { ground, units } = keeping;
  if (node.kind === 'leaf') return keeping.leaf(node, units[node.leaf], depth);
  const there = node.children.filter((child) => !isEmpty(child, units));
  // Its label told it from siblings that it no longer has.
  if (there.length === 1) return keepTree(keeping, withoutLabel(there[0]), depth);
  const label = node.earlier?.label === undefined ? {} : { label: node.earlier.label };
  const isTooDeep = depth >= ground.bounds.maxDepth && !hasBudget(ground.bounds);
  if (isTooDeep || (hasBudget(ground.bounds) && fits(loadOf(keeping, there), ground.bounds))) {
    return { ...keeping.joined(filesOf(there, units), depth), ...label };
  }
  const children = there.map((child) => keepTree(keeping, child, depth + 1));
  const isWide = children.length > ground.bounds.maxChildren;
  return { ...(isWide ? grouped(keeping, { node, children, depth }) : branch(node.by, children)), ...label };
};

const isEmpty = (node: Node, units: readonly Unit[]): boolean =>
  node.kind === 'leaf' ? units[node.leaf].length === 0 : node.children.every((child) => isEmpty(child, units));

const withoutLabel = (node: Node): Node =>
  node.kind === 'leaf'
    ? { ...node, earlier: node.earlier && { ...node.earlier, label: undefined } }
    : { ...node, earlier: node.earlier && { ...node.earlier, label: undefined } };

const unitsBelow = (nodes: readonly Node[], units: readonly Unit[]): Unit[] =>
  nodes.flatMap((node) => (node.kind === 'leaf' ? [units[node.leaf]] : unitsBelow(node.children, units)));

const filesOf = (nodes: readonly Node[], units: readonly Unit[]): Unit =>
  unitsBelow(nodes, units).flat().sort(ascending);

const loadOf = ({ ground, units }: Keeping, nodes: readonly Node[]): Load => {
  let [files, tokens] = [0, 0];
  for (const unit of unitsBelow(nodes, units)) {
    files += unit.length;
    tokens += tokensOf(ground, unit);
  }
  return { files, tokens };
};

interface Wide {
  readonly node: BranchNode;
  readonly children: readonly ClusterTree[];
  readonly depth: number;
}

/** A branch with too many children: they are put into groups, whole, as far as the depth allows. */
const grouped = ({ ground, joined }: Keeping, { node, children, depth }: Wide): ClusterTree => {
  const whole = new Map<Unit, ClusterTree>(children.map((child) => [filesBelow(child), child]));
  return levels({
    ground,
    units: [...whole.keys()],
    depth,
    maxDepth: ground.bounds.maxDepth - Math.max(...children.map(heightOf)),
    by: node.by,
    grow: (unit, at) => whole.get(unit) ?? joined(unit, at),
  });
};

/** Whether a tree keeps every bound that a plan made afresh would keep, but for a width it may have. */
export const keepsBounds = (ground: Ground, tree: ClusterTree, widest: number): boolean => {
  const { bounds } = ground;
  const isSound = (at: ClusterTree, depth: number): boolean => {
    const files = leavesOf(at).flatMap((leaf) => leaf.files);
    const isWithin = fits({ files: files.length, tokens: tokensOf(ground, files) }, bounds);
    if (at.kind === 'leaf') return depth <= bounds.maxDepth && (isWithin || at.files.length === 1);
    if (hasBudget(bounds) && isWithin) return false;
    if (at.children.length < 2 || at.children.length > Math.max(bounds.maxChildren, widest)) return false;
    return at.children.every((child) => isSound(child, depth + 1));
  };
  return isSound(tree, 0);
};
