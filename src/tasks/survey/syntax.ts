import { commentTo, type Lexis, textTo } from '../../languages/lexing/lexis.js';
import { afterQuoted, endOf, lineEnd } from '../../languages/lexing/skip.js';
import { lexes } from '../../languages/lexis.js';

const blocks: Readonly<Record<string, string>> = {
  '/*': '*/',
  '<!--': '-->',
  '{-': '-}',
  '(*': '*)',
  '--[[': ']]',
};
const lines = new Set(['//', '#', '--', ';', '%']);
const character = /'(?:\\[^\n]{1,10}?|[^\\\n])'/uy;

/**
 * What languages whose imports are not read have by way of comments and strings: the same sign means the same wherever
 * it counts at all.
 */
const marked = (signs: RegExp): Lexis => ({
  signs,
  pieces: (text) => ({
    at: (at, sign) => {
      if (lines.has(sign)) return commentTo(lineEnd(text, at));
      const inside = at + sign.length;
      const end = (closing: string): number => Math.min(text.length, endOf(text, closing, inside) + closing.length);
      if (sign in blocks) return commentTo(end(blocks[sign]));
      if (sign.length === 3) return textTo(text, inside, { end: end(sign), closing: sign });
      if (sign === '"') return textTo(text, inside, { end: afterQuoted(text, at), closing: sign });
      // An apostrophe holds a character, or is something else altogether: a symbol, a digit separator.
      character.lastIndex = at;
      const found = character.exec(text)?.[0];
      return found === undefined ? undefined : textTo(text, inside, { end: at + found.length, closing: sign });
    },
  }),
});

/** Strings are left alone where quotes are too often something else: apostrophes in here-documents, say. */
const hash = marked(/(?<=^|\s)#/gm);
const slashes = marked(/\/\/|\/\*|["']/g);
const textBlocks = marked(/\/\/|\/\*|"""|["']/g);
const style = marked(/\/\*|(?<=^|\s)\/\//gm);
const sheet = marked(/\/\*/g);
const dashes = marked(/--\[\[|\/\*|\{-|(?<=^|\s)--/gm);
const semicolon = marked(/(?<=^|\s);/gm);
const percent = marked(/(?<=^|\s)%/gm);
const markup = marked(/<!--/g);
const component = marked(/<!--|\/\*|(?<=^|\s)\/\//gm);
const star = marked(/\(\*/g);

const byLanguage: readonly (readonly [Lexis, string])[] = [
  // Not C, but written like it as far as comments and strings go.
  [lexes.c, 'objective-c cuda'],
  [lexes.python, 'cython starlark'],
  [slashes, 'glsl zig d verilog solidity'],
  [textBlocks, 'scala groovy swift dart'],
  [hash, 'shell perl r julia elixir crystal nim yaml toml make cmake docker terraform nix graphql awk meson tcl'],
  [style, 'scss less protobuf thrift prisma'],
  [sheet, 'css'],
  [dashes, 'sql lua haskell ada elm'],
  [semicolon, 'lisp clojure assembly ini'],
  [percent, 'tex erlang'],
  [markup, 'html xml markdown'],
  [component, 'vue svelte astro'],
  [star, 'ocaml fsharp pascal'],
];

const others = new Map(byLanguage.flatMap(([lexis, names]) => names.split(' ').map((name) => [name, lexis])));

/** Undefined where comments are not known, as in JSON and plain text. */
export const lexisOf = (language: string): Lexis | undefined =>
  Object.hasOwn(lexes, language) ? lexes[language] : others.get(language);
