import type { Draw } from './draw.js';

/** How much goes wrong in a run, as shares. Runs differ, so that some are calm enough to come to their end. */
export interface Temperament {
  readonly fails: number;
  readonly timesOut: number;
  /** Of failures and time-outs. */
  readonly worthRetrying: number;
  readonly threadDies: number;
  readonly notBegun: number;
  readonly threads: number;
  readonly longest: number;
}

const level = (draw: Draw): number => draw.pick([0, 0, 0.02, 0.1, 0.4]);

export const someTemperament = (draw: Draw): Temperament => ({
  fails: level(draw),
  timesOut: level(draw) / 2,
  worthRetrying: draw.pick([0.1, 0.7, 1]),
  threadDies: level(draw) / 2,
  notBegun: level(draw) / 2,
  threads: draw.between(1, 4),
  longest: draw.pick([0, 3, 100]),
});
