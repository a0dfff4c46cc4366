import { afterAll, onTestFinished } from 'vitest';
import { type Files, makeFolder, removeFolder } from './temporary-folder.js';

/** A folder with these files, gone after the test. */
export const folderOf = (files: Files = {}): string => {
  const folder = makeFolder(files);
  onTestFinished(() => removeFolder(folder));
  return folder;
};

/** The same for all tests of a file or a `describe`: called beside them, not in one of them. */
export const sharedFolderOf = (files: Files = {}): string => {
  const folder = makeFolder(files);
  afterAll(() => removeFolder(folder));
  return folder;
};
