import { isWordPart, mark } from './characters.js';

// What languages with braces have in common. Each is given where something begins and says where it has ended; all go
// forward only, and what is never closed ends with the text.

/** Where `end` next stands; the end of the text where it does not. */
export const endOf = (text: string, end: string, from: number): number => {
  const at = text.indexOf(end, from);
  return at < 0 ? text.length : at;
};

/** To the newline that ends the line. */
export const lineEnd = (text: string, from: number): number => endOf(text, '\n', from);

/** Past a comment that does not nest, given where its opening `/` and `*` are. */
export const afterBlockComment = (text: string, from: number): number =>
  Math.min(text.length, endOf(text, '*/', from + 2) + 2);

/** Past a comment in which others may stand (Rust, Kotlin). */
export const afterNestedComment = (text: string, from: number): number => {
  let depth = 1;
  for (let at = from + 2; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const next = text.charCodeAt(at + 1);
    if (code === mark.star && next === mark.slash) {
      at++;
      if (--depth === 0) return at + 1;
    } else if (code === mark.slash && next === mark.star) {
      at++;
      depth++;
    }
  }
  return text.length;
};

/** Past a word, given where it begins. */
export const wordEnd = (text: string, from: number): number => {
  let at = from;
  while (isWordPart(text.charCodeAt(at))) at++;
  return at;
};

/**
 * Past a string or character with backslash escapes that must close on its line. One that does not ends with the line:
 * the apostrophe of a `#error don't` opens none, and a typing error does not hide the rest of the file.
 */
export const afterQuoted = (text: string, from: number): number => {
  const close = text.charCodeAt(from);
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === close) return at + 1;
    if (code === mark.newline) return at;
    if (code !== mark.backslash) continue;
    at++;
    if (text.charCodeAt(at) === mark.return && text.charCodeAt(at + 1) === mark.newline) at++;
  }
  return text.length;
};
