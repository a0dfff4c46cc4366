import { isOutputFile } from '../domain/command.js';

/**
 * The default rollup: puts values together by what they are, in plan order. Lists are joined, numbers added, texts set
 * apart by an empty line, booleans are true where all are, objects, maps and sets merged by key. `undefined` and `null` say
 * nothing. Values of different kinds become a list. Values of one kind give the same result in whatever tree they stand.
 */
export const mergeValues = (values: readonly unknown[]): unknown => merge(values, 0);

/** Deeper than any report; a value that holds itself ends here, as a list. */
const deepest = 100;

const merge = (values: readonly unknown[], depth: number): unknown => {
  const told = values.filter((value) => value !== undefined && value !== null);
  if (told.length === 0) return values.includes(null) ? null : undefined;
  if (told.length === 1) return told[0];
  const kinds = new Set(told.map(kindOf));
  const [kind] = kinds;
  if (kinds.size > 1 || kind === 'other' || depth > deepest)
    return told.flatMap((value) => (Array.isArray(value) ? value : [value]));
  return merges[kind](told as never, depth + 1);
};

type Kind = 'list' | 'object' | 'map' | 'set' | 'number' | 'bigint' | 'string' | 'boolean' | 'other';

const kindOf = (value: unknown): Kind => {
  if (Array.isArray(value)) return 'list';
  if (value instanceof Map) return 'map';
  if (value instanceof Set) return 'set';
  const type = typeof value;
  if (type === 'number' || type === 'bigint' || type === 'string' || type === 'boolean') return type;
  return isPlain(value) && !isOutputFile(value) ? 'object' : 'other';
};

const isPlain = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

const merges = {
  list: (values: readonly unknown[][]) => values.flat(1),
  number: (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0),
  bigint: (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n),
  string: (values: readonly string[]) => values.filter((value) => value !== '').join('\n\n'),
  boolean: (values: readonly boolean[]) => values.every(Boolean),
  set: (values: readonly Set<unknown>[]) => new Set(values.flatMap((value) => [...value])),
  map: (values: readonly Map<unknown, unknown>[], depth: number) => new Map(byKey(values, depth)),
  // fromEntries defines keys, so that one named __proto__ stays a key.
  object: (values: readonly Record<string, unknown>[], depth: number) =>
    Object.fromEntries(byKey(values.map(Object.entries<unknown>), depth)),
};

const byKey = <K>(values: readonly Iterable<readonly [K, unknown]>[], depth: number): [K, unknown][] => {
  const all = new Map<K, unknown[]>();
  for (const entries of values) {
    for (const [key, value] of entries) {
      const known = all.get(key);
      if (known) known.push(value);
      else all.set(key, [value]);
    }
  }
  return [...all].map(([key, found]) => [key, merge(found, depth)]);
};
