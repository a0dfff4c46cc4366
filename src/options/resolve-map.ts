import { show } from '../util/show.js';
import { isFunction } from './checks.js';
import { checkIsObject, fieldProblems, invalidOptions } from './fields.js';
import { type MapOptions, type MapSettings, mapRows } from './map-options.js';
import { slots } from './resolve-execute.js';
import { withDefaults } from './row.js';

export interface MapCall {
  readonly items: unknown;
  readonly fn: unknown;
  readonly options: MapOptions;
}

const isIterable = (value: unknown): boolean =>
  typeof (value as Iterable<unknown> | null | undefined)?.[Symbol.iterator] === 'function';

/** Checks what `mapParallel` was called with. */
export const resolveMap = ({ items, fn, options }: MapCall, cores: number): MapSettings => {
  checkIsObject(options);
  const problems = fieldProblems(options, mapRows);
  if (!isIterable(items)) {
    problems.unshift({ subject: 'items', expected: 'an array or another iterable', received: show(items) });
  }
  if (!isFunction(fn)) problems.unshift({ subject: 'fn', expected: 'a function', received: show(fn) });
  if (problems.length > 0) throw invalidOptions(problems);
  const filled = withDefaults(mapRows, options);
  return { ...filled, maxParallel: slots(filled.maxParallel ?? cores, cores) };
};
