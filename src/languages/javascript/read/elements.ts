import { isWord } from './characters.js';
import { afterBlank, afterWord } from './skip.js';

const afterTagName = (text: string, at: number): number => {
  let next = at;
  for (;;) {
    const code = text.charCodeAt(next);
    if (!isWord(code) && code !== 45 && code !== 46 && code !== 58) return next;
    next++;
  }
};

const lookUps = 64;

/**
 * Tells JSX elements from type parameters: `<T,>(x: T) => x` and `<T>(x: T) => void` stand where elements do. Only a
 * `>(` is in doubt, and then an element is one that is closed somewhere behind. Closing tags are looked up once per
 * name and only for so many names, so that no text takes more than linear time.
 */
export class ElementJudge {
  readonly #text: string;
  readonly #lastClose = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether the `<` at `at`, where an expression may begin, opens an element. */
  opensAt(at: number): boolean {
    const text = this.#text;
    const first = text.charCodeAt(at + 1);
    if (first === 62) return this.#isClosedAfter('', at);
    if (!isWord(first) || (first >= 48 && first <= 57)) return false;
    const nameEnd = afterTagName(text, at + 1);
    const next = afterBlank(text, nameEnd);
    const code = text.charCodeAt(next);
    if (next > nameEnd && text.startsWith('extends', next) && text.charCodeAt(next + 7) <= 32) return false;
    if (code !== 62) return code === 47 || code === 60 || code === 123 || isWord(code);
    const content = text.charCodeAt(afterBlank(text, next + 1));
    return content !== 40 || this.#isClosedAfter(text.slice(at + 1, nameEnd), at);
  }

  #isClosedAfter(name: string, at: number): boolean {
    let close = this.#lastClose.get(name);
    if (close === undefined) {
      if (this.#lastClose.size >= lookUps) return true;
      close = this.#text.lastIndexOf(`</${name}`);
      this.#lastClose.set(name, close);
    }
    return close > at;
  }
}

/** After type arguments `<A, (b: B) => C>` at `at`. */
const afterTypeArguments = (text: string, at: number): number => {
  let depth = 0;
  for (let next = at; next < text.length; next++) {
    const code = text.charCodeAt(next);
    if (code === 60) depth++;
    else if (code === 62 && text.charCodeAt(next - 1) !== 61 && --depth === 0) return next + 1;
    else if (code === 59) return next;
  }
  return text.length;
};

/** The end of a tag's name, from its `<`, with its type arguments. */
export const afterTagOpening = (text: string, at: number): number => {
  const name = afterTagName(text, at + 1);
  return text.charCodeAt(name) === 60 ? afterTypeArguments(text, name) : name;
};

/** From inside a tag to the next character that matters there: `>`, `/` of `/>`, `{`, `<`; or the end of the text. */
export const nextInTag = (text: string, at: number): number => {
  let next = at;
  while (next < text.length) {
    next = afterBlank(text, next);
    const code = text.charCodeAt(next);
    if (code === 62 || code === 123 || code === 60) return next;
    if (code === 47 && text.charCodeAt(next + 1) === 62) return next;
    if (code === 34 || code === 39) {
      // Unlike other strings, these go over lines and have no escapes.
      const close = text.indexOf(code === 34 ? '"' : "'", next + 1);
      next = close < 0 ? text.length : close + 1;
    } else next = Math.max(next + 1, afterWord(text, next));
  }
  return text.length;
};

/** From inside an element to the next `<` or `{`; or the end of the text. */
export const nextInChildren = (text: string, at: number): number => {
  let next = at;
  while (next < text.length) {
    const code = text.charCodeAt(next);
    if (code === 60 || code === 123) return next;
    next++;
  }
  return text.length;
};
