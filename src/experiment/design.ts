/** A trial by its place among cases, replications and arms, each from 0. */
export interface Cell {
  readonly case: number;
  readonly replication: number;
  readonly arm: number;
}

/** The levels of the tree, from the top; those that have one member only are not there. */
export type Level = keyof Cell;
