import { statSync } from 'node:fs';

/** Whether a folder stands there. */
export const isFolder = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
};

/** Whether a file stands there. What cannot be looked at is none: whoever opens it says what is wrong. */
export const isFile = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false;
  }
};
