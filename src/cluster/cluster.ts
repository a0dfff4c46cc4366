import { type Bounds, fits, hasBudget, type Sizing } from '../domain/bounds.js';
import type { ClusterTree } from '../domain/cluster-tree.js';
import type { Earlier } from '../domain/earlier.js';
import type { FileGraph } from '../domain/file-graph.js';
import type { Stayed, StrategyUsed } from '../domain/measures.js';
import type { Strategy, Tests } from '../domain/strategy.js';
import { autoTree } from './auto/auto.js';
import { whatIsThere } from './auto/what-is-there.js';
import { customWay } from './custom.js';
import { type Ground, groundFor, tokensOf } from './ground.js';
import { type Growth, grow, type Way } from './grow.js';
import { leafWithin, leavesWithin } from './leaves.js';
import { levels } from './levels.js';
import { stay } from './stay/stay.js';
import { byDirectory, byImports, byLanguage } from './strategies.js';
import type { Unit } from './unit.js';

export interface Clustering {
  readonly graph: FileGraph;
  readonly bounds: Bounds;
  readonly strategy: Strategy;
  readonly sizing: Sizing;
  readonly tests: Tests;
  readonly seed: number;
  /** A plan to stay close to. */
  readonly earlier?: Earlier | undefined;
}

export interface Clustered {
  /** Undefined where there are no files. */
  readonly tree: ClusterTree | undefined;
  readonly strategy: StrategyUsed;
  /** How close it stayed to the earlier plan; undefined where there was none, or none of its files is left. */
  readonly stayed?: Stayed;
}

/** Splits a file graph into a tree of cohesive parts within the bounds. */
export const cluster = ({ graph, bounds, strategy, sizing, tests, seed, earlier }: Clustering): Clustered => {
  const ground = groundFor(graph, bounds, seed, { sizing, tests });
  const used = strategyUsed(graph, strategy);
  const files = graph.files.map((_, file) => file);
  if (files.length === 0) return { tree: undefined, strategy: used };
  const growth: Growth = { ground, ways: waysFor(ground, strategy), known: new WeakMap() };
  const stayed = earlier && isAlike(earlier, used, sizing) ? stay({ growth, way: used.used, earlier }) : undefined;
  return stayed ? { ...stayed, strategy: used } : { tree: treeOf({ growth, used, files }), strategy: used };
};

/** Whether an earlier plan was made in the same way: only then is it of use to stay close to it. */
const isAlike = (earlier: Earlier, { used }: StrategyUsed, sizing: Sizing): boolean =>
  earlier.strategy.used === used && (used !== 'auto' || earlier.sizing.kind === sizing.kind);

interface Choice {
  readonly growth: Growth;
  readonly used: StrategyUsed;
  readonly files: Unit;
}

const treeOf = ({ growth, used, files }: Choice): ClusterTree => {
  const { ground } = growth;
  const { bounds } = ground;
  if (used.used === 'auto') return autoTree(ground);
  const load = { files: files.length, tokens: tokensOf(ground, files) };
  if (fits(load, bounds) && (hasBudget(bounds) || files.length <= bounds.minFiles)) {
    return { kind: 'leaf', files, reason: hasBudget(bounds) ? 'fits' : 'min-files' };
  }
  if (!hasBudget(bounds) || used.used !== 'imports') return grow(growth, files, 0);
  return levels({
    ground,
    units: leavesWithin(ground),
    by: 'imports',
    depth: 0,
    maxDepth: bounds.maxDepth,
    grow: (unit) => leafWithin(ground, unit),
  });
};

/** The ways that trees grow by, those of `auto` aside, which has no need of them. */
const waysFor = (ground: Ground, strategy: Strategy): Way[] => {
  switch (strategy) {
    case 'auto':
      return [];
    case 'imports':
      return [{ by: 'imports', split: (files) => byImports(ground, files) }];
    case 'directory':
      return [{ by: 'directory', split: (files) => byDirectory(ground, files) }];
    case 'language':
      return [{ by: 'language', split: (files) => byLanguage(ground, files) }];
    default:
      return [customWay(ground, strategy)];
  }
};

const strategyUsed = (graph: FileGraph, asked: Strategy): StrategyUsed => {
  if (typeof asked === 'function') {
    return { asked: asked.name || 'function', used: 'custom', why: 'a function was given' };
  }
  return { asked, used: asked, why: asked === 'auto' ? whatIsThere(graph) : 'asked for' };
};
