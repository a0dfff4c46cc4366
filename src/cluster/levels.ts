import { fits, hasBudget } from '../domain/bounds.js';
import type { ClusterBranch, ClusterTree } from '../domain/cluster-tree.js';
import type { SplitWay } from '../domain/subplan.js';
import { gather } from './gather.js';
import { type Ground, tokensOf } from './ground.js';
import { filesOf, joinUnits } from './join.js';
import type { Unit } from './unit.js';

export interface Level {
  readonly ground: Ground;
  /** Cohesive parts, which stay whole. */
  readonly units: readonly Unit[];
  readonly depth: number;
  /** The depth at which the units may stand at most. */
  readonly maxDepth: number;
  /** How the units were found. */
  readonly by: SplitWay;
  /** Makes the tree of one unit. */
  grow(unit: Unit, depth: number): ClusterTree;
}

/** Builds the levels above cohesive parts: none of more than `maxChildren`, as far as `maxDepth` allows. */
export const levels = (level: Level): ClusterTree => {
  const { ground, units, depth, maxDepth, by, grow } = level;
  const { bounds } = ground;
  if (units.length === 1) return grow(units[0], depth);
  if (hasBudget(bounds)) {
    const all = filesOf(units);
    if (fits({ files: all.length, tokens: tokensOf(ground, all) }, bounds)) return grow(all, depth);
  }
  if (units.length <= bounds.maxChildren)
    return branch(
      by,
      units.map((unit) => grow(unit, depth + 1)),
    );
  const below = maxDepth - depth - 1;
  if (below <= 0) {
    // Leaves that must meet a budget cannot be joined, so `maxChildren` gives way; others can.
    const children = hasBudget(bounds) ? units : joinTo(ground, units, bounds.maxChildren);
    return branch(
      by,
      children.map((unit) => grow(unit, depth + 1)),
    );
  }
  const { groups, natural } = gather(ground, units, {
    maxGroups: bounds.maxChildren,
    maxUnits: Math.max(bounds.maxChildren ** below, Math.ceil(units.length / bounds.maxChildren)),
  });
  return branch(
    natural ? by : 'grouping',
    groups.map((group) => levels({ ...level, units: group, depth: depth + 1 })),
  );
};

/** Joins units until there are at most `max`. */
const joinTo = (ground: Ground, units: readonly Unit[], max: number): Unit[] =>
  joinUnits(ground, units, { needsJoin: (_, count) => count > max, mayJoin: () => true });

/** A branch with its children in path order. */
export const branch = (by: SplitWay, children: readonly ClusterTree[]): ClusterBranch => ({
  kind: 'branch',
  by,
  children: [...children].sort((a, b) => firstFile(a) - firstFile(b)),
});

const firstFile = (tree: ClusterTree): number => (tree.kind === 'leaf' ? tree.files[0] : firstFile(tree.children[0]));
