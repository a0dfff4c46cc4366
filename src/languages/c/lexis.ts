import { codeTo, commentTo, type Lexis, type Pieces, textTo } from '../lexing/lexis.js';
import { afterBlockComment, afterQuoted } from '../lexing/skip.js';
import { afterLine, afterNumber, afterRaw } from './tokens.js';

/** C and C++, and languages that write comments and strings as they do. */
export const cLexis: Lexis = {
  // Numbers count for the apostrophes between their digits.
  signs: /\/\/|\/\*|\b(?:u8|[uUL])?R"|["']|\b\d/g,
  pieces: (text): Pieces => {
    /** One that never ends is no raw string: C before C99 has none. Trying again would not be linear. */
    let rawStrings = true;
    return {
      at: (at, sign) => {
        if (sign === '//') return commentTo(afterLine(text, at));
        if (sign === '/*') return commentTo(afterBlockComment(text, at));
        if (sign === '"' || sign === "'") return textTo(text, at + 1, { end: afterQuoted(text, at), closing: sign });
        if (!sign.endsWith('"')) return codeTo(afterNumber(text, at));
        const quote = at + sign.length - 1;
        const end = rawStrings ? afterRaw(text, quote) : undefined;
        if (end !== undefined) return textTo(text, quote + 1, { end, closing: '"' });
        rawStrings = false;
        return textTo(text, quote + 1, { end: afterQuoted(text, quote), closing: '"' });
      },
    };
  },
};
