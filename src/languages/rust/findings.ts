import type { Specifier, SpecifierKind } from '../../domain/specifier.js';
import type { Declare } from '../language.js';
import { UsedNames } from '../lexing/used-names.js';
import { asSeenFromFile } from './nested-path.js';

const names = new UsedNames();
const noneSkipped: ReadonlySet<string> = new Set();

/** Types of the language itself: `u32::MAX` leads nowhere. */
const primitives = new Set(
  'bool char str u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f16 f32 f64 f128'.split(' '),
);

interface Found {
  readonly text: string;
  readonly kind: SpecifierKind;
  /** The inline modules around it. */
  readonly nest: string;
}

/**
 * Collects what a file mentions and declares. What it declares is told as text, since that is what files are known by:
 * - `Name`, `inline::Name`: an item; `inline::`: an inline module; `name!`: a macro of the whole crate
 * - `Name=path`: an item that is found elsewhere, by a `pub use`; `Name~path`: the same for this module and those
 *   below it alone; `*=path` and `*~path`: all names of a module
 * - `+file.rs`: all that an included file declares
 */
export class Findings {
  readonly #declare: Declare | undefined;
  readonly #found: Found[] = [];
  /** First parts of paths that mean something in this file. A list: most files use no path that could begin with one. */
  readonly #known: string[] = [];
  /** Items and modules of inline modules, by their whole path. */
  readonly #nested = new Set<string>();

  constructor(declare: Declare | undefined) {
    this.#declare = declare;
    names.start();
  }

  #add(text: string, kind: SpecifierKind): void {
    this.#found.push({ text, kind, nest: '' });
  }

  /** `include!` takes in code, the others (`include_str!`) text. */
  addInclude(path: string, isCode: boolean): void {
    this.#add(path, 'include');
    if (isCode) this.#declare?.(`+${path}`);
  }

  /** A `mod name;`: where its file is to be looked for is left to the resolver. */
  addModule(name: string, { nest, path }: { readonly nest: string; readonly path: string | undefined }): void {
    this.#know(name, nest);
    this.#add(path === undefined ? inNest(nest, name) : `${inNest(nest, name)}=${path}`, 'module');
  }

  addInlineModule(name: string, nest: string): void {
    this.#know(name, nest);
    this.#declare?.(`${inNest(nest, name)}::`);
  }

  addItem(name: string, nest: string): void {
    this.#know(name, nest);
    this.#declare?.(inNest(nest, name));
  }

  addExportedMacro(name: string): void {
    this.#declare?.(`${name}!`);
  }

  /** `scope` tells who sees the name that the path goes by: nobody outside the function that it stands in, say. */
  addUse(path: string, { alias, nest, scope }: { alias: string; nest: string; scope: '=' | '~' | 'local' }): void {
    const text = asSeenFromFile(path, nest);
    this.#found.push({ text, kind: 'import', nest });
    this.addAlias(text, { alias, nest, scope });
  }

  addAlias(path: string, { alias, nest, scope }: { alias: string; nest: string; scope: '=' | '~' | 'local' }): void {
    if (alias === '_') return;
    if (alias !== '*') this.#known.push(alias);
    if (scope !== 'local') this.#declare?.(`${inNest(nest, alias)}${scope}${path}`);
  }

  /** A path that stands in code. */
  useName(text: string, from: number, to: number): void {
    names.add(text, from, to);
  }

  /** Statements first, then names, each in order of appearance. */
  take(): Specifier[] {
    const taken = new Map<string, Specifier>();
    for (const { text, kind, nest } of this.#found) {
      const meant = nest !== '' && this.#nested.has(inNest(nest, headOf(text))) ? `self::${nest}::${text}` : text;
      const key = `${kind} ${meant}`;
      if (!taken.has(key)) taken.set(key, { text: meant, kind });
    }
    return [...taken.values(), ...this.#namesFromElsewhere()];
  }

  #namesFromElsewhere(): Specifier[] {
    const used = names.take(noneSkipped);
    if (used.length === 0) return used;
    const known = new Set(this.#known);
    return used.filter(({ text }) => {
      const head = headOf(text);
      return !primitives.has(head) && !known.has(head);
    });
  }

  #know(name: string, nest: string): void {
    this.#known.push(name);
    if (nest !== '') this.#nested.add(inNest(nest, name));
  }
}

const inNest = (nest: string, name: string): string => (nest === '' ? name : `${nest}::${name}`);

/** '' for a path that begins with `::`. */
const headOf = (path: string): string => {
  const end = path.indexOf('::');
  return end < 0 ? path : path.slice(0, end);
};
