/** The characters that mean something to most readers, by code. */
export const mark = {
  newline: 10,
  return: 13,
  quote: 34,
  hash: 35,
  dollar: 36,
  apostrophe: 39,
  openParen: 40,
  closeParen: 41,
  star: 42,
  comma: 44,
  dot: 46,
  slash: 47,
  colon: 58,
  semicolon: 59,
  less: 60,
  equals: 61,
  greater: 62,
  at: 64,
  openBracket: 91,
  backslash: 92,
  closeBracket: 93,
  backquote: 96,
  openBrace: 123,
  closeBrace: 125,
} as const;

const ascii = 128;

/**
 * A number for each character there is, so that a look at a table is all that a loop needs. Beyond ASCII all are alike;
 * to ask for each of the 65,536 would take longer than reading a small project.
 */
export const characterTable = (of: (code: number) => number): Uint8Array => {
  const table = new Uint8Array(1 << 16).fill(of(ascii));
  for (let code = 0; code < ascii; code++) table[code] = of(code);
  return table;
};

/** Blanks within a line. */
export const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13 && code !== mark.newline);

export const isDigit = (code: number): boolean => code >= 48 && code <= 57;

export const isUpper = (code: number): boolean => code >= 65 && code <= 90;

/** Beyond ASCII everything counts as a letter: what is none cannot stand in code. False at the end of a text (NaN). */
export const isWordStart = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code > 127;

export const isWordPart = (code: number): boolean => isWordStart(code) || isDigit(code);
