import type { DecomposeOptions } from '../options/decompose-options.js';
import { resolveDecompose } from '../options/resolve-decompose.js';
import { Decomposition } from './decomposition.js';
import { earlierOf } from './earlier-of.js';

/**
 * Splits a project into a tree of cohesive subplans. Options are checked at once; the work begins when the result is
 * first awaited.
 */
export const decompose = (options: DecomposeOptions = {}): Decomposition => {
  const settings = resolveDecompose(options, earlierOf);
  return new Decomposition(async () => {
    const { makePlan } = await import('./make-plan.js');
    return makePlan(settings);
  }, options);
};
