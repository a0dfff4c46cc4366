import type { Specifier } from '../../domain/specifier.js';
import type { Source } from './codes.js';
import { hashOfCodes, hashOfText } from './hash.js';
import { type HashedPlace, KnownSpecifiers } from './known-specifiers.js';

const bits = 15;

/** Collects the names that a file uses, each once, as specifiers. */
export class UsedNames {
  readonly #known = new KnownSpecifiers(bits);
  /** The file in which the name in each slot was last seen. */
  readonly #seenIn = new Uint32Array(1 << bits);
  #file = 0;
  #found: Specifier[] = [];
  /** Two names that share a slot drive each other out, and may be found twice. */
  #mayRepeat = false;

  /** Begins a new file. */
  start(): void {
    this.#file++;
    this.#found = [];
    this.#mayRepeat = false;
  }

  add(text: string, from: number, to: number): void {
    this.addHashed(text, { from, to, hash: hashOfText(text, from, to) });
  }

  /** For a reader that has the characters by code at hand. */
  addCodes({ text, codes }: Source, from: number, to: number): void {
    this.addHashed(text, { from, to, hash: hashOfCodes(codes, from, to) });
  }

  /**
   * For a reader that knows the hash of a name by the time it knows where it ends.
   *
   * Most names that are met have been met in the same file: hash and length settle those. Between files texts are
   * compared. To compare them here, too, makes reading Java 18 % slower and C# 8 %, and tells apart two names of one
   * length in one file that share a hash: one pair in 4,000,000,000, of which the file then uses only the first.
   */
  addHashed(text: string, place: HashedPlace): void {
    const slot = this.#known.slotOf(place.hash);
    const isSeen = this.#seenIn[slot] === this.#file;
    if (isSeen && this.#known.isLike(slot, place)) return;
    if (isSeen) this.#mayRepeat = true;
    this.#seenIn[slot] = this.#file;
    const known = isSeen ? undefined : this.#known.find(slot, text, place);
    this.#found.push(known ?? this.#known.put(slot, text, { place, kind: 'name' }));
  }

  /** The names used in this file, in order of appearance, but for those that `skip` has. */
  take(skip: ReadonlySet<string>): Specifier[] {
    const found = this.#mayRepeat ? [...new Map(this.#found.map((one) => [one.text, one])).values()] : this.#found;
    this.#found = [];
    return skip.size === 0 ? found : found.filter(({ text }) => !skip.has(text));
  }
}
