import { isWithin } from '../../util/paths.js';

/** Below such folders code is part of a test or an example, and serves only what stands there too. */
const aside = new Set('test tests spec specs features fixtures example examples sample samples templates'.split(' '));

/** Whether what stands in a folder or file is there for `from`. */
export const serves = (path: string, from: string): boolean => {
  for (let start = 0; start < path.length; ) {
    const slash = path.indexOf('/', start);
    const end = slash < 0 ? path.length : slash;
    if (aside.has(path.slice(start, end))) return isWithin(path.slice(0, end), from);
    start = end + 1;
  }
  return true;
};
