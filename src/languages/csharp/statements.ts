import type { Specifier } from '../../domain/specifier.js';
import type { Declare } from '../language.js';
import { isBlank, isWordStart, mark } from '../lexing/characters.js';
import { lineEnd } from '../lexing/skip.js';
import { wordEnd } from './characters.js';
import type { Declarations } from './declarations.js';
import { globalUsing } from './declared.js';
import { delegateNameAt, dottedNameAt, identifierAt, type Name, skipSpace } from './tokens.js';
import type { TypeUses } from './type-uses.js';
import { kindOfWord, word } from './words.js';

interface Parts {
  readonly declare: Declare;
  readonly declarations: Declarations;
  readonly uses: TypeUses;
}

/** What begins with a keyword: usings, namespaces, types, and lines for the preprocessor. Each says where it ended. */
export class Statements {
  readonly imports = new Map<string, Specifier>();
  readonly aliases: string[] = [];
  readonly #text: string;
  readonly #declare: Declare;
  readonly #declarations: Declarations;
  readonly #uses: TypeUses;

  constructor(text: string, { declare, declarations, uses }: Parts) {
    this.#text = text;
    this.#declare = declare;
    this.#declarations = declarations;
    this.#uses = uses;
  }

  take(kind: number, from: number, end: number): number {
    const { before } = this.#uses;
    this.#uses.before = kind;
    switch (kind) {
      case word.using:
        return this.#using(end, before === word.global);
      case word.namespace:
        return this.#namespace(end);
      case word.class:
      case word.enum:
        // `where T : class` is a constraint.
        return before === mark.colon || before === mark.comma ? end : this.#type(kind, end, before === word.partial);
      case word.record:
        return this.#record(end, before === word.partial);
      case word.delegate: {
        const name = delegateNameAt(this.#text, end);
        if (name !== undefined) this.#declarations.addType(name, false);
        return end;
      }
      case word.global:
        if (this.#text.startsWith('::', end)) return this.#uses.qualified(from, end + 2);
        return end;
      case word.this:
        if (this.#isExtension(before, end)) this.#declarations.addExtensions();
        return end;
      case word.extension:
        if (endsStatement.has(before) && opensExtension.has(this.#text.charCodeAt(end))) {
          this.#declarations.addExtensions();
        }
        return end;
      default:
        return end;
    }
  }

  /** A `#` and its line. Nothing in it is code, but branches tell how braces match. */
  directive(from: number): number {
    const text = this.#text;
    let at = from + 1;
    while (isBlank(text.charCodeAt(at))) at++;
    const end = lineEnd(text, at);
    const name = text.slice(at, Math.min(end, wordEnd(text, at)));
    if (name === 'load') this.#load(text.slice(at + name.length, end));
    else this.#declarations.branch(name);
    return end;
  }

  /** `#load "other.csx"` in a script. */
  #load(rest: string): void {
    const [, path] = /^\s*"([^"]+)"/.exec(rest) ?? [];
    if (path) this.imports.set(`load ${path}`, { text: path, kind: 'include' });
  }

  /** A directive, not a `using (…)` or `using var x = …`: what follows the name tells. */
  #using(from: number, global: boolean): number {
    let start = skipSpace(this.#text, from);
    let first = dottedNameAt(this.#text, start);
    let form = '';
    if (first && (first.text === 'static' || first.text === 'unsafe')) {
      if (first.text === 'static') form = 'static ';
      start = skipSpace(this.#text, first.end);
      first = dottedNameAt(this.#text, start);
    }
    if (!first) return from;
    const next = skipSpace(this.#text, first.end);
    const code = this.#text.charCodeAt(next);
    if (code === mark.equals) return this.#alias(first, next + 1, global) ?? from;
    if (code !== mark.semicolon && !(code === mark.less && form !== '')) return from;
    this.#import(form + first.text, global);
    return next;
  }

  /** What the target's type arguments are is read on as code. */
  #alias(alias: Name, from: number, global: boolean): number | undefined {
    const target = dottedNameAt(this.#text, skipSpace(this.#text, from));
    if (!target) return undefined;
    this.aliases.push(alias.text);
    this.#import(`${alias.text} = ${target.text}`, global);
    return target.end;
  }

  #import(text: string, global: boolean): void {
    const { namespace } = this.#declarations;
    if (!this.imports.has(text)) {
      // Within a namespace a using is relative to it.
      this.imports.set(text, { text, kind: 'import', ...(namespace !== '' && { names: [namespace] }) });
    }
    if (global) this.#declare(globalUsing(text));
  }

  #namespace(from: number): number {
    const name = dottedNameAt(this.#text, skipSpace(this.#text, from));
    if (!name) return from;
    const next = skipSpace(this.#text, name.end);
    const code = this.#text.charCodeAt(next);
    if (code === mark.openBrace) this.#declarations.enterNamespace(name.text, 1);
    else if (code === mark.semicolon) this.#declarations.enterNamespace(name.text, 0);
    return name.end;
  }

  #type(kind: number, from: number, partial: boolean): number {
    const name = identifierAt(this.#text, skipSpace(this.#text, from));
    if (!name) return from;
    if (kind === word.enum) this.#uses.enterEnum();
    this.#add(name.text, partial);
    return name.end;
  }

  /** `record` is a name, too: what follows the next one tells. */
  #record(from: number, partial: boolean): number {
    let name = identifierAt(this.#text, skipSpace(this.#text, from));
    if (name && (name.text === 'struct' || name.text === 'class')) {
      name = identifierAt(this.#text, skipSpace(this.#text, name.end));
    }
    if (!name || kindOfWord(name.text, 0, name.text.length) !== word.plain) return from;
    if (!followsRecord.has(this.#text.charCodeAt(skipSpace(this.#text, name.end)))) return from;
    this.#add(name.text, partial);
    return name.end;
  }

  #add(name: string, partial: boolean): void {
    this.#uses.before = word.plain;
    if (this.#declarations.addType(name, partial)) this.#uses.part(name);
  }

  /** The first parameter of an extension method, not a `this` that is handed on. */
  #isExtension(before: number, end: number): boolean {
    if (before !== mark.openParen && before !== mark.closeBracket) return false;
    const next = skipSpace(this.#text, end);
    if (next === end || !isWordStart(this.#text.charCodeAt(next))) return false;
    const kind = kindOfWord(this.#text, next, wordEnd(this.#text, next));
    return kind !== word.testing && !this.#text.startsWith('switch', next) && !this.#text.startsWith('with ', next);
  }
}

const endsStatement = new Set<number>([mark.semicolon, mark.openBrace, mark.closeBrace]);
const opensExtension = new Set<number>([mark.openParen, mark.less]);
const followsRecord = new Set<number>([mark.openParen, mark.less, mark.colon, mark.openBrace, mark.semicolon]);
