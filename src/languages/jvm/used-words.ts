import type { Specifier } from '../../domain/specifier.js';
import { detachText } from '../../util/detach-text.js';
import type { Source } from '../lexing/codes.js';

const sizeBits = 15;
const size = 1 << sizeBits;
/** The characters of a name that are kept beside its place; of longer names the text is asked. */
const keptBits = 5;
const kept = 1 << keptBits;

/**
 * Like `UsedNames`, of a text whose characters are at hand. What decides whether a name is known stands in arrays of
 * numbers, so that the objects of known names are not touched: most names that are met have been met in the same file.
 */
export class UsedWords {
  readonly #ignored: ReadonlySet<string>;
  /** Undefined for what is ignored. */
  readonly #specifiers: (Specifier | undefined)[] = [];
  readonly #lengths = new Uint32Array(size);
  readonly #codes = new Uint16Array(size << keptBits);
  /** The file in which each was last seen. */
  readonly #seenIn = new Uint32Array(size);
  #file = 0;
  #found: Specifier[] = [];
  /** Two names that share a place drive each other out, and may be found twice. */
  #mayRepeat = false;

  constructor(ignored: ReadonlySet<string> = new Set()) {
    this.#ignored = ignored;
  }

  /** Begins a new file. */
  start(): void {
    this.#file++;
    this.#found = [];
    this.#mayRepeat = false;
  }

  add(source: Source, from: number, to: number): void {
    const { codes } = source;
    let hash = to - from;
    for (let at = from; at < to; at++) hash = (Math.imul(hash, 31) + codes[at]) | 0;
    const place = (hash ^ (hash >>> sizeBits)) & (size - 1);
    if (!this.#isAt(place, source, from, to)) this.#put(place, source, from, to);
    else if (this.#seenIn[place] === this.#file) return;
    this.#seenIn[place] = this.#file;
    const specifier = this.#specifiers[place];
    if (specifier) this.#found.push(specifier);
  }

  /** The names used in this file, in order of appearance. */
  take(): readonly Specifier[] {
    const found = this.#mayRepeat ? [...new Map(this.#found.map((one) => [one.text, one])).values()] : this.#found;
    this.#found = [];
    return found;
  }

  #isAt(place: number, { text, codes }: Source, from: number, to: number): boolean {
    const length = to - from;
    if (this.#lengths[place] !== length) return false;
    if (length > kept) return text.startsWith(this.#specifiers[place]?.text ?? '\0', from);
    const own = this.#codes;
    for (let at = from, known = place << keptBits; at < to; at++, known++) if (codes[at] !== own[known]) return false;
    return true;
  }

  #put(place: number, { text, codes }: Source, from: number, to: number): void {
    if (this.#seenIn[place] === this.#file) this.#mayRepeat = true;
    const name = detachText(text.slice(from, to));
    this.#specifiers[place] = this.#ignored.has(name) ? undefined : { text: name, kind: 'name' };
    this.#lengths[place] = to - from;
    if (to - from <= kept) this.#codes.set(codes.subarray(from, to), place << keptBits);
  }
}
