import { commentTo, type Lexis, textTo } from '../lexing/lexis.js';
import { afterBlockComment, afterQuoted, endOf, lineEnd } from '../lexing/skip.js';

export const goLexis: Lexis = {
  signs: /\/\/|\/\*|["'`]/g,
  pieces: (text) => ({
    at: (at, sign) => {
      if (sign === '//') return commentTo(lineEnd(text, at));
      if (sign === '/*') return commentTo(afterBlockComment(text, at));
      const end = sign === '`' ? Math.min(text.length, endOf(text, sign, at + 1) + 1) : afterQuoted(text, at);
      return textTo(text, at + 1, { end, closing: sign });
    },
  }),
};
