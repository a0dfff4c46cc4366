import { characterTable, isWordPart } from '../lexing/characters.js';

// What a character may begin, in tables: most of a file is blanks and words, and a look at a table is the fastest test.

/** Nothing: blanks, operators. */
export const plainCharacter = 0;
export const wordCharacter = 1;
/** A string, a comment, an attribute, a bracket, an end. */
const tellingCharacter = 2;

const isOneOf = (some: string) => (code: number) => some.includes(String.fromCharCode(code));

/** Where items stand, every word may be a keyword. */
const telling = isOneOf('\0"\'/{};()[]#$:');
export const characters: Uint8Array = characterTable((code) =>
  isWordPart(code) ? wordCharacter : telling(code) ? tellingCharacter : plainCharacter,
);

/** In bodies few matter. The letters are those by which `use`, `mod` and `extern` are noticed. */
const tellingInBody = isOneOf('\0"\'/{}:!umx');
export const bodyCharacters: Uint8Array = characterTable((code) =>
  tellingInBody(code) ? tellingCharacter : plainCharacter,
);
