import { commentTo, type Lexis, textTo } from '../lexing/lexis.js';

/** The few lexical rules of Python that decide where code ends and text begins. All take and return positions. */

export const TAB = 9;
export const LF = 10;
export const FF = 12;
export const CR = 13;
export const SPACE = 32;
export const DOUBLE_QUOTE = 34;
export const HASH = 35;
export const SINGLE_QUOTE = 39;
export const OPEN_PAREN = 40;
export const CLOSE_PAREN = 41;
export const STAR = 42;
export const COMMA = 44;
export const DOT = 46;
export const COLON = 58;
export const SEMICOLON = 59;
const BACKSLASH = 92;
export const BYTE_ORDER_MARK = 0xfeff;

const asciiWord = new Uint8Array(128);
for (const char of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_') asciiWord[char.charCodeAt(0)] = 1;

/** Beyond ASCII everything counts as a letter: what is not cannot stand in code anyway. False at the end (NaN). */
export const isWord = (code: number): boolean => code >= 128 || asciiWord[code] === 1;

export const wordEnd = (text: string, at: number): number => {
  let end = at;
  while (isWord(text.charCodeAt(end))) end++;
  return end;
};

/** From a `#` to the line break that ends the comment. */
export const commentEnd = (text: string, at: number): number => {
  let end = at;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (code === LF || code === CR) break;
    end++;
  }
  return end;
};

/** After a backslash and the line break it joins; the same position where the backslash joins nothing. */
const joinEnd = (text: string, at: number): number => {
  const code = text.charCodeAt(at + 1);
  if (code === LF) return at + 2;
  if (code !== CR) return at;
  return text.charCodeAt(at + 2) === LF ? at + 3 : at + 2;
};

/** After blanks and joined lines; inside parentheses also after line breaks and comments. */
export const blankEnd = (text: string, at: number, inParens: boolean): number => {
  let end = at;
  for (;;) {
    const code = text.charCodeAt(end);
    if (code === SPACE || code === TAB || code === FF) end++;
    else if (code === BACKSLASH) {
      const joined = joinEnd(text, end);
      if (joined === end) return end;
      end = joined;
    } else if (inParens && (code === LF || code === CR)) end++;
    else if (inParens && code === HASH) end = commentEnd(text, end);
    else return end;
  }
};

/**
 * From an opening quote to after the string. Prefixes play no part: even in a raw string a backslash keeps the quote
 * after it from closing. A string that its line leaves open ends with the line, so that one typing error does not hide
 * the rest of the file.
 */
export const stringEnd = (text: string, at: number): number => {
  const quote = text.charCodeAt(at);
  if (text.charCodeAt(at + 1) === quote && text.charCodeAt(at + 2) === quote) return tripleEnd(text, at + 3, quote);
  let end = at + 1;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (code === quote) return end + 1;
    if (code === LF || code === CR) return end;
    if (code === BACKSLASH) {
      const joined = joinEnd(text, end);
      end = joined === end ? end + 2 : joined;
    } else end++;
  }
  return text.length;
};

const tripleEnd = (text: string, from: number, quote: number): number => {
  const closing = quote === DOUBLE_QUOTE ? '"""' : "'''";
  let search = from;
  for (;;) {
    const found = text.indexOf(closing, search);
    if (found < 0) return text.length;
    let escapes = found;
    while (escapes > search && text.charCodeAt(escapes - 1) === BACKSLASH) escapes--;
    if ((found - escapes) % 2 === 0) return found + 3;
    search = found + 1;
  }
};

export const pythonLexis: Lexis = {
  signs: /#|"""|'''|["']/g,
  pieces: (text) => ({
    at: (at, sign) =>
      sign === '#'
        ? commentTo(commentEnd(text, at))
        : textTo(text, at + sign.length, { end: stringEnd(text, at), closing: sign }),
  }),
};
