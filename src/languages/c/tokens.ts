import { isBlank, isWordPart, mark } from '../lexing/characters.js';
import { endOf } from '../lexing/skip.js';

// Each of these is given where a token begins and says where it has ended. All go forward only.

/** Past blanks, comments and lines joined by a backslash; not past the end of a line. */
export const skipSpace = (text: string, from: number): number => {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    const next = text.charCodeAt(at + 1);
    if (isBlank(code)) at++;
    else if (code === mark.backslash && next === mark.newline) at += 2;
    else if (code === mark.backslash && next === mark.return && text.charCodeAt(at + 2) === mark.newline) at += 3;
    else if (code === mark.slash && next === mark.star) at = endOf(text, '*/', at + 2) + 2;
    else if (code === mark.slash && next === mark.slash) at = afterLine(text, at);
    else return Math.min(at, text.length);
  }
};

/** To the newline that ends a `//` comment; a backslash before a newline continues it. */
export const afterLine = (text: string, from: number): number => {
  let at = from;
  for (;;) {
    at = endOf(text, '\n', at);
    const before = text.charCodeAt(at - 1) === mark.return ? at - 2 : at - 1;
    if (at >= text.length || text.charCodeAt(before) !== mark.backslash) return at;
    at++;
  }
};

/** Past a number, with its digit separators: the apostrophes of `1'000'000` open no character. */
export const afterNumber = (text: string, from: number): number => {
  let at = from + 1;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isWordPart(code) || code === 46) continue;
    if (code === mark.apostrophe && isWordPart(text.charCodeAt(at + 1))) continue;
    break;
  }
  return at;
};

const rawOpening = /"([^\s()\\"]{0,16})\(/y;

/** Past `"delimiter( … )delimiter"`, given where its quote is; undefined where it is no such thing. */
export const afterRaw = (text: string, from: number): number | undefined => {
  rawOpening.lastIndex = from;
  const opening = rawOpening.exec(text);
  if (!opening) return undefined;
  const closing = `)${opening[1]}"`;
  const end = text.indexOf(closing, from + opening[0].length);
  return end < 0 ? undefined : end + closing.length;
};
