import type { Specifier } from '../../domain/specifier.js';
import { detachText } from '../../util/detach-text.js';
import { nameOf } from '../../util/paths.js';
import { isUpper, mark } from '../lexing/characters.js';
import { wordEnd } from '../lexing/skip.js';
import { UsedNames } from '../lexing/used-names.js';
import { afterSpace, pathArgument, relativePath } from './path-argument.js';
import { afterBlanks } from './tokens.js';
import type { Meaning } from './words.js';

const names = new UsedNames();

/** What a file was found to mention. */
export class Findings {
  readonly #text: string;
  readonly #file: string;
  readonly #required = new Map<string, Specifier>();

  constructor(text: string, path: string) {
    this.#text = text;
    this.#file = nameOf(path);
    names.start();
  }

  /** A constant, as written: `X`, `A::X`, `::X`. */
  use(from: number, to: number): void {
    names.add(this.#text, from, to);
  }

  /** What is given to `require`, `load`, `autoload`, given the place behind it. */
  load(meaning: Meaning, end: number): void {
    const text = this.#text;
    const at = afterBlanks(text, end);
    const inParens = text.charCodeAt(at) === mark.openParen;
    // Without parentheses what is required stands on the line.
    if (!inParens && (text.charCodeAt(at) === mark.newline || text.charCodeAt(at) === mark.hash)) return;
    const argument = inParens ? afterSpace(text, at + 1) : at;
    if (meaning === 'autoload') this.#autoload(argument);
    else this.#require(argument, meaning === 'require_relative');
  }

  /** Everything found, but for the names that the file gives itself. */
  take(own: ReadonlySet<string>): Specifier[] {
    return [...this.#required.values(), ...names.take(own)];
  }

  #require(at: number, relative: boolean): void {
    const path = pathArgument(this.#text, at, this.#file);
    if (path !== undefined) this.#add(relative ? relativePath(path) : path);
  }

  /** `autoload :X, 'path'`; without a path Rails goes by the name. */
  #autoload(from: number): void {
    const text = this.#text;
    const first = text.charCodeAt(from);
    const quoted = first === mark.quote || first === mark.apostrophe;
    if (!(first === mark.colon || quoted) || !isUpper(text.charCodeAt(from + 1))) return;
    const end = wordEnd(text, from + 1);
    if (quoted && text.charCodeAt(end) !== first) return;
    const comma = afterBlanks(text, quoted ? end + 1 : end);
    if (text.charCodeAt(comma) !== mark.comma) this.use(from + 1, end);
    else this.#require(afterSpace(text, comma + 1), false);
  }

  #add(path: string): void {
    if (path !== '' && !this.#required.has(path)) {
      const text = detachText(path);
      this.#required.set(text, { text, kind: 'require' });
    }
  }
}
