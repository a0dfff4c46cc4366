import { z } from 'zod';
import type { OnFailure } from '../domain/order.js';
import { show } from '../util/show.js';
import { executeDefaults } from './execute-options.js';
import { aFunction, checkIsObject, fieldProblems, invalidOptions } from './fields.js';
import { executeFields, slots } from './resolve-execute.js';

export interface MapSettings {
  readonly maxParallel: number;
  readonly signal: AbortSignal | undefined;
  readonly onFailure: OnFailure;
}

export interface MapCall {
  readonly items: unknown;
  readonly fn: unknown;
  readonly options: {
    readonly maxParallel?: number | string;
    readonly signal?: AbortSignal;
    readonly onFailure?: OnFailure;
  };
}

const { maxParallel, signal, onFailure } = executeFields;

/** Checks what `mapParallel` was called with. */
export const resolveMap = ({ items, fn, options }: MapCall, cores: number): MapSettings => {
  checkIsObject(options);
  const problems = fieldProblems(options, { maxParallel, signal, onFailure });
  const isIterable = z.custom((value) => typeof (value as Iterable<unknown> | null)?.[Symbol.iterator] === 'function');
  if (!isIterable.safeParse(items).success) {
    problems.unshift({ field: 'items', expected: 'an array or another iterable', received: show(items) });
  }
  if (!aFunction.safeParse(fn).success) problems.unshift({ field: 'fn', expected: 'a function', received: show(fn) });
  if (problems.length > 0) throw invalidOptions(problems);
  return {
    maxParallel: slots(options.maxParallel ?? cores, cores),
    signal: options.signal,
    onFailure: options.onFailure ?? executeDefaults.onFailure,
  };
};
