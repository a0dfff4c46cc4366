import { isWithin } from '../util/paths.js';

/** Whether what stands in a folder or file is there for another: below a folder that is aside, only for what stands there too. */
export const serves = (path: string, from: string, aside: ReadonlySet<string>): boolean => {
  for (let start = 0; start < path.length; ) {
    const slash = path.indexOf('/', start);
    const end = slash < 0 ? path.length : slash;
    if (aside.has(path.slice(start, end))) return isWithin(path.slice(0, end), from);
    start = end + 1;
  }
  return true;
};
