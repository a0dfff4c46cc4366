import { mark } from '../lexing/characters.js';
import type { Source } from '../lexing/codes.js';
import { codeAt } from './characters.js';

const words = [
  'abstract',
  'catch',
  'class',
  'const',
  'enum',
  'extends',
  'final',
  'fn',
  'function',
  'implements',
  'include',
  'include_once',
  'instanceof',
  'insteadof',
  'interface',
  'namespace',
  'new',
  'private',
  'protected',
  'public',
  'readonly',
  'require',
  'require_once',
  'static',
  'trait',
  'use',
  'var',
  '__halt_compiler',
] as const;

/** The words that say what the names after them mean. */
export type Keyword = (typeof words)[number];

/** Most words of a text are none of these, which their first letter and length tell. */
const slot = (firstLetter: number, length: number): number => ((firstLetter & 31) << 4) | length;

const candidates: (Keyword[] | undefined)[] = new Array(32 * 16).fill(undefined);
const possible = new Uint8Array(32 * 16);
for (const word of words) {
  const at = slot(word.charCodeAt(0), word.length);
  candidates[at] = [...(candidates[at] ?? []), word];
  possible[at] = 1;
}

/** Whether the word from `from` to `to` may be a keyword, or the name of a class for the `:` that follows it. */
export const mayMatter = (source: Source, from: number, to: number): boolean =>
  (to - from < 16 && possible[slot(codeAt(source, from), to - from)] === 1) || codeAt(source, to) === mark.colon;

/** The keyword that stands from `from` to `to`, in whatever case. */
export const keywordAt = (source: Source, from: number, to: number): Keyword | undefined => {
  if (to - from > 15) return undefined;
  const alike = candidates[slot(codeAt(source, from), to - from)];
  if (alike === undefined) return undefined;
  for (const word of alike) if (isWord(source, from, word)) return word;
  return undefined;
};

/** Whether a text has a word (in lower case) at a place, in whatever case. What follows is not looked at. */
export const isWord = (source: Source, from: number, word: string): boolean => {
  for (let i = 0; i < word.length; i++) {
    if ((codeAt(source, from + i) | 32) !== (word.charCodeAt(i) | 32)) return false;
  }
  return true;
};
