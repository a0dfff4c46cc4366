import {
  blankEnd,
  CLOSE_PAREN,
  COMMA,
  DOT,
  DOUBLE_QUOTE,
  isWord,
  OPEN_PAREN,
  SINGLE_QUOTE,
  STAR,
  stringEnd,
  wordEnd,
} from './lexis.js';
import type { Mentions } from './mentions.js';

/** Returned where the text turned out not to be the statement. */
export const NOT_A_STATEMENT = -1;

/** `import a.b, c as d`: `at` is after the keyword. Returns where the statement ends. */
export const readImport = (text: string, at: number, mentions: Mentions): number => {
  let end = at;
  for (;;) {
    const module = readDotted(text, end);
    if (module.name === '') return end;
    mentions.addModule(module.name, 'import');
    end = aliasEnd(text, module.end, false);
    if (text.charCodeAt(end) !== COMMA) return end;
    end++;
  }
};

/** `from ..a.b import c, d as e`: `at` is after `from`, which may also be that of `raise … from` or `yield from`. */
export const readFrom = (text: string, at: number, mentions: Mentions): number => {
  let dots = 0;
  let end = blankEnd(text, at, false);
  while (text.charCodeAt(end) === DOT) {
    dots++;
    end = blankEnd(text, end + 1, false);
  }
  let name = '';
  if (dots === 0 || !isImportKeyword(text, end)) {
    const module = readDotted(text, end);
    if (module.name === '') return NOT_A_STATEMENT;
    name = module.name;
    end = blankEnd(text, module.end, false);
  }
  if (!isImportKeyword(text, end)) return NOT_A_STATEMENT;
  const { names, end: namesEnd } = readNames(text, wordEnd(text, end));
  if (names.length > 0) mentions.addNames('.'.repeat(dots) + name, 'import', names);
  return namesEnd;
};

/**
 * `('a.b')` or `('a.b', …)` after `__import__` or `import_module`. Only a plain literal says which module is meant:
 * `'a' + b`, `'a.%s' % b` and f-strings do not.
 */
export const readCall = (text: string, at: number, mentions: Mentions): void => {
  const open = blankEnd(text, at, false);
  if (text.charCodeAt(open) !== OPEN_PAREN) return;
  let start = blankEnd(text, open + 1, true);
  if ('rRuU'.includes(text.charAt(start))) start++;
  const quote = text.charCodeAt(start);
  if (quote !== SINGLE_QUOTE && quote !== DOUBLE_QUOTE) return;
  const end = stringEnd(text, start);
  const next = blankEnd(text, end, true);
  const after = text.charCodeAt(next);
  if (after !== CLOSE_PAREN && after !== COMMA) return;
  const literal = text.slice(start + 1, end - 1);
  if (!isModuleName(literal)) return;
  if (literal.startsWith('.') && !isOwnPackage(text, next)) return;
  mentions.addModule(literal, 'dynamic');
};

/** `import_module('.a', x)` is relative to `x`, which is known only where it is the file's own package. */
const isOwnPackage = (text: string, comma: number): boolean => {
  ownPackage.lastIndex = comma;
  return ownPackage.test(text);
};
const ownPackage = /,\s*(?:package\s*=\s*)?__(?:package|name)__/y;

/** Cython's `cimport` takes declarations instead of objects, from the same modules. */
const isImportKeyword = (text: string, at: number): boolean => {
  const length = text.startsWith('import', at) ? 6 : text.startsWith('cimport', at) ? 7 : 0;
  return length > 0 && !isWord(text.charCodeAt(at + length));
};

/** `a . b.c` as `a.b.c`; '' where there is no whole dotted name. */
const readDotted = (text: string, at: number): { readonly name: string; readonly end: number } => {
  let name = '';
  let end = at;
  for (;;) {
    const start = blankEnd(text, end, false);
    const stop = wordEnd(text, start);
    if (stop === start) return { name: '', end: start };
    name += text.slice(start, stop);
    end = blankEnd(text, stop, false);
    if (text.charCodeAt(end) !== DOT) return { name, end: stop };
    name += '.';
    end++;
  }
};

const readNames = (text: string, at: number): { readonly names: readonly string[]; readonly end: number } => {
  const names: string[] = [];
  let end = blankEnd(text, at, false);
  const inParens = text.charCodeAt(end) === OPEN_PAREN;
  if (inParens) end++;
  for (;;) {
    const start = blankEnd(text, end, inParens);
    end = text.charCodeAt(start) === STAR ? start + 1 : wordEnd(text, start);
    if (end === start) break;
    names.push(text.slice(start, end));
    end = aliasEnd(text, end, inParens);
    if (text.charCodeAt(end) !== COMMA) break;
    end++;
  }
  if (!inParens) return { names, end };
  end = blankEnd(text, end, true);
  return { names, end: text.charCodeAt(end) === CLOSE_PAREN ? end + 1 : end };
};

/** After blanks and, where there is one, `as name`. */
const aliasEnd = (text: string, at: number, inParens: boolean): number => {
  const start = blankEnd(text, at, inParens);
  if (!text.startsWith('as', start) || isWord(text.charCodeAt(start + 2))) return start;
  const name = blankEnd(text, start + 2, inParens);
  return blankEnd(text, wordEnd(text, name), inParens);
};

const isModuleName = (literal: string): boolean => {
  for (let at = 0; at < literal.length; at++) {
    const code = literal.charCodeAt(at);
    if (code !== DOT && !isWord(code)) return false;
  }
  return literal !== '' && !literal.endsWith('.');
};
