import type { Ground } from '../ground.js';
import type { BranchNode, LeafNode, Node } from './nodes.js';
import type { Standing } from './standing.js';

interface Place {
  readonly parent: BranchNode;
  /** The depth of the parent. */
  readonly depth: number;
  readonly node: LeafNode;
}

/**
 * Hangs leaves that are new into the tree: beside the leaf they are tied to most whose branch has room, with that leaf
 * under a branch of their own where none has. False where there is no branch, or no depth, to hang one from.
 */
export const attachNew = (standing: Standing, root: Node): boolean => {
  if (root.kind === 'leaf') return false;
  const { maxChildren, maxDepth } = standing.ground.bounds;
  const places = new Map<number, Place>();
  const visit = (parent: BranchNode, depth: number): void => {
    for (const node of parent.children) {
      if (node.kind === 'branch') visit(node, depth + 1);
      else if (standing.load(node.leaf).files > 0) places.set(node.leaf, { parent, depth, node });
    }
  };
  visit(root, 0);
  const known = placesCount(root);
  standing.units().forEach((unit, leaf) => {
    if (leaf < known || unit.length === 0) return;
    const node: LeafNode = { kind: 'leaf', leaf, earlier: undefined };
    const near = nearestLeaves(standing, unit).flatMap((other) => places.get(other) ?? []);
    const roomy = near.find(({ parent }) => isRoomy(standing, parent, maxChildren));
    const splittable = near.find(({ depth }) => depth + 2 <= maxDepth);
    const place =
      roomy ?? splittable ?? [...places.values()].find(({ parent }) => isRoomy(standing, parent, maxChildren));
    if (!place) return;
    const { parent, depth } = place;
    if (isRoomy(standing, parent, maxChildren)) {
      parent.children.push(node);
      places.set(leaf, { parent, depth, node });
    } else {
      const pair: BranchNode = { kind: 'branch', by: 'grouping', children: [place.node, node], earlier: undefined };
      parent.children.splice(parent.children.indexOf(place.node), 1, pair);
      for (const one of [place.node, node]) places.set(one.leaf, { parent: pair, depth: depth + 1, node: one });
    }
  });
  return standing.units().every((unit, leaf) => unit.length === 0 || places.has(leaf));
};

const placesCount = (node: Node): number =>
  node.kind === 'leaf' ? 1 : node.children.reduce((sum, child) => sum + placesCount(child), 0);

const isRoomy = (standing: Standing, { children }: BranchNode, maxChildren: number): boolean =>
  children.filter((child) => child.kind === 'branch' || standing.load(child.leaf).files > 0).length < maxChildren;

/** Other leaves, most tied first; then those that stand beside it in path order. */
const nearestLeaves = (standing: Standing, unit: readonly number[]): number[] => {
  const { offset, neighbour, weight }: Ground['ties'] = standing.ground.ties;
  const ties = new Map<number, number>();
  const add = (file: number, sum: number): void => {
    const other = standing.leaf[file];
    if (other !== undefined && other !== standing.leaf[unit[0]]) ties.set(other, (ties.get(other) ?? 0) + sum);
  };
  for (const file of unit) for (let e = offset[file]; e < offset[file + 1]; e++) add(neighbour[e], weight[e]);
  add(unit[0] - 1, 0);
  add(unit[unit.length - 1] + 1, 0);
  return [...ties].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([leaf]) => leaf);
};
