/**
 * Globs as git matches them. Written by hand and not as regular expressions, because patterns come from projects nobody
 * has vouched for: `*a*a*a*a*b` makes a regular expression backtrack for ever, while here a failed match only ever
 * goes back to the last star, so the worst case is pattern length × name length.
 */
/** A literal is a single character, so it is never mistaken for one of the words. */
type Token = string | 'any' | 'star' | CharacterSet;
interface CharacterSet {
  readonly negated: boolean;
  has(character: string): boolean;
}

/** Matches one name (no `/` in it) against one piece of a pattern. */
export type NameMatcher = (name: string) => boolean;

const never: NameMatcher = () => false;
const always: NameMatcher = () => true;

export const nameMatcher = (pattern: string): NameMatcher => {
  if (!/[*?[\\]/.test(pattern)) return (name) => name === pattern;
  if (/^\*+$/.test(pattern)) return always;
  if (/^\*[^*?[\\]+$/.test(pattern)) {
    const end = pattern.slice(1);
    return (name) => name.endsWith(end);
  }
  const tokens = tokenise(pattern);
  return tokens ? (name) => matchTokens(tokens, name) : never;
};

/** Matches the pieces of a path against the pieces of a pattern, where the piece `**` stands for any number of them. */
export const pathMatcher = (pattern: string): ((pieces: readonly string[]) => boolean) => {
  const parts = pattern.split('/').map((piece) => (/^\*\*+$/.test(piece) ? 'deep' : nameMatcher(piece)));
  // A last `**` is everything inside, not the folder itself: one more piece at least.
  if (parts.at(-1) === 'deep') parts.splice(-1, 1, always, 'deep');
  return (pieces) => matchPieces(parts, pieces);
};

const matchPieces = (parts: readonly (NameMatcher | 'deep')[], pieces: readonly string[]): boolean => {
  let part = 0;
  let piece = 0;
  let deepPart = -1;
  let deepPiece = 0;
  while (piece < pieces.length) {
    const matcher = parts[part];
    if (matcher === 'deep') {
      deepPart = part++;
      deepPiece = piece;
    } else if (matcher?.(pieces[piece])) {
      part++;
      piece++;
    } else if (deepPart >= 0) {
      part = deepPart + 1;
      piece = ++deepPiece;
    } else {
      return false;
    }
  }
  while (parts[part] === 'deep') part++;
  return part === parts.length;
};

const matchTokens = (tokens: readonly Token[], name: string): boolean => {
  let token = 0;
  let at = 0;
  let starToken = -1;
  let starAt = 0;
  while (at < name.length) {
    const wanted = tokens[token];
    if (wanted === 'star') {
      starToken = token++;
      starAt = at;
    } else if (wanted !== undefined && matchOne(wanted, name[at])) {
      token++;
      at++;
    } else if (starToken >= 0) {
      token = starToken + 1;
      at = ++starAt;
    } else {
      return false;
    }
  }
  while (tokens[token] === 'star') token++;
  return token === tokens.length;
};

const matchOne = (token: Token, character: string): boolean =>
  typeof token === 'object' ? token.has(character) !== token.negated : token === 'any' || token === character;

/** Undefined where the pattern can match nothing: an open bracket, a backslash at the end. */
const tokenise = (pattern: string): Token[] | undefined => {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '*') {
      if (tokens.at(-1) !== 'star') tokens.push('star');
    } else if (character === '?') {
      tokens.push('any');
    } else if (character === '\\') {
      if (++at === pattern.length) return undefined;
      tokens.push(pattern[at]);
    } else if (character === '[') {
      const bracket = readBracket(pattern, at + 1);
      if (!bracket) return undefined;
      tokens.push(bracket.set);
      at = bracket.end;
    } else {
      tokens.push(character);
    }
  }
  return tokens;
};

const classes: Readonly<Record<string, RegExp>> = {
  alnum: /[a-z0-9]/i,
  alpha: /[a-z]/i,
  blank: /[ \t]/,
  cntrl: /[\0-\x1f\x7f]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[\t-\r ]/,
  upper: /[A-Z]/,
  xdigit: /[0-9a-f]/i,
};

/** Reads `a-z[:digit:]]` from after the opening bracket; `end` is where the closing one stands. */
const readBracket = (pattern: string, start: number): { set: CharacterSet; end: number } | undefined => {
  let at = start;
  const negated = pattern[at] === '!' || pattern[at] === '^';
  if (negated) at++;
  const ranges: [low: string, high: string][] = [];
  const named: RegExp[] = [];
  const literal = (): string | undefined => (pattern[at] === '\\' ? pattern[++at] : pattern[at]);
  for (let first = true; first || pattern[at] !== ']'; first = false, at++) {
    const group = /^\[:([^\]]*):\]/.exec(pattern.slice(at));
    if (group) {
      const wanted = classes[group[1]];
      if (!wanted) return undefined;
      named.push(wanted);
      at += group[0].length - 1;
      continue;
    }
    const low = literal();
    if (low === undefined) return undefined;
    let high: string | undefined = low;
    if (pattern[at + 1] === '-' && pattern[at + 2] !== undefined && pattern[at + 2] !== ']') {
      at += 2;
      high = literal();
      if (high === undefined) return undefined;
    }
    ranges.push([low, high]);
  }
  const has = (character: string): boolean =>
    ranges.some(([low, high]) => low <= character && character <= high) || named.some((one) => one.test(character));
  return { set: { negated, has }, end: at };
};
