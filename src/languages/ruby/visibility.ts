import * as aside from '../aside.js';

/** Below such folders code is part of a test or an example, and serves only what stands there too. */
const asideFolders = new Set(
  'test tests spec specs features fixtures example examples sample samples templates'.split(' '),
);

/** Whether what stands in a folder or file is there for `from`. */
export const serves = (path: string, from: string): boolean => aside.serves(path, from, asideFolders);
