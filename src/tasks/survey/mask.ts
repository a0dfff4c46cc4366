import { endOfRegExp } from './regexp-end.js';
import type { Syntax } from './syntax.js';

/** Where a comment stands, its signs included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Masked {
  /** The text at its old length and in its old lines, with spaces for comments and for what is inside strings. */
  readonly code: string;
  readonly comments: readonly Span[];
}

const blocks: Readonly<Record<string, string>> = {
  '/*': '*/',
  '<!--': '-->',
  '{-': '-}',
  '(*': '*)',
  '--[[': ']]',
};
const lines = new Set(['//', '#', '--', ';', '%']);
const [backslash, newline, quoteMark] = [92, 10, 39];
const character = /'(?:\\[^\n]{1,10}?|[^\\\n])'/uy;

/** Tells code from comments and strings, in one pass. Wrong at worst to the end of a file, and never slow. */
export const mask = (text: string, syntax: Syntax): Masked => {
  const comments: Span[] = [];
  const pieces: string[] = [];
  /** For each template that code stands in, how many braces are open in that code. */
  const templates: number[] = [];
  const next = new RegExp(syntax.next);
  let written = 0;

  const blank = (start: number, end: number): void => {
    pieces.push(text.slice(written, start), text.slice(start, end).replace(/[^\n]/g, ' '));
    written = end;
  };
  const comment = (start: number, end: number): number => {
    comments.push({ start, end });
    blank(start, end);
    return end;
  };
  const string = (start: number, end: number, after: number): number => {
    blank(start, end);
    return after;
  };
  /** Goes on in a template from where its text begins: to its end, or to the code in it. */
  const template = (start: number): number => {
    for (let at = start; at < text.length; at++) {
      const char = text[at];
      if (char === '\\') at++;
      else if (char === '`') return string(start, at, at + 1);
      else if (char === '$' && text[at + 1] === '{') {
        templates.push(0);
        return string(start, at, at + 2);
      }
    }
    return string(start, text.length, text.length);
  };
  const brace = (sign: string, at: number): number => {
    const inner = templates.length - 1;
    if (inner < 0) return at + 1;
    if (sign === '{') templates[inner]++;
    else if (templates[inner]-- === 0) {
      templates.pop();
      return template(at + 1);
    }
    return at + 1;
  };
  const untilSign = (start: number, sign: string): number => {
    const end = text.indexOf(sign, start);
    return end < 0 ? string(start, text.length, text.length) : string(start, end, end + sign.length);
  };
  const quoted = (start: number, quote: number): number => {
    let at = start;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === quote) return string(start, at, at + 1);
      if (code === newline && !syntax.hasLongStrings) break;
      if (code === backslash) at++;
    }
    return string(start, Math.min(at, text.length), Math.min(at, text.length));
  };
  const apostrophe = (at: number): number => {
    character.lastIndex = at;
    const found = character.exec(text);
    return found ? string(at + 1, at + found[0].length - 1, at + found[0].length) : at + 1;
  };

  for (let found = next.exec(text); found; found = next.exec(text)) {
    const [sign] = found;
    const at = found.index;
    const inside = at + sign.length;
    if (lines.has(sign)) {
      const end = text.indexOf('\n', inside);
      next.lastIndex = comment(at, end < 0 ? text.length : end);
    } else if (sign in blocks) {
      const end = text.indexOf(blocks[sign], inside);
      next.lastIndex = comment(at, end < 0 ? text.length : end + blocks[sign].length);
    } else if (sign === '{' || sign === '}') next.lastIndex = brace(sign, at);
    else if (sign === '/') next.lastIndex = endOfRegExp(text, at) ?? inside;
    else if (sign === '`') next.lastIndex = syntax.isScript ? template(inside) : untilSign(inside, sign);
    else if (sign.startsWith('R"')) next.lastIndex = untilSign(inside, `)${sign.slice(2, -1)}"`);
    else if (sign.startsWith('r')) next.lastIndex = untilSign(inside, `"${sign.slice(1, -1)}`);
    else if (sign.length === 3) next.lastIndex = untilSign(inside, sign);
    else if (sign === "'" && syntax.hasCharacters) next.lastIndex = apostrophe(at);
    else next.lastIndex = quoted(inside, sign === "'" ? quoteMark : 34);
  }
  pieces.push(text.slice(written));
  return { code: pieces.join(''), comments };
};
