import { isWordStart, mark } from '../lexing/characters.js';
import { lineEnd, wordEnd } from '../lexing/skip.js';
import type { TextEnd } from './literals.js';

/** A text that begins on the line after the one that mentions it, and ends at a line with its word. */
export interface Heredoc {
  readonly word: string;
  /** Whether the word at its end may be indented. */
  readonly indented: boolean;
  readonly interpolates: boolean;
}

/** What `<<` begins, given the place behind it, and where that has ended: `<<~WORD`, `<<-'WORD'`, `<<WORD`. */
export const heredocAt = (
  text: string,
  from: number,
): { readonly heredoc: Heredoc; readonly at: number } | undefined => {
  const sign = text.charCodeAt(from);
  const indented = sign === 126 || sign === 45;
  const start = indented ? from + 1 : from;
  const quote = text.charCodeAt(start);
  if (isWordStart(quote)) {
    const at = wordEnd(text, start);
    return { heredoc: { word: text.slice(start, at), indented, interpolates: true }, at };
  }
  if (quote !== mark.quote && quote !== mark.apostrophe && quote !== mark.backquote) return undefined;
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === mark.newline) return undefined;
    if (code !== quote) continue;
    const word = text.slice(start + 1, at);
    return { heredoc: { word, indented, interpolates: quote !== mark.apostrophe }, at: at + 1 };
  }
  return undefined;
};

/**
 * Whether `x <<WORD` gives a heredoc to `x` rather than appending a constant to it: whether a line below ends one. What
 * stands between is looked through for it, so a caller who was told no should not ask again.
 */
export const endsBelow = (text: string, from: number, heredoc: Heredoc): boolean => {
  const { word } = heredoc;
  if (word === '') return false;
  for (let found = text.indexOf(word, from); found >= 0; found = text.indexOf(word, found + word.length)) {
    let start = found;
    while (text.charCodeAt(start - 1) === 32 || text.charCodeAt(start - 1) === 9) start--;
    if (text.charCodeAt(start - 1) === mark.newline && afterLastLine(text, start, heredoc) >= 0) return true;
  }
  return false;
};

/** Goes on in the body, line by line, to its end or the next code in it; `from` may be the middle of a line. */
export const heredocText = (text: string, from: number, heredoc: Heredoc, end: TextEnd): void => {
  end.code = false;
  for (let at = from; at < text.length; ) {
    if (text.charCodeAt(at - 1) === mark.newline) {
      end.at = afterLastLine(text, at, heredoc);
      if (end.at >= 0) return;
    }
    const line = lineEnd(text, at);
    if (heredoc.interpolates) {
      end.at = codeIn(text, at, line);
      end.code = end.at >= 0;
      if (end.code) return;
    }
    at = line + 1;
  }
  end.at = text.length;
};

/** To the end of this line, where the word that ends a heredoc stands on it; -1 elsewhere. */
const afterLastLine = (text: string, from: number, { word, indented }: Heredoc): number => {
  let at = from;
  if (indented) while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at++;
  if (!text.startsWith(word, at)) return -1;
  at += word.length;
  if (text.charCodeAt(at) === mark.return) at++;
  return at >= text.length || text.charCodeAt(at) === mark.newline ? at : -1;
};

const codeIn = (text: string, from: number, to: number): number => {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === mark.backslash) at++;
    else if (code === mark.hash && text.charCodeAt(at + 1) === mark.openBrace) return at + 2;
  }
  return -1;
};
