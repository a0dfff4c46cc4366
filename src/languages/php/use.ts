import { mark } from '../lexing/characters.js';
import type { Source } from '../lexing/codes.js';
import { beginsName, codeAt, nameEnd } from './characters.js';
import { keywordAt } from './keywords.js';
import { skipSpace } from './lexis.js';
import { trimmed } from './namespace.js';

/** One name of a `use` statement. */
export interface Imported {
  readonly what: 'class' | 'function' | 'const';
  readonly name: string;
  readonly alias: string | undefined;
}

/**
 * Reads what follows `use` at the top of a file: `A\B`, `A\B as C`, `function A\f`, `A\{B, C as D, const X}`, and lists
 * of these. Says where it stopped: behind the last that could be read.
 */
export const readUse = (source: Source, from: number, take: (imported: Imported) => void): number => {
  let at = from;
  let prefix = '';
  let common: Imported['what'] = 'class';
  for (let first = true; ; first = false) {
    const kind = kindAt(source, skipSpace(source, at));
    const what: Imported['what'] = kind?.what ?? common;
    // `use function A\f, B\g` means functions throughout; inside braces each name has its own.
    if (first && kind) common = what;
    const start = skipSpace(source, kind?.end ?? at);
    const end = nameEnd(source, start);
    if (end === start) return afterBrace(source, start);
    const after = skipSpace(source, end);
    if (codeAt(source, after) === mark.openBrace) {
      prefix = `${trimmed(source.text.slice(start, end))}\\`;
      at = after + 1;
      continue;
    }
    const name = trimmed(source.text.slice(start, end));
    const alias = aliasAt(source, after);
    if (name !== '') take({ what, name: prefix + name, alias: alias?.name });
    at = skipSpace(source, alias?.end ?? after);
    if (codeAt(source, at) === mark.closeBrace) {
      prefix = '';
      at = skipSpace(source, at + 1);
    }
    if (codeAt(source, at) !== mark.comma) return at;
    at++;
  }
};

/** A comma may stand before the closing brace. */
const afterBrace = (source: Source, at: number): number => (codeAt(source, at) === mark.closeBrace ? at + 1 : at);

/** The `function` or `const` before a name. */
const kindAt = (source: Source, from: number): { what: 'function' | 'const'; end: number } | undefined => {
  const end = nameEnd(source, from);
  const word = keywordAt(source, from, end);
  return word === 'function' || word === 'const' ? { what: word, end } : undefined;
};

const aliasAt = (source: Source, from: number): { name: string; end: number } | undefined => {
  if ((codeAt(source, from) | 32) !== 97 || (codeAt(source, from + 1) | 32) !== 115) return undefined;
  if (nameEnd(source, from) !== from + 2) return undefined;
  const start = skipSpace(source, from + 2);
  const end = nameEnd(source, start);
  return end > start ? { name: source.text.slice(start, end), end } : undefined;
};

/**
 * Reads what follows `use` inside a class, traits and what is changed about them: `A, B { A::x insteadof B; y as z; }`.
 * Says where it stopped.
 */
export const readTraits = (source: Source, from: number, take: (start: number, end: number) => void): number => {
  let at = from;
  let within = false;
  let listed = true;
  while (at < source.length) {
    at = skipSpace(source, at);
    const code = codeAt(source, at);
    if (beginsName(code)) {
      const end = nameEnd(source, at);
      if (listed || codeAt(source, end) === mark.colon) take(at, end);
      if (within) listed = listed || keywordAt(source, at, end) === 'insteadof';
      at = end;
    } else if (code === mark.colon) {
      // The name of a method follows, which may be any word.
      at = skipSpace(source, at + 2);
      at = nameEnd(source, at);
    } else {
      at++;
      if (code === mark.closeBrace || (code === mark.semicolon && !within)) return at;
      if (code === mark.openBrace) within = true;
      else if (code !== mark.comma && code !== mark.semicolon) return at - 1;
      if (code !== mark.comma) listed = false;
    }
  }
  return source.length;
};
