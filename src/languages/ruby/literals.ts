import { isWordPart, mark } from '../lexing/characters.js';

/** A string, symbol, regular expression or list between delimiters, in which code may stand between `#{` and `}`. */
export interface Delimited {
  /** The opening delimiter where it may stand inside again, as in `%w[a [b]]`; 0 elsewhere. */
  readonly open: number;
  readonly close: number;
  readonly interpolates: boolean;
  /** How many are open inside. */
  depth: number;
}

/** Where the text of a literal ends: past its end, or past a `#{`, at which code begins. */
export interface TextEnd {
  at: number;
  code: boolean;
}

export const delimited = (open: number, interpolates: boolean): Delimited => {
  const close = closing(open);
  return { open: close === open ? 0 : open, close, interpolates, depth: 0 };
};

const closing = (open: number): number => {
  if (open === mark.openParen) return mark.closeParen;
  if (open === mark.openBracket) return mark.closeBracket;
  if (open === mark.openBrace) return mark.closeBrace;
  return open === mark.less ? mark.greater : open;
};

/** Goes on in a literal, to its end or the next code in it. One that is never closed ends with the text. */
export const delimitedText = (text: string, from: number, literal: Delimited, end: TextEnd): void => {
  const { open, close, interpolates } = literal;
  end.code = false;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === close) {
      if (literal.depth === 0) {
        end.at = at + 1;
        return;
      }
      literal.depth--;
    } else if (code === mark.backslash) at++;
    else if (code === mark.hash && interpolates && text.charCodeAt(at + 1) === mark.openBrace) {
      end.at = at + 2;
      end.code = true;
      return;
    } else if (code === open) literal.depth++;
  }
  end.at = text.length;
};

const codes = (letters: string): ReadonlySet<number> => new Set([...letters].map((letter) => letter.charCodeAt(0)));
const kinds = codes('qQwWiIrsx');
const rawKinds = codes('qwis');

/** What `%` begins (`%w[`, `%q(`, `%(`), and where its text begins. */
export const percentAt = (
  text: string,
  from: number,
): { readonly literal: Delimited; readonly at: number } | undefined => {
  const first = text.charCodeAt(from + 1);
  const named = kinds.has(first);
  const open = named ? text.charCodeAt(from + 2) : first;
  if (!(open > 32) || isWordPart(open) || (open === mark.equals && !named)) return undefined;
  return { literal: delimited(open, !rawKinds.has(first)), at: from + (named ? 3 : 2) };
};
