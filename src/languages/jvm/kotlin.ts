import type { Specifier } from '../../domain/specifier.js';
import type { Declare } from '../language.js';
import { isUpper, mark } from '../lexing/characters.js';
import { type Source, sourceOf } from '../lexing/codes.js';
import { lineEnd } from '../lexing/skip.js';
import { UsedNames } from '../lexing/used-names.js';
import { beginning, begins, nextOf, stops } from './characters.js';
import { Findings } from './findings.js';
import { noteCall } from './kotlin-calls.js';
import { declaresNested, KotlinStatements } from './kotlin-statements.js';
import { KotlinStrings } from './kotlin-strings.js';
import { afterBackquoted, afterNestedComment, afterOthers, afterString, afterWord, noteType } from './lexis.js';

const stop = stops('"\'`/{}()');

/** Words that may stand before a parenthesis or a brace and call nothing. */
const noCalls = new Set(
  (
    'if for while when catch else try do finally init get set constructor this super return throw in is as by where ' +
    'object companion fun val var'
  ).split(' '),
);

const names = new UsedNames();

/**
 * The imports of a Kotlin file, what it uses without one (words that begin with a capital, and others where they are
 * called), and what it declares at the top: types, functions and properties. Scripts give nothing to others.
 */
export const readKotlin = (text: string, path: string, declare?: Declare): Specifier[] => {
  const source = sourceOf(text);
  const { codes } = source;
  const findings = new Findings(noCalls);
  names.start();
  const strings = new KotlinStrings(source, names);
  const statements = new KotlinStatements(source, { path, findings, names });
  let braces = 0;
  let parens = 0;
  for (let at = codes[0] === 0xfeff ? 1 : 0; at < text.length; ) {
    // Only at the top keywords are looked for; below, types and calls alone matter.
    const atTop = braces <= 0 && parens <= 0;
    if (!atTop) at = nextOf(codes, at, stop);
    const code = codes[at];
    const start = at;
    switch (begins[code]) {
      case beginning.word:
        at = afterWord(codes, at);
        if (atTop) at = statements.at(start, at);
        break;
      case beginning.type:
        at = afterWord(codes, at);
        if (code === underscore && !isUpper(codes[start + 1])) break;
        if (atTop) statements.typeAt(start, at);
        if (!atTop && declaresNested(source, start)) findings.hasOwn(text.slice(start, at));
        else noteType(names, source, start, at);
        break;
      case beginning.number:
        at = afterWord(codes, at);
        break;
      case beginning.mark:
        at++;
        if (code === mark.openParen || code === mark.openBrace) {
          noteCall(source, start, { names, nested: atTop ? undefined : findings });
          if (code === mark.openBrace) braces++;
          else parens++;
        } else if (code === mark.closeParen) parens--;
        else if (code === mark.quote) {
          at = strings.open(start, braces);
          braces += strings.entered;
        } else if (code === mark.closeBrace) {
          braces--;
          if (strings.endsTemplate(braces)) {
            at = strings.resume(at);
            braces += strings.entered;
          }
        } else if (code === mark.slash) at = afterSlash(source, start);
        else at = code === mark.backquote ? afterBackquoted(codes, start) : afterString(codes, start);
        break;
      default:
        at = afterOthers(codes, at);
    }
  }
  statements.end();
  return findings.take(names, declare);
};

const underscore = 95;

/** Past a comment, in which others may stand, or a slash that opens none. */
const afterSlash = (source: Source, at: number): number => {
  const { text, codes } = source;
  const next = codes[at + 1];
  return next === mark.slash ? lineEnd(text, at) : next === mark.star ? afterNestedComment(source, at) : at + 1;
};
