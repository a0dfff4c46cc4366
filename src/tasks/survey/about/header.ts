import { linesOf } from '../comments.js';
import type { Masked, Span } from '../mask.js';
import { docText } from './doc-text.js';

export interface HeaderSource extends Masked {
  readonly text: string;
  readonly path: string;
  readonly language: string;
  /** The comments, with those of a line each that stand below each other joined. */
  readonly groups: readonly Span[];
}

/** How many comments before the first code are looked at: a licence, a notice to tools, then what the file is. */
const mostComments = 4;
/** What may stand before the comment that describes a file. Strings are blank here. */
const preamble =
  /^(?:#!.*|<\?php.*|(["'])\s*\1;?|#pragma once|#\s*(?:ifndef|define)\s+\w+|(?:package|module|namespace)\s+[\w.\\]+;?|@(?:charset|file)\b.*)$/;

export interface Header {
  readonly text: string;
  /** It stands right above a definition, and may speak of that one only. */
  readonly isAttached: boolean;
}

/** What a file says of itself at its top; undefined where it says nothing, or only who owns it. */
export const headerOf = (source: HeaderSource): Header | undefined => {
  if (source.language === 'python') {
    const text = docstringAt(source, 0);
    return text === undefined ? undefined : { text, isAttached: false };
  }
  for (const group of source.groups.slice(0, mostComments)) {
    if (group.start > 20_000 || !isPreamble(source.code.slice(0, group.start))) return undefined;
    const text = docText(linesOf(source.text, group), source.path);
    if (text !== undefined) return { text, isAttached: isAttached(source.code.slice(group.end, group.end + 100)) };
  }
  return undefined;
};

const isPreamble = (code: string): boolean =>
  code.split('\n').every((line) => line.trim() === '' || (line.length < 200 && preamble.test(line.trim())));

const isAttached = (after: string): boolean =>
  /^[ \t]*\n[ \t]*\S/.test(after) &&
  !/^\s*(?:import|from|package|module|use|#[ \t]*(?:include|if|pragma)|require|include|\{|<|["'])/.test(after);

const docstring = /[ \t\r\n]*[rRuU]?("""|'''|"|')/y;

/** The docstring that begins at or after an offset of the code, before anything else. */
export const docstringAt = ({ code, text, path }: HeaderSource, from: number): string | undefined => {
  docstring.lastIndex = from;
  const found = docstring.exec(code);
  if (!found) return undefined;
  const end = code.indexOf(found[1], docstring.lastIndex);
  const raw = text.slice(docstring.lastIndex, end < 0 ? undefined : end);
  return docText(
    raw
      .slice(0, 4_000)
      .split('\n')
      .map((line) => line.trim()),
    path,
  );
};
