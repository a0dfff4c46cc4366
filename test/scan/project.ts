import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import type { Inventory } from '../../src/domain/inventory.js';
import { type ScanOptions, scan } from '../../src/scan/scan.js';

// What the person running the tests has configured for git must not decide their outcome.
process.env.GIT_CONFIG_GLOBAL = '/dev/null';
process.env.GIT_CONFIG_NOSYSTEM = '1';

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

export type Files = Readonly<Record<string, string | Buffer>>;

export const put = (folder: string, files: Files): void => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
};

/** A folder in no work tree. */
export const folderOf = (files: Files = {}): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'subplan-scan-')));
  made.push(folder);
  put(folder, files);
  return folder;
};

export const git = (folder: string, ...words: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'protocol.file.allow=always', ...words], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

export const repositoryOf = (files: Files = {}): string => {
  const folder = folderOf();
  git(folder, 'init', '-q', '-b', 'main', '--template=');
  put(folder, files);
  return folder;
};

export const scanIt = (root: string, options: Partial<ScanOptions> = {}): Promise<Inventory> =>
  scan({
    root,
    include: [],
    exclude: [],
    keep: [],
    maxFileBytes: 1 << 20,
    countTokens: (_text, _language, bytes) => bytes,
    languages: [],
    ...options,
  });

export const pathsOf = ({ files }: Inventory): string[] => files.map(({ path }) => path);

/** What was left out, as `reason path`. */
export const outOf = ({ leftOut }: Inventory): string[] => leftOut.map(({ path, reason }) => `${reason} ${path}`);
