import { mark } from '../lexing/characters.js';
import type { Declarations } from './declarations.js';
import { afterFormat, type Interpolated, interpolatedAt, runOf, throughText } from './strings.js';

/** The strings with code in them that are open where a file is read; the innermost is last. */
export class Interpolations {
  readonly #text: string;
  readonly #declarations: Declarations;
  readonly #open: Interpolated[] = [];
  /** Whether the code that is read stands in such a string. */
  inHole = false;

  constructor(text: string, declarations: Declarations) {
    this.#text = text;
    this.#declarations = declarations;
  }

  /** Given a `$` or `@`: where code goes on, in its first hole or behind it. */
  open(from: number): number {
    const found = interpolatedAt(this.#text, from, this.#declarations.depth);
    if (!found) return from + Math.max(1, runOf(this.#text, mark.dollar, from));
    return this.#goOn(found.string, found.start);
  }

  /** Given a `}`: where code goes on if it closes a hole. */
  closeHole(at: number): number | undefined {
    if (!this.inHole) return undefined;
    const string = this.#open.at(-1);
    if (string === undefined || this.#declarations.depth !== string.depth) return undefined;
    this.#open.pop();
    string.nested = 0;
    return this.#goOn(string, at + (string.quotes > 1 ? string.braces : 1));
  }

  /** Keeps count of what a hole has open; says where code goes on if this colon begins a format. */
  within(code: number, at: number): number | undefined {
    const string = this.#open.at(-1);
    if (string === undefined) return undefined;
    if (code === mark.openParen || code === mark.openBracket) string.nested++;
    else if (code === mark.closeParen || code === mark.closeBracket) string.nested--;
    else if (code === mark.colon && string.nested === 0 && this.#declarations.depth === string.depth) {
      return this.#text.charCodeAt(at + 1) === mark.colon ? at + 2 : afterFormat(this.#text, at);
    }
    return undefined;
  }

  #goOn(string: Interpolated, from: number): number {
    const { at, inHole } = throughText(this.#text, from, string);
    if (inHole) this.#open.push(string);
    this.inHole = this.#open.length > 0;
    return at;
  }
}
