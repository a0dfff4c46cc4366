export type ShellWords =
  | { readonly words: readonly string[]; readonly problem?: undefined }
  | { readonly problem: string; readonly words?: undefined };

const isBlank = (character: string): boolean => character === ' ' || character === '\t' || character === '\n';

/**
 * Splits a text into words as a POSIX shell would: quotes, backslashes, parts that stand together. Nothing else of a shell
 * is here: `$`, `*`, `#`, `|` and `>` are letters like others, because no shell runs the words.
 */
export const shellWords = (text: string): ShellWords => {
  const words: string[] = [];
  // Undefined between words: '' is a word too, where it was quoted.
  let word: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isBlank(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === "'") {
      const end = text.indexOf("'", at + 1);
      if (end < 0) return unclosed('single quote', at);
      word = (word ?? '') + text.slice(at + 1, end);
      at = end;
    } else if (character === '"') {
      const quoted = readDouble(text, at + 1);
      if (!quoted) return unclosed('double quote', at);
      word = (word ?? '') + quoted.text;
      at = quoted.end;
    } else if (character === '\\') {
      if (at + 1 === text.length) return { problem: `a backslash at the end (character ${at + 1}) quotes nothing` };
      at++;
      // A backslash before the end of a line goes on with the next one.
      if (text[at] !== '\n') word = (word ?? '') + text[at];
    } else {
      word = (word ?? '') + character;
    }
  }
  if (word !== undefined) words.push(word);
  return { words };
};

const unclosed = (what: string, at: number): ShellWords => ({
  problem: `the ${what} at character ${at + 1} is never closed`,
});

/** In double quotes a backslash quotes these only, and is itself elsewhere. */
const quotable = new Set(['$', '`', '"', '\\']);

/** Reads from after the opening quote; `end` is where the closing one stands. */
const readDouble = (text: string, start: number): { text: string; end: number } | undefined => {
  let read = '';
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"') return { text: read, end: at };
    if (character === '\\' && quotable.has(text[at + 1])) read += text[++at];
    else if (character === '\\' && text[at + 1] === '\n') at++;
    else read += character;
  }
  return undefined;
};
