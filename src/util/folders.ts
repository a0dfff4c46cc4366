// Paths as the rest of the program has them: relative to the root, with `/`; the root itself is ''.

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

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

/** Takes `.`, `..` and doubled slashes out of a path; undefined where it leads out of the root. */
export const normalizePath = (path: string): string | undefined => {
  const kept: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') kept.push(part);
    else if (kept.pop() === undefined) return undefined;
  }
  return kept.join('/');
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
