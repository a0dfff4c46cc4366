import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { walk } from '../../src/scan/walk.js';
import { writeFiles } from '../temporary-folder.js';
import { folderOf } from '../test-folder.js';
import { git, outOf, pathsOf, repositoryOf, scanIt } from './project.js';

const odd = [
  'a b.ts',
  `q'"\`.ts`,
  'line\nbreak.ts',
  '🙂/😀.ts',
  '-rf',
  '--help',
  'back\\slash.ts',
  '$(x);&|',
  '\u001b[31m',
  'é',
  '\ufffd',
];

// The same promises hold whoever makes the list.
for (const [source, make] of [
  ['git', repositoryOf],
  ['walk', folderOf],
] as const) {
  describe(`a list made by ${source}`, () => {
    it('of an empty folder is empty', async () => {
      expect(await scanIt(make())).toMatchObject({ files: [], leftOut: [], source });
    });

    it('has odd names as any other', async () => {
      const root = make(Object.fromEntries(odd.map((name) => [name, 'x'])));
      const inventory = await scanIt(root);
      expect(pathsOf(inventory)).toEqual([...odd].sort());
      expect(inventory.leftOut).toEqual([]);
    });

    it('is sorted by code unit, which is neither the order of bytes nor that of folders', async () => {
      const names = ['a/z', 'a-b/y', 'a.ts', 'a0', 'Z', '\uffee', '😀', 'é', 'e'];
      expect(pathsOf(await scanIt(make(Object.fromEntries(names.map((name) => [name, ''])))))).toEqual(
        [...names].sort(),
      );
    });

    it('leaves out names that are not UTF-8, a folder once', async () => {
      const root = make({ 'a.ts': '' });
      const bytes = (name: string) => Buffer.concat([Buffer.from(`${root}/`), Buffer.from(name, 'latin1')]);
      mkdirSync(bytes('d\xe9'));
      for (const name of ['x\xff.ts', 'd\xe9/1', 'd\xe9/2']) writeFileSync(bytes(name), '');
      const inventory = await scanIt(root);
      expect(pathsOf(inventory)).toEqual(['a.ts']);
      expect(outOf(inventory)).toEqual(['name-not-utf8 d\\xe9/', 'name-not-utf8 x\\xff.ts']);
    });

    it('never has .git or .subplan, at any depth', async () => {
      const root = make({ 'a.ts': '', '.subplan/runs/1.json': '', 'b/.subplan/x': '', '.subplanner': '' });
      expect(pathsOf(await scanIt(root))).toEqual(['.subplanner', 'a.ts']);
    });

    it('has links left out, each saying where it leads, and follows none', async () => {
      const outside = folderOf({ 'secret.ts': 'x' });
      const root = make({ 'src/a.ts': '' });
      const links = {
        out: join(outside, 'secret.ts'),
        outFolder: outside,
        gone: 'nowhere',
        self: 'self',
        up: '..',
        here: '.',
        same: 'src/a.ts',
        folder: 'src',
      };
      for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, name));
      symlinkSync('..', join(root, 'src/parent'));
      const inventory = await scanIt(root);
      expect(pathsOf(inventory)).toEqual(['src/a.ts']);
      expect(new Set(inventory.leftOut.map(({ reason }) => reason))).toEqual(new Set(['link']));
      expect(Object.fromEntries(inventory.leftOut.map(({ path, detail }) => [path, detail]))).toEqual({
        out: expect.stringMatching(/outside the root/),
        outFolder: expect.stringMatching(/outside the root/),
        up: expect.stringMatching(/outside the root/),
        gone: expect.stringMatching(/does not exist/),
        self: expect.stringMatching(/circle/),
        here: expect.stringMatching(/circle/),
        'src/parent': expect.stringMatching(/circle/),
        same: 'links to src/a.ts, which stands for itself',
        folder: 'links to src, which stands for itself',
      });
    });

    it('takes a leading ! in a glob as a character', async () => {
      const root = make({ '!a.ts': '', 'b.ts': '' });
      expect(pathsOf(await scanIt(root, { exclude: ['!a.ts'] }))).toEqual(['b.ts']);
    });

    it('is the same for the same folder', async () => {
      const root = make({ 'b/x.ts': 'x', 'a/y.ts': 'y', 'c.png': '' });
      expect(JSON.stringify(await scanIt(root))).toBe(JSON.stringify(await scanIt(root)));
    });

    it('takes include and exclude as globs on the path, a folder meaning all in it', async () => {
      const root = make({ 'src/a.ts': '', 'src/.hidden/b.ts': '', 'src/gen/c.ts': '', 'test/d.ts': '', 'x.png': '' });
      const paths = async (include: string[], exclude: string[] = []) => {
        const inventory = await scanIt(root, { include, exclude });
        return [...pathsOf(inventory), ...outOf(inventory)];
      };
      for (const folder of ['src', 'src/', './src', 'src/**']) {
        expect(await paths([folder], ['src/gen'])).toEqual(['src/.hidden/b.ts', 'src/a.ts']);
      }
      expect(await paths(['**/*.ts'], ['src/', 'nothing'])).toEqual(['test/d.ts']);
      expect(await paths(['*'])).toEqual(['src/.hidden/b.ts', 'src/a.ts', 'src/gen/c.ts', 'test/d.ts', 'binary x.png']);
      expect(await paths(['.'], ['src', 'x.png'])).toEqual(['test/d.ts']);
      expect(await paths([], ['!(src)'])).toEqual(['src/.hidden/b.ts', 'src/a.ts', 'src/gen/c.ts']);
    });
  });
}

describe('pipes, sockets and devices', () => {
  const pipe = (path: string) => execFileSync('mkfifo', ['--', path]);

  it('are left out of a walk and never opened, so that nothing hangs', async () => {
    const root = folderOf({ 'a.ts': '', 'd/.gitignore': '' });
    pipe(join(root, 'pipe.ts'));
    unlinkSync(join(root, 'd/.gitignore'));
    pipe(join(root, 'd/.gitignore'));
    const inventory = await scanIt(root);
    expect(pathsOf(inventory)).toEqual(['a.ts']);
    expect(inventory.leftOut.map(({ path, reason, detail }) => [path, reason, detail])).toEqual([
      ['d/.gitignore', 'special', 'named pipe'],
      ['pipe.ts', 'special', 'named pipe'],
    ]);
  });

  it('are left out where git tracked a file before', async () => {
    const root = repositoryOf({ 'a.ts': '', 'b.ts': '' });
    git(root, 'add', '.');
    unlinkSync(join(root, 'a.ts'));
    pipe(join(root, 'a.ts'));
    const inventory = await scanIt(root);
    expect(pathsOf(inventory)).toEqual(['b.ts']);
    expect(outOf(inventory)).toEqual(['special a.ts']);
  });
});

it('a root that is a link to a folder is that folder', async () => {
  const root = folderOf({ 'a.ts': '' });
  const link = join(folderOf(), 'link');
  symlinkSync(root, link);
  expect(pathsOf(await scanIt(link))).toEqual(['a.ts']);
});

it('a folder too deep for the system to open is named, and the rest is listed', async () => {
  const root = folderOf({ 'a.ts': '' });
  // No single path may be that long, so each step is made from within the folder before.
  const name = 'd'.repeat(250);
  const steps = `for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18; do mkdir ${name} && cd ${name} || exit 0; done`;
  execFileSync('sh', ['-c', steps], { cwd: root, stdio: 'ignore' });
  const inventory = await scanIt(root);
  expect(pathsOf(inventory)).toEqual(['a.ts']);
  expect(inventory.leftOut).toEqual([
    expect.objectContaining({ reason: 'unreadable', detail: 'ENAMETOOLONG (a folder)' }),
  ]);
  execFileSync('rm', ['-rf', join(root, name)]);
});

it('a walk does not list what is excluded', async () => {
  const root = folderOf();
  writeFiles(root, { 'a/x.ts': '', 'b/y.ts': '' });
  const listing = await walk({ root, folder: '', enters: (folder) => folder !== 'a', pause: async () => {} });
  expect(listing.files).toEqual(['b/y.ts']);
});
