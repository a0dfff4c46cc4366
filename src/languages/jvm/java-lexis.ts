import { sourceOf } from '../lexing/codes.js';
import { commentTo, type Lexis, type Pieces, textTo } from '../lexing/lexis.js';
import { afterBlockComment, lineEnd } from '../lexing/skip.js';
import { afterJavaQuote } from './lexis.js';

export const javaLexis: Lexis = {
  signs: /\/\/|\/\*|"""|["']/g,
  pieces: (text): Pieces => {
    const source = sourceOf(text);
    return {
      at: (at, sign) => {
        if (sign === '//') return commentTo(lineEnd(text, at));
        if (sign === '/*') return commentTo(afterBlockComment(text, at));
        return textTo(text, at + sign.length, { end: afterJavaQuote(source, at), closing: sign });
      },
    };
  },
};
