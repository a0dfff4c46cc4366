import type { Specifier } from '../../domain/specifier.js';
import {
  BYTE_ORDER_MARK,
  COLON,
  CR,
  commentEnd,
  DOT,
  DOUBLE_QUOTE,
  FF,
  HASH,
  isWord,
  LF,
  SEMICOLON,
  SINGLE_QUOTE,
  SPACE,
  stringEnd,
  TAB,
  wordEnd,
} from './lexis.js';
import { Mentions } from './mentions.js';
import { NOT_A_STATEMENT, readCall, readFrom, readImport } from './statements.js';

/**
 * Finds the imports of a Python file without parsing it: strings and comments are stepped over, and the words `import`
 * and `from` count where a statement can start. That is after a line break, after `;` and after `:` (`if x: import y`).
 *
 * Brackets and joined lines are deliberately not followed. Both have line breaks and colons where no statement starts,
 * but what follows there is never `import x` or `from x import`; and a bracket left open by mistake hides nothing.
 *
 * Every position is passed a bounded number of times, so time is linear in the text. Nothing after the last `import`
 * can matter, and imports mostly stand at the top: most of most files is never looked at.
 */
export const readImports = (text: string): Specifier[] => {
  const last = text.lastIndexOf('import');
  if (last < 0) return [];

  const mentions = new Mentions();
  let at = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  let fresh = true; // a statement can start here
  while (at <= last) {
    const code = text.charCodeAt(at);
    if (isWord(code)) {
      const end = wordEnd(text, at);
      const statementEnd = fresh ? readStatement(text, at, end, mentions) : NOT_A_STATEMENT;
      if (statementEnd === NOT_A_STATEMENT && isImportCall(text, at, end)) readCall(text, end, mentions);
      at = statementEnd === NOT_A_STATEMENT ? end : statementEnd;
      fresh = false;
      continue;
    }
    switch (code) {
      case SPACE:
      case TAB:
      case FF:
        at++;
        break;
      case LF:
      case CR:
      case SEMICOLON:
      case COLON:
        fresh = true;
        at++;
        break;
      case HASH:
        at = commentEnd(text, at);
        break;
      case SINGLE_QUOTE:
      case DOUBLE_QUOTE:
        at = stringEnd(text, at);
        fresh = false;
        break;
      default:
        fresh = false;
        at++;
    }
  }
  return mentions.specifiers();
};

const readStatement = (text: string, at: number, end: number, mentions: Mentions): number => {
  const length = end - at;
  if (length === 4 && text.startsWith('from', at)) return readFrom(text, end, mentions);
  if (length === 6 && text.startsWith('import', at)) return readImport(text, end, mentions);
  if (length === 7 && text.startsWith('cimport', at)) return readImport(text, end, mentions);
  return NOT_A_STATEMENT;
};

/** `__import__`, `import_module` and `importlib.import_module`, but no other object's method of that name. */
const isImportCall = (text: string, at: number, end: number): boolean => {
  const length = end - at;
  if (length === 10 ? !text.startsWith('__import__', at) : length !== 13 || !text.startsWith('import_module', at)) {
    return false;
  }
  if (text.charCodeAt(at - 1) !== DOT) return true;
  const owner = length === 10 ? 'builtins' : 'importlib';
  const start = at - 1 - owner.length;
  const before = text.charCodeAt(start - 1);
  return text.startsWith(owner, start) && before !== DOT && !isWord(before);
};
