import type { LeftOut } from '../domain/inventory.js';
import type { Specifier } from '../domain/specifier.js';
import type { Chunk } from './read-files.js';

/**
 * A chunk of read files as it crosses from a thread: numbers in typed arrays, which are handed over rather than copied,
 * and each specifier and language only once per thread. As plain objects the crossing would cost as much as it saves.
 */
export interface PackedChunk {
  readonly paths: readonly string[];
  readonly bytes: Float64Array;
  readonly tokens: Float64Array;
  readonly languages: Uint32Array;
  readonly specifierCounts: Uint32Array;
  readonly specifiers: Uint32Array;
  readonly newLanguages: readonly string[];
  readonly newSpecifiers: readonly Specifier[];
  readonly leftOut: readonly LeftOut[];
}

/** Numbers things in order of first sight, and tells which were new since it was last asked. */
class Numbering<T> {
  readonly #numbers = new Map<T, number>();
  #fresh: T[] = [];

  of(thing: T): number {
    const known = this.#numbers.get(thing);
    if (known !== undefined) return known;
    this.#numbers.set(thing, this.#numbers.size);
    this.#fresh.push(thing);
    return this.#numbers.size - 1;
  }

  takeFresh(): T[] {
    const fresh = this.#fresh;
    this.#fresh = [];
    return fresh;
  }
}

/** The sending side, one per thread. Specifiers are shared objects, so that the same one is known again. */
export const createPacker = (): ((chunk: Chunk) => PackedChunk) => {
  const languages = new Numbering<string>();
  const specifiers = new Numbering<Specifier>();
  return ({ files, leftOut }) => ({
    paths: files.map(({ path }) => path),
    bytes: Float64Array.from(files, ({ bytes }) => bytes),
    tokens: Float64Array.from(files, ({ tokens }) => tokens),
    languages: Uint32Array.from(files, ({ language }) => languages.of(language)),
    specifierCounts: Uint32Array.from(files, ({ specifiers: own }) => own.length),
    specifiers: Uint32Array.from(files.flatMap(({ specifiers: own }) => own.map((one) => specifiers.of(one)))),
    newLanguages: languages.takeFresh(),
    newSpecifiers: specifiers.takeFresh(),
    leftOut,
  });
};

export const transferred = ({ bytes, tokens, languages, specifierCounts, specifiers }: PackedChunk): ArrayBuffer[] =>
  [bytes, tokens, languages, specifierCounts, specifiers].map(({ buffer }) => buffer as ArrayBuffer);

/** The receiving side, one per thread; chunks must come in the order in which they were packed. */
export const createUnpacker = (): ((packed: PackedChunk) => Chunk) => {
  const languages: string[] = [];
  const specifiers: Specifier[] = [];
  return (packed) => {
    languages.push(...packed.newLanguages);
    for (const specifier of packed.newSpecifiers) specifiers.push(specifier);
    let next = 0;
    const files = packed.paths.map((path, i) => ({
      path,
      bytes: packed.bytes[i],
      tokens: packed.tokens[i],
      language: languages[packed.languages[i]],
      specifiers: Array.from({ length: packed.specifierCounts[i] }, () => specifiers[packed.specifiers[next++]]),
    }));
    return { files, leftOut: packed.leftOut };
  };
};
