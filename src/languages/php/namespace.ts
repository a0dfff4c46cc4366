/**
 * Types that are part of the language, and the names that mean the class they stand in. They are in no file, and no
 * class may be called so.
 */
const builtIn = new Set(
  (
    'array bool callable false float int iterable mixed never null object parent self static string true void ' +
    'abstract final private protected public readonly var and or xor'
  ).split(' '),
);

/** What names mean in one namespace of a file. */
export class Namespace {
  readonly #name: string;
  /** What `use` imported, by the name it goes by here, in lower case: PHP does not tell cases apart. */
  readonly #imported = new Map<string, string>();
  /** The classes that the file declares here, in lower case. */
  #declared: Set<string> | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  import(full: string, alias?: string): void {
    this.#imported.set((alias ?? full.slice(full.lastIndexOf('\\') + 1)).toLowerCase(), full);
  }

  declare(name: string): void {
    this.#declared ??= new Set();
    this.#declared.add(name.toLowerCase());
  }

  /** The full name of something that is declared here. */
  full(name: string): string {
    return this.#name === '' ? name : `${this.#name}\\${name}`;
  }

  /**
   * The full name of a class. Undefined for a type of the language, for what an import of its own names already, and
   * for what the file declares itself.
   */
  meant(written: string): string | undefined {
    const end = written.indexOf('\\');
    if (end < 0) {
      const lower = written.toLowerCase();
      if (builtIn.has(lower) || this.#imported.has(lower) || this.#declared?.has(lower)) return undefined;
      return this.full(written);
    }
    const rest = trimmed(written.slice(end));
    if (end === 0) return this.#name === '' && this.#declared?.has(rest.toLowerCase()) ? undefined : rest;
    const first = written.slice(0, end).toLowerCase();
    if (first === 'namespace') return this.full(rest);
    const imported = this.#imported.get(first);
    return imported === undefined ? this.full(trimmed(written)) : `${imported}\\${rest}`;
  }
}

/** Without backslashes around it. */
export const trimmed = (name: string): string => {
  let from = 0;
  let to = name.length;
  while (name[from] === '\\') from++;
  while (to > from && name[to - 1] === '\\') to--;
  return name.slice(from, to);
};
