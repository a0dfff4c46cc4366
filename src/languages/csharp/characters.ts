import { characterTable, isBlank, isDigit, isUpper, isWordPart, isWordStart, mark } from '../lexing/characters.js';

/** What the main loop tells apart. A table beats comparisons in a loop over every character. */
export const kind = {
  blank: 0,
  /** Begins a word in lower case. */
  lower: 1,
  /** Begins a name with a capital; beyond ASCII everything may. */
  upper: 2,
  digit: 3,
  /** Punctuation that tells only what stands before or after something. */
  plain: 4,
  /** Begins or ends something: strings, comments, blocks, types. */
  special: 5,
} as const;

const special = new Set<number>([
  mark.quote,
  mark.apostrophe,
  mark.at,
  mark.dollar,
  mark.hash,
  mark.slash,
  mark.openBrace,
  mark.closeBrace,
  mark.openBracket,
  mark.closeBracket,
  mark.greater,
  63, // ?
]);

const kindOf = (code: number): number => {
  if (code === mark.newline || isBlank(code)) return kind.blank;
  if (isUpper(code) || code > 127) return kind.upper;
  if (isWordStart(code)) return kind.lower;
  if (isDigit(code)) return kind.digit;
  return special.has(code) ? kind.special : kind.plain;
};

/** By character code: its kind. */
export const kinds = characterTable(kindOf);

/** By character code: whether it goes on with a word. */
export const wordParts = characterTable((code) => (isWordPart(code) ? 1 : 0));

/** Past a word, given where it begins. Never reads behind the text: one such reading makes all others slow. */
export const wordEnd = (text: string, from: number): number => {
  const end = text.length;
  let at = from;
  while (at < end && wordParts[text.charCodeAt(at)] === 1) at++;
  return at;
};
