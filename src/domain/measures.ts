import type { BoundName } from './bounds.js';
import type { ImportCounts } from './file-graph.js';
import type { LeafReason, SplitWay } from './subplan.js';

/** How good a plan is, in figures. */
export interface Measures {
  readonly files: number;
  readonly tokens: number;
  readonly leaves: number;
  readonly branches: number;
  /** The depth of the deepest leaf; the root's is 0. */
  readonly depth: number;
  readonly imports: ImportCounts;
  /**
   * Languages that make a good part of the project's code, but whose imports are not read: their files stand by folder.
   * The largest first; empty where the imports of all that matters are read, and where imports were given.
   */
  readonly unread: readonly UnreadLanguage[];
  /** Imports between files of the project, and how many of them join two different leaves. */
  readonly cut: Cut;
  /** How well the leaves are the parts that people see. */
  readonly parts: PartMeasures;
  /** The cut made by the branches of each depth, beside that of path-order chunks of the same sizes. */
  readonly levels: readonly Level[];
  readonly tokensPerLeaf: Spread;
  /** Leaves with fewer than `minFiles` files that are less than half full. */
  readonly smallLeaves: number;
  /** Leaves above the budget: each a single file. */
  readonly overBudgetLeaves: number;
  readonly reasons: Readonly<Record<LeafReason, number>>;
  /** Bounds that a stronger bound made impossible, with what happened. Empty when every bound holds. */
  readonly relaxed: readonly Relaxed[];
  readonly strategy: StrategyUsed;
  /** How close the plan stayed to the one it was given as `previous`; undefined where there was none. */
  readonly stayed?: Stayed;
}

export interface PartMeasures {
  /** The share of the tokens that belong to the package most of their leaf belongs to. */
  readonly purity: number;
  /** Tests that tell what they test, by name, place or import; and how many of them stand in one leaf with it. */
  readonly tests: { readonly known: number; readonly together: number };
  /** The share of subplans, the whole project aside, whose label no other has. */
  readonly uniqueLabels: number;
  /** The cut among the source files alone. */
  readonly sourceCut: Cut;
}

export interface UnreadLanguage {
  readonly language: string;
  readonly files: number;
  /** Its part of the tokens of all code, above 0 and at most 1. */
  readonly share: number;
}

export interface Stayed {
  /** Files that stand in the leaf they stood in. */
  readonly files: number;
  /** Files that stand in another leaf than before. */
  readonly moved: number;
  /** Files that the earlier plan did not have. */
  readonly placed: number;
  /** Files of the earlier plan that are no more. */
  readonly gone: number;
  /** An estimate of the cut ÷ what planning afresh would cut, made when enough had happened since the last one. */
  readonly drift: number;
  /** How many files have moved, come, gone or changed their ties since then. */
  readonly unchecked: number;
}

export interface Cut {
  readonly edges: number;
  readonly total: number;
  /** edges ÷ total; 0 where there are no imports. */
  readonly share: number;
}

export interface Level {
  readonly depth: number;
  readonly branches: number;
  readonly cut: number;
  readonly chunkCut: number;
}

export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

export interface Relaxed {
  readonly bound: BoundName;
  /** Ids of the subplans that break it. */
  readonly subplans: readonly string[];
  /** One sentence: what was asked, what came, and which stronger bound made it so. */
  readonly why: string;
}

export type StrategyUse = SplitWay | 'auto';

export interface StrategyUsed {
  readonly asked: string;
  /** `auto`: folders and packages above, imports inside. */
  readonly used: StrategyUse;
  readonly why: string;
}
