import type { Specifier } from '../../domain/specifier.js';
import { isUpper, isWordStart, mark } from '../lexing/characters.js';
import { hashStep } from '../lexing/hash.js';
import { UsedNames } from '../lexing/used-names.js';
import { wordEnd, wordParts } from './characters.js';
import type { Declarations } from './declarations.js';
import { kindOfWord, word } from './words.js';

const used = new UsedNames();
const none = -1;

/**
 * Tells names that may be types from those that are not. Types are written with a capital by all but a few, so only
 * such names are looked at, and names in lower case where nothing but a type can stand.
 */
export class TypeUses {
  /** The last token: a kind of word, or the code of a character. */
  before: number = mark.semicolon;
  readonly #text: string;
  readonly #codes: Uint16Array;
  readonly #declarations: Declarations;
  /** How deep the members of the enum stand that is being read. */
  #enumDepth = none;
  #enumBegins = false;
  #inAttribute = false;

  constructor(text: string, codes: Uint16Array, declarations: Declarations) {
    this.#text = text;
    this.#codes = codes;
    this.#declarations = declarations;
    used.start();
  }

  /** A name with a capital: takes it with the names that follow on dots, and says where that ends. */
  name(from: number): number {
    const codes = this.#codes;
    const { before } = this;
    this.before = word.type;
    let end = from;
    if (before === mark.dot || before === word.type) {
      do end++;
      while (wordParts[codes[end]] === 1);
      return end;
    }
    const attribute = before === mark.openBracket && this.#inAttribute && codes[from - 1] === before;
    let hash = attribute ? mark.openBracket : 0;
    let last = from;
    let hashBeforeLast = hash;
    for (;;) {
      const code = codes[end];
      if (wordParts[code] === 0) {
        if (code !== mark.dot || !isNameStart(codes[end + 1])) break;
        last = end + 1;
        hashBeforeLast = hash;
      }
      hash = hashStep(hash, code);
      end++;
    }
    if (this.#enumDepth !== none && this.#isMember(before)) return end;

    let next = end;
    while (codes[next] === 32) next++;
    const after = codes[next];
    let to = end;
    if (after === mark.openParen) {
      // Calls; but `new Type(`, `[Attribute(`, and `: Base(` of a primary constructor.
      if (before !== word.making && before !== mark.openBracket && before !== mark.colon && before !== mark.comma) {
        if (last === from) return end;
        to = last - 1;
        hash = hashBeforeLast;
      }
    } else if (last === from) {
      // A type is neither assigned nor compared, and ends a statement only where it is tested for.
      if (after === mark.equals) return end;
      if (after === mark.semicolon && before !== word.testing && before !== mark.colon) return end;
    }
    used.addHashed(this.#text, { from: attribute ? from - 1 : from, to, hash });
    return end;
  }

  /** A name after `global::`, which is kept. */
  qualified(from: number, name: number): number {
    const to = this.#chainEnd(name);
    if (to > name) used.add(this.#text, from, to);
    this.before = word.type;
    return to;
  }

  /** `float3 position`, where only a type can stand before a name. */
  lower(from: number, to: number, hash: number): void {
    const next = to + 1;
    if (this.#codes[to] !== 32 || !isWordStart(this.#codes[next])) return;
    if (kindOfWord(this.#text, next, wordEnd(this.#text, next)) === word.plain)
      used.addHashed(this.#text, { from, to, hash });
  }

  /** The name of a type of this file which has parts elsewhere. */
  part(name: string): void {
    used.add(name, 0, name.length);
  }

  enterEnum(): void {
    this.#enumBegins = true;
  }

  openBrace(): void {
    if (this.#enumBegins) this.#enumDepth = this.#declarations.depth;
    this.#enumBegins = false;
  }

  closeBrace(): void {
    if (this.#enumDepth > this.#declarations.depth) this.#enumDepth = none;
  }

  /** A bracket after a name or a value is an index, not an attribute. */
  openBracket(): void {
    this.#inAttribute = attributeFollows.has(this.before);
  }

  take(aliases: readonly string[]): Specifier[] {
    const { own } = this.#declarations;
    const names = used.take(aliases.length > 0 ? new Set([...own, ...aliases]) : own);
    return withoutPartsOf(own, names);
  }

  #chainEnd(from: number): number {
    let end = wordEnd(this.#text, from);
    while (this.#codes[end] === mark.dot && isWordStart(this.#codes[end + 1])) {
      end = wordEnd(this.#text, end + 1);
    }
    return end;
  }

  #isMember(before: number): boolean {
    if (this.#enumDepth !== this.#declarations.depth) return false;
    return before === mark.openBrace || before === mark.comma || before === mark.closeBracket;
  }
}

/** Where `Color` is used by itself or is the file's own, it is no namespace, and `Color.Red` tells nothing more. */
const withoutPartsOf = (own: ReadonlySet<string>, names: readonly Specifier[]): Specifier[] => {
  const alone = new Set<string>();
  for (const { text } of names) alone.add(text);
  return names.filter(({ text }) => {
    const dot = text.indexOf('.');
    if (dot <= 0) return true;
    const head = text.slice(0, dot);
    return !alone.has(head) && !own.has(head);
  });
};

const attributeFollows = new Set<number>([
  mark.semicolon,
  mark.openBrace,
  mark.closeBrace,
  mark.closeBracket,
  mark.openParen,
  mark.comma,
]);

const isNameStart = (code: number): boolean => isUpper(code) || code > 127;
