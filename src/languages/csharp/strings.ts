import { mark } from '../lexing/characters.js';

/** Past `@"…"`, given where its text begins: a doubled quote is part of it, a backslash is nothing special. */
export const afterVerbatim = (text: string, from: number): number => {
  for (let at = from; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    if (text.charCodeAt(at + 1) !== mark.quote) return at + 1;
  }
};

/** How many times a character stands there in a row. */
export const runOf = (text: string, code: number, from: number): number => {
  let at = from;
  while (text.charCodeAt(at) === code) at++;
  return at - from;
};

/** Past `"""…"""`, given its opening quotes: as many close it as opened it. */
export const afterRaw = (text: string, from: number, quotes: number): number => {
  const end = text.indexOf('"'.repeat(quotes), from + quotes);
  return end < 0 ? text.length : end + quotes;
};

/** A string with code in it, `$"… { code } …"`, while its text or its code is read. */
export interface Interpolated {
  /** How many braces open a hole: as many as there are dollars. */
  readonly braces: number;
  /** How many quotes close it: one, or three and more for a raw string. */
  readonly quotes: number;
  readonly verbatim: boolean;
  /** How deep the code around the string stood, so that the brace that closes a hole is known. */
  readonly depth: number;
  /** Parentheses and brackets that are open within the hole: a colon in them begins no format. */
  nested: number;
}

/** An interpolated string that begins there with its `$` or `@`, and where its text begins. */
export const interpolatedAt = (
  text: string,
  from: number,
  depth: number,
): { readonly string: Interpolated; readonly start: number } | undefined => {
  let at = from;
  let verbatim = text.charCodeAt(at) === mark.at;
  if (verbatim) at++;
  const dollars = runOf(text, mark.dollar, at);
  at += dollars;
  if (!verbatim && text.charCodeAt(at) === mark.at) {
    verbatim = true;
    at++;
  }
  if (dollars === 0 || text.charCodeAt(at) !== mark.quote) return undefined;
  const run = verbatim ? 1 : runOf(text, mark.quote, at);
  const quotes = run >= 3 ? run : 1;
  return { string: { braces: dollars, quotes, verbatim, depth, nested: 0 }, start: at + quotes };
};

/** On through the text of an interpolated string: to the code of its next hole, or past its end. */
export const throughText = (
  text: string,
  from: number,
  { braces, quotes, verbatim }: Interpolated,
): { readonly at: number; readonly inHole: boolean } => {
  const raw = quotes > 1;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === mark.openBrace) {
      const run = runOf(text, mark.openBrace, at);
      at += run - 1;
      // Two braces mean a brace; in a raw string fewer than it takes to open a hole do, and so do those before them.
      if (raw ? run >= braces : run % 2 === 1) return { at: at + 1, inHole: true };
    } else if (code === mark.quote) {
      if (!verbatim && !raw) return { at: at + 1, inHole: false };
      const run = runOf(text, mark.quote, at);
      if (raw ? run >= quotes : run % 2 === 1) return { at: at + run, inHole: false };
      at += run - 1;
    } else if (raw || verbatim) continue;
    else if (code === mark.backslash) at++;
    // One that is not closed ends with its line.
    else if (code === mark.newline) return { at, inHole: false };
  }
  return { at: text.length, inHole: false };
};

/** Past the format of a hole, `:N2`, to what ends it. */
export const afterFormat = (text: string, from: number): number => {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === mark.closeBrace || code === mark.quote || code === mark.newline) break;
  }
  return at;
};
