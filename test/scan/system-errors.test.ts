import type * as Fs from 'node:fs';
import { expect, it, vi } from 'vitest';
import { folderOf } from '../test-folder.js';
import { git, outOf, pathsOf, repositoryOf, scanIt } from './project.js';

// Tests may run as root, for whom everything is readable: so the system's refusals are played.
const refusal = (code: string): Error => Object.assign(new Error(`${code}: refused`), { code });

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  const refuse = (path: unknown): void => {
    const code = /refuse-(E[A-Z]+)/.exec(String(path))?.[1];
    if (code) throw refusal(code);
  };
  return {
    ...fs,
    // Some file systems give less than they were asked for.
    readSync: (file: number, buffer: Buffer, offset: number, length: number, position: number | null) =>
      fs.readSync(file, buffer, offset, Math.min(length, 7), position),
    openSync: (path: string, flags: number) => {
      refuse(path);
      return fs.openSync(path, flags);
    },
    readdirSync: (path: string, options: object) => {
      refuse(path);
      return fs.readdirSync(path, options as never);
    },
  };
});

it('a file that cannot be read is left out with the code, one that has just gone is not there', async () => {
  const root = folderOf({ 'a.ts': '', 'refuse-EACCES.ts': '', 'refuse-EIO.ts': '', 'refuse-ENOENT.ts': '' });
  const inventory = await scanIt(root);
  expect(pathsOf(inventory)).toEqual(['a.ts']);
  expect(inventory.leftOut).toEqual([
    { path: 'refuse-EACCES.ts', reason: 'unreadable', detail: 'EACCES' },
    { path: 'refuse-EIO.ts', reason: 'unreadable', detail: 'EIO' },
  ]);
});

it('a file that comes in small pieces is read to its end', async () => {
  const { files } = await scanIt(folderOf({ a: 'x'.repeat(100) }));
  expect(files).toMatchObject([{ path: 'a', bytes: 100 }]);
});

it('a folder that cannot be listed is named, whoever makes the list', async () => {
  const files = { 'a.ts': '', 'refuse-EACCES/b.ts': '', 'refuse-EACCES/c.ts': '' };
  const tracked = repositoryOf(files);
  git(tracked, 'add', '.');
  for (const root of [folderOf(files), tracked]) {
    const inventory = await scanIt(root);
    expect(pathsOf(inventory)).toEqual(['a.ts']);
    expect(outOf(inventory)).toEqual(['unreadable refuse-EACCES/']);
  }
});

it('a root that cannot be listed is unreadable', async () => {
  const root = folderOf({ 'refuse-EACCES/a.ts': '' });
  await expect(scanIt(`${root}/refuse-EACCES`)).rejects.toMatchObject({ code: 'root-unreadable' });
});
