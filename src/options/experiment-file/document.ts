import { isScalar } from 'yaml';
import { type Finding, type Problem, problemIn } from '../../domain/failure.js';
import { libraryWords, type OptionMention, option, type Wording } from '../../domain/message.js';
import { fileFailure } from './file-failure.js';
import { locate } from './locate.js';
import { fileName } from './option-names.js';
import { plainValues } from './plain-values.js';
import { readSyntax, type Trouble } from './syntax.js';

/** A file of YAML or JSON. Fields are named as the library names them: `maxParallel`, `arms[1].name`. */
export interface FileDocument {
  readonly value: unknown;
  /**
   * These and what is wrong with the values themselves, in the order of the file. Each is where its field stands, as it
   * is called there: `experiment.yaml:12:3 max-parallel`.
   */
  readonly placed: (findings: readonly Finding[]) => Problem[];
  /** A number or a word as it is written: `007`, not 7. */
  readonly written: (field: OptionMention) => string | undefined;
}

/** Four million characters take some seconds. */
const mostCharacters = 4 * 1024 * 1024;
/** A key may be a page. */
const longestField = 200;

/** Throws one failure that lists everything that keeps it from being read. */
export const readDocument = (text: string, name: string): FileDocument => {
  if (text.length > mostCharacters) {
    const expected = `at most ${mostCharacters} characters (cases may stand in a .jsonl file, which may be longer)`;
    throw fileFailure(name, [{ field: name, expected, received: `${text.length}` }]);
  }
  const { root, lines, troubles: broken } = readSyntax(text);
  const inPlace = ({ offset, field, ...said }: Trouble): Problem => {
    const { line, col } = lines.linePos(offset);
    const called = field.length > longestField ? `${field.slice(0, longestField)}…` : field;
    return { ...said, field: `${name}:${line}:${col} ${called}`.trimEnd() };
  };
  if (broken.length > 0) throw fileFailure(name, broken.map(inPlace));
  const { value, size, meant, troubles } = plainValues(root, (offset) => lines.linePos(offset).line);
  // A few aliases of aliases stand for more than any memory holds, once somebody writes them out.
  if (size > mostCharacters) {
    const expected = `at most ${mostCharacters} characters with all aliases written out`;
    throw fileFailure(name, [{ field: name, expected, received: `${size}` }]);
  }
  return {
    value,
    placed: (findings) => {
      const wording: Wording = { ...libraryWords, option: (named) => fileName(locate(root, meant, named).field) };
      const found = findings.map((finding): Trouble => {
        const { expected, received } = problemIn(wording)(finding);
        const { subject } = finding;
        return { expected, received, ...locate(root, meant, typeof subject === 'string' ? option(subject) : subject) };
      });
      const told = new Set(troubles.map(({ field }) => field));
      const others = found.filter(({ field }) => !told.has(field));
      return [...troubles, ...others].sort((a, b) => a.offset - b.offset).map(inPlace);
    },
    written: (field) => {
      const { node } = locate(root, meant, field);
      return node && isScalar(node) ? node.source : undefined;
    },
  };
};
