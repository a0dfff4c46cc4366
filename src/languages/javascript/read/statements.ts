import type { SpecifierKind } from '../../../domain/specifier.js';
import { isWord } from './characters.js';
import type { Findings } from './findings.js';
import { type Literal, literalAt } from './literal.js';
import { afterBlank, afterString, afterWord } from './skip.js';

// Each is called with the position after its word (`import`, `export`, `require`), adds what it finds, and returns the
// position to go on from: after a whole statement, but right after the word where it was a call or nothing at all,
// because the parentheses and braces that follow are then the caller's to count.

const wordIs = (text: string, at: number, word: string): boolean =>
  text.startsWith(word, at) && !isWord(text.charCodeAt(at + word.length));

/** After the `}` of the names at `at`; undefined where something stands there that cannot be names. */
const afterNames = (text: string, at: number): number | undefined => {
  let next = at + 1;
  while (next < text.length) {
    next = afterBlank(text, next);
    const code = text.charCodeAt(next);
    if (code === 125) return next + 1;
    if (code === 44) next++;
    else if (code === 34 || code === 39) next = afterString(text, next);
    else if (isWord(code)) next = afterWord(text, next);
    else return undefined;
  }
  return undefined;
};

/** The literal of `from 'x'` at `at`. */
const fromAt = (text: string, at: number): Literal | undefined => {
  if (!wordIs(text, at, 'from')) return undefined;
  const quote = afterBlank(text, at + 4);
  return text.charCodeAt(quote) === 96 ? undefined : literalAt(text, quote);
};

/** The literal after `{ a, b }` or `* as a`, where `at` is the `{` or `*`. */
const afterBindings = (text: string, at: number): Literal | undefined => {
  if (text.charCodeAt(at) === 123) {
    const end = afterNames(text, at);
    return end === undefined ? undefined : fromAt(text, afterBlank(text, end));
  }
  if (text.charCodeAt(at) !== 42) return undefined;
  let next = afterBlank(text, at + 1);
  if (wordIs(text, next, 'as')) {
    next = afterBlank(text, next + 2);
    const quoted = text.charCodeAt(next) === 34 || text.charCodeAt(next) === 39;
    next = afterBlank(text, quoted ? afterString(text, next) : afterWord(text, next));
  }
  return fromAt(text, next);
};

/** The literal of an import clause at `at`: `a from`, `a, { b } from`, `{ b } from`, `* as b from`. */
const afterClause = (text: string, at: number): Literal | undefined => {
  if (!isWord(text.charCodeAt(at))) return afterBindings(text, at);
  const next = afterBlank(text, afterWord(text, at));
  return text.charCodeAt(next) === 44 ? afterBindings(text, afterBlank(text, next + 1)) : fromAt(text, next);
};

/** The literal that is the first argument of the call whose `(` is at `at`: alone, or with more after a comma. */
const argumentAt = (text: string, at: number): Literal | undefined => {
  if (text.charCodeAt(at) !== 40) return undefined;
  const literal = literalAt(text, afterBlank(text, at + 1));
  if (!literal) return undefined;
  const next = text.charCodeAt(afterBlank(text, literal.end));
  return next === 41 || next === 44 ? literal : undefined;
};

const addCall = (text: string, { at, kind, findings }: { at: number; kind: SpecifierKind; findings: Findings }) => {
  const literal = argumentAt(text, at);
  if (literal) findings.add(text, literal, kind);
};

/** Words that may stand between `import` and its clause, and are names themselves where the clause follows directly. */
const clauseWords: readonly (readonly [string, SpecifierKind])[] = [
  ['type', 'type'],
  ['typeof', 'type'],
  ['defer', 'import'],
  ['source', 'import'],
];

const staticImport = (text: string, at: number, findings: Findings): number | undefined => {
  const [word, kind] = clauseWords.find(([each]) => wordIs(text, at, each)) ?? [];
  const typed = word && afterClause(text, afterBlank(text, at + word.length));
  const literal = typed || afterClause(text, at);
  if (!literal) return undefined;
  findings.add(text, literal, typed && kind ? kind : 'import');
  return literal.end;
};

const metaUrlReach = 300;

/** `new URL('./x', import.meta.url)`: the literal stands before the word `import`. */
const addBeforeMetaUrl = (text: string, importAt: number, findings: Findings): void => {
  const before = text.slice(Math.max(0, importAt - metaUrlReach), importAt);
  const match = /\bnew\s+URL\(\s*(['"`])([^'"`\\\n$]+)\1\s*,\s*$/.exec(before);
  if (!match) return;
  const from = importAt - before.length + match.index + match[0].indexOf(match[1]!) + 1;
  findings.add(text, { from, to: from + match[2]!.length }, 'dynamic');
};

const importMember = (text: string, { at, name }: { at: number; name: number }, findings: Findings): void => {
  if (text.startsWith('meta.url', name)) addBeforeMetaUrl(text, at - 'import'.length, findings);
  else if (wordIs(text, name, 'defer') || wordIs(text, name, 'source')) {
    addCall(text, { at: afterBlank(text, afterWord(text, name)), kind: 'dynamic', findings });
  }
};

export const readImport = (text: string, at: number, findings: Findings): number => {
  const next = afterBlank(text, at);
  const code = text.charCodeAt(next);
  if (code === 123 || code === 42 || isWord(code)) return staticImport(text, next, findings) ?? at;
  if (code === 34 || code === 39) {
    const literal = literalAt(text, next);
    if (literal) findings.add(text, literal, 'import');
  } else if (code === 40) addCall(text, { at: next, kind: 'dynamic', findings });
  else if (code === 46) importMember(text, { at, name: afterBlank(text, next + 1) }, findings);
  return at;
};

export const readExport = (text: string, at: number, findings: Findings): number => {
  const next = afterBlank(text, at);
  const typed = wordIs(text, next, 'type');
  const literal = afterBindings(text, typed ? afterBlank(text, next + 4) : next);
  if (!literal) return at;
  findings.add(text, literal, typed ? 'type' : 'import');
  return literal.end;
};

export const readRequire = (text: string, at: number, findings: Findings): number => {
  let next = afterBlank(text, at);
  if (text.charCodeAt(next) === 46) {
    const name = afterBlank(text, next + 1);
    if (!wordIs(text, name, 'resolve')) return at;
    next = afterBlank(text, name + 7);
  }
  addCall(text, { at: next, kind: 'require', findings });
  return at;
};

const reference = /^\/\/\/\s*<reference\s[^>]*?\bpath\s*=\s*(["'])([^"']+)\1/;

/** `/// <reference path="x" />`, the comment from `at` to `end`. */
export const readReference = (text: string, { at, end }: { at: number; end: number }, findings: Findings): void => {
  if (text.charCodeAt(at + 2) !== 47) return;
  const match = reference.exec(text.slice(at, Math.min(end, at + 1000)));
  if (!match) return;
  const from = at + match[0].length - 1 - match[2]!.length;
  findings.add(text, { from, to: from + match[2]!.length }, 'type');
};
