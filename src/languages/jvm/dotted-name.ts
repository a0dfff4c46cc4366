import { mark } from '../lexing/characters.js';
import type { Source } from '../lexing/codes.js';
import { afterWord, type Name, nameAt, skipBlanks, skipSpace } from './lexis.js';

/** `a.b.C` or `a.b.*`, however it is spaced. */
export const dottedName = (source: Source, from: number): Name | undefined =>
  plainName(source, skipBlanks(source.codes, from)) ?? anyName(source, from);

/** As nearly all are written: without a blank, and with nothing behind it that could belong to it. */
const plainName = ({ text, codes }: Source, from: number): Name | undefined => {
  let at = from;
  for (;;) {
    const end = codes[at] === mark.star ? at + 1 : afterWord(codes, at);
    if (end === at) return undefined;
    at = end;
    if (codes[at] !== mark.dot) break;
    at++;
  }
  const ends = codes[at] === mark.semicolon || (codes[at] === mark.newline && codes[at + 1] > mark.slash);
  return ends ? { text: text.slice(from, at), end: at } : undefined;
};

const anyName = (source: Source, from: number): Name | undefined => {
  const parts: string[] = [];
  let end = from;
  for (let at = from; ; ) {
    at = skipSpace(source, at);
    const part = source.codes[at] === mark.star ? { text: '*', end: at + 1 } : nameAt(source, at);
    if (!part) break;
    parts.push(part.text);
    end = part.end;
    at = skipSpace(source, end);
    if (source.codes[at] !== mark.dot || part.text === '*') break;
    at++;
  }
  return parts.length === 0 ? undefined : { text: parts.join('.'), end };
};

/** The last part of a dotted name, which is what an import makes known; undefined for `*`. */
export const lastPart = (name: string): string | undefined => {
  const last = name.slice(name.lastIndexOf('.') + 1);
  return last === '*' ? undefined : last;
};
