/**
 * The default rollup: puts values together by what they are, in plan order. Lists are joined, numbers added, texts set
 * apart by an empty line, booleans are true where all are, objects, maps and sets merged by key. `undefined` and `null` say
 * nothing. Values of different kinds become a list. Values of one kind give the same result in whatever tree they stand.
 */
export const mergeValues = (values: readonly unknown[]): unknown => {
  const told = values.filter((value) => value !== undefined && value !== null);
  if (told.length === 0) return values.includes(null) ? null : undefined;
  if (told.length === 1) return told[0];
  const kinds = new Set(told.map(kindOf));
  const [kind] = kinds;
  if (kinds.size > 1 || kind === 'other') return told.flatMap((value) => (Array.isArray(value) ? value : [value]));
  return merges[kind](told as never);
};

type Kind = 'list' | 'object' | 'map' | 'set' | 'number' | 'bigint' | 'string' | 'boolean' | 'other';

const kindOf = (value: unknown): Kind => {
  if (Array.isArray(value)) return 'list';
  if (value instanceof Map) return 'map';
  if (value instanceof Set) return 'set';
  const type = typeof value;
  if (type === 'number' || type === 'bigint' || type === 'string' || type === 'boolean') return type;
  return isPlain(value) ? 'object' : 'other';
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
  map: (values: readonly Map<unknown, unknown>[]) => new Map(byKey(values)),
  // fromEntries defines keys, so that one named __proto__ stays a key.
  object: (values: readonly Record<string, unknown>[]) =>
    Object.fromEntries(byKey(values.map(Object.entries<unknown>))),
};

const byKey = <K>(values: readonly Iterable<readonly [K, unknown]>[]): [K, unknown][] => {
  const all = new Map<K, unknown[]>();
  for (const entries of values) {
    for (const [key, value] of entries) {
      const known = all.get(key);
      if (known) known.push(value);
      else all.set(key, [value]);
    }
  }
  return [...all].map(([key, found]) => [key, mergeValues(found)]);
};
