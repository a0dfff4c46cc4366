import { fits, hasBudget } from '../domain/bounds.js';
import type { ClusterTree } from '../domain/cluster-tree.js';
import type { LeafReason, SplitWay } from '../domain/subplan.js';
import { autoTreeOf } from './auto/auto.js';
import { type Ground, tokensOf } from './ground.js';
import { joinUnits } from './join.js';
import { levels } from './levels.js';
import { packInPathOrder } from './packing.js';
import type { Unit } from './unit.js';

/** A way to split, with its name. `depth` is that of the subplan to be split. */
export interface Way {
  readonly by: SplitWay;
  split(files: Unit, depth: number): Unit[] | undefined;
}

export interface Growth {
  readonly ground: Ground;
  /** In order of preference: the first that finds a cohesive split is used. None where `auto` divides. */
  readonly ways: readonly Way[];
  /** What was found for a set already: a part is looked at before it is unfolded, and again when it grows. */
  readonly known: WeakMap<Unit, Parts | 'none'>;
}

interface Parts {
  readonly by: SplitWay;
  readonly units: readonly Unit[];
}

/** A part larger than this share of its parent is split at once: a level that takes off a crumb means nothing. */
const dominant = 0.6;

/** Splits from the top down, until the leaf rule says stop. */
export const grow = (growth: Growth, files: Unit, depth: number): ClusterTree =>
  growth.ways.length === 0
    ? autoTreeOf(growth.ground, files, depth)
    : hasBudget(growth.ground.bounds)
      ? growWithin(growth, files, depth)
      : growFreely(growth, files, depth);

const leaf = (files: Unit, reason: LeafReason): ClusterTree => ({ kind: 'leaf', files, reason });

const growFreely = (growth: Growth, files: Unit, depth: number): ClusterTree => {
  const { minFiles, maxDepth } = growth.ground.bounds;
  if (files.length < 2 * minFiles) return leaf(files, 'min-files');
  if (depth === maxDepth) return leaf(files, 'max-depth');
  const parts = cohesiveParts(growth, files, depth);
  if (!parts) return leaf(files, 'no-progress');
  return levels({
    ground: growth.ground,
    ...unfold(growth, parts, depth),
    depth,
    maxDepth,
    grow: (unit, at) => growFreely(growth, unit, at),
  });
};

/** The parts that the first way finds which finds any, none below `minFiles` where the budget allows. */
const cohesiveParts = (growth: Growth, files: Unit, depth: number): Parts | undefined => {
  const parts = growth.known.get(files) ?? findParts(growth, files, depth) ?? 'none';
  growth.known.set(files, parts);
  return parts === 'none' ? undefined : parts;
};

const findParts = ({ ground, ways }: Growth, files: Unit, depth: number): Parts | undefined => {
  for (const { by, split } of ways) {
    const found = split(files, depth);
    if (!found) continue;
    const units = joinUnits(ground, found, {
      needsJoin: (smallest, groups) => groups > 1 && smallest.files < ground.bounds.minFiles,
      // What is over the budget will be split anyway, and may take crumbs on; what fits must go on fitting.
      mayJoin: (a, b) => {
        const { bounds } = ground;
        return (
          !fits(a, bounds) ||
          !fits(b, bounds) ||
          fits({ files: a.files + b.files, tokens: a.tokens + b.tokens }, bounds)
        );
      },
    });
    if (units.length > 1) return { by, units };
  }
  return undefined;
};

/**
 * Splits parts further at once where another level would say nothing: a part that is nearly all of its parent, and, as
 * long as `maxChildren` allows, all parts of a set so small that its leaves fit under one branch.
 */
const unfold = (growth: Growth, parts: Parts, depth: number): Parts => {
  const { minFiles, maxChildren, maxDepth } = growth.ground.bounds;
  const whole = parts.units.reduce((sum, { length }) => sum + length, 0);
  const flat = whole <= maxChildren * minFiles || depth + 1 === maxDepth;
  const isDominant = (unit: Unit) => unit.length > dominant * whole;
  let units = [...parts.units];
  const settled = new Set<Unit>();
  for (;;) {
    const next = units
      .filter((unit) => !settled.has(unit) && unit.length >= 2 * minFiles && (flat || isDominant(unit)))
      .sort((a, b) => b.length - a.length || a[0] - b[0])[0];
    if (!next) return { by: parts.by, units };
    settled.add(next);
    const further = cohesiveParts(growth, next, depth);
    if (further && (isDominant(next) || units.length - 1 + further.units.length <= maxChildren)) {
      units = units.flatMap((unit) => (unit === next ? further.units : [unit]));
    }
  }
};

const growWithin = (growth: Growth, files: Unit, depth: number): ClusterTree => {
  const { ground } = growth;
  const { bounds } = ground;
  if (fits({ files: files.length, tokens: tokensOf(ground, files) }, bounds)) return leaf(files, 'fits');
  if (files.length === 1) return leaf(files, 'over-budget');
  const parts = depth + 1 < bounds.maxDepth ? cohesiveParts(growth, files, depth) : undefined;
  const depthNeeded = parts ? Math.ceil(Math.log(parts.units.length) / Math.log(bounds.maxChildren)) : 0;
  if (parts && depth + depthNeeded < bounds.maxDepth) {
    // The parts may have to be split again, so they must not stand at the last level.
    const maxDepth = bounds.maxDepth - 1;
    return levels({ ground, ...parts, depth, maxDepth, grow: (unit, at) => growWithin(growth, unit, at) });
  }
  return levels({
    ground,
    units: packInPathOrder(ground, files),
    by: 'packing',
    depth,
    maxDepth: bounds.maxDepth,
    grow: (unit, at) => growWithin(growth, unit, at),
  });
};
