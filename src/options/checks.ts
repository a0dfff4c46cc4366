import type { Field, Zod } from './field.js';
import { type NumberBounds, numberWords } from './number-bounds.js';

/** A number with bounds. `adds` is said after them: `such as 20`. */
export const numeric = (bounds: NumberBounds, adds = ''): Field<number> => ({
  schema: (z) => boundedNumber(z, bounds),
  expected: `${numberWords(bounds)}${adds && `, ${adds}`}`,
  bounds,
});

export const boundedNumber = (z: Zod, { isWhole, least, above, most }: NumberBounds) => {
  let schema = isWhole ? z.int() : z.number();
  if (least !== undefined) schema = schema.min(least);
  if (above !== undefined) schema = schema.gt(above);
  return most === undefined ? schema : schema.max(most);
};

export const atLeast = (least: number): Field<number> => numeric({ isWhole: true, least });

export const between = (least: number, most: number): Field<number> => numeric({ isWhole: true, least, most });

/** A number that need not be whole. */
export const above0 = (example: string): Field<number> => numeric({ isWhole: false, above: 0 }, `such as ${example}`);

/** The longest that a timer of Node can wait. */
const longestMs = 2 ** 31 - 1;

export const milliseconds = (least: 0 | 1): Field<number> => between(least, longestMs);

export const quoted = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(', ');

export const oneOf = <const N extends string>(names: readonly N[]): Field<N> => ({
  schema: (z) => z.enum(names as readonly [N, ...N[]]) as never,
  expected: `one of ${quoted(names)}`,
  names,
});

export const yesOrNo: Field<boolean> = { schema: (z) => z.boolean(), expected: 'true or false' };

export const text: Field<string> = { schema: (z) => z.string(), expected: 'a text' };

export const someText: Field<string> = { schema: (z) => z.string().min(1), expected: 'a text' };

/** A path or a URL. */
export const place = (z: Zod) => z.union([z.string().min(1), z.instanceof(URL)]);

export const folder: Field<string | URL> = { schema: place, expected: 'the path of a folder' };

export const isFunction = (value: unknown): boolean => typeof value === 'function';

export const abortSignal: Field<AbortSignal> = { schema: (z) => z.instanceof(AbortSignal), expected: 'an AbortSignal' };
