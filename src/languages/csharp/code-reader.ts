import type { Specifier } from '../../domain/specifier.js';
import type { Declare } from '../language.js';
import { isUpper, isWordPart, isWordStart, mark } from '../lexing/characters.js';
import { codesOf } from '../lexing/codes.js';
import { hashStep } from '../lexing/hash.js';
import { afterBlockComment, afterQuoted, lineEnd } from '../lexing/skip.js';
import { kind, kinds, wordEnd, wordParts } from './characters.js';
import { Declarations } from './declarations.js';
import { Interpolations } from './interpolations.js';
import { Statements } from './statements.js';
import { afterRaw, afterVerbatim, runOf } from './strings.js';
import { TypeUses } from './type-uses.js';
import { kindOfHash, word } from './words.js';

const question = 63;
const byteOrderMark = 0xfeff;

/** Walks once over the text of a file. Comments and strings are passed over; what is left is looked at word by word. */
export class CodeReader {
  readonly #text: string;
  readonly #codes: Uint16Array;
  readonly #declarations: Declarations;
  readonly #statements: Statements;
  readonly #uses: TypeUses;
  readonly #strings: Interpolations;

  constructor(text: string, declare: Declare) {
    this.#text = text;
    this.#codes = codesOf(text);
    this.#declarations = new Declarations(declare);
    this.#uses = new TypeUses(text, this.#codes, this.#declarations);
    this.#statements = new Statements(text, { declare, declarations: this.#declarations, uses: this.#uses });
    this.#strings = new Interpolations(text, this.#declarations);
  }

  read(): Specifier[] {
    this.#walk();
    return [...this.#statements.imports.values(), ...this.#uses.take(this.#statements.aliases)];
  }

  #walk(): void {
    const codes = this.#codes;
    const uses = this.#uses;
    const strings = this.#strings;
    const end = this.#text.length;
    let at = 0;
    // Some files have two.
    while (codes[at] === byteOrderMark) at++;
    while (at < end) {
      const code = codes[at];
      switch (kinds[code]) {
        case kind.blank:
          do at++;
          while (kinds[codes[at]] === kind.blank);
          break;
        case kind.lower:
          at = this.#lower(at);
          break;
        case kind.upper:
          at = uses.name(at);
          break;
        case kind.digit:
          do at++;
          while (wordParts[codes[at]] === 1);
          uses.before = mark.quote;
          break;
        case kind.plain:
          at = strings.inHole ? this.#within(code, at) : at + 1;
          uses.before = code;
          break;
        default:
          at = this.#mark(code, at);
      }
    }
  }

  /** Punctuation in the code of a string. */
  #within(code: number, at: number): number {
    return this.#strings.within(code, at) ?? at + 1;
  }

  #lower(from: number): number {
    const codes = this.#codes;
    const uses = this.#uses;
    let end = from;
    let hash = 0;
    for (let code = codes[end]; wordParts[code] === 1; code = codes[++end]) hash = hashStep(hash, code);
    const meaning = uses.before === mark.dot ? word.plain : kindOfHash(hash);
    if (meaning > word.keyword) return this.#statements.take(meaning, from, end);
    if (meaning === word.plain) uses.lower(from, end, hash);
    uses.before = meaning;
    return end;
  }

  #mark(code: number, at: number): number {
    const text = this.#text;
    const uses = this.#uses;
    switch (code) {
      case mark.slash:
        if (text.charCodeAt(at + 1) === mark.slash) return lineEnd(text, at);
        if (text.charCodeAt(at + 1) === mark.star) return afterBlockComment(text, at);
        break;
      case mark.quote: {
        uses.before = code;
        if (text.charCodeAt(at + 1) !== mark.quote) return afterQuoted(text, at);
        const quotes = runOf(text, mark.quote, at);
        return quotes < 3 ? at + 2 : afterRaw(text, at, quotes);
      }
      case mark.apostrophe:
        uses.before = code;
        return afterQuoted(text, at);
      case mark.at:
        if (text.charCodeAt(at + 1) === mark.quote) {
          uses.before = mark.quote;
          return afterVerbatim(text, at + 2);
        }
        if (isWordStart(text.charCodeAt(at + 1))) return this.#verbatimName(at + 1);
        if (text.charCodeAt(at + 1) !== mark.dollar) break;
        uses.before = mark.quote;
        return this.#strings.open(at);
      case mark.dollar:
        uses.before = mark.quote;
        return this.#strings.open(at);
      case mark.hash:
        return this.#statements.directive(at);
      case mark.openBrace:
        this.#declarations.depth++;
        uses.openBrace();
        break;
      case mark.closeBrace: {
        const after = this.#strings.closeHole(at);
        uses.before = code;
        if (after !== undefined) return after;
        this.#declarations.close();
        uses.closeBrace();
        return at + 1;
      }
      case mark.openBracket:
        uses.openBracket();
        break;
    }
    if (this.#strings.inHole) this.#strings.within(code, at);
    uses.before = this.#endsType(code, at) ? word.type : code;
    return at + 1;
  }

  /** `@class`, which is a name and no keyword. */
  #verbatimName(from: number): number {
    if (isUpper(this.#text.charCodeAt(from))) return this.#uses.name(from);
    this.#uses.before = word.plain;
    return wordEnd(this.#text, from);
  }

  /** Whether a name after this is one that is being declared: `List<T> Items`, `int? Count`, `int[] Numbers`. */
  #endsType(code: number, at: number): boolean {
    if (code !== mark.greater && code !== question && code !== mark.closeBracket) return false;
    const before = this.#text.charCodeAt(at - 1);
    if (code === mark.closeBracket) return before === mark.openBracket || before === mark.comma;
    if (this.#text.charCodeAt(at + 1) !== 32) return false;
    if (before === question) return code === mark.greater;
    return isWordPart(before) || before === mark.greater || before === mark.closeBracket;
  }
}
