import type { Specifier } from '../../domain/specifier.js';
import { isBlank, isDigit, isWordPart, isWordStart, mark } from '../lexing/characters.js';
import { afterQuoted } from '../lexing/skip.js';
import { afterNumber, afterRaw, skipSpace } from './tokens.js';

const directive = /include(?:_next)?|import/y;
const rawPrefix = /^(?:u8|[uUL])?R$/;

/**
 * The `#include`s of a file: `"x"` is an `include`, `<x>` a `system` one, `#include MACRO` none. All branches of `#if`
 * count, `#if 0` too: which are compiled depends on a build that is not known here. The text is walked once, so that
 * comments and strings are not taken for code; nothing after the last mention of a directive is looked at.
 */
export const readC = (text: string): Specifier[] => {
  const end = Math.max(text.lastIndexOf('include'), text.lastIndexOf('import'));
  if (end < 0) return [];
  const found = new Map<string, Specifier>();
  let atLineStart = true;
  let rawStrings = true;

  for (let at = 0; at <= end; ) {
    const code = text.charCodeAt(at);
    if (code === mark.newline) {
      atLineStart = true;
      at++;
    } else if (isBlank(code)) {
      at++;
    } else if (isComment(text, at) || code === mark.backslash) {
      at = Math.max(at + 1, skipSpace(text, at));
    } else if (code === mark.hash && atLineStart) {
      at = includeAt(text, at + 1, found);
      atLineStart = false;
    } else {
      atLineStart = false;
      if (code === mark.quote || code === mark.apostrophe) at = afterQuoted(text, at);
      else if (isDigit(code)) at = afterNumber(text, at);
      else if (isWordStart(code)) {
        const start = at;
        while (isWordPart(text.charCodeAt(at))) at++;
        if (
          rawStrings &&
          text.charCodeAt(at) === mark.quote &&
          rawPrefix.test(text.slice(start, Math.min(at, start + 4)))
        ) {
          const after = afterRaw(text, at);
          // One that never ends is no raw string: C before C99 has none. Trying again would not be linear.
          if (after === undefined) rawStrings = false;
          else at = after;
        }
      } else at++;
    }
  }
  return [...found.values()];
};

const isComment = (text: string, at: number): boolean => {
  if (text.charCodeAt(at) !== mark.slash) return false;
  const next = text.charCodeAt(at + 1);
  return next === mark.slash || next === mark.star;
};

/** Reads the directive after a `#`, and says where to go on. */
const includeAt = (text: string, from: number, found: Map<string, Specifier>): number => {
  const start = skipSpace(text, from);
  directive.lastIndex = start;
  const word = directive.exec(text)?.[0];
  if (!word || isWordPart(text.charCodeAt(start + word.length))) return start;
  const open = skipSpace(text, start + word.length);
  const opened = text.charCodeAt(open);
  if (opened !== mark.quote && opened !== mark.less) return open;
  const closing = opened === mark.quote ? mark.quote : mark.greater;
  for (let at = open + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === mark.newline) return at;
    if (code !== closing) continue;
    const path = text.slice(open + 1, at);
    const kind = opened === mark.quote ? 'include' : 'system';
    if (path !== '') found.set(`${kind} ${path}`, { text: path, kind });
    return at + 1;
  }
  return text.length;
};
