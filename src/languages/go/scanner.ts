import { mark } from '../lexing/characters.js';
import { afterBlockComment, lineEnd } from '../lexing/skip.js';

const { newline, slash, star, quote, backquote, backslash } = mark;

const wordAt = /[\p{L}_][\p{L}\p{N}_]*/uy;

/** Steps over the first lines of a Go file, token by token. Each step moves forward, so reading is linear. */
export interface Scanner {
  /** Skips blanks, semicolons and comments, then takes `word` if it stands there as a whole word. */
  takeWord(word: string): boolean;
  /** Any word: a package's name or an import's alias. */
  takeName(): string | undefined;
  takeMark(sign: string): boolean;
  /** A string between quotes or backquotes. Escapes are kept: no import path has any. */
  takeString(): string | undefined;
}

export const scanner = (text: string): Scanner => {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;

  const skip = (): void => {
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === slash && text.charCodeAt(at + 1) === slash) {
        at = lineEnd(text, at);
      } else if (code === slash && text.charCodeAt(at + 1) === star) {
        at = afterBlockComment(text, at) - 1;
      } else if (code > 32 && code !== 59) {
        return;
      }
    }
  };
  const takeName = (): string | undefined => {
    skip();
    wordAt.lastIndex = at;
    const name = wordAt.exec(text)?.[0];
    at += name?.length ?? 0;
    return name;
  };
  return {
    takeName,
    takeWord(word) {
      skip();
      const before = at;
      if (text.startsWith(word, at) && takeName() === word) return true;
      at = before;
      return false;
    },
    takeMark(sign) {
      skip();
      if (text[at] !== sign) return false;
      at++;
      return true;
    },
    takeString() {
      skip();
      const open = text.charCodeAt(at);
      if (open !== quote && open !== backquote) return undefined;
      let end = at + 1;
      for (; end < text.length; end++) {
        const code = text.charCodeAt(end);
        if (code === open) break;
        if (open === quote && code === newline) return undefined;
        if (open === quote && code === backslash) end++;
      }
      if (end >= text.length) return undefined;
      const found = text.slice(at + 1, end);
      at = end + 1;
      return found;
    },
  };
};
