import { mark } from '../lexing/characters.js';
import type { Source } from '../lexing/codes.js';
import type { UsedNames } from '../lexing/used-names.js';
import { beginning, begins, ofWord } from './characters.js';
import type { Findings } from './findings.js';
import { before, wordBefore, wordStart } from './lexis.js';

const space = 32;
const minus = 45;
const lastOfFun = 110;

/**
 * Notes the function that is called where a parenthesis or brace opens: `f(…)`, `f<T>(…)`, `f {`. Words with a
 * capital are noted
 * as types are. A member (`x.f()`) is none, and `fun f()`, where it is `nested`, makes it one of the file's own.
 */
export const noteCall = (
  source: Source,
  open: number,
  { names, nested }: { readonly names: UsedNames; readonly nested: Findings | undefined },
): void => {
  const { text, codes } = source;
  const close = codes[open] === mark.openBrace && before(codes, open) === space ? open - 1 : open;
  const end = before(codes, close) === mark.greater ? typeArgumentsStart(codes, close) : close;
  if (ofWord[before(codes, end)] === 0) return;
  const start = wordStart(codes, end);
  if (begins[codes[start]] !== beginning.word || before(codes, start) === mark.dot) return;
  if (before(codes, start) <= space) {
    const last = before(codes, start, 2);
    if (last === lastOfFun && wordBefore(source, start) === 'fun') return nested?.hasOwn(text.slice(start, end));
    // `fun <T> f()`, most likely; not `-> f()`.
    if (last === mark.greater && before(codes, start, 3) !== minus) return;
  }
  names.addCodes(source, start, end);
};

/** Longer lists of type arguments are not followed, so that broken text is not read again and again. */
const longestArguments = 100;

/** Where the `<` stands that is closed by the `>` before a place; the place itself where there is none. */
const typeArgumentsStart = (codes: Uint16Array, end: number): number => {
  let depth = 0;
  for (let at = end - 1; at > 0 && at > end - longestArguments; at--) {
    if (codes[at] === mark.greater) depth++;
    else if (codes[at] === mark.less && --depth === 0) return at;
  }
  return end;
};
