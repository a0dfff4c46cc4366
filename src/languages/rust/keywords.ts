/** The keywords that begin something of interest here. */
const keywords = [
  'use',
  'mod',
  'pub',
  'fn',
  'impl',
  'enum',
  'type',
  'const',
  'trait',
  'union',
  'macro',
  'struct',
  'extern',
] as const;

export type Keyword = (typeof keywords)[number] | 'static';

export const longestKeyword = 6;

/** By length and first letter, so that other words are told from them without being cut out. 0 is none. */
const table = new Uint8Array((longestKeyword + 1) * 128);
keywords.forEach((keyword, at) => {
  table[keyword.length * 128 + keyword.charCodeAt(0)] = at + 1;
});

/** The keyword that stands between two places, at most `longestKeyword` apart, whose first character is given. */
export const keywordAt = (text: string, from: number, end: number, first: number): Keyword | undefined => {
  const at = first > 127 ? 0 : table[(end - from) * 128 + first];
  if (at === 0) return undefined;
  const keyword = keywords[at - 1]!;
  if (text.startsWith(keyword, from)) return keyword;
  return keyword === 'struct' && text.startsWith('static', from) ? 'static' : undefined;
};
