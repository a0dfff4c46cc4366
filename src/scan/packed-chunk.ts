import type { LeftOut } from '../domain/inventory.js';
import type { Specifier } from '../domain/specifier.js';
import type { Chunk } from './read-files.js';

/**
 * A chunk of read files as it crosses from a thread: numbers in typed arrays, which are handed over rather than copied,
 * and each specifier and language only once per thread. As plain objects the crossing would cost as much as it saves.
 */
export interface PackedChunk {
  /** Where the files that were kept stand among the paths of the chunk. Both sides know the paths. */
  readonly kept: Uint32Array;
  readonly bytes: Float64Array;
  readonly tokens: Float64Array;
  readonly languages: Uint32Array;
  readonly specifierCounts: Uint32Array;
  readonly specifiers: Uint32Array;
  readonly declareCounts: Uint32Array;
  readonly declares: Uint32Array;
  readonly newLanguages: readonly string[];
  readonly newSpecifiers: readonly Specifier[];
  readonly newDeclares: readonly string[];
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
export const createPacker = (): ((chunk: Chunk, paths: readonly string[]) => PackedChunk) => {
  const languages = new Numbering<string>();
  const specifiers = new Numbering<Specifier>();
  const declares = new Numbering<string>();
  return ({ files, leftOut }, paths) => ({
    kept: positions(files, paths),
    bytes: Float64Array.from(files, ({ bytes }) => bytes),
    tokens: Float64Array.from(files, ({ tokens }) => tokens),
    languages: Uint32Array.from(files, ({ language }) => languages.of(language)),
    specifierCounts: Uint32Array.from(files, ({ specifiers: own }) => own.length),
    specifiers: Uint32Array.from(files.flatMap(({ specifiers: own }) => own.map((one) => specifiers.of(one)))),
    declareCounts: Uint32Array.from(files, ({ declares: own }) => own.length),
    declares: Uint32Array.from(files.flatMap(({ declares: own }) => own.map((one) => declares.of(one)))),
    newLanguages: languages.takeFresh(),
    newSpecifiers: specifiers.takeFresh(),
    newDeclares: declares.takeFresh(),
    leftOut,
  });
};

/** Files stand in the order of the paths, some of which are missing. */
const positions = (files: Chunk['files'], paths: readonly string[]): Uint32Array => {
  let at = -1;
  return Uint32Array.from(files, ({ path }) => {
    do at++;
    while (paths[at] !== path);
    return at;
  });
};

export const transferred = (packed: PackedChunk): ArrayBuffer[] =>
  Object.values(packed)
    .filter((part): part is Uint32Array | Float64Array => ArrayBuffer.isView(part))
    .map(({ buffer }) => buffer as ArrayBuffer);

/** The receiving side, one per thread; chunks must come in the order in which they were packed. */
export const createUnpacker = (): ((packed: PackedChunk, paths: readonly string[]) => Chunk) => {
  const languages: string[] = [];
  const specifiers: Specifier[] = [];
  const declares: string[] = [];
  return (packed, paths) => {
    languages.push(...packed.newLanguages);
    for (const specifier of packed.newSpecifiers) specifiers.push(specifier);
    for (const name of packed.newDeclares) declares.push(name);
    let next = 0;
    let nextName = 0;
    const files = Array.from(packed.kept, (at, i) => ({
      path: paths[at],
      bytes: packed.bytes[i],
      tokens: packed.tokens[i],
      language: languages[packed.languages[i]],
      specifiers: Array.from({ length: packed.specifierCounts[i] }, () => specifiers[packed.specifiers[next++]]),
      declares: Array.from({ length: packed.declareCounts[i] }, () => declares[packed.declares[nextName++]]),
    }));
    return { files, leftOut: packed.leftOut };
  };
};
