import type { KeepableReason } from '../domain/inventory.js';
import type { Strategy } from '../domain/strategy.js';
import type { TokenMode } from '../domain/token-mode.js';

export interface GivenFile {
  readonly path: string;
  readonly bytes?: number;
  readonly tokens?: number;
  /** Paths of other given files; unknown ones count as external. */
  readonly imports?: readonly string[];
}

export type Progress =
  | { readonly phase: 'listing' | 'reading'; readonly done: number; readonly total: number | undefined }
  | { readonly phase: 'resolving' | 'clustering' };

/** A `Plan`, or what its `toJSON()` gave. */
export type PreviousPlan = { toJSON(): { readonly format: string } } | { readonly format: string };

/** What `decompose` takes. */
export interface DecomposeOptions {
  /** The project's folder; the current one by default. */
  readonly root?: string | URL;
  /** The files themselves: nothing is scanned then. */
  readonly files?: readonly GivenFile[];
  /** Globs: only files that match one are part of the project. */
  readonly include?: readonly string[];
  /** Globs: files that match one are not part of the project. */
  readonly exclude?: readonly string[];
  /** Reasons for leaving files out that do not apply: `['generated']` brings generated files back. */
  readonly keep?: readonly KeepableReason[];
  /** Files above this many bytes are left out as oversized. */
  readonly maxFileBytes?: number;
  /** What is to be done, in words; carried to every leaf. */
  readonly goal?: string;
  readonly minFiles?: number;
  readonly maxDepth?: number;
  readonly maxChildren?: number;
  /** The leaf budget in tokens; none by default. */
  readonly maxTokens?: number;
  /** The leaf budget in files; none by default. */
  readonly maxFiles?: number;
  readonly tokens?: TokenMode;
  readonly strategy?: Strategy;
  readonly seed?: number;
  /** An earlier plan, or its JSON: the tree stays as close to it as the bounds allow. */
  readonly previous?: PreviousPlan;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** The one list of defaults. */
export const decomposeDefaults = {
  include: [] as readonly string[],
  exclude: [] as readonly string[],
  keep: [] as readonly KeepableReason[],
  maxFileBytes: 1_048_576,
  minFiles: 5,
  maxDepth: 8,
  maxChildren: 8,
  tokens: 'estimate' as TokenMode,
  strategy: 'auto' as Strategy,
  seed: 1,
} as const satisfies DecomposeOptions;
