import type { Bounds, Sizing } from '../domain/bounds.js';
import type { ClusterTree } from '../domain/cluster-tree.js';
import type { FileGraph } from '../domain/file-graph.js';
import type { LeftOut } from '../domain/inventory.js';
import type { Stayed, StrategyUsed } from '../domain/measures.js';
import type { Message } from '../domain/message.js';
import type { PlanVersion } from './schema.js';

/** All that decides a plan; the rest of it is derived. */
export interface PlanParts {
  readonly graph: FileGraph;
  readonly tree: ClusterTree | undefined;
  readonly bounds: Bounds;
  readonly strategy: StrategyUsed;
  readonly sizing: Sizing;
  readonly seed: number;
  /** The format of the file it was read from; the newest where it was made. */
  readonly version?: PlanVersion | undefined;
  readonly goal: string | undefined;
  readonly leftOut: readonly LeftOut[];
  readonly notes: readonly (string | Message)[];
  /** How close it stayed to an earlier plan, where it was made with one. */
  readonly stayed?: Stayed | undefined;
}
