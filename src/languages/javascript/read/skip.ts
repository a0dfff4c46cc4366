import { BLANK, classOf, isLineEnd, isWord } from './characters.js';

// Each takes the text and a position and gives the position after what it skips; none looks at anything twice.

export const afterWord = (text: string, at: number): number => {
  let next = at;
  while (isWord(text.charCodeAt(next))) next++;
  return next;
};

export const afterLine = (text: string, at: number): number => {
  let next = at;
  while (next < text.length && !isLineEnd(text.charCodeAt(next))) next++;
  return next;
};

export const afterBlockComment = (text: string, at: number): number => {
  const close = text.indexOf('*/', at + 2);
  return close < 0 ? text.length : close + 2;
};

/** After blanks and comments. */
export const afterBlank = (text: string, at: number): number => {
  let next = at;
  while (next < text.length) {
    const code = text.charCodeAt(next);
    if (classOf(code) === BLANK) next++;
    else if (code !== 47) return next;
    else if (text.charCodeAt(next + 1) === 47) next = afterLine(text, next);
    else if (text.charCodeAt(next + 1) === 42) next = afterBlockComment(text, next);
    else return next;
  }
  return next;
};

/** After the string whose quote stands at `at`. A string that is never closed ends with its line. */
export const afterString = (text: string, at: number): number => {
  const quote = text.charCodeAt(at);
  let next = at + 1;
  while (next < text.length) {
    const code = text.charCodeAt(next);
    if (code === quote) return next + 1;
    if (code === 92) {
      // A line may be continued with \ and any line end, of which \r\n is one.
      next += text.charCodeAt(next + 1) === 13 && text.charCodeAt(next + 2) === 10 ? 3 : 2;
    } else if (code === 10 || code === 13) return next;
    else next++;
  }
  return text.length;
};

/** After the closing backtick or the `${` of a template; `at` is inside it. */
export const afterTemplateText = (text: string, at: number): number => {
  let next = at;
  while (next < text.length) {
    const code = text.charCodeAt(next);
    if (code === 96) return next + 1;
    if (code === 36 && text.charCodeAt(next + 1) === 123) return next + 2;
    next += code === 92 ? 2 : 1;
  }
  return text.length;
};

/**
 * After the closing slash of the regular expression at `at`. Where its line ends first it is none, and the answer is
 * that line end, negated: up to there no slash need be tried again, or a line of slashes would take quadratic time.
 */
export const afterRegex = (text: string, at: number): number => {
  let inClass = false;
  let next = at + 1;
  for (; next < text.length; next++) {
    let code = text.charCodeAt(next);
    if (code === 92) code = text.charCodeAt(++next);
    else if (code === 91) inClass = true;
    else if (code === 93) inClass = false;
    else if (code === 47 && !inClass) return next + 1;
    if (isLineEnd(code)) break;
  }
  return -next;
};
