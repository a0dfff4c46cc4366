import { characterTable, isWordPart, isWordStart, mark } from '../lexing/characters.js';
import type { Source } from '../lexing/codes.js';

/** The character at a place, 0 at the end. */
export const codeAt = (source: Source, at: number): number => source.codes[at]!;

// The 0 behind the last character of a source is no part of a word.
const wordParts = characterTable((code) => (isWordPart(code) ? 1 : 0));
const nameParts = wordParts.slice();
nameParts[mark.backslash] = 1;

/** Past a word; where none is, it ends where it begins. */
export const wordEnd = (source: Source, from: number): number => {
  const [codes, parts] = [source.codes, wordParts];
  let at = from;
  while (parts[codes[at]!] === 1) at++;
  return at;
};

/** Past a name, which may be qualified: `A\B`, `\A`, `namespace\A`. */
export const nameEnd = (source: Source, from: number): number => {
  const [codes, parts] = [source.codes, nameParts];
  let at = from;
  while (parts[codes[at]!] === 1) at++;
  return at;
};

export const beginsName = (code: number): boolean => isWordStart(code) || code === mark.backslash;

export const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

export const minus = 45;
export const questionMark = 63;
