import { execFileSync } from 'node:child_process';
import type { Inventory } from '../../src/domain/inventory.js';
import { type ScanOptions, scan } from '../../src/scan/scan.js';
import { type Files, writeFiles } from '../temporary-folder.js';
import { folderOf } from '../test-folder.js';

// What the person running the tests has configured for git must not decide their outcome.
process.env.GIT_CONFIG_GLOBAL = '/dev/null';
process.env.GIT_CONFIG_NOSYSTEM = '1';

export const git = (folder: string, ...words: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'protocol.file.allow=always', ...words], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

export const repositoryOf = (files: Files = {}): string => {
  const folder = folderOf();
  git(folder, 'init', '-q', '-b', 'main', '--template=');
  writeFiles(folder, files);
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
