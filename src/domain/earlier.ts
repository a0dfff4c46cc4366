import type { Bounds, Sizing } from './bounds.js';
import type { ClusterTree } from './cluster-tree.js';
import type { FileGraph } from './file-graph.js';
import type { Stayed, StrategyUsed } from './measures.js';

/** An earlier plan, as far as another needs it to stay close to it. */
export interface Earlier {
  /** As it was then. */
  readonly graph: FileGraph;
  /** Its files are indices into those of its own graph; undefined where there were none. */
  readonly tree: ClusterTree | undefined;
  readonly bounds: Bounds;
  readonly strategy: StrategyUsed;
  readonly sizing: Sizing;
  /** Where it had stayed close to one before it. */
  readonly stayed: Stayed | undefined;
}
