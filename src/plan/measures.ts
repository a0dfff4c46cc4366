import { type Bounds, fits } from '../domain/bounds.js';
import type { FileGraph } from '../domain/file-graph.js';
import type { Level, Measures, Spread, Stayed, StrategyUsed } from '../domain/measures.js';
import { type Leaf, type LeafReason, leafReasons, type Subplan } from '../domain/subplan.js';
import { cutBetweenLeaves } from './cuts.js';
import { withLazy } from './lazy.js';
import { measureParts } from './part-measures.js';
import { relaxedBounds } from './relaxed.js';
import { unreadOf } from './unread.js';

export interface Measuring {
  readonly graph: FileGraph;
  readonly subplans: readonly Subplan[];
  /** The number of the leaf each file stands in. */
  readonly leafOf: Int32Array;
  readonly levels: readonly Level[];
  readonly bounds: Bounds;
  readonly strategy: StrategyUsed;
  readonly stayed: Stayed | undefined;
}

export const measure = ({ graph, subplans, leafOf, levels, bounds, strategy, stayed }: Measuring): Measures => {
  const leaves = subplans.filter((subplan): subplan is Leaf => subplan.kind === 'leaf');
  const isSmall = (leaf: Leaf) =>
    leaf.files.length < bounds.minFiles && leaf.tokens < (bounds.maxTokens ?? Number.POSITIVE_INFINITY) / 2;
  const fields: Omit<Measures, 'parts'> = {
    files: graph.files.length,
    tokens: graph.files.reduce((sum, { tokens }) => sum + tokens, 0),
    leaves: leaves.length,
    branches: subplans.length - leaves.length,
    depth: leaves.reduce((deepest, { depth }) => Math.max(deepest, depth), 0),
    imports: graph.imports,
    unread: unreadOf(graph),
    cut: cutBetweenLeaves(graph, leafOf),
    levels,
    tokensPerLeaf: spreadOf(leaves.map(({ tokens }) => tokens)),
    smallLeaves: leaves.filter(isSmall).length,
    overBudgetLeaves: leaves.filter((leaf) => !fits({ files: leaf.files.length, tokens: leaf.tokens }, bounds)).length,
    reasons: countReasons(leaves),
    relaxed: relaxedBounds(subplans, bounds),
    strategy,
    ...(stayed ? { stayed } : {}),
  };
  return withLazy<Measures, 'parts'>(fields, { parts: () => measureParts({ graph, subplans, leafOf }) });
};

const spreadOf = (values: readonly number[]): Spread => {
  const sorted = [...values].sort((a, b) => a - b);
  return { min: sorted[0] ?? 0, median: sorted[sorted.length >> 1] ?? 0, max: sorted.at(-1) ?? 0 };
};

const countReasons = (leaves: readonly Leaf[]): Record<LeafReason, number> => {
  const counts = Object.fromEntries(leafReasons.map((reason) => [reason, 0])) as Record<LeafReason, number>;
  for (const { reason } of leaves) counts[reason]++;
  return counts;
};
