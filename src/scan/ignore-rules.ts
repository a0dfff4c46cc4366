import { nameMatcher, pathMatcher } from '../util/wildmatch.js';

/** Files that hold ignore rules, weakest first: a rule in a later one overrules an earlier one of the same folder. */
export const ignoreFileNames = ['.gitignore', '.ignore'] as const;

/** One line of an ignore file. `name` is matched wherever it stands, `path` from the folder of the ignore file. */
interface Rule {
  readonly negated: boolean;
  readonly foldersOnly: boolean;
  readonly name?: (name: string) => boolean;
  readonly path?: (pieces: readonly string[]) => boolean;
}

/** The rules of one folder, and through `above` those of the folders around it. */
export interface IgnoreRules {
  /** Relative to where the walk began, with a `/` at the end; '' for that folder itself. */
  readonly folder: string;
  readonly rules: readonly Rule[];
  readonly above: IgnoreRules | undefined;
}

export const parseIgnoreFile = (text: string): Rule[] =>
  text
    .replace(/^\ufeff/, '')
    .split('\n')
    .map((line) => parseLine(line.replace(/\r$/, '')))
    .filter((rule) => rule !== undefined);

const parseLine = (line: string): Rule | undefined => {
  if (line === '' || line.startsWith('#')) return undefined;
  // Spaces at the end count only behind a backslash; pairs are taken together so that `\\ ` is not such a case.
  let pattern = /^(?:\\.|[^\\ ]| +(?! *$))*/s.exec(line)?.[0] ?? '';
  if (line.length === pattern.length + 1 && line.endsWith('\\')) pattern = line;
  const negated = pattern.startsWith('!');
  if (negated) pattern = pattern.slice(1);
  const foldersOnly = pattern.endsWith('/');
  if (foldersOnly) pattern = pattern.slice(0, -1);
  if (pattern === '') return undefined;
  if (!pattern.includes('/')) return { negated, foldersOnly, name: nameMatcher(pattern) };
  return { negated, foldersOnly, path: pathMatcher(pattern.replace(/^\//, '')) };
};

/**
 * Whether the last rule that matches says to ignore, looking in the deepest folder first. As in git, whoever asks has
 * already found that no folder around the path is ignored: what is in an ignored folder cannot be brought back.
 */
export const isIgnored = (rules: IgnoreRules | undefined, path: string, isFolder: boolean): boolean => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  for (let level = rules; level; level = level.above) {
    let pieces: string[] | undefined;
    for (let at = level.rules.length - 1; at >= 0; at--) {
      const rule = level.rules[at];
      if (rule.foldersOnly && !isFolder) continue;
      if (rule.path) pieces ??= path.slice(level.folder.length).split('/');
      if (rule.name?.(name) || rule.path?.(pieces!)) return !rule.negated;
    }
  }
  return false;
};
