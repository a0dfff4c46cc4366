/**
 * What begins a comment or a string in a language, as one expression that finds the next of them. What each of them is
 * and where it ends is in `mask.ts`: the same sign means the same wherever it counts at all.
 */
export interface Syntax {
  readonly next: RegExp;
  /** `/` may begin a regular expression, and a backtick a template with code in it. */
  readonly isScript?: true;
  /** A backtick holds raw text. */
  readonly hasRawQuotes?: true;
  /** Apostrophes hold a character, or are something else altogether: a lifetime, a digit separator. */
  readonly hasCharacters?: true;
  /** A string may go on over lines. */
  readonly hasLongStrings?: true;
}

const script: Syntax = { next: /\/\/|\/\*|["'`/{}]/g, isScript: true };
const cLike: Syntax = { next: /\/\/|\/\*|R"[^\s()\\"]{0,16}\(|["']/g, hasCharacters: true };
const textBlocks: Syntax = { next: /\/\/|\/\*|"""|["']/g, hasCharacters: true };
const rust: Syntax = { next: /\/\/|\/\*|r#{0,8}"|["']/g, hasCharacters: true, hasLongStrings: true };
const go: Syntax = { next: /\/\/|\/\*|["'`]/g, hasCharacters: true, hasRawQuotes: true };
const php: Syntax = { next: /\/\/|\/\*|#(?!\[)|["']/g };
const python: Syntax = { next: /#|"""|'''|["']/g };
/** Strings are left alone where quotes are too often something else: apostrophes in here-documents, say. */
const hash: Syntax = { next: /(?<=^|\s)#/gm };
const style: Syntax = { next: /\/\*|(?<=^|\s)\/\//gm };
const sheet: Syntax = { next: /\/\*/g };
const dashes: Syntax = { next: /--\[\[|\/\*|\{-|(?<=^|\s)--/gm };
const semicolon: Syntax = { next: /(?<=^|\s);/gm };
const percent: Syntax = { next: /(?<=^|\s)%/gm };
const markup: Syntax = { next: /<!--/g };
const component: Syntax = { next: /<!--|\/\*|(?<=^|\s)\/\//gm };
const star: Syntax = { next: /\(\*/g };

const byLanguage: readonly (readonly [Syntax, string])[] = [
  [script, 'javascript typescript'],
  [cLike, 'c cpp objective-c cuda csharp glsl zig d verilog solidity'],
  [textBlocks, 'java kotlin scala groovy swift dart'],
  [rust, 'rust'],
  [go, 'go'],
  [php, 'php'],
  [python, 'python cython starlark'],
  [hash, 'ruby shell perl r julia elixir crystal nim yaml toml make cmake docker terraform nix graphql awk meson tcl'],
  [style, 'scss less protobuf thrift prisma'],
  [sheet, 'css'],
  [dashes, 'sql lua haskell ada elm'],
  [semicolon, 'lisp clojure assembly ini'],
  [percent, 'tex erlang'],
  [markup, 'html xml markdown'],
  [component, 'vue svelte astro'],
  [star, 'ocaml fsharp pascal'],
];

const syntaxes = new Map(byLanguage.flatMap(([syntax, names]) => names.split(' ').map((name) => [name, syntax])));

/** Undefined where comments are not known, as in JSON and plain text. */
export const syntaxOf = (language: string): Syntax | undefined => syntaxes.get(language);
