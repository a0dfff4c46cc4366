// Paths relative to the project's root, with `/`; the root is ''.

export const folderOf = (path: string): string => {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
};

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Joins and tidies: `join('src/a', '../b.js')` is `src/b.js`. Undefined where that leaves the root. */
export const join = (folder: string, relative: string): string | undefined => {
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

export const isWithin = (path: string, folder: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);

/** The folder itself and those above it, the nearest first, the root ('') last. */
export const upwards = (folder: string): string[] => {
  const folders = [folder];
  for (let at = folder; at !== ''; ) {
    at = folderOf(at);
    folders.push(at);
  }
  return folders;
};
