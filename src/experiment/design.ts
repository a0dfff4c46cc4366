import type { Arm, Case, Interleave } from '../domain/trial.js';

/** All that decides which trials there are, and in which order they start. */
export interface Design {
  readonly name: string | undefined;
  readonly goal: string | undefined;
  readonly cases: readonly Case[];
  readonly arms: readonly Arm[];
  readonly replications: number;
  readonly interleave: Interleave;
  readonly seed: number;
}

/** A trial by its place among cases, replications and arms, each from 0. */
export interface Cell {
  readonly case: number;
  readonly replication: number;
  readonly arm: number;
}

/** The levels of the tree, from the top; those that have one member only are not there. */
export type Level = keyof Cell;
