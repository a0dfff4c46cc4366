import { codeTo, commentTo, Holes, type Lexis, type Piece, type Pieces, textTo } from '../lexing/lexis.js';
import { afterBlockComment, afterLine, afterRegex, afterString, afterTemplateText } from './read/skip.js';

/** JavaScript and TypeScript. The text between elements of JSX is taken for code. */
export const javascriptLexis: Lexis = {
  signs: /\/\/|\/\*|["'`/{}]/g,
  pieces: (text): Pieces => {
    const holes = new Holes();
    /** Up to here no slash begins a regular expression: its line has no other. */
    let noRegexBefore = 0;
    const template = (from: number): Piece => {
      const end = afterTemplateText(text, from);
      const isLeft = text.charCodeAt(end - 1) === 123 && end > from + 1;
      if (isLeft) holes.leave(template);
      return textTo(text, from, { end, closing: isLeft ? '${' : '`' });
    };
    const regex = (at: number): Piece | undefined => {
      if (at < noRegexBefore || !mayBeginRegex(text, at)) return undefined;
      const end = afterRegex(text, at);
      if (end < 0) noRegexBefore = -end;
      return end < 0 ? undefined : codeTo(end);
    };
    return {
      at: (at, sign) => {
        if (sign === '//') return commentTo(afterLine(text, at));
        if (sign === '/*') return commentTo(afterBlockComment(text, at));
        if (sign === '`') return template(at + 1);
        if (sign === '{' || sign === '}') return holes.brace(sign, at);
        if (sign === '/') return regex(at);
        return textTo(text, at + 1, { end: afterString(text, at), closing: sign });
      },
    };
  },
};

/** After these, a slash divides. After a closing parenthesis it nearly always does. */
const isOperand = /[\w$)\]}]/;
const keyword = /(?:^|[^\w$.])(?:return|typeof|case|in|of|do|else|void|delete|throw|await|yield)$/;

/** Judged by what stands before it on its line, without knowing the tokens before. */
const mayBeginRegex = (text: string, at: number): boolean => {
  let before = at - 1;
  while (before >= 0 && (text[before] === ' ' || text[before] === '\t')) before--;
  return before < 0 || !isOperand.test(text[before]) || keyword.test(text.slice(Math.max(0, before - 10), before + 1));
};
