import type { Lexis } from '../../languages/lexing/lexis.js';

/** Where a comment stands, its signs included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Masked {
  /** The text at its old length and in its old lines, with spaces for comments and for what is inside strings. */
  readonly code: string;
  readonly comments: readonly Span[];
}

/** Tells code from comments and strings, in one pass. Wrong at worst to the end of a file, and never slow. */
export const mask = (text: string, lexis: Lexis): Masked => {
  const comments: Span[] = [];
  const parts: string[] = [];
  let written = 0;
  const blank = (start: number, end: number): void => {
    parts.push(text.slice(written, start), text.slice(start, end).replace(/[^\n]/g, ' '));
    written = end;
  };
  const next = new RegExp(lexis.signs);
  const pieces = lexis.pieces(text);
  next.lastIndex = pieces.start ?? 0;
  for (let found = next.exec(text); found; found = next.exec(text)) {
    const piece = pieces.at(found.index, found[0]);
    if (piece === undefined) continue;
    if (piece.kind === 'comment') {
      comments.push({ start: found.index, end: piece.end });
      blank(found.index, piece.end);
    } else if (piece.kind === 'text') blank(piece.from, piece.to);
    next.lastIndex = piece.end;
  }
  parts.push(text.slice(written));
  return { code: parts.join(''), comments };
};
