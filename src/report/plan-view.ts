import type { Bounds } from '../domain/bounds.js';
import type { FileGraph } from '../domain/file-graph.js';
import type { LeftOut } from '../domain/inventory.js';
import type { LeafGraph } from '../domain/leaf-graph.js';
import type { Measures } from '../domain/measures.js';
import type { Message } from '../domain/message.js';
import type { Branch, Leaf, Subplan } from '../domain/subplan.js';

/** What views need of a plan. A shape of its own, so that views depend on the words and not on how plans are made. */
export interface PlanView {
  readonly root: Subplan | undefined;
  readonly leaves: readonly Leaf[];
  readonly branches: readonly Branch[];
  readonly bounds: Bounds;
  readonly measures: Measures;
  readonly goal: string | undefined;
  readonly leftOut: readonly LeftOut[];
  /** The notes, as data. */
  readonly noteData: readonly (string | Message)[];
  get(id: string): Subplan;
  ties(): FileGraph;
  graph(of: 'leaves'): LeafGraph;
}
