import type { Specifier, SpecifierKind } from '../../domain/specifier.js';
import { detachText } from '../../util/detach-text.js';

/** Where a specifier stands in a text, and the hash of its characters. */
export interface HashedPlace {
  readonly from: number;
  readonly to: number;
  readonly hash: number;
}

/**
 * The specifiers that were last met in any file. Projects write the same few thousand again and again, so they are kept
 * and shared: one that is known is found by its characters, without cutting it out. Each has one slot, by its hash; two
 * that share a slot drive each other out.
 */
export class KnownSpecifiers {
  readonly #bits: number;
  readonly #specifiers: (Specifier | undefined)[];
  /** What is asked most stands in arrays of numbers, so that specifiers are touched only when they are handed out. */
  readonly #hashes: Int32Array;
  readonly #lengths: Uint32Array;

  /** There are 2 to the power of `bits` slots. */
  constructor(bits: number) {
    this.#bits = bits;
    this.#specifiers = new Array(1 << bits).fill(undefined);
    this.#hashes = new Int32Array(1 << bits);
    this.#lengths = new Uint32Array(1 << bits);
  }

  slotOf(hash: number): number {
    return (hash ^ (hash >>> this.#bits)) & ((1 << this.#bits) - 1);
  }

  /** Whether hash and length of what stands at a place are those of the specifier in a slot. */
  isLike(slot: number, { from, to, hash }: HashedPlace): boolean {
    return this.#hashes[slot] === hash && this.#lengths[slot] === to - from;
  }

  /** The specifier in a slot, if its text is what stands at a place. */
  find(slot: number, text: string, place: HashedPlace): Specifier | undefined {
    const known = this.isLike(slot, place) ? this.#specifiers[slot] : undefined;
    return known !== undefined && text.startsWith(known.text, place.from) ? known : undefined;
  }

  /** Makes a specifier of what stands at a place, and keeps it in a slot. It does not keep the whole text in memory. */
  put(slot: number, text: string, { place, kind }: { place: HashedPlace; kind: SpecifierKind }): Specifier {
    const made: Specifier = { text: detachText(text.slice(place.from, place.to)), kind };
    this.#specifiers[slot] = made;
    this.#hashes[slot] = place.hash;
    this.#lengths[slot] = place.to - place.from;
    return made;
  }
}
