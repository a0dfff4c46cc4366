import { mark } from '../lexing/characters.js';
import type { Source } from '../lexing/codes.js';
import { dottedName, lastPart } from './dotted-name.js';
import type { Findings } from './findings.js';
import { afterWord, before, nameAt, skipSpace, wordBefore } from './lexis.js';

/** Longer words are no keywords that matter. */
const longest = 'interface'.length;

/** Reads what a keyword introduces, if the word is one, and says where to go on. For words at the top of a file. */
export const statementAt = (
  source: Source,
  start: number,
  { end, findings }: { readonly end: number; readonly findings: Findings },
): number => {
  if (end - start > longest) return end;
  switch (source.text.slice(start, end)) {
    case 'import':
      return importAt(source, end, findings);
    case 'package': {
      const name = dottedName(source, end);
      if (name) findings.inPackage(name.text);
      return name?.end ?? end;
    }
    case 'class':
    case 'enum':
    case 'interface':
      return typeAt(source, end, findings);
    case 'record':
      return hasComponents(source, afterWord(source.codes, skipSpace(source, end)))
        ? typeAt(source, end, findings)
        : end;
    default:
      return end;
  }
};

const importAt = (source: Source, from: number, findings: Findings): number => {
  const first = dottedName(source, from);
  if (!first) return from;
  // `import module java.base;`
  if (first.text === 'module') return first.end;
  const name = first.text === 'static' ? dottedName(source, first.end) : first;
  if (name) findings.imports(name.text, lastPart(name.text));
  return name?.end ?? first.end;
};

const typeAt = (source: Source, from: number, findings: Findings): number => {
  const name = nameAt(source, skipSpace(source, from));
  if (!name) return from;
  findings.hasOwn(name.text);
  findings.declares(name.text);
  return name.end;
};

/** `record` is a name like any other but before a name with components. */
const hasComponents = (source: Source, from: number): boolean => {
  const code = source.codes[skipSpace(source, from)];
  return code === mark.openParen || code === mark.less;
};

/** Whether a word is what a keyword before it declares. */
export const declaresNested = (source: Source, start: number, end: number): boolean => {
  const { codes } = source;
  if (before(codes, start) > 32 || !lasts.has(before(codes, start, 2))) return false;
  const keyword = wordBefore(source, start);
  return keyword === 'record' ? hasComponents(source, end) : nested.has(keyword);
};

const nested = new Set(['class', 'enum', 'interface']);
/** With what those may end, and a blank where there are several. */
const lasts = new Set(Array.from('smed \t\n\r', (letter) => letter.charCodeAt(0)));
