/** A value of a TOML file. Numbers, dates and the like stay as they are written: nothing here needs them. */
export type TomlValue = string | TomlTable | readonly TomlValue[];
export type TomlTable = Map<string, TomlValue>;

const space = /(?:[ \t\r\n]|#[^\n]*)*/y;
const blank = /[ \t]*/y;
const bare = /[A-Za-z0-9_-]+/y;
const quoted = /"([^"\\\n]*(?:\\.[^"\\\n]*)*)"|'([^'\n]*)'/y;
const restOfLine = /[^\n]*/y;
const plain = /[^\s,#\]}]+/y;

/** Tables within tables beyond this are not read. */
const deepest = 32;

/** Reads a TOML file as far as it can be read: a line that makes no sense is passed over. */
export const parseToml = (text: string): TomlTable => new TomlReader(text).file();

class TomlReader {
  readonly #text: string;
  #at: number;

  constructor(text: string) {
    this.#text = text;
    this.#at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  }

  file(): TomlTable {
    const root: TomlTable = new Map();
    let table = root;
    for (;;) {
      this.#skip(space);
      if (this.#at >= this.#text.length) return root;
      if (this.#take('[')) {
        const isList = this.#take('[');
        const keys = this.#keys();
        table = (keys && (isList ? newestOf(root, keys) : tableAt(root, keys))) ?? new Map();
      } else this.#pair(table, 0);
      this.#skip(restOfLine);
    }
  }

  #pair(table: TomlTable, depth: number): boolean {
    const keys = this.#keys();
    if (!keys || !this.#take('=')) return false;
    const value = this.#value(depth);
    if (value === undefined) return false;
    tableAt(table, keys.slice(0, -1))?.set(keys.at(-1)!, value);
    return true;
  }

  #keys(): string[] | undefined {
    const keys: string[] = [];
    do {
      this.#skip(blank);
      const key = this.#skip(bare) ?? this.#string();
      if (key === undefined) return undefined;
      keys.push(key);
      this.#skip(blank);
    } while (this.#take('.'));
    return keys;
  }

  #value(depth: number): TomlValue | undefined {
    this.#skip(blank);
    if (depth > deepest) return undefined;
    if (this.#take('[')) {
      const list: TomlValue[] = [];
      this.#members(']', () => {
        const value = this.#value(depth + 1);
        if (value !== undefined) list.push(value);
        return value !== undefined;
      });
      return list;
    }
    if (this.#take('{')) {
      const table: TomlTable = new Map();
      this.#members('}', () => this.#pair(table, depth + 1));
      return table;
    }
    return this.#longString() ?? this.#string() ?? this.#skip(plain);
  }

  #members(closing: string, member: () => boolean): void {
    for (;;) {
      this.#skip(space);
      if (this.#take(closing) || !member()) return;
      this.#skip(space);
      this.#take(',');
    }
  }

  /** One over several lines. What it says does not matter: no name or path is written so. */
  #longString(): string | undefined {
    const quotes = this.#text.slice(this.#at, this.#at + 3);
    if (quotes !== '"""' && quotes !== "'''") return undefined;
    const start = this.#at + 3;
    let end = this.#text.indexOf(quotes, start);
    while (quotes === '"""' && end > start && this.#text[end - 1] === '\\') end = this.#text.indexOf(quotes, end + 1);
    if (end < 0) end = this.#text.length;
    this.#at = end + 3;
    return this.#text.slice(start, end);
  }

  /** Escapes are kept but for those of quotes and backslashes: names and paths have no others. */
  #string(): string | undefined {
    quoted.lastIndex = this.#at;
    const found = quoted.exec(this.#text);
    if (!found) return undefined;
    this.#at = quoted.lastIndex;
    return found[1]?.replace(/\\(["\\])/g, '$1') ?? found[2];
  }

  #skip(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at = pattern.lastIndex;
    return found;
  }

  #take(mark: string): boolean {
    if (!this.#text.startsWith(mark, this.#at)) return false;
    this.#at += mark.length;
    return true;
  }
}

/** The table that keys lead to, made where there is none; undefined where something else stands in the way. */
const tableAt = (root: TomlTable, keys: readonly string[]): TomlTable | undefined => {
  let table = root;
  for (const key of keys) {
    const found = table.get(key);
    const next = Array.isArray(found) ? found.at(-1) : (found ?? new Map());
    if (!(next instanceof Map)) return undefined;
    if (found === undefined) table.set(key, next);
    table = next;
  }
  return table;
};

/** A new table in a list of tables: `[[bin]]`. */
const newestOf = (root: TomlTable, keys: readonly string[]): TomlTable | undefined => {
  const parent = tableAt(root, keys.slice(0, -1));
  if (!parent) return undefined;
  const table: TomlTable = new Map();
  const before = parent.get(keys.at(-1)!);
  parent.set(keys.at(-1)!, [...(Array.isArray(before) ? before : []), table]);
  return table;
};
