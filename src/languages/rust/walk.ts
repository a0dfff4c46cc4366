import type { Specifier } from '../../domain/specifier.js';
import type { Declare } from '../language.js';
import { isUpper, mark } from '../lexing/characters.js';
import { codesOf } from '../lexing/codes.js';
import { afterNestedComment, lineEnd } from '../lexing/skip.js';
import { bodyCharacters, characters, plainCharacter, wordCharacter } from './character-kinds.js';
import { Findings } from './findings.js';
import { type Keyword, keywordAt, longestKeyword } from './keywords.js';
import { Regions } from './regions.js';
import { Statements } from './statements.js';
import { afterApostrophe, afterRawString, afterString, isJoint, skipSpace } from './tokens.js';

const bang = 33;
const prefixedQuote = /^(?:r|br|cr)$/;

/** One walk over the text of a file, token by token. */
export class Walk {
  readonly #text: string;
  readonly #codes: Uint16Array;
  readonly #findings: Findings;
  readonly #regions = new Regions();
  readonly #statements: Statements;

  constructor(text: string, declare: Declare | undefined) {
    this.#text = text;
    this.#codes = codesOf(text);
    this.#findings = new Findings(declare);
    this.#statements = new Statements(text, this.#findings, this.#regions);
  }

  toEnd(): Specifier[] {
    const text = this.#text;
    let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    if (text.startsWith('#!', at) && text.charCodeAt(skipSpace(text, at + 2)) !== mark.openBracket)
      at = lineEnd(text, at);
    while (at < text.length) at = this.#regions.kind === 'body' ? this.#inBody(at) : this.#amongItems(at);
    return this.#findings.take();
  }

  /** Goes on until a body begins. */
  #amongItems(from: number): number {
    const text = this.#text;
    const codes = this.#codes;
    const regions = this.#regions;
    for (let at = from; ; ) {
      const code = codes[at]!;
      const kind = characters[code];
      if (kind === plainCharacter) {
        at++;
        continue;
      }
      if (kind === wordCharacter) {
        const start = at;
        do at++;
        while (characters[codes[at]!] === wordCharacter);
        const next = codes[at]!;
        // Most words are followed by something else, and are too long to be a keyword.
        if (next === mark.colon || next === bang || next === mark.quote || next === mark.hash) {
          at = this.#wordBefore(next, start, at);
        } else if (at - start <= longestKeyword) {
          const keyword = keywordAt(text, start, at, code);
          if (keyword !== undefined) at = this.#statements.keyword(keyword, at);
        }
        continue;
      }
      switch (code) {
        case 0:
          if (at >= text.length) return at;
          break;
        case mark.quote:
          at = afterString(text, at);
          continue;
        case mark.apostrophe:
          at = afterApostrophe(text, at);
          continue;
        case mark.slash:
          at = this.#afterSlash(at);
          continue;
        case mark.openBrace:
          regions.openBrace();
          this.#statements.endItem();
          if (regions.kind === 'body') return at + 1;
          break;
        case mark.closeBrace:
          regions.closeBrace();
          this.#statements.endItem();
          if (regions.kind === 'body') return at + 1;
          break;
        case mark.semicolon:
          regions.semicolon();
          this.#statements.endItem();
          break;
        case mark.openParen:
        case mark.openBracket:
          regions.openBracket();
          break;
        case mark.closeParen:
        case mark.closeBracket:
          regions.closeBracket();
          if (regions.kind === 'body') return at + 1;
          break;
        case mark.hash:
          if (codes[at + 1] === mark.openBracket && regions.kind === 'module') {
            this.#statements.attribute(at);
          }
          break;
        case mark.dollar:
          // `$crate` is the crate of the macro, `$name` whatever it is given.
          at = text.startsWith('crate::', at + 1) ? this.#path(at + 1, at + 6) : this.#wordEnd(at + 1);
          continue;
        case mark.colon:
          if (codes[at + 1] !== mark.colon) break;
          at = this.#globalPath(at);
          continue;
      }
      at++;
    }
  }

  /**
   * Goes on until a body ends, or something else begins in it. Most code is in bodies, and little in them matters: words
   * are passed over, and looked at from behind where something follows that makes more of them.
   */
  #inBody(from: number): number {
    const text = this.#text;
    const codes = this.#codes;
    const regions = this.#regions;
    for (let at = from; ; ) {
      while (bodyCharacters[codes[at]!] === plainCharacter) at++;
      switch (codes[at]!) {
        case 0:
          if (at >= text.length) return at;
          at++;
          break;
        case mark.quote:
          at = this.#afterQuote(at);
          break;
        case mark.apostrophe:
          at = afterApostrophe(text, at);
          break;
        case mark.slash:
          at = this.#afterSlash(at);
          break;
        case mark.openBrace:
          regions.openBrace();
          at++;
          break;
        case mark.closeBrace:
          regions.closeBrace();
          at++;
          if (regions.kind !== 'body') return at;
          break;
        case mark.colon:
          at = codes[at + 1] === mark.colon ? this.#pathAround(at) : at + 1;
          if (regions.isInHead) return this.#intoMacro(at);
          break;
        case bang: {
          const start = this.#wordStart(at);
          at = start === at ? at + 1 : this.#statements.macro(start, at);
          if (regions.kind !== 'body' || regions.isInHead) return this.#intoMacro(at);
          break;
        }
        case 117:
          at = this.#keywordInBody('use', at, at);
          if (regions.kind !== 'body') return at;
          break;
        case 109:
          at = this.#keywordInBody('mod', at, at);
          if (regions.kind !== 'body') return at;
          break;
        case 120:
          at = this.#keywordInBody('extern', at, at - 1);
          break;
      }
    }
  }

  #keywordInBody(keyword: Keyword, at: number, start: number): number {
    const end = start + keyword.length;
    const before = this.#codes[start - 1];
    const isWhole =
      this.#text.startsWith(keyword, start) &&
      (before === undefined || (characters[before] !== wordCharacter && before !== mark.hash)) &&
      characters[this.#codes[end]!] !== wordCharacter;
    return isWhole ? this.#statements.keyword(keyword, end) : at + 1;
  }

  /** To where a macro's brackets open, which decide what is inside. */
  #intoMacro(from: number): number {
    const at = skipSpace(this.#text, from);
    const code = this.#codes[at];
    if (code === mark.openBrace) this.#regions.openBrace();
    else if (code === mark.openParen || code === mark.openBracket) this.#regions.openBracket();
    else return from;
    return at + 1;
  }

  #afterSlash(at: number): number {
    const next = this.#codes[at + 1];
    if (next === mark.slash) return lineEnd(this.#text, at);
    return next === mark.star ? afterNestedComment(this.#text, at) : at + 1;
  }

  /** Past a string, raw where an `r` and perhaps hashes stand before it. */
  #afterQuote(at: number): number {
    let hashes = at;
    while (this.#codes[hashes - 1] === mark.hash) hashes--;
    const start = this.#wordStart(hashes);
    const isRaw = hashes - start < 3 && prefixedQuote.test(this.#text.slice(start, hashes));
    return (isRaw ? afterRawString(this.#text, hashes) : undefined) ?? afterString(this.#text, at);
  }

  /** A path, given where its first `::` is. */
  #pathAround(at: number): number {
    const start = this.#wordStart(at);
    if (start === at) return this.#globalPath(at);
    const before = this.#codes[start - 1];
    if (before === mark.hash || before === mark.dollar) return this.#afterJoints(at);
    return this.#path(start, at);
  }

  /** Past what is left of a path that means nothing here. */
  #afterJoints(from: number): number {
    let at = from;
    while (isJoint(this.#text, at)) at = this.#wordEnd(at + 2);
    return at;
  }

  #wordStart(end: number): number {
    let at = end;
    while (at > 0 && characters[this.#codes[at - 1]!] === wordCharacter) at--;
    return at;
  }

  #wordEnd(from: number): number {
    let at = from;
    while (characters[this.#codes[at]!] === wordCharacter) at++;
    return at;
  }

  /** A word that something follows at once which may make more of it: a path, a macro, a raw string. */
  #wordBefore(next: number, start: number, end: number): number {
    const text = this.#text;
    if (next === mark.colon) {
      if (text.charCodeAt(end + 1) === mark.colon) return this.#path(start, end);
    } else if (next === bang) return this.#statements.macro(start, end);
    else if (end - start < 3 && prefixedQuote.test(text.slice(start, end))) {
      return afterRawString(text, end) ?? this.#wordEnd(end + 1);
    }
    return end;
  }

  /** A path that begins with `::`, unless it goes on from a type: `<T as X>::f::g`. */
  #globalPath(at: number): number {
    const text = this.#text;
    if (text.charCodeAt(at - 1) === mark.greater) return this.#afterJoints(at);
    return this.#path(at, at);
  }

  /** Goes over a path, given where it begins and where its first part ends, and says where it has ended. */
  #path(from: number, first: number): number {
    const text = this.#text;
    let last = from;
    let end = first;
    let parts = 1;
    while (isJoint(text, end)) {
      const next = this.#wordEnd(end + 2);
      if (next === end + 2) break;
      last = end + 2;
      end = next;
      parts++;
    }
    // The one part of `::name` is a crate's name alone.
    if (parts > (first === from ? 2 : 1) && !isUpper(text.charCodeAt(from))) this.#statements.name(from, end);
    if (end === first) return end + 2;
    return text.charCodeAt(end) === bang ? this.#statements.macro(last, end) : end;
  }
}
