// Paths as all of the program has them: relative to the root, with `/`; the root itself is ''.

/** The folder of a path, without a slash at its end: '' for a file at the top. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The last part of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const joinPath = (folder: string, path: string): string =>
  folder === '' ? path : path === '' ? folder : `${folder}/${path}`;

/** Whether a path is the folder itself or something below it. */
export const isWithin = (folder: string, path: string): boolean =>
  folder === '' || path === folder || (path.startsWith(folder) && path[folder.length] === '/');

/** The folder and every folder above it, nearest first; the root '' is last. */
export const upwards = (folder: string): string[] => {
  const all = [folder];
  for (let at = folder; at !== ''; ) {
    at = folderOf(at);
    all.push(at);
  }
  return all;
};

/** Joins and tidies: `resolvePath('src/a', '../b.js')` is `src/b.js`. Undefined where that leaves the root. */
export const resolvePath = (folder: string, relative: string): string | undefined => {
  let base = folder;
  let at = 0;
  let kept = '';
  while (at <= relative.length) {
    let slash = relative.indexOf('/', at);
    if (slash < 0) slash = relative.length;
    const length = slash - at;
    if (length === 2 && relative.charCodeAt(at) === 46 && relative.charCodeAt(at + 1) === 46) {
      if (kept !== '') kept = folderOf(kept);
      else if (base !== '') base = folderOf(base);
      else return undefined;
    } else if (length > 1 || (length === 1 && relative.charCodeAt(at) !== 46)) {
      const segment = relative.slice(at, slash);
      kept = kept === '' ? segment : `${kept}/${segment}`;
    }
    at = slash + 1;
  }
  return base === '' ? kept : kept === '' ? base : `${base}/${kept}`;
};

/** Takes `.`, `..` and doubled slashes out of a path; undefined where it leads out of the root. */
export const normalizePath = (path: string): string | undefined => resolvePath('', path);

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

/** How many folders two paths share from the root. */
export const sharedFolders = (a: string, b: string): number => {
  let shared = 0;
  const end = Math.min(a.length, b.length);
  let at = 0;
  for (; at < end && a.charCodeAt(at) === b.charCodeAt(at); at++) if (a.charCodeAt(at) === 47) shared++;
  const closes = (path: string): boolean => at === path.length || path.charCodeAt(at) === 47;
  return at > 0 && at === end && closes(a) && closes(b) ? shared + 1 : shared;
};

/** Whether a path is as all of the program has them: relative, tidy, and below the root. */
export const isProjectPath = (path: string): boolean =>
  path !== '' && !/^[A-Za-z]:\//.test(path) && normalizePath(path) === path;
