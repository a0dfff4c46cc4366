/** The bounds on a plan, in order of force after "each file once": a stronger one wins where two conflict. */
export interface Bounds {
  readonly maxDepth: number;
  readonly maxTokens: number | undefined;
  readonly maxFiles: number | undefined;
  readonly maxChildren: number;
  readonly minFiles: number;
}

export type BoundName = keyof Bounds;

export const sameBounds = (a: Bounds, b: Bounds): boolean =>
  a.maxDepth === b.maxDepth &&
  a.maxTokens === b.maxTokens &&
  a.maxFiles === b.maxFiles &&
  a.maxChildren === b.maxChildren &&
  a.minFiles === b.minFiles;

/**
 * What leaves are split down to where no budget says so. `natural`: folders and packages, and what is larger than a soft
 * size; `min-files`: as far as `minFiles` allows, since that was given; `leaves`: until there are about so many.
 */
export type Sizing =
  | { readonly kind: 'natural' }
  | { readonly kind: 'min-files' }
  | { readonly kind: 'leaves'; readonly leaves: number };

export interface Load {
  readonly files: number;
  readonly tokens: number;
}

export const hasBudget = (bounds: Bounds): boolean => bounds.maxTokens !== undefined || bounds.maxFiles !== undefined;

/** Whether a set of files fits the leaf budget. Without a budget everything fits. */
export const fits = ({ files, tokens }: Load, { maxFiles, maxTokens }: Bounds): boolean =>
  files <= (maxFiles ?? Number.POSITIVE_INFINITY) && tokens <= (maxTokens ?? Number.POSITIVE_INFINITY);
