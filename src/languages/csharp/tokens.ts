import { isBlank, isWordStart, mark } from '../lexing/characters.js';
import { afterBlockComment, lineEnd } from '../lexing/skip.js';
import { wordEnd } from './characters.js';

// Each of these is given where something may begin. All go forward only.

/** Past blanks, newlines and comments. */
export const skipSpace = (text: string, from: number): number => {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === mark.newline || isBlank(code)) at++;
    else if (code !== mark.slash) return at;
    else if (text.charCodeAt(at + 1) === mark.slash) at = lineEnd(text, at);
    else if (text.charCodeAt(at + 1) === mark.star) at = afterBlockComment(text, at);
    else return at;
  }
};

export interface Name {
  readonly text: string;
  readonly end: number;
}

/** An identifier; the `@` of `@class`, which says that it is no keyword, is no part of it. */
export const identifierAt = (text: string, from: number): Name | undefined => {
  const start = text.charCodeAt(from) === mark.at ? from + 1 : from;
  if (!isWordStart(text.charCodeAt(start))) return undefined;
  const end = wordEnd(text, start);
  return { text: text.slice(start, end), end };
};

/** No name has more parts; a text of nothing but `using::using::` would be read again and again. */
const mostParts = 32;

/** `A.B.C`, perhaps after `global::`, however it is spaced. */
export const dottedNameAt = (text: string, from: number): Name | undefined => {
  let name = identifierAt(text, from);
  if (!name) return undefined;
  let whole = name.text;
  let { end } = name;
  for (let parts = 1; parts < mostParts; parts++) {
    const at = skipSpace(text, end);
    const qualified = text.startsWith('::', at);
    if (!qualified && text.charCodeAt(at) !== mark.dot) return { text: whole, end };
    name = identifierAt(text, skipSpace(text, at + (qualified ? 2 : 1)));
    if (!name) return { text: whole, end };
    whole += (qualified ? '::' : '.') + name.text;
    end = name.end;
  }
  return { text: whole, end };
};

/** No declaration is looked ahead for longer than this, so that a text of nothing but `delegate` takes no longer. */
const furthest = 200;

/** The name that `delegate Type<X> Name<T>(…)` declares; undefined for an anonymous method. */
export const delegateNameAt = (text: string, from: number): string | undefined => {
  let angles = 0;
  let start = -1;
  let end = -1;
  const last = Math.min(text.length, from + furthest);
  for (let at = from; at < last; ) {
    const code = text.charCodeAt(at);
    if (isWordStart(code)) {
      const after = wordEnd(text, at);
      if (angles === 0) {
        start = at;
        end = after;
      }
      at = after;
      continue;
    }
    if (code === mark.less) angles++;
    else if (code === mark.greater) angles--;
    else if (code === mark.openParen && angles === 0) return start < 0 ? undefined : text.slice(start, end);
    else if (code === mark.semicolon || code === mark.openBrace || code === mark.equals) return undefined;
    at++;
  }
  return undefined;
};
