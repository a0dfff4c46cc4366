// Strings without alternatives inside a repetition: these would take a step back in memory for every letter.
const string = String.raw`"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*"`;
const number = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const tokens = new RegExp(String.raw`[ \t\r\n]*(?:([{}[\],:])|(${string})|(${number}|true|false|null))`, 'y');

/**
 * Where a text stops being JSON, counted in characters from 0; its length, where it only stops too early. Engines say it
 * in words that differ, and not always.
 */
export const jsonStopsAt = (text: string): number => {
  const open: ('{' | '[')[] = [];
  let expects: 'value' | 'first-value' | 'key' | 'first-key' | 'colon' | 'next' = 'value';
  tokens.lastIndex = 0;
  for (;;) {
    const from = tokens.lastIndex;
    const match = tokens.exec(text);
    if (!match) return from + /^[ \t\r\n]*/.exec(text.slice(from))![0].length;
    const at = tokens.lastIndex - (match[1] ?? match[2] ?? match[3]).length;
    const [, mark, quoted] = match;
    const inside = open.at(-1);
    if (expects === 'colon') {
      if (mark !== ':') return at;
      expects = 'value';
    } else if (expects === 'next') {
      if (inside !== undefined && mark === ',') expects = inside === '{' ? 'key' : 'value';
      else if (inside !== undefined && mark === (inside === '{' ? '}' : ']')) open.pop();
      else return at;
    } else if (expects === 'key' || expects === 'first-key') {
      if (quoted !== undefined) expects = 'colon';
      else if (mark === '}' && expects === 'first-key') {
        open.pop();
        expects = 'next';
      } else return at;
    } else if (mark === '{' || mark === '[') {
      open.push(mark);
      expects = mark === '{' ? 'first-key' : 'first-value';
    } else if (mark === undefined) {
      expects = 'next';
    } else if (mark === ']' && expects === 'first-value') {
      open.pop();
      expects = 'next';
    } else return at;
  }
};
