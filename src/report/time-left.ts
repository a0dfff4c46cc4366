import type { Pace } from './pace.js';
import type { RunState } from './run-state.js';

/** Fewer than these say little of the others. */
const fewest = 3;

/**
 * How long the leaves that have not settled may take, in milliseconds: what they should take by their cost, less what
 * running ones have behind them, over the slots. Undefined where there is no basis to tell.
 */
export const timeLeft = (state: RunState, now: number): number | undefined => {
  const { pace, limit, slow, leaves, settledLeaves, paused, phase, startedAt } = state;
  if (paused || phase !== 'running' || pace.timed < fewest) return undefined;
  const toGo = leaves - settledLeaves;
  const slots = Math.min(limit, slow?.limit ?? limit, toGo);
  if (slots <= 0) return undefined;
  const { each, perCost } = fitted(pace);
  const spent = pace.running * (now - startedAt) - pace.startSum;
  const left = (each * toGo + perCost * pace.left - spent) / slots;
  return left > 0 ? left : undefined;
};

/**
 * The line through times over costs. The largest leaves come first, and a task may take as long for a small one: costs
 * alone would promise too much then, and a count alone too little where time follows cost. Neither part is below zero.
 */
const fitted = ({ timed, cost, ms, costSquared, costMs }: Pace): { each: number; perCost: number } => {
  const spread = timed * costSquared - cost * cost;
  const slope = spread > 0 ? (timed * costMs - cost * ms) / spread : 0;
  const each = (ms - Math.max(0, slope) * cost) / timed;
  if (each < 0) return { each: 0, perCost: costMs / costSquared };
  return { each, perCost: Math.max(0, slope) };
};
