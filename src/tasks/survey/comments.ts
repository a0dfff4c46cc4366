import type { Masked, Span } from './mask.js';

/** How far into a comment anything is read: descriptions stand at its beginning. */
const longest = 4_000;

/** Comments of a line each that stand below each other are one. */
export const joined = (text: string, { comments }: Pick<Masked, 'comments'>): Span[] => {
  const all: Span[] = [];
  for (const span of comments) {
    const last = all.at(-1);
    if (last && isLine(text, last.start) && isLine(text, span.start) && isLineBreak(text, last.end, span.start)) {
      all[all.length - 1] = { start: last.start, end: span.end };
    } else all.push(span);
  }
  return all;
};

const isLine = (text: string, at: number): boolean =>
  !/^(?:\/\*|<!--|\{-|\(\*|--\[\[|=begin)/.test(text.slice(at, at + 6));

const isLineBreak = (text: string, from: number, to: number): boolean =>
  to - from < 200 && /^\r?\n[ \t]*$/.test(text.slice(from, to));

const open = /^(?:=begin\b|\/\*[*!]*|\/\/[/!]*|<!--|\{-\|?|\(\*+|--\[\[|#+!?|--+\|?|;+|%+)/;
const close = /(?:\*+\/|-->|-\}|\*+\)|\]\]|\n=end)\s*$/;
const leader = /^\s*(?:\*+(?!\/)|\/\/[/!]*|#+|--+|;+|%+)?/;

/** The words of a comment, line by line, without the signs that make it one. */
export const linesOf = (text: string, { start, end }: Span): string[] => {
  const raw = text.slice(start, Math.min(end, start + longest)).replace(close, '');
  const [first, ...rest] = raw.split('\n');
  const isBlock = !isLine(text, start);
  return [first.replace(open, ''), ...rest.map((line) => line.replace(isBlock ? /^\s*\*+ ?/ : leader, ''))].map(
    (line) => line.trim(),
  );
};
