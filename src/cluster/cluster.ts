import { type Bounds, fits, hasBudget } from '../domain/bounds.js';
import type { ClusterTree } from '../domain/cluster-tree.js';
import type { Earlier } from '../domain/earlier.js';
import type { FileGraph } from '../domain/file-graph.js';
import type { Stayed, StrategyUsed } from '../domain/measures.js';
import type { Strategy } from '../domain/strategy.js';
import { customWay } from './custom.js';
import { type Ground, groundFor, tokensOf } from './ground.js';
import { type Growth, grow, type Way } from './grow.js';
import { leafWithin, leavesWithin } from './leaves.js';
import { levels } from './levels.js';
import { stay } from './stay/stay.js';
import { byDirectory, byImports, byLanguage, type Splitter } from './strategies.js';
import type { Unit } from './unit.js';

export interface Clustering {
  readonly graph: FileGraph;
  readonly bounds: Bounds;
  readonly strategy: Strategy;
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
export const cluster = ({ graph, bounds, strategy, seed, earlier }: Clustering): Clustered => {
  const ground = groundFor(graph, bounds, seed);
  const used = chooseStrategy(graph, strategy);
  const files = graph.files.map((_, file) => file);
  if (files.length === 0) return { tree: undefined, strategy: used };
  const growth: Growth = { ground, ways: waysFor(ground, strategy, used), known: new WeakMap() };
  const stayed = earlier && stay({ growth, way: used.used, earlier });
  return stayed ? { ...stayed, strategy: used } : { tree: treeOf({ growth, used, files }), strategy: used };
};

interface Choice {
  readonly growth: Growth;
  readonly used: StrategyUsed;
  readonly files: Unit;
}

const treeOf = ({ growth, used, files }: Choice): ClusterTree => {
  const { ground } = growth;
  const { bounds } = ground;
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

const waysFor = (ground: Ground, strategy: Strategy, used: StrategyUsed): Way[] => {
  const way = (by: Way['by'], splitter: Splitter): Way => ({ by, split: (files) => splitter(ground, files) });
  const all = [way('imports', byImports), way('directory', byDirectory), way('language', byLanguage)];
  if (typeof strategy === 'function') return [customWay(ground, strategy)];
  if (strategy !== 'auto') return all.filter(({ by }) => by === strategy);
  return used.used === 'imports' ? all : all.slice(1);
};

/** Imports are followed when at least this share of the files is tied by them. */
const enoughTied = 0.05;

const chooseStrategy = ({ files, from, to, kind }: FileGraph, asked: Strategy): StrategyUsed => {
  if (typeof asked === 'function') {
    return { asked: asked.name || 'function', used: 'custom', why: 'a function was given' };
  }
  if (asked !== 'auto') return { asked, used: asked, why: 'asked for' };
  const tied = new Uint8Array(files.length);
  for (let i = 0; i < from.length; i++) if (kind[i] === 0) tied[from[i]] = tied[to[i]] = 1;
  const count = tied.reduce((sum, value) => sum + value, 0);
  const why = `${count} of ${files.length} files are tied by imports`;
  if (count > 0 && count >= enoughTied * files.length) return { asked, used: 'imports', why };
  return { asked, used: 'directory', why };
};
