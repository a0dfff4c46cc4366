import type { Bounds, Sizing } from '../domain/bounds.js';
import { type FileGraph, tieKinds } from '../domain/file-graph.js';
import type { ProjectFile } from '../domain/inventory.js';
import type { Tests } from '../domain/strategy.js';
import { type Adjacency, adjacency, scratchFor } from './adjacency.js';

/** What every step of clustering stands on. Files are indices into `files`, which is sorted by path. */
export interface Ground {
  readonly files: readonly ProjectFile[];
  /** All ties but those of a mere folder: what the leaves follow. */
  readonly imports: Adjacency;
  /** All ties, those of one folder included: what joins parts that do not import each other. */
  readonly ties: Adjacency;
  /** For `induced`. */
  readonly scratch: Int32Array;
  readonly bounds: Bounds;
  readonly seed: number;
  /** Whether tests stand with what they test. */
  readonly tests: Tests;
  readonly sizing: Sizing;
}

const folderTie = tieKinds.indexOf('folder');

/** What is asked of leaves besides the bounds. */
export interface Asked {
  readonly tests: Tests;
  readonly sizing: Sizing;
}

const usual: Asked = { tests: 'with', sizing: { kind: 'natural' } };

export const groundFor = (graph: FileGraph, bounds: Bounds, seed: number, asked: Asked = usual): Ground => {
  const size = graph.files.length;
  const ties = adjacency(size, graph);
  const strong: number[] = [];
  for (let i = 0; i < graph.kind.length; i++) if (graph.kind[i] !== folderTie) strong.push(i);
  const select = (values: ArrayLike<number>) => strong.map((i) => values[i]);
  const imports =
    strong.length === graph.kind.length
      ? ties
      : adjacency(size, { from: select(graph.from), to: select(graph.to), weight: select(graph.weight) });
  return { files: graph.files, imports, ties, scratch: scratchFor(ties), bounds, seed, ...asked };
};

export const tokensOf = ({ files }: Ground, members: Iterable<number>): number => {
  let sum = 0;
  for (const file of members) sum += files[file].tokens;
  return sum;
};

export const ascending = (a: number, b: number): number => a - b;
