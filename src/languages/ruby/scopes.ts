import type { Declare } from '../language.js';
import { mark } from '../lexing/characters.js';
import type { Meaning } from './words.js';

/**
 * Stands before a name that is given a value or a superclass. `class X` alone may add to what stands elsewhere, and a
 * resolver must know which it is.
 */
export const madeMark = '=';

/** Names beyond this are no names; without a limit, modules within modules without end would take quadratic time. */
const longestName = 400;

/**
 * Which classes and modules are open at a place, so that what is defined there gets its full name. Everything that an
 * `end` closes is counted; only classes and modules have a name.
 */
export class Scopes {
  readonly #declare: Declare | undefined;
  /** The last parts of all that was declared: the file means its own by them. */
  readonly own = new Set<string>();
  #depth = 0;
  readonly #depths: number[] = [];
  /** Full names, with `::` at their end. */
  readonly #prefixes: string[] = [];
  readonly #text: string;
  /** Where a loop began whose `do` may follow on its line; -1 where none did. */
  #loop = -1;

  constructor(text: string, declare: Declare | undefined) {
    this.#text = text;
    this.#declare = declare;
  }

  open(): void {
    this.#depth++;
  }

  /** Takes a keyword that ends at a place. Behind a value `if` and `while` are its condition, and open nothing. */
  keyword(meaning: Meaning, behindValue: boolean, at: number): void {
    switch (meaning) {
      case 'condition':
        if (!behindValue) this.#depth++;
        break;
      case 'loop':
        if (behindValue) break;
        this.#depth++;
        this.#loop = at;
        break;
      case 'do':
        // The `do` of a loop stands on its line.
        if (this.#loop < 0 || !isOneStatement(this.#text, this.#loop, at)) this.#depth++;
        this.#loop = -1;
        break;
      case 'opening':
        this.#depth++;
        break;
      case 'end':
        this.#close();
    }
  }

  /** A class or module, under the name that it is written with: `X`, `A::X`, `::X`. */
  openNamed(written: string, made: boolean): void {
    this.#depth++;
    this.#depths.push(this.#depth);
    this.#prefixes.push(`${this.declare(written, made)}::`);
  }

  /** A name that is defined here, and surely made here or perhaps only added to; returns it in full. */
  declare(written: string, made: boolean): string {
    const prefix = this.#prefixes.at(-1) ?? '';
    const name = written.startsWith('::') ? written.slice(2) : prefix.length > longestName ? written : prefix + written;
    this.own.add(name.slice(name.lastIndexOf(':') + 1));
    this.#declare?.(made ? madeMark + name : name);
    return name;
  }

  /** An `end` too many closes nothing. */
  #close(): void {
    if (this.#depth > 0 && this.#depths.at(-1) === this.#depth) {
      this.#depths.pop();
      this.#prefixes.pop();
    }
    if (this.#depth > 0) this.#depth--;
  }
}

const isOneStatement = (text: string, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === mark.newline || code === mark.semicolon) return false;
  }
  return true;
};
