import { isBlank, isUpper, mark } from '../lexing/characters.js';
import type { Source } from '../lexing/codes.js';
import { afterBlockComment, lineEnd } from '../lexing/skip.js';
import type { UsedNames } from '../lexing/used-names.js';
import { beginning, begins, ofWord } from './characters.js';

/** The character some places before another; 0 before the text. */
export const before = (codes: Uint16Array, at: number, places = 1): number => (at >= places ? codes[at - places] : 0);

/** Past a word, given a place in it. */
export const afterWord = (codes: Uint16Array, from: number): number => {
  let at = from;
  while (ofWord[codes[at]] === 1) at++;
  return at;
};

/** Past a character and those behind it that begin nothing; not past the 0 that ends a text. */
export const afterOthers = (codes: Uint16Array, from: number): number => {
  let at = from + 1;
  while (begins[codes[at]] === 0 && codes[at] !== 0) at++;
  return at;
};

/** Past a comment in which others may stand, given where it begins. */
export const afterNestedComment = ({ text, codes }: Source, from: number): number => {
  let depth = 1;
  for (let at = from + 2; at < text.length; at++) {
    const code = codes[at];
    if (code === mark.star && codes[at + 1] === mark.slash) {
      at++;
      if (--depth === 0) return at + 1;
    } else if (code === mark.slash && codes[at + 1] === mark.star) {
      at++;
      depth++;
    }
  }
  return text.length;
};

/** Past blanks within a line. */
export const skipBlanks = (codes: Uint16Array, from: number): number => {
  let at = from;
  while (isBlank(codes[at])) at++;
  return at;
};

/** Past blanks, newlines and comments. */
export const skipSpace = ({ text, codes }: Source, from: number): number => {
  for (let at = from; ; ) {
    const code = codes[at];
    if (isBlank(code) || code === mark.newline) at++;
    else if (code === mark.slash && codes[at + 1] === mark.slash) at = lineEnd(text, at);
    else if (code === mark.slash && codes[at + 1] === mark.star) at = afterBlockComment(text, at);
    else return at;
  }
};

/** Past a string or character with escapes; to the end of the line where it is not closed. */
export const afterString = (codes: Uint16Array, from: number): number => {
  const close = codes[from];
  for (let at = from + 1; ; at++) {
    const code = codes[at];
    if (code === close) return at + 1;
    if (code === mark.newline || code === 0) return at;
    if (code === mark.backslash && codes[at + 1] > 31) at++;
  }
};

/** Past a string, a character or a text block, whose closing quotes may be escaped. */
export const afterJavaQuote = ({ codes }: Source, from: number): number => {
  if (codes[from] !== mark.quote || codes[from + 1] !== mark.quote || codes[from + 2] !== mark.quote) {
    return afterString(codes, from);
  }
  for (let at = from + 3; ; at++) {
    const code = codes[at];
    if (code === 0) return at;
    if (code === mark.backslash && codes[at + 1] !== 0) at++;
    else if (code === mark.quote && codes[at + 1] === mark.quote && codes[at + 2] === mark.quote) return at + 3;
  }
};

/** Past a name between backquotes; to the end of the line where it is not closed. */
export const afterBackquoted = (codes: Uint16Array, from: number): number => {
  for (let at = from + 1; ; at++) {
    const code = codes[at];
    if (code === mark.backquote) return at + 1;
    if (code === mark.newline || code === 0) return at;
  }
};

export interface Name {
  readonly text: string;
  readonly end: number;
}

/** The word at a place, or what stands between backquotes there, as Kotlin writes names that are keywords. */
export const nameAt = ({ text, codes }: Source, at: number): Name | undefined => {
  if (codes[at] !== mark.backquote) {
    const end = afterWord(codes, at);
    return end === at || begins[codes[at]] === beginning.number ? undefined : { text: text.slice(at, end), end };
  }
  const end = afterBackquoted(codes, at);
  const isClosed = end > at + 1 && codes[end - 1] === mark.backquote;
  return isClosed ? { text: text.slice(at + 1, end - 1), end } : undefined;
};

/** The word that stands before a place and blanks; '' where there is none. */
export const wordBefore = ({ text, codes }: Source, at: number): string => {
  let end = at;
  while (isBlank(before(codes, end)) || before(codes, end) === mark.newline) end--;
  return end === at ? '' : text.slice(wordStart(codes, end), end);
};

/** Where the word that ends at a place begins. */
export const wordStart = (codes: Uint16Array, end: number): number => {
  let start = end;
  while (start > 0 && ofWord[codes[start - 1]] === 1) start--;
  return start;
};

/** Notes a word that begins like a type. A member (`x.Type`) is none, and `a.b.Type` is one with its package. */
export const noteType = (names: UsedNames, source: Source, start: number, end: number): void => {
  const { codes } = source;
  // The second dot is that of a range: `0..MAX`.
  if (before(codes, start) !== mark.dot || before(codes, start, 2) === mark.dot) names.addCodes(source, start, end);
  else {
    const from = packageBefore(codes, start - 1);
    if (from >= 0) names.addCodes(source, from, end);
  }
};

/** Where the two or more words in lower case that lead up to a dot begin; -1 where other things do. */
const packageBefore = (codes: Uint16Array, dot: number): number => {
  for (let at = dot, parts = 1; ; parts++) {
    const start = wordStart(codes, at);
    if (start === at || isUpper(codes[start])) return -1;
    if (before(codes, start) !== mark.dot) return parts > 1 ? start : -1;
    at = start - 1;
  }
};
