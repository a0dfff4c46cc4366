import { isUpper, mark } from '../lexing/characters.js';
import type { Source } from '../lexing/codes.js';
import type { UsedNames } from '../lexing/used-names.js';
import { afterWord, before } from './lexis.js';

interface Open {
  readonly raw: boolean;
  /** How many `$` begin a template in it. */
  readonly dollars: number;
  /** How many braces were open where it began. */
  readonly braces: number;
}

/** The strings of a Kotlin file, in which code may stand, in which strings may stand: `"${ names["a"] }"`. */
export class KotlinStrings {
  readonly #source: Source;
  readonly #names: Pick<UsedNames, 'addCodes'>;
  /** Those that are left for the code of a template, the innermost last. */
  readonly #left: Open[] = [];
  /** 1 where what was last opened or resumed was left for a template, whose brace is then open; otherwise 0. */
  entered: 0 | 1 = 0;

  constructor(source: Source, names: Pick<UsedNames, 'addCodes'>) {
    this.#source = source;
    this.#names = names;
  }

  /** Reads on from the quote that opens a string. Returns where code begins again: behind the string or in a template. */
  open(quote: number, braces: number): number {
    const { codes } = this.#source;
    const raw = areQuotes(codes, quote);
    return this.#readOn(quote + (raw ? 3 : 1), { raw, dollars: dollarsBefore(codes, quote), braces });
  }

  /** Whether the brace after which so many are still open ends the template in which the code stands. */
  endsTemplate(braces: number): boolean {
    return this.#left.length > 0 && this.#left[this.#left.length - 1].braces === braces;
  }

  /** Goes on in the string behind a template's closing brace. */
  resume(from: number): number {
    return this.#readOn(from, this.#left.pop()!);
  }

  #readOn(from: number, string: Open): number {
    const { codes, text } = this.#source;
    const { raw } = string;
    this.entered = 0;
    for (let at = from; at < text.length; at++) {
      const code = codes[at];
      if (code === mark.quote) {
        if (!raw) return at + 1;
        if (areQuotes(codes, at)) return afterAll(codes, at, mark.quote);
      } else if (code === mark.dollar) {
        const run = afterAll(codes, at, mark.dollar);
        if (codes[run] === mark.openBrace && run - at >= string.dollars) {
          this.#left.push(string);
          this.entered = 1;
          return run + 1;
        }
        const end = isUpper(codes[run]) ? afterWord(codes, run) : run;
        if (end > run) this.#names.addCodes(this.#source, run, end);
        at = end - 1;
      } else if (!raw) {
        if (code === mark.newline) return at;
        if (code === mark.backslash && codes[at + 1] !== mark.newline) at++;
      }
    }
    return text.length;
  }
}

const areQuotes = (codes: Uint16Array, at: number): boolean =>
  codes[at] === mark.quote && codes[at + 1] === mark.quote && codes[at + 2] === mark.quote;

/** A string has templates with as many `$` as stand before it, if any do. */
const dollarsBefore = (codes: Uint16Array, quote: number): number => {
  let at = quote;
  while (before(codes, at) === mark.dollar) at--;
  return Math.max(1, quote - at);
};

/** Past a run of one character: a raw string ends with the last three of its quotes. */
const afterAll = (codes: Uint16Array, from: number, code: number): number => {
  let at = from;
  while (codes[at] === code) at++;
  return at;
};
