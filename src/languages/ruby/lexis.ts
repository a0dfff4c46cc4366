import { isBlank, isDigit, isWordPart } from '../lexing/characters.js';
import { codeTo, commentTo, type Lexis, type Piece, type Pieces } from '../lexing/lexis.js';
import { lineEnd } from '../lexing/skip.js';
import { endsBelow, heredocAt } from './heredocs.js';
import { delimited, percentAt } from './literals.js';
import { Nesting } from './nesting.js';
import { afterBlockOfComments, afterCharacter, afterGlobal, afterSymbol, closesOnLine, isEndOfCode } from './tokens.js';

/** Ruby. Whether a sign divides or begins a literal is judged by what stands before it on its line. */
export const rubyLexis: Lexis = {
  signs: /^=begin\b|^__END__|<<|["'`#{}%/?$:\n]/gm,
  pieces: (text): Pieces => {
    const nesting = new Nesting(text);
    /** Set once `x <<WORD` turned out to be no heredoc: looking for the end of each would take quadratic time. */
    let appends = false;
    /** The text that ends before what `end` says, with one sign to close it, or two to begin code in it. */
    const literal = (from: number, end: number): Piece => {
      const to = Math.max(from, end - (nesting.inside ? 2 : 1));
      return { kind: 'text', from, to: end >= text.length && !nesting.inside ? end : to, end };
    };
    const shift = (at: number, before: Before): Piece | undefined => {
      const isAmbiguous = before === 'name';
      if (!beginsValue(text, at, before) || (isAmbiguous && appends)) return undefined;
      const found = heredocAt(text, at + 2);
      if (!found) return undefined;
      if (isAmbiguous) appends = !endsBelow(text, found.at, found.heredoc);
      if (isAmbiguous && appends) return undefined;
      nesting.heredoc(found.heredoc);
      return codeTo(found.at);
    };
    const slash = (at: number, before: Before): Piece | undefined => {
      if (!beginsValue(text, at, before) || (before === 'name' && !closesOnLine(text, at))) return undefined;
      return literal(at + 1, nesting.literal(delimited(47, true), at + 1));
    };
    return {
      at: (at, sign) => {
        switch (sign) {
          case '#':
            return commentTo(lineEnd(text, at));
          case '=begin':
            return commentTo(Math.max(at + sign.length, afterBlockOfComments(text, at)));
          case '__END__':
            return isEndOfCode(text, at) ? codeTo(text.length) : undefined;
          case '\n': {
            if (!nesting.awaitsBodies) return undefined;
            const end = nesting.bodies(at + 1);
            return { kind: 'text', from: at + 1, to: end, end };
          }
          case '{':
            nesting.openBrace();
            return undefined;
          case '}': {
            const end = nesting.closeBrace(at);
            return end > at + 1 ? literal(at + 1, end) : undefined;
          }
          case '$':
            return codeTo(Math.min(text.length, afterGlobal(text, at)));
          case ':':
            return symbol(text, at);
          case '<<':
            return shift(at, whatIsBefore(text, at));
          case '/':
            return slash(at, whatIsBefore(text, at));
          case '%': {
            const found = beginsValue(text, at, whatIsBefore(text, at)) ? percentAt(text, at) : undefined;
            return found && literal(found.at, nesting.literal(found.literal, found.at));
          }
          case '?':
            if (whatIsBefore(text, at) !== 'operator' || !(text.charCodeAt(at + 1) > 32)) return undefined;
            return codeTo(Math.min(text.length, afterCharacter(text, at)));
          default:
            return literal(at + 1, nesting.literal(delimited(sign.charCodeAt(0), sign !== "'"), at + 1));
        }
      },
    };
  },
};

/** Past `::` and symbols; a symbol in quotes is a string behind its colon. */
const symbol = (text: string, at: number): Piece | undefined => {
  const next = text[at + 1];
  if (next === ':') return codeTo(at + 2);
  if (next === '"' || next === "'" || isWordPart(text.charCodeAt(at - 1))) return undefined;
  const end = afterSymbol(text, at);
  return end === undefined ? undefined : codeTo(end);
};

type Before = 'operator' | 'value' | 'name';

const valueEnds = new Set([...')]}"\'`']);
const longestKeyword = 8;
const keyword = /^(?:if|unless|while|until|and|or|not|return|when|in|case|elsif|else|then|do|begin|yield|puts)$/;

/** What stands before a place on its line. Behind a name, a value may begin: the name is then called with it. */
const whatIsBefore = (text: string, from: number): Before => {
  let end = from;
  while (isBlank(text.charCodeAt(end - 1))) end--;
  const last = text[end - 1] ?? '\n';
  if (valueEnds.has(last)) return 'value';
  const isCall = (last === '?' || last === '!') && isWordPart(text.charCodeAt(end - 2));
  if (isCall) return 'name';
  if (!isWordPart(text.charCodeAt(end - 1))) return 'operator';
  let start = end;
  while (start > 0 && end - start <= longestKeyword && isWordPart(text.charCodeAt(start - 1))) start--;
  if (keyword.test(text.slice(start, end))) return text[start - 1] === '.' ? 'name' : 'operator';
  return isDigit(text.charCodeAt(start)) ? 'value' : 'name';
};

/** Behind a name a value begins where it is set off on its left and not on its right: `puts /x/`, `puts %w[a]`. */
const beginsValue = (text: string, at: number, before: Before): boolean => {
  if (before !== 'name') return before === 'operator';
  const next = text.charCodeAt(at + 1);
  return isBlank(text.charCodeAt(at - 1)) && next > 32 && text[at + 1] !== '=';
};
