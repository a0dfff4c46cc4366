import { readlinkSync, realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { errorCode } from '../util/error-code.js';

/** Where a link leads, for people. No link is followed: what it leads to is listed where it stands, or not ours. */
export const linkDetail = (root: string, path: string): string => {
  const link = `${root}/${path}`;
  try {
    const target = readlinkSync(link);
    try {
      return whereTo({ root, link, target, real: realpathSync(link) });
    } catch (error) {
      const code = errorCode(error);
      if (code === 'ELOOP') return `links to ${target}, in a circle`;
      return code === 'ENOENT' ? `links to ${target}, which does not exist` : `links to ${target} (${code})`;
    }
  } catch (error) {
    return `a link that cannot be read (${errorCode(error)})`;
  }
};

interface Link {
  readonly root: string;
  readonly link: string;
  readonly target: string;
  /** What is at the end, through all links. */
  readonly real: string;
}

const whereTo = ({ root, link, target, real }: Link): string => {
  if (!isWithin(real, root)) return `links to ${target}, outside the root`;
  if (isWithin(link, real)) return `links to ${target}, a folder around it: a circle`;
  return `links to ${relative(root, real).split(sep).join('/')}, which stands for itself`;
};

const isWithin = (path: string, folder: string): boolean => {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !/^[a-z]:/i.test(way);
};
