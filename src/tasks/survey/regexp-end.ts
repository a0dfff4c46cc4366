/** Longer than any that people write, so that a line of a megabyte is not read again for each slash in it. */
const longest = 1_000;
/** After these, a slash divides. After a closing parenthesis it nearly always does. */
const isOperand = /[\w$)\]}]/;
const keyword = /(?:^|[^\w$.])(?:return|typeof|case|in|of|do|else|void|delete|throw|await|yield)$/;

/** Where the regular expression that begins with the slash at `start` ends; undefined where it is no such thing. */
export const endOfRegExp = (text: string, start: number): number | undefined => {
  let before = start - 1;
  while (before >= 0 && (text[before] === ' ' || text[before] === '\t')) before--;
  if (before >= 0 && isOperand.test(text[before]) && !keyword.test(text.slice(Math.max(0, before - 10), before + 1))) {
    return undefined;
  }
  let isClass = false;
  for (let at = start + 1; at < text.length && at < start + longest; at++) {
    const char = text[at];
    if (char === '\n') return undefined;
    if (char === '\\') at++;
    else if (char === '[') isClass = true;
    else if (char === ']') isClass = false;
    else if (char === '/' && !isClass) return at + 1;
  }
  return undefined;
};
