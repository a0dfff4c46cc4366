import { isDigit, mark } from '../lexing/characters.js';
import type { Source } from '../lexing/codes.js';
import { beginsName, codeAt, nameEnd } from './characters.js';
import { isWord } from './keywords.js';
import { skipSpace } from './lexis.js';

/** How many levels an expression goes above the folder of its file, and where the expression ends. */
export interface OwnFolder {
  readonly levels: number;
  readonly end: number;
}

const deepest = 8;

/** Reads `__DIR__`, `dirname(__FILE__)`, `dirname(__DIR__, 2)` and their like within each other. */
export const ownFolder = (source: Source, from: number): OwnFolder | undefined => {
  const found = above(source, from, 0);
  // A path that begins with the file's own name leads nowhere.
  return found && found.levels >= 0 ? found : undefined;
};

/** The file itself is at level -1. */
const above = (source: Source, from: number, depth: number): OwnFolder | undefined => {
  if (depth > deepest || !beginsName(codeAt(source, from))) return undefined;
  const start = codeAt(source, from) === mark.backslash ? from + 1 : from;
  const end = nameEnd(source, start);
  const length = end - start;
  if (length === 7 && isWord(source, start, '__dir__')) return { levels: 0, end };
  if (length === 8 && isWord(source, start, '__file__')) return { levels: -1, end };
  if (length !== 7 || !isWord(source, start, 'dirname')) return undefined;
  const open = skipSpace(source, end);
  if (codeAt(source, open) !== mark.openParen) return undefined;
  const inner = above(source, skipSpace(source, open + 1), depth + 1);
  if (!inner) return undefined;
  let at = skipSpace(source, inner.end);
  let levels = 1;
  if (codeAt(source, at) === mark.comma) {
    at = skipSpace(source, at + 1);
    const digit = codeAt(source, at);
    if (isDigit(digit) && digit > 48) {
      levels = digit - 48;
      at = skipSpace(source, at + 1);
    }
  }
  return codeAt(source, at) === mark.closeParen ? { levels: inner.levels + levels, end: at + 1 } : undefined;
};
