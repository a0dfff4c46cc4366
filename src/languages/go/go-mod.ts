import { isWithin, joinPath, normalizePath } from '../../util/paths.js';

/** What a `go.mod` or `go.work` file says about where packages are. */
export interface GoMod {
  /** The folder the file stands in. */
  readonly folder: string;
  /** The module's path; undefined in a `go.work`, and in a `go.mod` without one. */
  readonly module: string | undefined;
  /** Modules replaced by folders of the project. */
  readonly replaced: readonly Place[];
}

/** A folder of the project that holds the packages whose import paths begin with `prefix`. */
export interface Place {
  readonly prefix: string;
  readonly folder: string;
}

/** Reads a `go.mod` or `go.work`: one directive a line, or `directive ( … )` with one entry a line. */
export const parseGoMod = (text: string, folder: string): GoMod => {
  let module: string | undefined;
  const replaced: Place[] = [];
  let block = '';
  for (const line of text.split('\n')) {
    const words = wordsOf(line);
    if (words.length === 0) continue;
    if (words[0] === ')') {
      block = '';
      continue;
    }
    if (block === '' && words[1] === '(') {
      block = words[0];
      continue;
    }
    const directive = block || words.shift()!;
    if (directive === 'module') module ??= words[0];
    if (directive === 'replace') replaced.push(...replacement(words, folder));
  }
  return { folder, module, replaced };
};

/** `old [version] => new [version]`; a new one that is a path, not a module, begins with a dot or a slash. */
const replacement = (words: readonly string[], folder: string): Place[] => {
  const arrow = words.indexOf('=>');
  const target = words[arrow + 1];
  if (arrow < 1 || !target || !/^\.\.?(\/|$)/.test(target)) return [];
  const found = normalizePath(joinPath(folder, target));
  return found === undefined ? [] : [{ prefix: words[0]!, folder: found }];
};

const wordsOf = (line: string): string[] =>
  line
    .replace(/\/\/.*/, '')
    .replaceAll('(', ' ( ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/^["`](.*)["`]$/, '$1'));

/** The part of an import path below a prefix; undefined where it does not begin with it. */
export const below = (prefix: string, path: string): string | undefined => {
  if (prefix === '') return path;
  return isWithin(prefix, path) ? path.slice(prefix.length + 1) : undefined;
};
