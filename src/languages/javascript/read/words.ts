/** What a word means to the lexer. */
export const PLAIN = 0;
/** An expression follows (`return`, `typeof`), so that `/` begins a regular expression and `<` an element. */
export const PREFIX = 1;
/** A condition in parentheses follows (`if`, `while`), and after that a statement. */
export const CONDITION = 2;
export const IMPORT = 3;
export const EXPORT = 4;
const REQUIRE = 5;

const meanings: readonly (readonly [string, number])[] = [
  ...['return', 'typeof', 'instanceof', 'in', 'of', 'new', 'delete', 'void', 'throw', 'case', 'do', 'else']
    .concat('await', 'yield', 'default')
    .map((word) => [word, PREFIX] as const),
  ...['if', 'while', 'for', 'with'].map((word) => [word, CONDITION] as const),
  ['import', IMPORT],
  ['export', EXPORT],
  ['require', REQUIRE],
];

const longest = 10;
/** By length and first letter: most words of a program are ruled out by one look-up. */
const buckets: (readonly (readonly [string, number])[] | undefined)[] = new Array((longest + 1) * 128);
for (const entry of meanings) {
  const slot = entry[0].length * 128 + entry[0].charCodeAt(0);
  buckets[slot] = [...(buckets[slot] ?? []), entry];
}

export const meaningOf = (text: string, start: number, end: number): number => {
  const length = end - start;
  const first = text.charCodeAt(start);
  if (length > longest || length < 2 || first > 122) return PLAIN;
  const bucket = buckets[length * 128 + first];
  if (bucket === undefined) return PLAIN;
  for (const [word, meaning] of bucket) if (text.startsWith(word, start)) return meaning;
  return PLAIN;
};
