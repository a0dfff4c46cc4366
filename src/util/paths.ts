/** The folder of a path, without a slash at its end: '' for a file at the top. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The last part of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The deepest folder that holds both folders (or files): `a/b` for `a/b/c` and `a/b/d/e`. */
export const commonFolder = (a: string, b: string): string => {
  if (a === b) return a;
  const limit = Math.min(a.length, b.length);
  let slash = 0;
  let at = 0;
  for (; at < limit && a[at] === b[at]; at++) if (a[at] === '/') slash = at;
  const whole = at === limit && (a.length > b.length ? a[at] === '/' : b[at] === '/');
  return a.slice(0, whole ? at : slash);
};

/** How many folders deep a folder stands: 0 for ''. */
export const folderDepth = (folder: string): number => (folder === '' ? 0 : folder.split('/').length);
