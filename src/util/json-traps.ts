/** What `JSON.parse` takes without a word, and should not. */
export type JsonTrap =
  /** Stands twice in an object: the last one counts. */
  | { readonly kind: 'repeated-key'; readonly text: string }
  /** A whole number with more digits than a number has. */
  | { readonly kind: 'inexact-number'; readonly text: string }
  /** It can be read, but not be written again. */
  | { readonly kind: 'too-deep' };

const token = /["{}[\]]|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const beforeValue = /[ \t\r\n]*:/y;

/** The first trap in a JSON text that can be parsed. */
export const jsonTrap = (json: string, deepest: number): JsonTrap | undefined => {
  const open: (Set<string> | undefined)[] = [];
  token.lastIndex = 0;
  for (let match = token.exec(json); match; match = token.exec(json)) {
    const [found] = match;
    if (open.length > deepest) return { kind: 'too-deep' };
    if (found === '{') open.push(new Set());
    else if (found === '[') open.push(undefined);
    else if (found === '}' || found === ']') open.pop();
    else if (found === '"') {
      token.lastIndex = endOfText(json, match.index);
      beforeValue.lastIndex = token.lastIndex;
      if (!beforeValue.test(json)) continue;
      const key = JSON.parse(json.slice(match.index, token.lastIndex)) as string;
      const keys = open.at(-1);
      if (keys?.has(key)) return { kind: 'repeated-key', text: key };
      keys?.add(key);
    } else if (/^-?\d+$/.test(found) && !Number.isSafeInteger(Number(found))) {
      return { kind: 'inexact-number', text: found };
    }
  }
  return undefined;
};

/** A regular expression for this overflows its stack on texts of some megabytes. */
const endOfText = (json: string, start: number): number => {
  let at = start + 1;
  for (;;) {
    const quote = json.indexOf('"', at);
    let slashes = 0;
    while (json[quote - 1 - slashes] === '\\') slashes++;
    at = quote + 1;
    if (slashes % 2 === 0) return at;
  }
};
