import type { Specifier } from '../../domain/specifier.js';
import type { Declare } from '../language.js';
import { UsedNames } from '../lexing/used-names.js';
import { Namespace } from './namespace.js';
import type { Imported } from './use.js';

const used = new UsedNames();
const nothing: ReadonlySet<string> = new Set();
const bit = { import: 1, include: 2, name: 4 } as const;

/** What was found in a file so far. One file at a time: the names that are used are kept for all. */
export class Findings {
  readonly #text: string;
  readonly #declare: Declare | undefined;
  readonly #found: Specifier[] = [];
  /** The kinds that each text was found with, as bits: a key made of both would have to be put together each time. */
  readonly #known = new Map<string, number>();
  #namespace = new Namespace('');

  constructor(text: string, declare: Declare | undefined) {
    this.#text = text;
    this.#declare = declare;
    used.start();
  }

  /** A class is named here. */
  uses(start: number, end: number): void {
    used.add(this.#text, start, end);
  }

  imports({ what, name, alias }: Imported): void {
    this.#add(what === 'class' ? name : `${what} ${name}`, 'import');
    if (what === 'class') this.#namespace.import(name, alias);
  }

  includes(path: string | undefined): void {
    if (path !== undefined) this.#add(path, 'include');
  }

  /** Functions and constants may be named like classes, and are told apart as in `use function A\f`. */
  declares(what: Imported['what'], name: string): void {
    const full = this.#namespace.full(name);
    if (what === 'class') this.#namespace.declare(name);
    this.#declare?.(what === 'class' ? full : `${what} ${full}`);
  }

  enterNamespace(name: string): void {
    this.#leaveNamespace();
    this.#namespace = new Namespace(name);
    used.start();
  }

  all(): Specifier[] {
    this.#leaveNamespace();
    return this.#found;
  }

  /** What names mean is known only when all imports are. */
  #leaveNamespace(): void {
    for (const { text } of used.take(nothing)) {
      const name = this.#namespace.meant(text);
      if (name !== undefined) this.#add(name, 'name');
    }
  }

  #add(text: string, kind: keyof typeof bit): void {
    const known = this.#known.get(text) ?? 0;
    if (text === '' || (known & bit[kind]) !== 0) return;
    this.#known.set(text, known | bit[kind]);
    this.#found.push({ text, kind });
  }
}
