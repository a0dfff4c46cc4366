import type { Specifier } from '../../../domain/specifier.js';
import { BLANK, classOf } from './characters.js';
import { Findings } from './findings.js';
import { Lexer } from './lexer.js';
import { type ScriptElement, scriptElements } from './markup.js';
import { afterLine } from './skip.js';

// Shared by all files in which nothing can be found; frozen, because it is.
const nothing: Specifier[] = [];
Object.freeze(nothing);

/** Whether the `from` at `at` may be followed by a specifier: `Array.from(x)` and `from: 1` may not. */
const mayBeFrom = (text: string, at: number): boolean => {
  let next = at + 4;
  while (next < text.length && classOf(text.charCodeAt(next)) === BLANK) next++;
  const code = text.charCodeAt(next);
  return code === 34 || code === 39 || code === 47;
};

/** The last place of a word. Searching forwards again and again is faster than `lastIndexOf`, which V8 runs by hand. */
const lastOf = (text: string, word: string): number => {
  let last = -1;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) last = at;
  return last;
};

const lastFrom = (text: string): number => {
  let last = -1;
  for (let at = text.indexOf('from'); at >= 0; at = text.indexOf('from', at + 4)) if (mayBeFrom(text, at)) last = at;
  return last;
};

/**
 * Behind the last word that could belong to an import, nothing can be found. Imports stand at the top of most files,
 * so most of most files need not be read at all, and this is the greatest gain in speed there is. Words are searched
 * by their end (`import`, `require`): a search stops at each first letter, and `q` and `m` are rarer than `r` and `i`.
 */
const stopOf = (text: string): number =>
  Math.max(lastOf(text, 'mport'), lastOf(text, 'quire'), lastFrom(text), lastOf(text, '<reference')) + 1;

interface Script {
  readonly text: string;
  readonly jsx: boolean;
}

const readScript = ({ text, jsx }: Script, findings: () => Findings): void => {
  const stop = stopOf(text);
  if (stop === 0) return;
  const from = text.startsWith('#!') ? afterLine(text, 0) : 0;
  new Lexer(text, { from, stop, jsx }, findings()).run();
};

const readElement = (element: ScriptElement, findings: Findings): void => {
  if (element.src) findings.add(element.src, { from: 0, to: element.src.length }, 'import');
  readScript({ text: element.text, jsx: /^[jt]sx$/.test(element.lang) }, () => findings);
};

const isMarkup = (path: string): boolean => /\.(?:vue|svelte|astro)$/i.test(path);
/** TypeScript without JSX, where `<T>x` is a cast. */
const isPlainTypeScript = (path: string): boolean => /\.[mc]?ts$/i.test(path);

/** What a JavaScript or TypeScript file mentions, in order of appearance. Linear in the text, and never throws. */
export const read = (text: string, path: string): Specifier[] => {
  let findings: Findings | undefined;
  const needed = () => {
    findings ??= new Findings();
    return findings;
  };
  if (isMarkup(path)) {
    for (const element of scriptElements(text)) readElement(element, needed());
  } else readScript({ text, jsx: !isPlainTypeScript(path) }, needed);
  return findings?.all ?? nothing;
};
