import type { ProjectFile } from './inventory.js';

export const strategyNames = ['auto', 'imports', 'directory', 'language'] as const;
export type StrategyName = (typeof strategyNames)[number];

/**
 * A user's own way to split: gets the files of one subplan (sorted by path) and returns groups of their paths, or
 * undefined where it sees no split. Each path must stand in exactly one group.
 */
export type StrategyFunction = (
  files: readonly ProjectFile[],
  at: { readonly depth: number },
) => readonly (readonly string[])[] | undefined;

export type Strategy = StrategyName | StrategyFunction;

/** Whether tests stand with what they test, or in their own folders. */
export const testPlaces = ['with', 'apart'] as const;
export type Tests = (typeof testPlaces)[number];
