import type { Specifier } from '../../domain/specifier.js';
import type { Declare } from '../language.js';
import { isUpper, mark } from '../lexing/characters.js';
import { type Source, sourceOf } from '../lexing/codes.js';
import { afterBlockComment, lineEnd } from '../lexing/skip.js';
import { UsedNames } from '../lexing/used-names.js';
import { beginning, begins, nextOf, stops } from './characters.js';
import { Findings } from './findings.js';
import { declaresNested, statementAt } from './java-statements.js';
import { afterJavaQuote, afterOthers, afterWord, noteType } from './lexis.js';

const names = new UsedNames();
const stop = stops('"\'/{}');

/**
 * The imports of a Java file, the types that it uses without one (words that begin with a capital, as all types do by
 * convention), and the types that it declares at the top. A module declaration speaks of packages, not of files.
 */
export const readJava = (text: string, path: string, declare?: Declare): Specifier[] => {
  if (path.endsWith('module-info.java')) return [];
  const source = sourceOf(text);
  const { codes } = source;
  const findings = new Findings();
  names.start();
  let depth = 0;
  for (let at = codes[0] === 0xfeff ? 1 : 0; at < text.length; ) {
    // Only at the top keywords are looked for; below, types alone matter.
    if (depth > 0) at = nextOf(codes, at, stop);
    const code = codes[at];
    const start = at;
    switch (begins[code]) {
      case beginning.word:
        at = afterWord(codes, at);
        if (depth <= 0) at = statementAt(source, start, { end: at, findings });
        break;
      case beginning.type:
        at = afterWord(codes, at);
        if (isConstant(codes, start, at)) break;
        if (depth > 0 && declaresNested(source, start, at)) findings.hasOwn(text.slice(start, at));
        else noteType(names, source, start, at);
        break;
      case beginning.number:
        at = afterWord(codes, at);
        break;
      case beginning.mark:
        if (code === mark.slash) at = afterSlash(source, at);
        else if (code === mark.quote || code === mark.apostrophe) at = afterJavaQuote(source, at);
        else {
          if (code === mark.openBrace) depth++;
          else if (code === mark.closeBrace) depth--;
          at++;
        }
        break;
      default:
        at = afterOthers(codes, at);
    }
  }
  return findings.take(names, declare);
};

/** Past a comment, or a slash that opens none. */
const afterSlash = ({ text, codes }: Source, at: number): number => {
  const next = codes[at + 1];
  return next === mark.slash ? lineEnd(text, at) : next === mark.star ? afterBlockComment(text, at) : at + 1;
};

const underscore = 95;

/** `MAX_SIZE` and `_field` are no types. `URL` and `_Stub` may be. */
const isConstant = (codes: Uint16Array, start: number, end: number): boolean => {
  if (codes[start] === underscore) return !isUpper(codes[start + 1]);
  let parted = false;
  for (let at = start + 1; at < end; at++) {
    const code = codes[at];
    if (code === underscore) parted = true;
    else if (!isUpper(code) && begins[code] !== beginning.number) return false;
  }
  return parted;
};
