import { availableParallelism } from 'node:os';
import type { MapOptions } from '../options/map-options.js';
import { resolveMap } from '../options/resolve-map.js';
import type { MapContext, MapReport } from './map-report.js';

/**
 * Calls a function for each item, at most `maxParallel` at a time, with the cap, the failure modes and the measured peak
 * of a run, and without a tree. Failures resolve, as outcomes; invalid options throw at once.
 */
export const mapParallel = <I, T>(
  items: Iterable<I>,
  fn: (item: I, context: MapContext) => T | PromiseLike<T>,
  options: MapOptions = {},
): Promise<MapReport<T>> => {
  const settings = resolveMap({ items, fn, options }, availableParallelism());
  const all = [...items];
  return import('./map-all.js').then(({ mapAll }) => mapAll(all, fn, settings));
};
