import { characterTable, isDigit, isUpper, mark } from '../lexing/characters.js';

const isLetter = (code: number): boolean => isSmall(code) || isUpper(code) || code > 127;

const isSmall = (code: number): boolean => code >= 97 && code <= 122;

const underscore = 95;

/** 1 for what names have: letters, to which all beyond ASCII are counted, digits, `_` and `$`. */
export const ofWord = characterTable((code) =>
  isLetter(code) || isDigit(code) || code === underscore || code === mark.dollar ? 1 : 0,
);

/** `type`: a word that may be one, since it begins with a capital, with `_`, or beyond ASCII, where few have capitals. */
export const beginning = { word: 1, type: 2, number: 3, mark: 4 } as const;

const marks: readonly number[] = [
  ...[mark.quote, mark.apostrophe, mark.backquote, mark.slash],
  ...[mark.openBrace, mark.closeBrace, mark.openParen, mark.closeParen],
];

/** What a character begins. */
export const begins = characterTable((code) => {
  if (isSmall(code) || code === mark.dollar) return beginning.word;
  if (ofWord[code] === 1) return isDigit(code) ? beginning.number : beginning.type;
  return marks.includes(code) ? beginning.mark : 0;
});

/**
 * For `nextOf`: 4 for marks that must be looked at wherever they stand (also the 0 that ends a text), 2 for what types
 * begin with, which must be only where no word goes before, and 1 more for what is of words.
 */
export const stops = (looked: string): Uint8Array => {
  const codes = [0, ...Array.from(looked, (one) => one.charCodeAt(0))];
  return characterTable((code) => ofWord[code] + (codes.includes(code) ? 4 : begins[code] === beginning.type ? 2 : 0));
};

/** The next place that must be looked at. Most of a text is passed over here. */
export const nextOf = (codes: Uint16Array, from: number, stop: Uint8Array): number => {
  let at = from;
  let least = at > 0 && ofWord[codes[at - 1]] === 1 ? 4 : 2;
  for (;;) {
    const found = stop[codes[at]];
    if (found >= least) return at;
    least = 2 + ((found & 1) << 1);
    at++;
  }
};
