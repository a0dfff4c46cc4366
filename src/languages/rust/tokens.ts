import { isBlank, isWordStart, mark } from '../lexing/characters.js';
import { afterNestedComment, endOf, lineEnd, wordEnd } from '../lexing/skip.js';

// Each of these is given where a token begins and says where it has ended. All go forward only.

/** Past blanks, ends of lines and comments. */
export const skipSpace = (text: string, from: number): number => {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (isBlank(code) || code === mark.newline) at++;
    else if (code !== mark.slash) return at;
    else {
      const next = text.charCodeAt(at + 1);
      if (next === mark.slash) at = lineEnd(text, at);
      else if (next === mark.star) at = afterNestedComment(text, at);
      else return at;
    }
  }
};

/** Past a string, which may go over many lines. */
export const afterString = (text: string, from: number): number => {
  for (let at = from + 1; ; at++) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    let before = at - 1;
    while (before > from && text.charCodeAt(before) === mark.backslash) before--;
    if ((at - before) % 2 === 1) return at + 1;
  }
};

/** Past `#"…"#` or `"…"`, given what stands after the `r`; undefined where it is no string: `r#type` is a name. */
export const afterRawString = (text: string, from: number): number | undefined => {
  let at = from;
  while (text.charCodeAt(at) === mark.hash) at++;
  if (text.charCodeAt(at) !== mark.quote) return undefined;
  const closing = `"${text.slice(from, at)}`;
  return Math.min(text.length, endOf(text, closing, at + 1) + closing.length);
};

/** Past a character or a lifetime: `'a'` is one, `'a` the other. */
export const afterApostrophe = (text: string, from: number): number => {
  const code = text.charCodeAt(from + 1);
  if (code === mark.backslash) return afterEscape(text, from + 2);
  if (text.charCodeAt(from + 2) === mark.apostrophe) return from + 3;
  const isPair = code >= 0xd800 && code < 0xdc00;
  if (isPair && text.charCodeAt(from + 3) === mark.apostrophe) return from + 4;
  return isWordStart(code) ? wordEnd(text, from + 1) : from + 1;
};

/** The longest there is: `'\u{10_FF_FF}'`, with room for underscores. */
const longestEscape = 24;

const afterEscape = (text: string, from: number): number => {
  for (let at = from + 1; at < from + longestEscape; at++) {
    if (text.charCodeAt(at) === mark.apostrophe) return at + 1;
  }
  return from;
};

/** A name, without the `r#` that lets a keyword be one; undefined where none stands here. */
export const nameAt = (text: string, from: number): { readonly name: string; readonly end: number } | undefined => {
  if (!isWordStart(text.charCodeAt(from))) return undefined;
  const start = text.startsWith('r#', from) && isWordStart(text.charCodeAt(from + 2)) ? from + 2 : from;
  const end = wordEnd(text, start);
  return { name: text.slice(start, end), end };
};

/** Whether `::` stands here. */
export const isJoint = (text: string, at: number): boolean =>
  text.charCodeAt(at) === mark.colon && text.charCodeAt(at + 1) === mark.colon;
