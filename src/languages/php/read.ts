import type { Specifier } from '../../domain/specifier.js';
import type { Declare } from '../language.js';
import { isWordStart, mark } from '../lexing/characters.js';
import { type Source, sourceOf } from '../lexing/codes.js';
import { afterBlockComment } from '../lexing/skip.js';
import { beginsName, codeAt, isSpace, minus, nameEnd, questionMark, wordEnd } from './characters.js';
import { Context } from './context.js';
import { Findings } from './findings.js';
import { mayMatter } from './keywords.js';
import { afterHeredoc, afterInterpolated, afterOpenTag, afterSingle, lineCommentEnd, skipSpace } from './lexis.js';

/**
 * What a PHP file imports with `use`, includes, and names without either, and the classes, functions and constants that
 * it declares. The text is walked once; what stands outside of `<?php … ?>` is passed over.
 */
export const readPhp = (text: string, _path: string, declare?: Declare): Specifier[] => {
  const source = sourceOf(text);
  const findings = new Findings(text, declare);
  const context = new Context(source, findings);
  for (let at = afterOpenTag(source, 0); at >= 0; ) {
    const end = walk(source, at, context);
    at = end < text.length ? afterOpenTag(source, end) : -1;
  }
  return findings.all();
};

const idle = 0;
const name = 1;
const other = 2;

/** What a character begins. Most are idle: blanks, and all that means nothing here. */
const kinds = new Uint8Array(128);
for (let code = 0; code < 128; code++) kinds[code] = beginsName(code) ? name : idle;
for (const sign of '$\'"`/#-:<?()[],{}') kinds[sign.charCodeAt(0)] = other;

/**
 * Walks code up to its `?>`, the end of the text or `__halt_compiler`, and says where that was. What each character is
 * compared with is kept in constants of its own, out of the loop.
 */
const walk = (source: Source, from: number, context: Context): number => {
  const { codes, length } = source;
  const { dollar, openParen, closeParen, openBracket, closeBracket, comma, apostrophe, quote, backquote, colon } = mark;
  const [begins, greater, hyphen, question] = [kinds, mark.greater, minus, questionMark];
  let at = from;
  while (at < length) {
    const code = codes[at]!;
    const kind = begins[code & 127]!;
    if (code > 127 || kind === name) {
      const end = nameEnd(source, at + 1);
      at = mayMatter(source, at, end) ? context.name(at, end) : end;
    } else if (kind === idle) at++;
    else if (code === dollar) at = wordEnd(source, at + 1);
    else if (code === openParen || code === openBracket) {
      context.nesting++;
      at++;
    } else if (code === closeParen || code === closeBracket) {
      at++;
      if (context.nesting-- === context.watched) at = context.close(at);
    } else if (code === comma) {
      at++;
      if (context.nesting === context.watched) at = context.comma(at);
    } else if (code === apostrophe) at = afterSingle(source, at);
    else if (code === quote || code === backquote) at = afterInterpolated(source, at);
    else {
      const next = codes[at + 1];
      if (code === question && next === greater) return at + 2;
      // Any word may be the name of a member, also one that means something elsewhere.
      if (code === hyphen) at = next === greater ? afterMember(source, at + 2) : at + 1;
      else if (code === colon) at = next === colon ? afterMember(source, at + 2) : at + 1;
      else at = sign(source, at, context);
    }
  }
  return length;
};

/** Passes over what only some signs begin. */
const sign = (source: Source, at: number, context: Context): number => {
  const next = codeAt(source, at + 1);
  switch (codeAt(source, at)) {
    case mark.slash:
      if (next === mark.star) return afterBlockComment(source.text, at);
      return next === mark.slash ? lineCommentEnd(source, at) : at + 1;
    case mark.hash:
      return next === mark.openBracket ? context.attributes(at + 2) : lineCommentEnd(source, at);
    case mark.openBrace:
      context.openBrace();
      return at + 1;
    case mark.closeBrace:
      context.closeBrace();
      return at + 1;
    case mark.less:
      return (next === mark.less ? afterHeredoc(source, at) : undefined) ?? at + 1;
    default:
      return at + 1;
  }
};

const afterMember = (source: Source, from: number): number => {
  const start = isSpace(codeAt(source, from)) ? skipSpace(source, from) : from;
  return isWordStart(codeAt(source, start)) ? wordEnd(source, start) : start;
};
