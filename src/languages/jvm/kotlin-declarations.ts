import { mark } from '../lexing/characters.js';
import type { Source } from '../lexing/codes.js';
import { dottedName } from './dotted-name.js';
import { nameAt, skipBlanks, skipSpace } from './lexis.js';

/** Headers are longer than this in no code that people write; without a limit, broken text could be read again and again. */
const longest = 300;

/**
 * The name that a `fun`, `val` or `var` declares, given where that word ends: `c` in `fun <T> a.B<T>?.c(`. Undefined
 * where it has none: `fun(x)`, `val (a, b)`.
 */
export const callableName = (source: Source, from: number): string | undefined => {
  const { codes } = source;
  const limit = Math.min(source.text.length, from + longest);
  let at = skipSpace(source, from);
  if (codes[at] === mark.less) at = afterBrackets(codes, at, limit);
  while (at < limit) {
    at = skipSpace(source, at);
    if (codes[at] === mark.at) {
      at = dottedName(source, at + 1)?.end ?? limit;
      continue;
    }
    const isFunctionType = codes[at] === mark.openParen;
    const name = isFunctionType ? undefined : nameAt(source, at);
    if (!isFunctionType && !name) return undefined;
    at = name ? name.end : afterBrackets(codes, at, limit);
    if (codes[at] === mark.less) at = afterBrackets(codes, at, limit);
    while (codes[at] === question) at++;
    const dot = skipBlanks(codes, at);
    if (codes[dot] !== mark.dot) return name?.text;
    at = dot + 1;
  }
  return undefined;
};

const question = 63;
const minus = 45;

/** Past the bracket that closes the one at `from`, round or pointed, or to the limit. The `>` of `->` closes nothing. */
const afterBrackets = (codes: Uint16Array, from: number, limit: number): number => {
  const open = codes[from];
  const close = open === mark.less ? mark.greater : mark.closeParen;
  let depth = 0;
  for (let at = from; at < limit; at++) {
    if (codes[at] === open) depth++;
    else if (codes[at] === close && (open !== mark.less || codes[at - 1] !== minus) && --depth === 0) return at + 1;
  }
  return limit;
};

const jvmName = /\s*\(\s*(?:name\s*=\s*)?"([^"\\$\n]+)"/y;

/** The name in `JvmName("…")`, given where the word ends. */
export const givenName = (text: string, from: number): string | undefined => {
  jvmName.lastIndex = from;
  return jvmName.exec(text)?.[1];
};

/** What Java calls the class that holds the functions of a file: `UtilKt` for `util.kt`. */
export const facadeOf = (path: string): string => {
  const file = path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('.'));
  return `${file.slice(0, 1).toUpperCase()}${file.slice(1).replace(/[^\p{L}\p{N}_$]/gu, '_')}Kt`;
};
