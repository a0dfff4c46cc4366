import { mark } from '../lexing/characters.js';
import type { Source } from '../lexing/codes.js';
import type { UsedNames } from '../lexing/used-names.js';
import { dottedName, lastPart } from './dotted-name.js';
import type { Findings } from './findings.js';
import { callableName, facadeOf, givenName } from './kotlin-declarations.js';
import { before, nameAt, skipBlanks, skipSpace, wordBefore } from './lexis.js';

interface Parts {
  readonly path: string;
  readonly findings: Findings;
  readonly names: UsedNames;
}

/** Longer words are no keywords that matter. */
const longest = 'constructor'.length;

/** Package, imports and declarations at the top of a Kotlin file, word by word. */
export class KotlinStatements {
  readonly #source: Source;
  readonly #findings: Findings;
  readonly #names: UsedNames;
  readonly #path: string;
  readonly #isScript: boolean;
  #facade: string | undefined;
  #begun = false;
  #hasCallables = false;
  #private = false;
  #actual = false;

  constructor(source: Source, { path, findings, names }: Parts) {
    this.#source = source;
    this.#findings = findings;
    this.#names = names;
    this.#path = path;
    this.#isScript = /\.kts$/i.test(path);
  }

  /** Reads what a keyword introduces, if the word is one, and returns where to go on. */
  at(start: number, end: number): number {
    const { text, codes } = this.#source;
    if (end - start > longest || before(codes, start) === mark.dot) return end;
    switch (text.slice(start, end)) {
      case 'fun':
      case 'val':
      case 'var':
        this.#callable(end);
        return end;
      case 'class':
      case 'object':
      case 'interface':
      case 'typealias':
        return this.#type(start, end);
      case 'import':
        return this.#import(end);
      case 'package':
        return this.#package(end);
      case 'private':
        this.#private = true;
        return end;
      case 'actual':
        this.#actual = true;
        return end;
      case 'set':
      case 'constructor':
        // Modifiers before these are of a part of what is declared already.
        this.#forgetModifiers();
        return end;
      default:
        return end;
    }
  }

  /** `@file:JvmName("Util")` stands before everything else. */
  typeAt(start: number, end: number): void {
    const { text } = this.#source;
    if (!this.#begun && text.slice(start, end) === 'JvmName') this.#facade ??= givenName(text, end);
  }

  /** Java sees the functions and properties of the file as members of a class. */
  end(): void {
    if (this.#hasCallables) this.#findings.declares(this.#facade ?? facadeOf(this.#path));
  }

  #package(end: number): number {
    this.#begun = true;
    const name = dottedName(this.#source, end);
    if (name) this.#findings.inPackage(name.text);
    return name?.end ?? end;
  }

  #import(end: number): number {
    const { text, codes } = this.#source;
    const name = dottedName(this.#source, end);
    if (!name) return end;
    this.#begun = true;
    const as = skipBlanks(codes, name.end);
    const alias =
      text.startsWith('as', as) && codes[as + 2] <= 32 ? nameAt(this.#source, skipBlanks(codes, as + 2)) : undefined;
    this.#findings.imports(name.text, alias ? alias.text : lastPart(name.text));
    return alias?.end ?? name.end;
  }

  #type(start: number, end: number): number {
    // `Type::class`
    if (before(this.#source.codes, start) === mark.colon) return end;
    const name = nameAt(this.#source, skipSpace(this.#source, end));
    if (!name) return end;
    this.#declare(name.text);
    return name.end;
  }

  /** The header is read on as any code, for the types in it. */
  #callable(end: number): void {
    const name = callableName(this.#source, end);
    if (name === undefined || name === 'interface') return;
    if (!this.#isScript && !this.#private) this.#hasCallables = true;
    this.#declare(name);
  }

  #declare(name: string): void {
    this.#begun = true;
    // An `actual` declaration uses the `expect` one, which has its name.
    if (this.#actual) this.#names.add(name, 0, name.length);
    else this.#findings.hasOwn(name);
    if (!this.#private && !this.#isScript) this.#findings.declares(name);
    this.#forgetModifiers();
  }

  #forgetModifiers(): void {
    this.#private = false;
    this.#actual = false;
  }
}

/** Whether a word is what a keyword before it declares. */
export const declaresNested = (source: Source, start: number): boolean =>
  before(source.codes, start) <= 32 &&
  lasts.has(before(source.codes, start, 2)) &&
  nested.has(wordBefore(source, start));

const nested = new Set(['class', 'object', 'interface', 'typealias']);
/** With what those may end, and a blank where there are several. */
const lasts = new Set(Array.from('ste \t\n\r', (letter) => letter.charCodeAt(0)));
