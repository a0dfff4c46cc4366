import { isWordStart, mark } from '../lexing/characters.js';
import type { Source } from '../lexing/codes.js';
import { endOf } from '../lexing/skip.js';
import { beginsName, codeAt, nameEnd } from './characters.js';
import type { Findings } from './findings.js';
import { readInclude } from './include.js';
import { isWord, type Keyword, keywordAt } from './keywords.js';
import { skipSpace } from './lexis.js';
import { trimmed } from './namespace.js';
import { readType, readTypes, type TakeName } from './types.js';
import { readTraits, readUse } from './use.js';

/** Less than any text can close without opening. */
const nowhere = -(2 ** 30);

/** Where in a file the walk is, as far as that decides what the names there mean. */
export class Context {
  readonly #source: Source;
  readonly #findings: Findings;
  readonly #take: TakeName;
  /** How many parentheses and brackets are open. */
  nesting = 0;
  /** How many are open where a comma or the closing one means something: among parameters, or attributes. */
  watched = nowhere;
  #parameters = nowhere;
  #attributes = nowhere;
  /** How many braces are open. */
  #depth = 0;
  /** How many were open within the bodies of the classes around. */
  readonly #classes: number[] = [];
  /** How many parentheses were open at the classes whose bodies are still to come. */
  readonly #announced: number[] = [];

  constructor(source: Source, findings: Findings) {
    this.#source = source;
    this.#findings = findings;
    this.#take = (start, end) => findings.uses(start, end);
  }

  // All that follow are given a place in the text, and say where to go on.

  /** Behind `#[`. */
  attributes(at: number): number {
    this.#attributes = ++this.nesting;
    this.watched = this.nesting;
    return this.#class(skipSpace(this.#source, at), at);
  }

  /** Behind a comma that is watched. */
  comma(at: number): number {
    return this.#attributes === nowhere
      ? readType(this.#source, at, this.#take)
      : this.#class(skipSpace(this.#source, at), at);
  }

  /** Behind a closing bracket that is watched. */
  close(at: number): number {
    if (this.#attributes === nowhere) {
      this.#parameters = nowhere;
      this.watched = nowhere;
      return this.#returnType(at);
    }
    this.#attributes = nowhere;
    this.watched = this.#parameters;
    return this.watched === nowhere ? at : readType(this.#source, at, this.#take);
  }

  openBrace(): void {
    this.#depth++;
    if (this.#announced.length === 0 || this.#announced[this.#announced.length - 1] !== this.nesting) return;
    this.#announced.pop();
    this.#classes.push(this.#depth);
  }

  closeBrace(): void {
    if (this.#inClass()) this.#classes.pop();
    this.#depth--;
  }

  /** A word or a qualified name. */
  name(start: number, end: number): number {
    const keyword = keywordAt(this.#source, start, end);
    const after = keyword === undefined ? undefined : this.#keyword(keyword, end);
    if (after !== undefined) return after;
    if (codeAt(this.#source, end) === mark.colon && codeAt(this.#source, end + 1) === mark.colon)
      this.#take(start, end);
    return end;
  }

  /** Directly in the body of a class, not in that of a method. */
  #inClass(): boolean {
    return this.#classes.length > 0 && this.#classes[this.#classes.length - 1] === this.#depth;
  }

  /** Undefined where the word is an ordinary name after all. */
  #keyword(keyword: Keyword, end: number): number | undefined {
    const source = this.#source;
    const next = skipSpace(source, end);
    switch (keyword) {
      case 'new':
        // `new class`, `new readonly class`, `new static` name no classes.
        return isNoClass(keywordAt(source, next, nameEnd(source, next))) ? end : this.#class(next, end);
      case 'instanceof':
      case 'insteadof':
        return this.#class(next, end);
      case 'extends':
      case 'implements':
        return readTypes(source, next, this.#take);
      case 'catch':
        // The parenthesis is left to be counted with that which closes it.
        if (codeAt(source, next) === mark.openParen) readType(source, next + 1, this.#take);
        return end;
      case 'function':
      case 'fn':
        return this.#signature(next, end);
      case 'class':
      case 'interface':
      case 'trait':
        return this.#declaredClass(next) ?? end;
      case 'enum':
        // It became a keyword late, and may still be the name of anything.
        return isWordStart(codeAt(source, next)) ? this.#declaredClass(next) : undefined;
      case 'const':
        return this.#constant(next, end);
      case 'use':
        return this.#use(next, end);
      case 'namespace':
        return this.#namespace(next, end);
      case 'include':
      case 'include_once':
      case 'require':
      case 'require_once':
        this.#findings.includes(readInclude(source, end));
        return end;
      case '__halt_compiler':
        return source.length;
      default:
        // `public`, `static` and so on: before a property stands its type.
        return this.#inClass() ? readType(source, next, this.#take) : end;
    }
  }

  /** The class named at `start`, if one is: `new $x` names none. */
  #class(start: number, otherwise: number): number {
    if (!beginsName(codeAt(this.#source, start))) return otherwise;
    const end = nameEnd(this.#source, start);
    this.#take(start, end);
    return end;
  }

  /** A class and its name, or one without: `new class (1) extends A {`. */
  #declaredClass(start: number): number | undefined {
    const source = this.#source;
    const code = codeAt(source, start);
    const end = nameEnd(source, start);
    const keyword = keywordAt(source, start, end);
    const nameless = keyword === 'extends' || keyword === 'implements';
    if (!nameless && isWordStart(code)) {
      this.#findings.declares('class', source.text.slice(start, end));
      this.#announced.push(this.nesting);
      return end;
    }
    if (!nameless && code !== mark.openParen && code !== mark.openBrace) return undefined;
    this.#announced.push(this.nesting);
    return start;
  }

  /** The parameters of a function, a method or a closure follow. */
  #signature(next: number, otherwise: number): number {
    const source = this.#source;
    const start = codeAt(source, next) === 38 ? skipSpace(source, next + 1) : next;
    const end = nameEnd(source, start);
    const at = skipSpace(source, end);
    if (codeAt(source, at) !== mark.openParen) return otherwise;
    if (end > start && !this.#inClass()) this.#findings.declares('function', source.text.slice(start, end));
    this.#parameters = ++this.nesting;
    this.watched = this.nesting;
    return readType(source, at + 1, this.#take);
  }

  #returnType(from: number): number {
    const source = this.#source;
    let at = skipSpace(source, from);
    if (isWord(source, at, 'use') && nameEnd(source, at) === at + 3) {
      at = skipSpace(source, Math.min(source.length, endOf(source.text, ')', at) + 1));
    }
    return codeAt(source, at) === mark.colon ? readType(source, at + 1, this.#take) : from;
  }

  /** `const X`, or since PHP 8.3 `const Type X`; of a list only the first. */
  #constant(next: number, otherwise: number): number {
    const source = this.#source;
    let [start, last] = [next, next];
    const after = readType(source, next, (from, to) => {
      if (last > start && this.#inClass()) this.#take(start, last);
      [start, last] = [from, to];
    });
    if (last === start || codeAt(source, after) !== mark.equals) return Math.max(after, otherwise);
    if (!this.#inClass()) this.#findings.declares('const', source.text.slice(start, last));
    return after;
  }

  #use(next: number, otherwise: number): number {
    if (!beginsName(codeAt(this.#source, next))) return otherwise;
    if (this.#inClass()) return readTraits(this.#source, next, this.#take);
    return readUse(this.#source, next, (imported) => this.#findings.imports(imported));
  }

  #namespace(next: number, otherwise: number): number {
    const end = nameEnd(this.#source, next);
    if (end === next && codeAt(this.#source, next) !== mark.openBrace) return otherwise;
    this.#findings.enterNamespace(trimmed(this.#source.text.slice(next, end)));
    return end;
  }
}

const isNoClass = (keyword: Keyword | undefined): boolean =>
  keyword === 'class' || keyword === 'readonly' || keyword === 'static';
