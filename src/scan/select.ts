import picomatch from 'picomatch';

export interface Selection {
  readonly wants: (path: string) => boolean;
  /** False where nothing in a folder can be wanted, so that it need not be listed. */
  readonly enters: (folder: string) => boolean;
}

/** Which paths are part of the project, by globs on the path from the root. */
export const select = (include: readonly string[], exclude: readonly string[]): Selection => {
  const included = include.length === 0 ? () => true : matcher(include);
  const excluded = exclude.length === 0 ? () => false : matcher(exclude);
  return {
    wants: (path) => included(path) && !excluded(path),
    // A pattern that matches a folder means everything in it, so a folder that is excluded is excluded whole.
    enters: (folder) => !excluded(folder),
  };
};

const matcher = (patterns: readonly string[]): ((path: string) => boolean) => {
  const globs = patterns.flatMap((pattern) => {
    const bare = pattern.replace(/^(?:\.\/+)+/, '').replace(/\/+$/, '');
    return bare === '' || bare === '.' ? ['**'] : [bare, `${bare}/**`];
  });
  // A leading `!` is a character like any other: what is not wanted has a list of its own.
  return picomatch(globs, { dot: true, nonegate: true });
};
