import { afterString } from './skip.js';

/** Where a literal's content stands in the text, and where the literal ends. */
export interface Literal {
  readonly from: number;
  readonly to: number;
  readonly end: number;
}

/** The string at `at`, or the template at `at` if nothing is substituted in it. */
export const literalAt = (text: string, at: number): Literal | undefined => {
  const quote = text.charCodeAt(at);
  if (quote === 34 || quote === 39) {
    const end = afterString(text, at);
    return end > at + 1 && text.charCodeAt(end - 1) === quote ? { from: at + 1, to: end - 1, end } : undefined;
  }
  if (quote !== 96) return undefined;
  for (let next = at + 1; next < text.length; next++) {
    const code = text.charCodeAt(next);
    if (code === 96) return { from: at + 1, to: next, end: next + 1 };
    if (code === 36 && text.charCodeAt(next + 1) === 123) return undefined;
    if (code === 92) next++;
  }
  return undefined;
};

const escapes = /\\(?:u\{0*([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|\r\n|([\s\S]))/g;
const named: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  0: '\0',
  '\n': '',
  '\r': '',
  '\u2028': '',
  '\u2029': '',
};

/** What a literal with escapes means: `\x2e/a` is `./a`. */
export const unescaped = (raw: string): string =>
  raw.replace(escapes, (whole, braced?: string, four?: string, two?: string, single?: string) => {
    const digits = braced ?? four ?? two;
    if (digits !== undefined) {
      const code = Number.parseInt(digits, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    }
    return single === undefined ? '' : (named[single] ?? single);
  });
