import { codeTo, commentTo, type Lexis, textTo } from '../lexing/lexis.js';
import { afterNestedComment, lineEnd } from '../lexing/skip.js';
import { afterApostrophe, afterRawString, afterString } from './tokens.js';

export const rustLexis: Lexis = {
  signs: /\/\/|\/\*|\b[bc]?r#{0,255}"|["']/g,
  pieces: (text) => ({
    at: (at, sign) => {
      if (sign === '//') return commentTo(lineEnd(text, at));
      if (sign === '/*') return commentTo(afterNestedComment(text, at));
      if (sign === '"') return textTo(text, at + 1, { end: afterString(text, at), closing: sign });
      if (sign === "'") {
        const end = afterApostrophe(text, at);
        const isCharacter = end > at + 2 && text.charAt(end - 1) === sign;
        return isCharacter ? textTo(text, at + 1, { end, closing: sign }) : codeTo(end);
      }
      const hashes = sign.slice(sign.indexOf('r') + 1, -1);
      const end = afterRawString(text, at + sign.length - 1 - hashes.length) ?? text.length;
      return textTo(text, at + sign.length, { end, closing: `"${hashes}` });
    },
  }),
};
