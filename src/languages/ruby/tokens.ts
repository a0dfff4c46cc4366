import { isBlank, isUpper, isWordPart, isWordStart, mark } from '../lexing/characters.js';
import { endOf, wordEnd } from '../lexing/skip.js';

// Each of these is given where a token begins and says where it has ended. All go forward only.

const question = 63;
const exclamation = 33;
const minus = 45;

/** The signs that methods are named by: `+ - * / % < > = ! ~ ^ & | [ ] @` and the backquote. */
const signs = new Set([...'+-*/%<>=!~^&|[]@`'].map((sign) => sign.charCodeAt(0)));

export const afterBlanks = (text: string, from: number): number => {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
};

/** Past `A::B::C`, given where its first name begins; what follows it, `::new` or `::X()`, is no part of it. */
export const afterPath = (text: string, from: number): number => {
  let at = wordEnd(text, from);
  while (text.charCodeAt(at) === mark.colon && text.charCodeAt(at + 1) === mark.colon) {
    if (!isUpper(text.charCodeAt(at + 2))) return at;
    at = wordEnd(text, at + 2);
  }
  return at;
};

/** Whether `= x` or `||= x` follows; not `==`, `=~` or `=>`. */
export const isAssigned = (text: string, from: number): boolean => {
  const at = afterBlanks(text, from);
  if (text.startsWith('||=', at)) return true;
  const next = text.charCodeAt(at + 1);
  return text.charCodeAt(at) === mark.equals && next !== mark.equals && next !== 126 && next !== mark.greater;
};

/** Whether a superclass follows the name of a class. */
export const isDerived = (text: string, from: number): boolean =>
  text.charCodeAt(afterBlanks(text, from)) === mark.less;

/** Past `$x`, `$1`, `$-w`, `$/`: a global variable whose name may be a sign that opens a literal elsewhere. */
export const afterGlobal = (text: string, from: number): number => {
  const next = text.charCodeAt(from + 1);
  if (isWordPart(next)) return wordEnd(text, from + 1);
  return from + (next === minus && isWordPart(text.charCodeAt(from + 2)) ? 3 : 2);
};

/** Past `?a` or `?\n`; only past the `?` where it is no character, as in `x ? yes : no`. */
export const afterCharacter = (text: string, from: number): number => {
  if (text.charCodeAt(from + 1) === mark.backslash) return wordEnd(text, from + 3);
  return isWordPart(text.charCodeAt(from + 1)) && isWordPart(text.charCodeAt(from + 2)) ? from + 1 : from + 2;
};

/** Past `:name`, `:name?`, `:name=`, `:<<`; undefined where the colon begins none of them. */
export const afterSymbol = (text: string, from: number): number | undefined => {
  const first = text.charCodeAt(from + 1);
  if (isWordStart(first)) return afterMethodName(text, from + 1);
  if (first === mark.at || first === mark.dollar) return wordEnd(text, from + 2);
  return signs.has(first) ? afterSigns(text, from + 1) : undefined;
};

const afterMethodName = (text: string, from: number): number => {
  const at = wordEnd(text, from);
  const next = text.charCodeAt(at);
  if (next === question || next === exclamation) return text.charCodeAt(at + 1) === mark.equals ? at : at + 1;
  return next === mark.equals && isAlone(text, at) ? at + 1 : at;
};

/** Whether an `=` stands alone, as in `name=`, and not in `:a=>1`, `:a==b` or `:a=~b`. */
const isAlone = (text: string, at: number): boolean => {
  const next = text.charCodeAt(at + 1);
  return next !== mark.greater && next !== mark.equals && next !== 126;
};

const afterSigns = (text: string, from: number): number => {
  let at = from;
  while (at < from + 3 && signs.has(text.charCodeAt(at))) at++;
  return at;
};

/** Past the name of a method being defined, and what it is defined on: `def self.x=`, `def <=>`. */
export const afterDefinedName = (text: string, from: number): number => {
  let at = afterBlanks(text, from);
  for (;;) {
    const first = text.charCodeAt(at);
    if (!isWordPart(first)) return signs.has(first) ? afterSigns(text, at) : at;
    at = afterMethodName(text, at);
    if (text.charCodeAt(at) !== mark.dot) return at;
    at++;
  }
};

/** No parameters are longer; looking further would take quadratic time where parentheses are never closed. */
const longestParameters = 1000;

/** Past the parentheses of a method's parameters; where there are none, the same place. */
export const afterParameters = (text: string, from: number): number => {
  if (text.charCodeAt(from) !== mark.openParen) return from;
  let depth = 0;
  for (let at = from; at < from + longestParameters; at++) {
    const code = text.charCodeAt(at);
    if (code === mark.openParen) depth++;
    else if (code === mark.closeParen && --depth === 0) return at + 1;
  }
  return from;
};

/** Whether a method is defined as `def x = value` or `def x(y) = value`, given the place behind `x` or `)`. */
export const isEndless = (text: string, from: number): boolean => {
  const at = afterBlanks(text, from);
  return text.charCodeAt(at) === mark.equals && isAlone(text, at);
};

/** Whether a regular expression that may begin here ends on its line. */
export const closesOnLine = (text: string, from: number): boolean => {
  for (let at = from + 1; ; at++) {
    const code = text.charCodeAt(at);
    if (code === mark.slash) return true;
    if (code === mark.backslash) at++;
    else if (code === mark.newline || !(code >= 0)) return false;
  }
};

/** Past `=begin … =end`, to the end of its last line. */
export const afterBlockOfComments = (text: string, from: number): number =>
  endOf(text, '\n', endOf(text, '\n=end', from) + 1);

/** Whether a line consists of `__END__`, behind which no code stands. */
export const isEndOfCode = (text: string, from: number): boolean => {
  if (!text.startsWith('__END__', from)) return false;
  const next = text.charCodeAt(from + 7);
  return next === mark.newline || next === mark.return || from + 7 >= text.length;
};
