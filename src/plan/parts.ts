import type { Bounds } from '../domain/bounds.js';
import type { FileGraph } from '../domain/file-graph.js';
import type { LeftOut } from '../domain/inventory.js';
import type { StrategyUsed } from '../domain/measures.js';
import type { LabelledTree } from './outline.js';

/** All that decides a plan; the rest of it is derived. */
export interface PlanParts {
  readonly graph: FileGraph;
  readonly tree: LabelledTree | undefined;
  readonly bounds: Bounds;
  readonly strategy: StrategyUsed;
  readonly seed: number;
  readonly goal: string | undefined;
  readonly leftOut: readonly LeftOut[];
  readonly notes: readonly string[];
}
