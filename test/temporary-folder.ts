import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

// The one place that makes temporary folders, for tests, scenarios, benchmarks and the soak. It knows nothing of what
// calls it: tests take `folderOf` of test-folder.ts, which removes the folder by itself.

/** What stands at which path below a folder. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

export const writeFiles = (folder: string, files: Files): void => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
};

/** A new folder with these files, by its real path. Whoever makes it removes it. */
export const makeFolder = (files: Files = {}): string => {
  // Not `subplan-`: tests look for what subplan itself leaves under that name.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-of-subplan-')));
  writeFiles(folder, files);
  return folder;
};

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });
