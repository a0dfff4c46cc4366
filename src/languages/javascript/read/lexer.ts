import * as char from './characters.js';
import { afterTagOpening, ElementJudge, nextInChildren, nextInTag } from './elements.js';
import type { Findings } from './findings.js';
import { afterBlockComment, afterLine, afterRegex, afterString, afterTemplateText } from './skip.js';
import { readExport, readImport, readReference, readRequire } from './statements.js';
import * as word from './words.js';

/** What the token before was: it decides whether `/` divides and whether `<` compares. */
const AT_START = 0;
const AFTER_OPERATOR = 1;
const AFTER_OPERAND = 2;
const AFTER_DOT = 3;
const AFTER_CONDITION = 4;

/** What is open, and so what its closing means. */
const PAREN = 0;
const CONDITION_PAREN = 1;
const BLOCK = 2;
const OBJECT = 3;
const SUBSTITUTION = 4;
const IN_CHILDREN = 5;
const IN_TAG = 6;

/** After these an opening brace begins an object: `= ( , [ ? &  |`. */
const beforeObject = new Set([61, 40, 44, 91, 63, 38, 124]);

type Mode = 'code' | 'tag' | 'children' | 'done';

interface Part {
  readonly from: number;
  /** Behind this nothing can be found, so reading may stop there. */
  readonly stop: number;
  readonly jsx: boolean;
}

/**
 * Reads just enough of JavaScript and TypeScript to know code from comments, strings, templates, regular expressions
 * and JSX text. It never fails: on a text that is no program it finds what looks like imports, and ends.
 */
export class Lexer {
  readonly #text: string;
  readonly #findings: Findings;
  readonly #part: Part;
  readonly #judge: ElementJudge;
  #at: number;
  #jsx: boolean;
  #before = AT_START;
  #noRegexBefore = 0;
  readonly #open: number[] = [];
  /** How many elements are open, within the innermost braces; those of the braces around are below it. */
  #elements = 0;
  readonly #outerElements: number[] = [];
  /** The way back if the outermost element turns out to be none, because it is never closed. */
  #wayBack: { at: number; open: number; found: number } | undefined;

  constructor(text: string, part: Part, findings: Findings) {
    this.#text = text;
    this.#findings = findings;
    this.#part = part;
    this.#judge = new ElementJudge(text);
    this.#at = part.from;
    this.#jsx = part.jsx;
  }

  run(): void {
    let mode: Mode = 'code';
    for (;;) {
      if (mode === 'code') mode = this.#code();
      else if (mode === 'tag') mode = this.#tag();
      else if (mode === 'children') mode = this.#children();
      else if (this.#wayBack) mode = this.#goBack(this.#wayBack);
      else return;
    }
  }

  /** What looked like an element was never closed: it was a type parameter or a comparison. It can happen once. */
  #goBack({ at, open, found }: { at: number; open: number; found: number }): Mode {
    this.#wayBack = undefined;
    this.#jsx = false;
    this.#elements = 0;
    this.#outerElements.length = 0;
    this.#open.length = open;
    this.#findings.forgetAfter(found);
    this.#at = at + 1;
    this.#before = AFTER_OPERATOR;
    return 'code';
  }

  #code(): Mode {
    const text = this.#text;
    const open = this.#open;
    // Inside an element the whole text is read, to learn whether the element is ever closed.
    const stop = this.#wayBack ? text.length : this.#part.stop;
    let at = this.#at;
    let before = this.#before;
    let sign = 0;
    while (at < stop) {
      const code = text.charCodeAt(at);
      switch (char.classOf(code)) {
        case char.BLANK:
          at++;
          break;
        case char.WORD: {
          const start = at++;
          while (char.isWord(text.charCodeAt(at))) at++;
          const meaning = before === AFTER_DOT ? word.PLAIN : word.meaningOf(text, start, at);
          before = AFTER_OPERAND;
          if (meaning === word.PLAIN) break;
          if (meaning === word.PREFIX) before = AFTER_OPERATOR;
          else if (meaning === word.CONDITION) before = AFTER_CONDITION;
          else if (meaning === word.IMPORT) at = readImport(text, at, this.#findings);
          else if (meaning === word.EXPORT) at = readExport(text, at, this.#findings);
          else at = readRequire(text, at, this.#findings);
          sign = 0;
          break;
        }
        case char.QUOTE:
          at = afterString(text, at);
          before = AFTER_OPERAND;
          break;
        case char.BACKTICK:
          at = this.#templateText(at + 1);
          before = text.charCodeAt(at - 1) === 96 ? AFTER_OPERAND : AFTER_OPERATOR;
          break;
        case char.SLASH: {
          const next = text.charCodeAt(at + 1);
          if (next === 42) at = afterBlockComment(text, at);
          else if (next === 47) {
            const end = afterLine(text, at);
            if (before === AT_START) readReference(text, { at, end }, this.#findings);
            at = end;
          } else {
            const end = before <= AFTER_OPERATOR && at >= this.#noRegexBefore ? afterRegex(text, at) : 0;
            if (end < 0) this.#noRegexBefore = -end;
            before = end > 0 ? AFTER_OPERAND : AFTER_OPERATOR;
            sign = code;
            at = end > 0 ? end : at + 1;
          }
          break;
        }
        case char.OPEN_PAREN:
          open.push(before === AFTER_CONDITION ? CONDITION_PAREN : PAREN);
          before = AFTER_OPERATOR;
          sign = code;
          at++;
          break;
        case char.CLOSE_PAREN:
          // A closing one that fits nothing open is passed over.
          before = AFTER_OPERAND;
          if (open[open.length - 1] <= CONDITION_PAREN && open.pop() === CONDITION_PAREN) before = AFTER_OPERATOR;
          sign = code;
          at++;
          break;
        case char.OPEN_BRACE:
          open.push(before === AFTER_OPERATOR && beforeObject.has(sign) ? OBJECT : BLOCK);
          before = AFTER_OPERATOR;
          sign = code;
          at++;
          break;
        case char.CLOSE_BRACE: {
          at++;
          while (open.length > 0 && open[open.length - 1] <= CONDITION_PAREN) open.pop();
          const closed = open.pop();
          if (closed === SUBSTITUTION) {
            at = this.#templateText(at);
            before = text.charCodeAt(at - 1) === 96 ? AFTER_OPERAND : AFTER_OPERATOR;
            break;
          }
          if (closed === IN_CHILDREN || closed === IN_TAG) {
            this.#at = at;
            this.#elements = this.#outerElements.pop() ?? 0;
            return closed === IN_TAG ? 'tag' : 'children';
          }
          before = closed === OBJECT ? AFTER_OPERAND : AFTER_OPERATOR;
          sign = code;
          break;
        }
        case char.DOT:
          if (text.charCodeAt(at + 1) === 46 && text.charCodeAt(at + 2) === 46) {
            before = AFTER_OPERATOR;
            at += 3;
          } else {
            before = AFTER_DOT;
            at++;
          }
          break;
        case char.LESS:
          if (this.#jsx && before <= AFTER_OPERATOR && this.#judge.opensAt(at)) {
            this.#wayBack ??= { at, open: open.length, found: this.#findings.count };
            this.#at = afterTagOpening(text, at);
            return 'tag';
          }
          before = AFTER_OPERATOR;
          sign = code;
          at++;
          break;
        case char.SIGN:
          // `x++ / 2` divides as `x / 2` does.
          if (text.charCodeAt(at + 1) === code) at += 2;
          else {
            before = AFTER_OPERATOR;
            sign = code;
            at++;
          }
          break;
        case char.BANG: {
          // TypeScript's `x! / 2` divides; it is written without a space, unlike `!/x/.test(y)` on a line of its own.
          const last = char.classOf(text.charCodeAt(at - 1));
          const postfix = last === char.WORD || last === char.CLOSE_PAREN || last === char.CLOSE_BRACKET;
          if (!postfix || text.charCodeAt(at + 1) === 61) before = AFTER_OPERATOR;
          at++;
          break;
        }
        case char.CLOSE_BRACKET:
          before = AFTER_OPERAND;
          at++;
          break;
        default:
          before = AFTER_OPERATOR;
          sign = code;
          at++;
      }
    }
    this.#at = at;
    return 'done';
  }

  /** Reads a template up to its end or its next substitution, which is then open. */
  #templateText(at: number): number {
    const end = afterTemplateText(this.#text, at);
    if (end > at + 1 && this.#text.charCodeAt(end - 1) === 123) this.#open.push(SUBSTITUTION);
    return end;
  }

  #braces(kind: number, at: number): Mode {
    this.#open.push(kind);
    this.#outerElements.push(this.#elements);
    this.#elements = 0;
    this.#at = at + 1;
    this.#before = AFTER_OPERATOR;
    return 'code';
  }

  #tag(): Mode {
    const text = this.#text;
    const at = nextInTag(text, this.#at);
    if (at >= text.length) return 'done';
    const code = text.charCodeAt(at);
    if (code === 123) return this.#braces(IN_TAG, at);
    if (code === 60) {
      // An element as the value of an attribute; so rare that only its end matters.
      this.#at = at + 1;
      return 'tag';
    }
    this.#at = code === 47 ? at + 2 : at + 1;
    if (code === 62) this.#elements++;
    return this.#elementEnd();
  }

  #children(): Mode {
    const text = this.#text;
    const at = nextInChildren(text, this.#at);
    if (at >= text.length) return 'done';
    if (text.charCodeAt(at) === 123) return this.#braces(IN_CHILDREN, at);
    if (text.charCodeAt(at + 1) !== 47) {
      this.#at = afterTagOpening(text, at);
      return 'tag';
    }
    const close = text.indexOf('>', at);
    if (close < 0) return 'done';
    this.#at = close + 1;
    this.#elements--;
    return this.#elementEnd();
  }

  #elementEnd(): Mode {
    if (this.#elements > 0) return 'children';
    this.#elements = 0;
    if (this.#outerElements.length === 0) this.#wayBack = undefined;
    this.#before = AFTER_OPERAND;
    return 'code';
  }
}
