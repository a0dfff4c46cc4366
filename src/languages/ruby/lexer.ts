import { isBlank, isUpper, isWordPart, mark } from '../lexing/characters.js';
import { codesOf } from '../lexing/codes.js';
import { lineEnd, wordEnd } from '../lexing/skip.js';
import {
  AFTER_COLON,
  AFTER_DOT,
  AFTER_LABEL,
  AFTER_NAME,
  AFTER_OPERATOR,
  AFTER_VALUE,
  AT_LINE,
  AT_START,
  behind,
  behindValue,
  carefulTable,
  classBits,
  classOf,
  IN_NAME,
  LOOK,
  meant,
  table,
} from './automaton.js';
import type { Findings } from './findings.js';
import { endsBelow, heredocAt } from './heredocs.js';
import { type Delimited, delimited, percentAt } from './literals.js';
import { Nesting } from './nesting.js';
import type { Scopes } from './scopes.js';
import * as token from './tokens.js';
import type { Meaning } from './words.js';

const percent = 37;
const question = 63;
const exclamation = 33;
const underscore = 95;

/**
 * Reads just enough of Ruby to know code from comments, strings, heredocs and regular expressions, and which classes and
 * modules are open. It never fails and goes forward only: on a text that is no program it finds what looks like one.
 */
export class Lexer {
  readonly #text: string;
  readonly #units: Uint16Array;
  readonly #findings: Findings;
  readonly #scopes: Scopes;
  readonly #nesting: Nesting;
  #before = AT_START;
  /** Set once `x <<WORD` turned out to be no heredoc: looking for the end of each would take quadratic time. */
  #appends = false;

  constructor(text: string, findings: Findings, scopes: Scopes) {
    this.#text = text;
    this.#units = codesOf(text);
    this.#findings = findings;
    this.#scopes = scopes;
    this.#nesting = new Nesting(text);
  }

  run(): void {
    const units = this.#units;
    const length = this.#text.length;
    let at = units[0] === 0xfeff ? 1 : 0;
    let state = AT_LINE;
    let decide = table;
    // The 0 behind the text is looked at too, so that the last word ends.
    while (at <= length) {
      const next = decide[(state << classBits) | classOf[units[at]]];
      if (next !== LOOK) {
        state = next;
        at++;
        continue;
      }
      at = this.#look(state, at);
      state = this.#before;
      decide = this.#nesting.needsCare ? carefulTable : table;
    }
  }

  /** Something that the table leaves open: a word with a meaning has just ended, or a constant or literal begins. */
  #look(state: number, at: number): number {
    const units = this.#units;
    const code = units[at];
    this.#before = behind[state];
    const meaning = meant[state];
    if (meaning !== undefined) return this.#keyword(meaning, state, at);
    if (state === AFTER_COLON) return this.#colon(at - 1);
    if (state === AFTER_LABEL && code === mark.colon) {
      // `name::Const`.
      this.#before = AFTER_DOT;
      return at + 1;
    }
    if (state === AT_LINE && (code === mark.equals || code === underscore)) return this.#lineStart(code, at);
    return isUpper(code) ? this.#constant(at, wordEnd(this.#text, at)) : this.#mark(code, at);
  }

  #keyword(meaning: Meaning, state: number, at: number): number {
    const code = this.#units[at];
    const next = this.#units[at + 1];
    if (code === mark.colon && next !== mark.colon) {
      // A label: `if: x`, `class: x`.
      this.#before = AFTER_OPERATOR;
      return at + 1;
    }
    if ((code === question || code === exclamation) && next !== mark.equals) {
      this.#before = AFTER_NAME;
      return at + 1;
    }
    return this.#word(meaning, behindValue[state], at);
  }

  #word(meaning: Meaning, isBehindValue: boolean, end: number): number {
    this.#before = AFTER_OPERATOR;
    switch (meaning) {
      case 'require':
      case 'require_relative':
      case 'autoload':
        this.#before = AFTER_NAME;
        this.#findings.load(meaning, end);
        return end;
      case 'def':
        return this.#definition(end);
      case 'class':
        return this.#named(end);
      case 'do':
        this.#before = AT_START;
        break;
      case 'end':
        this.#before = AFTER_VALUE;
    }
    this.#scopes.keyword(meaning, isBehindValue, end);
    return end;
  }

  #definition(from: number): number {
    const at = token.afterDefinedName(this.#text, from);
    if (!token.isEndless(this.#text, token.afterParameters(this.#text, at))) this.#scopes.open();
    return at;
  }

  /** What stands behind `class` or `module`; `class << self` has no name of its own. */
  #named(from: number): number {
    const text = this.#text;
    const start = token.afterBlanks(text, from);
    const first = text.startsWith('::', start) ? start + 2 : start;
    if (!isUpper(text.charCodeAt(first))) {
      this.#scopes.open();
      return text.startsWith('<<', start) ? start + 2 : start;
    }
    const at = token.afterPath(text, first);
    const written = text.slice(start, at);
    const last = written.lastIndexOf('::');
    // `class A::X` needs an `A` to stand in.
    if (last > 0) this.#findings.use(start, start + last);
    this.#scopes.openNamed(written, token.isDerived(text, at));
    this.#before = AFTER_VALUE;
    return at;
  }

  #constant(start: number, firstEnd: number): number {
    const text = this.#text;
    const end = text.charCodeAt(firstEnd) === mark.colon ? token.afterPath(text, start) : firstEnd;
    const next = text.charCodeAt(end);
    const atStart = this.#before === AT_START;
    this.#before = AFTER_VALUE;
    if (next === mark.colon && end === firstEnd && text.charCodeAt(end + 1) !== mark.colon) {
      this.#before = AFTER_OPERATOR;
      return end + 1;
    }
    if (next === mark.openParen) {
      // `Integer(x)` and `Nokogiri::XML(x)` call methods.
      if (end > firstEnd) this.#findings.use(start, text.lastIndexOf(':', end) - 1);
    } else if (atStart && token.isAssigned(text, end)) this.#scopes.declare(text.slice(start, end), true);
    else this.#findings.use(start, end);
    // `Kernel.require 'x'` and `Object.autoload :X, 'x'` are what they are without it.
    const called = text.charCodeAt(end) === mark.dot && (text.startsWith('autoload', end + 1) || isKernel(text, end));
    if (called) this.#before = AFTER_OPERATOR;
    return called ? end + 1 : end;
  }

  #mark(code: number, at: number): number {
    const text = this.#text;
    switch (code) {
      case mark.newline:
        return this.#lineEnd(at + 1);
      case mark.hash:
        return lineEnd(text, at);
      case mark.quote:
      case mark.apostrophe:
      case mark.backquote:
        return this.#string(code, at);
      case mark.colon:
        return this.#colon(at);
      case mark.slash:
        if (this.#expectsValue(at) && (this.#before < AFTER_NAME || token.closesOnLine(text, at))) {
          return this.#literal(delimited(code, true), at + 1);
        }
        break;
      case percent: {
        const found = this.#expectsValue(at) ? percentAt(text, at) : undefined;
        if (found) return this.#literal(found.literal, found.at);
        break;
      }
      case mark.less:
        if (text.charCodeAt(at + 1) === mark.less) return this.#shift(at);
        break;
      case question:
        if (this.#before >= AFTER_NAME || !(text.charCodeAt(at + 1) > 32)) break;
        this.#before = AFTER_VALUE;
        return token.afterCharacter(text, at);
      case mark.dollar:
        this.#before = AFTER_VALUE;
        return token.afterGlobal(text, at);
      case mark.openBrace:
        this.#nesting.openBrace();
        this.#before = AT_START;
        return at + 1;
      case mark.closeBrace:
        return this.#inNesting(this.#nesting.closeBrace(at));
      case mark.backslash:
        // The line goes on with the next one.
        return text.charCodeAt(at + 1) === mark.return ? at + 3 : at + 2;
    }
    this.#before = AFTER_OPERATOR;
    return at + 1;
  }

  /** Behind a name a value begins where it is set off on its left and not on its right: `puts /x/`, `puts %w[a]`. */
  #expectsValue(at: number): boolean {
    if (this.#before !== AFTER_NAME) return this.#before < AFTER_NAME;
    const next = this.#text.charCodeAt(at + 1);
    return isBlank(this.#text.charCodeAt(at - 1)) && next > 32 && next !== mark.equals;
  }

  /** Most strings have nothing in them that needs a closer look. */
  #string(quote: number, from: number): number {
    const units = this.#units;
    let at = from + 1;
    while (units[at] !== quote && units[at] !== mark.backslash && units[at] !== mark.hash && units[at] !== 0) at++;
    if (units[at] !== quote) return this.#literal(delimited(quote, quote !== mark.apostrophe), from + 1);
    this.#before = AFTER_VALUE;
    return at + 1;
  }

  #literal(literal: Delimited, from: number): number {
    return this.#inNesting(this.#nesting.literal(literal, from));
  }

  #inNesting(at: number): number {
    this.#before = this.#nesting.inside ? AT_START : AFTER_VALUE;
    return at;
  }

  /** A colon that begins no plain symbol, given where it is. */
  #colon(at: number): number {
    const text = this.#text;
    const next = text.charCodeAt(at + 1);
    if (next === mark.colon) {
      const isTop = isUpper(text.charCodeAt(at + 2)) && !isValueEnd(text.charCodeAt(at - 1));
      this.#before = isTop && isAtStart(text, at) ? AT_START : AFTER_OPERATOR;
      if (isTop) return this.#constant(at, token.afterPath(text, at + 2));
      this.#before = AFTER_DOT;
      return at + 2;
    }
    if (next === mark.quote || next === mark.apostrophe) {
      return this.#literal(delimited(next, next === mark.quote), at + 2);
    }
    const end = token.afterSymbol(text, at);
    this.#before = end === undefined ? AFTER_OPERATOR : AFTER_VALUE;
    return end ?? at + 1;
  }

  /** `<<` begins a heredoc or appends. */
  #shift(at: number): number {
    const text = this.#text;
    const ambiguous = this.#before === AFTER_NAME;
    const found = this.#expectsValue(at) && !(ambiguous && this.#appends) ? heredocAt(text, at + 2) : undefined;
    if (found && ambiguous) this.#appends = !endsBelow(text, found.at, found.heredoc);
    if (!found || (ambiguous && this.#appends)) {
      this.#before = AFTER_OPERATOR;
      return at + 2;
    }
    this.#nesting.heredoc(found.heredoc);
    this.#before = AFTER_VALUE;
    return found.at;
  }

  /** Where a line ends that heredocs wait for, or that stands in a literal. */
  #lineEnd(from: number): number {
    if (this.#nesting.awaitsBodies) return this.#inNesting(this.#nesting.bodies(from));
    if (this.#before !== AFTER_DOT) this.#before = AT_LINE;
    return from;
  }

  #lineStart(code: number, at: number): number {
    const text = this.#text;
    this.#before = code === underscore ? IN_NAME : AFTER_OPERATOR;
    if (code === underscore && token.isEndOfCode(text, at)) return text.length + 1;
    return code === mark.equals && text.startsWith('=begin', at) ? token.afterBlockOfComments(text, at) : at + 1;
  }
}

/** Whether the constant that ends here is `Kernel` or `::Kernel`. */
const isKernel = (text: string, end: number): boolean =>
  text.startsWith('Kernel', end - 6) && !isWordPart(text.charCodeAt(end - 7));

/** Whether a value ends with this character, so that `::` behind it looks in that value. */
const isValueEnd = (code: number): boolean =>
  isWordPart(code) || code === mark.closeParen || code === mark.closeBracket || code === mark.closeBrace;

/** Whether nothing but blanks stands before a place on its line. */
const isAtStart = (text: string, from: number): boolean => {
  let at = from - 1;
  while (isBlank(text.charCodeAt(at))) at--;
  return at < 0 || text.charCodeAt(at) === mark.newline || text.charCodeAt(at) === mark.semicolon;
};
