import type { ProjectFile } from './inventory.js';

/**
 * The ties between files, strongest kind first. The number of a kind is its index here. `package`: files that see each
 * other without importing, as those of one Go package do.
 */
export const tieKinds = ['import', 'test', 'package', 'folder'] as const;
export type TieKind = (typeof tieKinds)[number];

/**
 * Files and the weighted, directed ties between them, as parallel arrays: tie `i` goes from file `from[i]` to file
 * `to[i]`. A hot loop over 300,000 ties has no room for objects; `plan.graph()` gives a graphology graph to those who
 * want to explore.
 */
export interface FileGraph {
  /** Sorted by path. */
  readonly files: readonly ProjectFile[];
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly weight: Float64Array;
  /** Index into `tieKinds`. */
  readonly kind: Uint8Array;
  readonly imports: ImportCounts;
  /** Languages of these files that are code, but whose imports nothing reads: their files have weak ties only. */
  readonly unread: readonly string[];
}

/** What became of the imports that were read. */
export interface ImportCounts {
  /** Point at a file of the project. */
  readonly resolved: number;
  /** Point at something outside the project: a package, the standard library. */
  readonly external: number;
  /** Point at files of the project that stand in no leaf, such as generated ones. */
  readonly leftOut: number;
  /** Look as if they point inside the project, but no such file was found. */
  readonly missing: number;
}
