import { codeTo, commentTo, Holes, type Lexis, type Piece, type Pieces, textTo } from '../lexing/lexis.js';
import { afterBlockComment, afterQuoted, lineEnd } from '../lexing/skip.js';
import { afterRaw, afterVerbatim, type Interpolated, interpolatedAt, throughText } from './strings.js';

export const csharpLexis: Lexis = {
  signs: /\/\/|\/\*|[$@]{1,255}(?=")|"{3,255}|["'{}]/g,
  pieces: (text): Pieces => {
    const holes = new Holes();
    const interpolated = (string: Interpolated, from: number): Piece => {
      const { at, inHole } = throughText(text, from, string);
      const braces = string.quotes > 1 ? string.braces : 1;
      if (inHole) holes.leave((brace) => interpolated(string, brace + braces - 1));
      return textTo(text, from, { end: at, closing: inHole ? '{'.repeat(braces) : '"'.repeat(string.quotes) });
    };
    return {
      at: (at, sign) => {
        const inside = at + sign.length;
        if (sign === '//') return commentTo(lineEnd(text, at));
        if (sign === '/*') return commentTo(afterBlockComment(text, at));
        if (sign === '{' || sign === '}') return holes.brace(sign, at);
        if (sign === '"' || sign === "'") return textTo(text, inside, { end: afterQuoted(text, at), closing: sign });
        if (sign.startsWith('"')) return textTo(text, inside, { end: afterRaw(text, at, sign.length), closing: sign });
        if (sign === '@') return textTo(text, inside + 1, { end: afterVerbatim(text, inside + 1), closing: '"' });
        const found = interpolatedAt(text, at, 0);
        return found ? interpolated(found.string, found.start) : codeTo(inside);
      },
    };
  },
};
