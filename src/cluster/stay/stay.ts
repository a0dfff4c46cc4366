import { type Bounds, hasBudget, sameBounds } from '../../domain/bounds.js';
import type { ClusterTree } from '../../domain/cluster-tree.js';
import type { Earlier } from '../../domain/earlier.js';
import type { Stayed, StrategyUse } from '../../domain/measures.js';
import type { Ground } from '../ground.js';
import { type Growth, grow } from '../grow.js';
import { leafWithin } from '../leaves.js';
import { levels } from '../levels.js';
import type { Unit } from '../unit.js';
import { attachNew } from './attach.js';
import { changedFiles } from './changes.js';
import { driftOfLeaves, driftOfTree } from './drift.js';
import { followFiles } from './follow.js';
import { joinTouched } from './join-touched.js';
import { type Keeping, keepsBounds, keepTree } from './keep-tree.js';
import { countMoved } from './moved.js';
import { type LeafNode, leafOfEach, leavesOf, nodesOf, widestOf } from './nodes.js';
import { relieve } from './overflow.js';
import { placeWaiting } from './place.js';
import { placeByHome } from './place-by-home.js';
import { settleChanged } from './settle-changed.js';
import { Standing } from './standing.js';
import { warmLeaves } from './warm-leaves.js';

export interface Staying {
  readonly growth: Growth;
  readonly way: StrategyUse;
  readonly earlier: Earlier;
}

export interface Stay {
  readonly tree: ClusterTree;
  readonly stayed: Stayed;
}

/** The drift is estimated when this share of the files has moved, come, gone or changed its ties since it last was. */
const enoughToCheck = 0.02;

/** A tree that stays close to that of an earlier plan; undefined where there is nothing to stay close to. */
export const stay = ({ growth, way, earlier }: Staying): Stay | undefined => {
  const { ground } = growth;
  if (!earlier.tree) return undefined;
  const before = followFiles(earlier.graph.files, ground.files);
  const followed = before.reduce((sum, old) => sum + (old >= 0 ? 1 : 0), 0);
  if (followed === 0) return undefined;
  const changed = changedFiles(ground.imports, earlier.graph, before);
  const counts = { placed: before.length - followed, gone: earlier.graph.files.length - followed };
  const { drift = 1, unchecked = 0 } = earlier.stayed ?? {};
  const isSame = counts.gone === 0 && counts.placed === 0 && !changed.includes(1);
  if (isSame && sameBounds(earlier.bounds, ground.bounds)) {
    const tree = sameTree(ground, earlier.tree, before);
    if (keepsBounds(ground, tree, widestOf(tree)))
      return { tree, stayed: { files: followed, moved: 0, ...counts, drift, unchecked } };
  }

  const leaves = leavesOf(earlier.tree);
  const leafOf = leafOfEach(earlier.tree, earlier.graph.files.length);
  const home = before.map((old) => (old < 0 ? -1 : leafOf[old]));
  const standing = new Standing(ground, home, leaves.length);
  const isPacked = hasBudget(ground.bounds) && way === 'imports';
  if (isPacked) warmLeaves(standing, changed);
  else if (way === 'auto') {
    if (hasBudget(ground.bounds)) relieve(standing, false);
    placeByHome(standing);
  } else {
    placeWaiting(standing, way);
    if (way === 'imports') settleChanged(standing, changed);
  }
  joinTouched({ standing, counts: leaves.map(({ files }) => files.length), earlierBounds: earlier.bounds, isPacked });
  const tree = treeOf({ growth, way, standing, earlier, isPacked });
  if (!tree) return undefined;
  const leaf = leafOfEach(tree, before.length);
  const moved = countMoved(home, leaf);
  const touched = changed.reduce((sum, value) => sum + value, unchecked + moved + counts.placed + counts.gone);
  const isChecked = touched >= enoughToCheck * before.length;
  const checked = isChecked
    ? { drift: isPacked ? driftOfLeaves(ground, leaf) : driftOfTree(growth, leaf), unchecked: 0 }
    : { drift, unchecked: touched };
  return { tree, stayed: { files: followed - moved, moved, ...counts, ...checked } };
};

/** The earlier tree as it was, over the same files. */
const sameTree = (ground: Ground, tree: ClusterTree, before: Int32Array): ClusterTree => {
  const now = new Int32Array(before.length);
  before.forEach((old, file) => {
    now[old] = file;
  });
  const same = (at: ClusterTree): ClusterTree => {
    if (at.kind === 'branch') return { ...at, children: at.children.map(same) };
    const files = at.files.map((file) => now[file]).sort((a, b) => a - b);
    return { ...at, files, reason: hasBudget(ground.bounds) ? leafWithin(ground, files).reason : at.reason };
  };
  return same(tree);
};

interface Building {
  readonly growth: Growth;
  readonly way: StrategyUse;
  readonly standing: Standing;
  readonly earlier: Earlier;
  readonly isPacked: boolean;
}

const treeOf = ({ growth, way, standing, earlier, isPacked }: Building): ClusterTree | undefined => {
  const { ground } = growth;
  const { bounds } = ground;
  const units = standing.units();
  const isAsBounded = sameBounds(bounds, earlier.bounds);
  const joined = (unit: Unit, depth: number) => (isPacked ? leafWithin(ground, unit) : grow(growth, unit, depth));
  const leaf = (node: LeafNode, unit: Unit, depth: number): ClusterTree => {
    const named = namesOf(node, unit, standing);
    if (isPacked) return { ...leafWithin(ground, unit), ...named };
    if (way === 'auto' && isAsBounded && staysLeaf(node, unit, bounds) && depth <= bounds.maxDepth)
      return { kind: 'leaf', files: unit, reason: node.earlier?.reason ?? 'natural', ...named };
    if (isAsBounded && isStillWhole(node, unit, bounds) && depth < bounds.maxDepth)
      return { kind: 'leaf', files: unit, reason: 'no-progress', ...named };
    return { ...grow(growth, unit, depth), ...named };
  };
  const keeping: Keeping = { ground, units, leaf, joined };
  const there = units.filter(({ length }) => length > 0);
  if (there.length === 1) return joined(there[0], 0);
  const root = nodesOf(earlier.tree as ClusterTree);
  if (attachNew(standing, root)) {
    const tree = keepTree(keeping, root, 0);
    if (keepsBounds(ground, tree, isAsBounded ? widestOf(earlier.tree as ClusterTree) : 0)) return tree;
  }
  if (!isPacked) return undefined;
  return levels({ ground, units: there, by: 'imports', depth: 0, maxDepth: bounds.maxDepth, grow: joined });
};

/** A leaf keeps its label as long as most of it is what it was, and its limits as long as it is there. */
const namesOf = (
  { leaf, earlier }: LeafNode,
  unit: Unit,
  { home }: Standing,
): { label?: string; limits?: readonly string[] } => {
  if (!earlier) return {};
  const kept = unit.reduce((sum, file) => sum + (home[file] === leaf ? 1 : 0), 0);
  const isSame = earlier.label !== undefined && 3 * kept >= 2 * Math.max(unit.length, earlier.files.length);
  return { ...(isSame ? { label: earlier.label } : {}), ...(earlier.limits ? { limits: earlier.limits } : {}) };
};

/** Whether a leaf of `auto` is still the part it was: without a budget it is asked again when it has grown a good deal. */
const staysLeaf = ({ earlier }: LeafNode, unit: Unit, bounds: Bounds): boolean =>
  !hasBudget(bounds) && earlier !== undefined && unit.length < earlier.files.length + 2 * bounds.minFiles;

/**
 * Whether a set in which no cohesive parts were found counts as one still. That is asked again when it has grown by another
 * two leaves' worth of files: asked at each new file, the answer would change to and fro.
 */
const isStillWhole = ({ earlier }: LeafNode, unit: Unit, { minFiles }: Bounds): boolean => {
  if (earlier?.reason !== 'no-progress' || unit.length < 2 * minFiles) return false;
  return Math.floor(unit.length / (2 * minFiles)) <= Math.floor(earlier.files.length / (2 * minFiles));
};
