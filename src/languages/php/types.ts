import { mark } from '../lexing/characters.js';
import type { Source } from '../lexing/codes.js';
import { beginsName, codeAt, nameEnd, questionMark } from './characters.js';
import { isWord, type Keyword, keywordAt } from './keywords.js';
import { skipSpace } from './lexis.js';

const ampersand = 38;
const bar = 124;

export type TakeName = (start: number, end: number) => void;

/**
 * Reads the names of a type, with what may stand before it: `?A`, `private readonly A|B`, `(A&B)|null`, `A &...`. Says
 * where it stopped: before anything else, a variable most often.
 */
export const readType = (source: Source, from: number, take: TakeName): number =>
  read({ source, from, take, list: false });

/** Reads the names behind `extends` and `implements`. */
export const readTypes = (source: Source, from: number, take: TakeName): number =>
  read({ source, from, take, list: true });

interface Wanted {
  readonly source: Source;
  readonly from: number;
  readonly take: TakeName;
  readonly list: boolean;
}

const read = ({ source, from, take, list }: Wanted): number => {
  let open = 0;
  for (let at = from; ; ) {
    at = skipSpace(source, at);
    const code = codeAt(source, at);
    if (beginsName(code)) {
      const end = nameEnd(source, at);
      const keyword = keywordAt(source, at, end);
      if (keyword === undefined || keyword === 'enum') take(at, end);
      else if (!isModifier(keyword)) return at;
      at = end;
    } else if (code === mark.openParen) {
      // Since PHP 8.4: `private(set)`.
      if (isWord(source, at + 1, 'set)')) at += 4;
      else open++;
      at++;
    } else if (code === mark.closeParen && open > 0) {
      open--;
      at++;
    } else if (code === bar || code === ampersand || code === mark.dot || (list && code === mark.comma)) at++;
    else if (code === questionMark && codeAt(source, at + 1) !== mark.greater) at++;
    else return at;
  }
};

const isModifier = (keyword: Keyword): boolean => modifiers.has(keyword);

const modifiers: ReadonlySet<Keyword> = new Set<Keyword>([
  ...(['abstract', 'final', 'private', 'protected', 'public', 'readonly', 'static', 'var'] as const),
]);
