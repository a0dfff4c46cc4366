import { mark } from '../lexing/characters.js';
import type { Source } from '../lexing/codes.js';
import { beginsName, codeAt, nameEnd, questionMark } from './characters.js';
import { isWord } from './keywords.js';
import { afterInterpolated, afterSingle, skipSpace } from './lexis.js';
import { ownFolder } from './own-folder.js';

/** Longer expressions are no paths; the limit keeps reading linear where includes stand within includes. */
const longest = 250;

/**
 * The path that `require` and its kin are given, as far as it is written there:
 * - `x.php`: one literal
 * - `./x.php`, `../x.php`: from the file's own folder (`__DIR__ . '/x.php'`, `dirname(__FILE__, 2) . '/x.php'`)
 * - `*` and `/lib/x.php`: some folder that only the program knows, and the end of the path (`$root . '/lib/x.php'`)
 */
export const readInclude = (source: Source, from: number): string | undefined => {
  const path = new Path();
  const limit = from + longest;
  let depth = 0;
  let at = from;
  while (at < limit) {
    at = skipSpace(source, at);
    // `realpath(x)` is x.
    if (isWord(source, at, 'realpath')) at = skipSpace(source, at + 8);
    if (codeAt(source, at) === mark.openParen) {
      depth++;
      at++;
      continue;
    }
    const end = operand({ source, at, limit, path });
    if (end === undefined || end > limit) return undefined;
    at = skipSpace(source, end);
    while (depth > 0 && codeAt(source, at) === mark.closeParen) {
      depth--;
      at = skipSpace(source, at + 1);
    }
    if (codeAt(source, at) === mark.dot && codeAt(source, at + 1) !== mark.equals) at++;
    // With `?:` and `??` it may be any of several.
    else if (codeAt(source, at) === questionMark && codeAt(source, at + 1) !== mark.greater) return undefined;
    else return path.text();
  }
  return undefined;
};

/** What is known of a path while its parts are put together. */
class Path {
  #base: '' | '.' | '*' | undefined;
  #end = '';

  add(literal: string): void {
    this.#base ??= '';
    this.#end += literal;
  }

  /** Some levels above the file's own folder. */
  addOwn(levels: number): void {
    if (this.#base !== undefined) return this.addUnknown();
    this.#base = '.';
    this.#end = '/..'.repeat(levels);
  }

  addUnknown(): void {
    this.#base = '*';
    this.#end = '';
  }

  text(): string | undefined {
    if (this.#base === '') return this.#end === '' ? undefined : this.#end;
    if (this.#base === '.') return this.#end.startsWith('/') ? tidied(this.#end) : undefined;
    // `ABSPATH . 'a.php'` has its slash in the constant; `$name . '.php'` and `$name . '-a.php'` tell nothing.
    const [, end] = /^\/?((?:\.\.?\/)*[A-Za-z0-9_][^*]*)$/.exec(this.#end) ?? [];
    return end === undefined ? undefined : `*/${end}`;
  }
}

/** `/../x` as `../x`, `/x` as `./x`. */
const tidied = (end: string): string => (end.startsWith('/../') ? end.slice(1) : `.${end}`);

interface Operand {
  readonly source: Source;
  readonly at: number;
  readonly limit: number;
  readonly path: Path;
}

/** Adds one part of a concatenation to the path, and says where it ended; undefined where none begins. */
const operand = ({ source, at, limit, path }: Operand): number | undefined => {
  const code = codeAt(source, at);
  if (code === mark.apostrophe) {
    const end = afterSingle(source, at);
    path.add(unescaped(source.text.slice(at + 1, end - 1)));
    return end;
  }
  if (code === mark.quote) {
    const end = afterInterpolated(source, at);
    if (end > limit) return undefined;
    addInterpolated(source.text.slice(at + 1, Math.max(at + 1, end - 1)), path);
    return end;
  }
  const own = ownFolder(source, at);
  if (own) {
    path.addOwn(own.levels);
    return own.end;
  }
  if (beginsName(code)) {
    const start = code === mark.backslash ? at + 1 : at;
    const end = nameEnd(source, start);
    if (isSeparator(source, start, end)) {
      path.add('/');
      return end;
    }
  } else if (code !== mark.dollar) return undefined;
  path.addUnknown();
  return afterValue(source, at, limit);
};

const unescaped = (literal: string): string =>
  literal.includes('\\') ? literal.replace(/\\([\\'"$])/g, '$1').replaceAll('\\', '/') : literal;

/** The constant for `/`, and the name that many projects give it. */
const isSeparator = (source: Source, start: number, end: number): boolean =>
  (end - start === 19 && source.text.startsWith('DIRECTORY_SEPARATOR', start)) ||
  (end - start === 2 && source.text.startsWith('DS', start));

const lastVariable = /^.*(?:\$\w+(?:\[[^\]]*\]|->\w+)?|\})(.*)$/s;

/** Of `"{$root}/lib/x.php"` the end is known. */
const addInterpolated = (inside: string, path: Path): void => {
  if (!inside.includes('$')) return path.add(unescaped(inside));
  path.addUnknown();
  const [, end = ''] = lastVariable.exec(inside) ?? [];
  path.add(unescaped(end));
};

/** Past a variable, constant or call with all that is got from it: `$this->root['x']`, `A::path('lib')`. */
const afterValue = (source: Source, from: number, limit: number): number | undefined => {
  let at = from;
  while (at < limit) {
    const code = codeAt(source, at);
    const next = codeAt(source, at + 1);
    if (code === mark.dollar || beginsName(code)) at = nameEnd(source, at + 1);
    else if ((code === 45 && next === mark.greater) || (code === mark.colon && next === mark.colon)) at += 2;
    else if (code === questionMark && next === 45) at += 3;
    else if (code === mark.openParen || code === mark.openBracket || code === mark.openBrace) {
      const end = afterBrackets(source, at, limit);
      if (end === undefined) return undefined;
      at = end;
    } else return at;
  }
  return undefined;
};

const afterBrackets = (source: Source, from: number, limit: number): number | undefined => {
  let depth = 0;
  for (let at = from; at < limit && at < source.length; ) {
    const code = codeAt(source, at);
    if (code === mark.apostrophe) at = afterSingle(source, at);
    else if (code === mark.quote) at = afterInterpolated(source, at);
    else {
      at++;
      if (code === mark.openParen || code === mark.openBracket || code === mark.openBrace) depth++;
      else if (code === mark.closeParen || code === mark.closeBracket || code === mark.closeBrace) depth--;
      if (depth === 0) return at;
    }
  }
  return undefined;
};
