import { mark } from '../lexing/characters.js';
import { type Attributes, noAttributes, withAttribute } from './attributes.js';
import type { Findings } from './findings.js';
import type { Keyword } from './keywords.js';
import { asSeenFromFile } from './nested-path.js';
import type { Regions } from './regions.js';
import { nameAt, skipSpace } from './tokens.js';
import { readUse } from './use-tree.js';

const visibility = /\s*\(\s*(?:crate|self|super|in\s[^()]{0,200})\s*\)/y;
const included = /!\s*[([{]\s*"([^"\\\n]+)"\s*,?\s*[)\]}]/y;
const beforeFn = /^(?:fn|unsafe|async|extern)$/;
const includes = /^include(?:_str|_bytes)?$/;

/** What the items of a file say: which modules, uses, macros and names there are. `Walk` tells where each of them begins. */
export class Statements {
  readonly #text: string;
  readonly #findings: Findings;
  readonly #regions: Regions;
  /** Where the files of inline modules are that say so themselves (`#[path]`), by their nest. */
  readonly #folders = new Map<string, string>();
  /** What was said of the item that comes next. */
  #attributes: Attributes = noAttributes;
  #isPublic = false;

  constructor(text: string, findings: Findings, regions: Regions) {
    this.#text = text;
    this.#findings = findings;
    this.#regions = regions;
  }

  attribute(at: number): void {
    this.#attributes = withAttribute(this.#attributes, this.#text, at);
  }

  keyword(keyword: Keyword, end: number): number {
    const { kind } = this.#regions;
    if (kind === 'template' || kind === 'quoted') return end;
    if (keyword === 'use') return this.#use(end);
    if (keyword === 'mod') return this.#mod(end);
    if (keyword === 'extern') return this.#extern(end);
    if (kind === 'body') return end;
    if (keyword === 'pub') {
      this.#isPublic = true;
      visibility.lastIndex = end;
      return visibility.test(this.#text) ? visibility.lastIndex : end;
    }
    return this.#item(keyword, end);
  }

  endItem(): void {
    this.#attributes = noAttributes;
    this.#isPublic = false;
  }

  #item(keyword: Keyword, end: number): number {
    if (this.#regions.isInHead) return end;
    let named = nameAt(this.#text, skipSpace(this.#text, end));
    if (keyword === 'static' && (named?.name === 'mut' || named?.name === 'ref')) {
      named = nameAt(this.#text, skipSpace(this.#text, named.end));
    }
    if (keyword === 'impl') this.#regions.expect('body');
    // `const fn f` is a function, and `fn(u8)` a type.
    if (keyword === 'impl' || !named || (keyword === 'const' && beforeFn.test(named.name))) return end;
    this.#regions.expect('body');
    if (named.name !== '_') this.#findings.addItem(named.name, this.#regions.nest);
    return named.end;
  }

  #use(end: number): number {
    const { kind, nest } = this.#regions;
    const scope = kind === 'module' ? (this.#isPublic ? '=' : '~') : 'local';
    return readUse(this.#text, end, (path, alias) => this.#findings.addUse(path, { alias, nest, scope }));
  }

  #extern(end: number): number {
    const word = nameAt(this.#text, skipSpace(this.#text, end));
    if (word?.name !== 'crate') return end;
    const { kind, nest } = this.#regions;
    const scope = kind === 'module' ? (this.#isPublic ? '=' : '~') : 'local';
    return readUse(this.#text, word.end, (name, alias) => {
      // `extern crate self as x` gives the crate another name.
      if (name === 'self') this.#findings.addAlias('crate', { alias, nest, scope });
      else this.#findings.addUse(`::${name}`, { alias, nest, scope });
    });
  }

  #mod(end: number): number {
    const text = this.#text;
    const named = nameAt(text, skipSpace(text, end));
    if (!named) return end;
    const { name } = named;
    const { nest } = this.#regions;
    const next = skipSpace(text, named.end);
    const folder = this.#folders.get(nest);
    const { paths, conditional } = this.#attributes;
    if (text.charCodeAt(next) === mark.openBrace) {
      this.#findings.addInlineModule(name, nest);
      this.#regions.openModule(name);
      const own = paths[0] === undefined ? folder && `${folder}/${name}` : this.#placed(paths[0], nest);
      if (own !== undefined) this.#folders.set(this.#regions.nest, own);
      this.endItem();
      return next + 1;
    }
    if (text.charCodeAt(next) !== mark.semicolon) return next;
    for (const path of paths) this.#findings.addModule(name, { nest, path: this.#placed(path, nest) });
    if (paths.length === 0 || conditional) {
      this.#findings.addModule(name, { nest, path: folder && `${folder}/${name}` });
    }
    return next;
  }

  /** Where a path attribute leads: `./` begins at the folder of the file, anything else at the module's own. */
  #placed(path: string, nest: string): string {
    const tidy = path.replace(/^(?:\.\/)+/, '').replaceAll('\\\\', '/');
    return `${this.#folders.get(nest) ?? (nest === '' ? '.' : nest.replaceAll('::', '/'))}/${tidy}`;
  }

  macro(at: number, end: number): number {
    const text = this.#text;
    const { kind } = this.#regions;
    if (kind === 'template' || kind === 'quoted') return end + 1;
    if (text.startsWith('include', at)) {
      included.lastIndex = end;
      const path = includes.test(text.slice(at, end)) ? included.exec(text)?.[1] : undefined;
      if (path !== undefined) this.#findings.addInclude(path, end - at === 'include'.length);
    } else if (text.startsWith('quote', at) || text.startsWith('parse_quote', at)) this.#regions.expect('quoted');
    else if (end - at === 11 && text.startsWith('macro_rules', at)) return this.#macroRules(end + 1);
    return end + 1;
  }

  #macroRules(end: number): number {
    const named = nameAt(this.#text, skipSpace(this.#text, end));
    if (!named) return end;
    if (this.#regions.kind === 'module') {
      this.#findings.addItem(named.name, this.#regions.nest);
      if (this.#attributes.exported) this.#findings.addExportedMacro(named.name);
    }
    this.#regions.expect('template');
    return named.end;
  }

  name(from: number, end: number): void {
    const text = this.#text;
    const { kind, nest } = this.#regions;
    if (kind === 'quoted' || (kind === 'template' && !text.startsWith('crate::', from))) return;
    const relative = text.startsWith('self::', from) || text.startsWith('super::', from);
    if (!relative) return this.#findings.useName(text, from, end);
    const meant = nest === '' ? text.slice(from, end) : asSeenFromFile(text.slice(from, end), nest);
    // What `self::x` means is declared or imported in this very file.
    if (meant.startsWith('self::') && meant.indexOf(':', 6) < 0) return;
    this.#findings.useName(meant, 0, meant.length);
  }
}
