import { isWordPart, isWordStart, mark } from '../lexing/characters.js';
import { type Source, sourceOf } from '../lexing/codes.js';
import { codeTo, commentTo, type Lexis, type Pieces, textTo } from '../lexing/lexis.js';
import { afterBlockComment } from '../lexing/skip.js';
import { codeAt, isSpace, questionMark } from './characters.js';

// Each of these is given where something begins and says where it has ended. All go forward only; what is never closed
// ends with the text.

/** Where code begins after the next opening tag; -1 where there is none. */
export const afterOpenTag = (source: Source, from: number): number => {
  for (let at = source.text.indexOf('<?', from); at >= 0; at = source.text.indexOf('<?', at + 2)) {
    const next = codeAt(source, at + 2);
    if (next === mark.equals) return at + 3;
    // `<?` alone is one where the server says so, `<?xml` never is.
    if (!isWordStart(next)) return at + 2;
    if (isPhp(source, at + 2) && !isWordPart(codeAt(source, at + 5))) return at + 5;
  }
  return -1;
};

const isPhp = (source: Source, at: number): boolean =>
  (codeAt(source, at) | 32) === 112 && (codeAt(source, at + 1) | 32) === 104 && (codeAt(source, at + 2) | 32) === 112;

/** Past blanks, newlines and comments; attributes (`#[`) are code. */
export const skipSpace = (source: Source, from: number): number => {
  let at = from;
  for (;;) {
    const code = codeAt(source, at);
    if (isSpace(code)) at++;
    else if (code === mark.slash && codeAt(source, at + 1) === mark.star) at = afterBlockComment(source.text, at);
    else if (code === mark.slash && codeAt(source, at + 1) === mark.slash) at = lineCommentEnd(source, at);
    else if (code === mark.hash && codeAt(source, at + 1) !== mark.openBracket) at = lineCommentEnd(source, at);
    else return at;
  }
};

/** To the newline that ends a comment, or to the `?>` in it, which ends the code too. */
export const lineCommentEnd = (source: Source, from: number): number => {
  const { codes, length } = source;
  const [newline, question, greater] = [mark.newline, questionMark, mark.greater];
  for (let at = from; at < length; at++) {
    const code = codes[at]!;
    if (code === newline || (code === question && codes[at + 1] === greater)) return at;
  }
  return length;
};

/** Past `'…'`, which may go over lines. */
export const afterSingle = (source: Source, from: number): number => {
  const { codes, length } = source;
  const { apostrophe, backslash } = mark;
  for (let at = from + 1; at < length; at++) {
    const code = codes[at]!;
    if (code === apostrophe) return at + 1;
    if (code === backslash) at++;
  }
  return length;
};

/** Past `"…"` or a string in backquotes. */
export const afterInterpolated = (source: Source, from: number): number => {
  const { codes, length } = source;
  const { backslash, openBrace, dollar } = mark;
  const close = codes[from]!;
  for (let at = from + 1; at < length; at++) {
    const code = codes[at]!;
    if (code === close) return at + 1;
    if (code === backslash) at++;
    else if ((code === openBrace || code === dollar) && opensCode(source, at, code)) {
      return afterNested(source, at + 2, [close, openBrace]);
    }
  }
  return length;
};

const opensCode = (source: Source, at: number, code: number): boolean =>
  (code === mark.openBrace && codeAt(source, at + 1) === mark.dollar) ||
  (code === mark.dollar && codeAt(source, at + 1) === mark.openBrace);

/** Strings that hold code that holds strings: `"{$a["key"]}"`. `open` has what is still to be closed. */
const afterNested = (source: Source, from: number, open: number[]): number => {
  let at = from;
  while (at < source.length) {
    const code = codeAt(source, at);
    const inside = open[open.length - 1];
    if (inside === mark.openBrace) {
      if (code === mark.apostrophe) {
        at = afterSingle(source, at);
        continue;
      }
      if (code === mark.closeBrace) open.pop();
      else if (code === mark.openBrace || code === mark.quote || code === mark.backquote) open.push(code);
      at++;
    } else if (code === inside) {
      open.pop();
      at++;
      if (open.length === 0) return at;
    } else if (opensCode(source, at, code)) {
      open.push(mark.openBrace);
      at += 2;
    } else at += code === mark.backslash ? 2 : 1;
  }
  return source.length;
};

const heredocOpening = /<<<[ \t]*(["']?)([A-Za-z_\x80-\uffff][\w\x80-\uffff]*)\1\r?\n/y;

/** Past a heredoc or nowdoc, given where its `<<<` is; undefined where it is none. */
export const afterHeredoc = (source: Source, from: number): number | undefined => {
  heredocOpening.lastIndex = from;
  const opening = heredocOpening.exec(source.text);
  if (!opening) return undefined;
  const label = opening[2]!;
  // The newline before the body may also be the one before the closing label.
  const body = heredocOpening.lastIndex;
  for (let at = source.text.indexOf(label, body); at >= 0; at = source.text.indexOf(label, at + label.length)) {
    if (!isWordPart(codeAt(source, at + label.length)) && beginsLine(source, at)) return at + label.length;
  }
  return source.length;
};

const beginsLine = (source: Source, from: number): boolean => {
  let at = from - 1;
  while (codeAt(source, at) === 32 || codeAt(source, at) === 9) at--;
  return codeAt(source, at) === mark.newline;
};

/** What stands outside of `<?php … ?>` is passed over; a file without a tag is taken for code. */
export const phpLexis: Lexis = {
  signs: /\?>|\/\/|\/\*|#(?!\[)|<<<|["'`]/g,
  pieces: (text): Pieces => {
    const source = sourceOf(text);
    return {
      start: Math.max(0, afterOpenTag(source, 0)),
      at: (at, sign) => {
        switch (sign) {
          case '//':
          case '#':
            return commentTo(lineCommentEnd(source, at));
          case '/*':
            return commentTo(afterBlockComment(text, at));
          case '?>': {
            const code = afterOpenTag(source, at + 2);
            return codeTo(code < 0 ? text.length : code);
          }
          case '<<<': {
            const end = afterHeredoc(source, at);
            return end === undefined ? undefined : { kind: 'text', from: at + 3, to: end, end };
          }
          default: {
            const end = sign === "'" ? afterSingle(source, at) : afterInterpolated(source, at);
            return textTo(text, at + 1, { end, closing: sign });
          }
        }
      },
    };
  },
};
