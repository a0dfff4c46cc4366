import { isBlank, isWordPart, mark } from '../lexing/characters.js';
import { lineEnd } from '../lexing/skip.js';

/**
 * A path as far as it is known: what stands behind the folder of the file (`anchored`), or just what was written. Nothing
 * is tidied before the end, so that all the ways of building paths are ways of joining texts.
 */
interface Path {
  readonly anchored: boolean;
  readonly path: string;
}

/** Nobody joins more than this. */
const deepest = 6;

/**
 * The path given to `require`, as text: that of a plain literal as written; that of an expression which begins at the
 * file (`__FILE__`, `__dir__`) relative to it. Undefined for what only running would tell.
 */
export const pathArgument = (text: string, from: number, file: string): string | undefined => {
  const parser = new PathParser(text, from, file);
  const found = parser.expression(0);
  if (!found || parser.goesOn()) return undefined;
  return found.anchored ? relativePath(found.path) : found.path;
};

/** A path that is relative to the file's folder, tidied: `./x`, `../x`. */
export const relativePath = (path: string): string => {
  const kept: string[] = [];
  let up = 0;
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') kept.push(part);
    else if (kept.pop() === undefined) up++;
  }
  return `${up === 0 ? './' : '../'.repeat(up)}${kept.join('/')}`;
};

/** Past blanks, newlines and comments. */
export const afterSpace = (text: string, from: number): number => {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === mark.newline || isBlank(code)) at++;
    else if (code === mark.hash) at = lineEnd(text, at);
    else return at;
  }
};

/** Behind a string these make something else of it. */
const continuing = new Set([...'+.%*[\\\'"'].map((sign) => sign.charCodeAt(0)));

class PathParser {
  readonly #text: string;
  readonly #file: string;
  #at: number;

  constructor(text: string, at: number, file: string) {
    this.#text = text;
    this.#at = at;
    this.#file = file;
  }

  /** Whether what stands behind the expression belongs to it. */
  goesOn(): boolean {
    let at = this.#at;
    while (isBlank(this.#text.charCodeAt(at))) at++;
    return continuing.has(this.#text.charCodeAt(at));
  }

  expression(depth: number): Path | undefined {
    let left = depth > deepest ? undefined : this.#term(depth);
    while (left && this.#takes('+')) {
      const right = this.#term(depth);
      left = right && { anchored: left.anchored, path: left.path + right.path };
    }
    return left;
  }

  #term(depth: number): Path | undefined {
    this.#at = afterSpace(this.#text, this.#at);
    const code = this.#text.charCodeAt(this.#at);
    if (code === mark.quote || code === mark.apostrophe) return this.#string(code, depth);
    if (this.#word('__dir__')) return { anchored: true, path: '' };
    if (this.#word('__FILE__')) return { anchored: true, path: `/${this.#file}` };
    if (this.#word('Rails.root.join')) return join([{ anchored: false, path: '.' }, ...this.#arguments(depth)]);
    if (this.#word('Rails.root')) return { anchored: false, path: '.' };
    this.#takes('::');
    if (this.#word('File.dirname')) return join([...this.#arguments(depth), { anchored: false, path: '..' }]);
    if (this.#word('File.join')) return join(this.#arguments(depth));
    if (this.#word('File.expand_path') || this.#word('File.absolute_path') || this.#word('File.realpath')) {
      return expanded(this.#arguments(depth));
    }
    return undefined;
  }

  /** A string without code in it, but for code at its beginning that is itself a path: `"#{__dir__}/x"`. */
  #string(quote: number, depth: number): Path | undefined {
    const text = this.#text;
    this.#at++;
    let base: Path = { anchored: false, path: '' };
    if (quote === mark.quote && text.startsWith('#{', this.#at)) {
      this.#at += 2;
      const inner = this.expression(depth + 1);
      if (!inner || !this.#takes('}')) return undefined;
      base = inner;
    }
    const start = this.#at;
    for (let at = start; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        this.#at = at + 1;
        return { anchored: base.anchored, path: base.path + text.slice(start, at) };
      }
      if (code === mark.newline || code === mark.backslash) return undefined;
      if (code === mark.hash && quote === mark.quote && text.charCodeAt(at + 1) === mark.openBrace) return undefined;
    }
    return undefined;
  }

  /** Those given, with or without parentheses; an `undefined` among them where one cannot be told. */
  #arguments(depth: number): (Path | undefined)[] {
    const inParens = this.#takes('(');
    const found: (Path | undefined)[] = [];
    do found.push(this.expression(depth + 1));
    while (found.at(-1) && this.#takes(','));
    if (inParens && !this.#takes(')')) found.push(undefined);
    return found;
  }

  #takes(sign: string): boolean {
    const at = afterSpace(this.#text, this.#at);
    if (!this.#text.startsWith(sign, at)) return false;
    this.#at = at + sign.length;
    return true;
  }

  #word(name: string): boolean {
    const end = this.#at + name.length;
    if (!this.#text.startsWith(name, this.#at) || isWordPart(this.#text.charCodeAt(end))) return false;
    this.#at = end;
    return true;
  }
}

const join = (parts: readonly (Path | undefined)[]): Path | undefined => {
  const [first] = parts;
  if (!first || parts.some((part) => part === undefined)) return undefined;
  return { anchored: first.anchored, path: parts.map((part) => part!.path).join('/') };
};

/** `expand_path(path, folder)`; without a folder it begins where the program was started, as `./x` does. */
const expanded = ([path, folder, ...more]: readonly (Path | undefined)[]): Path | undefined => {
  if (!path || more.length > 0) return undefined;
  if (path.anchored) return path;
  return folder ? join([folder, path]) : undefined;
};
