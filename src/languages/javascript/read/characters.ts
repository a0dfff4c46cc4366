/** Classes of characters, as the main loop switches on them. A table beats comparisons in a loop over every character. */
export const BLANK = 0;
export const WORD = 1;
const OPERATOR = 2;
export const QUOTE = 3;
export const BACKTICK = 4;
export const SLASH = 5;
export const OPEN_PAREN = 6;
export const CLOSE_PAREN = 7;
export const OPEN_BRACE = 8;
export const CLOSE_BRACE = 9;
export const DOT = 10;
export const LESS = 11;
export const SIGN = 12;
export const BANG = 13;
export const CLOSE_BRACKET = 14;

// One entry for every character code there is: 64 kB, and no comparison but the look-up.
const classes = new Uint8Array(0x10000).fill(WORD).fill(OPERATOR, 0, 128);
const put = (characters: string, value: number): void => {
  for (const character of characters) classes[character.charCodeAt(0)] = value;
};
for (let code = 0; code <= 32; code++) classes[code] = BLANK;
// '#' belongs to private names and '\' to escaped ones, so that `#import` and `\u0061import` are other words.
put('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$#\\', WORD);
put('\'"', QUOTE);
put('`', BACKTICK);
put('/', SLASH);
put('(', OPEN_PAREN);
put(')', CLOSE_PAREN);
put('{', OPEN_BRACE);
put('}', CLOSE_BRACE);
put('.', DOT);
put('<', LESS);
put('+-', SIGN);
put('!', BANG);
put(']', CLOSE_BRACKET);

for (const code of [0xa0, 0xfeff, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000]) classes[code] = BLANK;
classes.fill(BLANK, 0x2000, 0x200b);

/** The class of a character code. Past the end of a text (NaN) it is none of them, so that every scan ends there. */
export const classOf = (code: number): number => classes[code];

export const isWord = (code: number): boolean => classOf(code) === WORD;

/** Ends a line: \n, \r, and the two line separators of Unicode. */
export const isLineEnd = (code: number): boolean => code === 10 || code === 13 || code === 0x2028 || code === 0x2029;
