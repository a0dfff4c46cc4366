import { sourceOf } from '../lexing/codes.js';
import { codeTo, commentTo, type Lexis, type Piece, type Pieces, textTo } from '../lexing/lexis.js';
import { lineEnd } from '../lexing/skip.js';
import { KotlinStrings } from './kotlin-strings.js';
import { afterBackquoted, afterNestedComment, afterString } from './lexis.js';

export const kotlinLexis: Lexis = {
  signs: /\/\/|\/\*|"""|["'`{}]/g,
  pieces: (text): Pieces => {
    const source = sourceOf(text);
    const strings = new KotlinStrings(source, { addCodes: () => {} });
    let braces = 0;
    const string = (from: number, end: number, closing: string): Piece => {
      braces += strings.entered;
      return textTo(text, from, { end, closing: strings.entered === 1 ? '{' : closing });
    };
    return {
      at: (at, sign) => {
        switch (sign) {
          case '//':
            return commentTo(lineEnd(text, at));
          case '/*':
            return commentTo(afterNestedComment(source, at));
          case '{':
            braces++;
            return undefined;
          case '}':
            braces--;
            return strings.endsTemplate(braces) ? string(at + 1, strings.resume(at + 1), '"') : undefined;
          case '`':
            return codeTo(afterBackquoted(source.codes, at));
          case "'":
            return textTo(text, at + 1, { end: afterString(source.codes, at), closing: sign });
          default:
            return string(at + sign.length, strings.open(at, braces), sign);
        }
      },
    };
  },
};
