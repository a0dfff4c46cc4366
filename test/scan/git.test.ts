import { chmodSync, chownSync, mkdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { writeFiles } from '../temporary-folder.js';
import { folderOf } from '../test-folder.js';
import { git, outOf, pathsOf, repositoryOf, scanIt } from './project.js';

const environment = { ...process.env };
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});

const commit = (folder: string): void => {
  git(folder, 'add', '.');
  git(folder, 'commit', '-q', '-m', 'x');
};

describe('in a git work tree', () => {
  it('tracked files and untracked files that are not ignored are listed', async () => {
    const root = repositoryOf({ '.gitignore': '*.log\n', 'a.ts': '', 'forced.log': '' });
    git(root, 'add', '-f', '.');
    writeFiles(root, { 'b.ts': '', 'ignored.log': '' });
    const inventory = await scanIt(root);
    expect(inventory.source).toBe('git');
    expect(inventory.notes).toEqual([]);
    expect(pathsOf(inventory)).toEqual(['.gitignore', 'a.ts', 'b.ts', 'forced.log']);
  });

  it('a tracked file that was deleted is not there', async () => {
    const root = repositoryOf({ 'a.ts': '', 'b.ts': '', 'c/d.ts': '' });
    commit(root);
    unlinkSync(join(root, 'a.ts'));
    rmSync(join(root, 'c'), { recursive: true });
    const inventory = await scanIt(root);
    expect(pathsOf(inventory)).toEqual(['b.ts']);
    expect(inventory.leftOut).toEqual([]);
  });

  it('a root below the top of the work tree has paths of its own', async () => {
    const root = repositoryOf({ 'x.ts': '', 'sub/a.ts': '', 'sub/deep/b.ts': '' });
    commit(root);
    const inventory = await scanIt(join(root, 'sub'));
    expect(inventory.source).toBe('git');
    expect(pathsOf(inventory)).toEqual(['a.ts', 'deep/b.ts']);
  });

  it('a root that the work tree around it ignores is walked, and a note says why', async () => {
    const root = repositoryOf({ '.gitignore': 'node_modules\n', 'node_modules/react/index.js': 'x' });
    commit(root);
    const inventory = await scanIt(join(root, 'node_modules/react'));
    expect(inventory.source).toBe('walk');
    expect(pathsOf(inventory)).toEqual(['index.js']);
    expect(inventory.notes.join()).toMatch(/ignores this folder/);
  });

  it('submodules and repositories that stand untracked in another are listed by their own rules', async () => {
    const library = repositoryOf({ '.gitignore': 'out\n', 'lib.ts': '', 'inner/x.ts': '' });
    commit(library);
    const root = repositoryOf({ 'a.ts': '' });
    git(root, 'submodule', '--quiet', 'add', library, 'module');
    commit(root);
    git(root, 'clone', '-q', library, 'nested');
    writeFiles(root, { 'module/out': '', 'module/new.ts': '', 'nested/out': '', 'nested/deep/repo/y.ts': '' });
    git(join(root, 'nested/deep/repo'), 'init', '-q', '--template=');
    expect(pathsOf(await scanIt(root))).toEqual([
      ...['.gitmodules', 'a.ts', 'module/.gitignore', 'module/inner/x.ts', 'module/lib.ts', 'module/new.ts'],
      ...['nested/.gitignore', 'nested/deep/repo/y.ts', 'nested/inner/x.ts', 'nested/lib.ts'],
    ]);
  });

  it('a nested repository that git cannot read is walked, and a note says so', async () => {
    const library = repositoryOf({ 'lib.ts': '' });
    commit(library);
    const root = repositoryOf({ 'a.ts': '' });
    git(root, 'submodule', '--quiet', 'add', library, 'module');
    commit(root);
    writeFileSync(join(root, 'module/.git'), 'gitdir: ../nowhere\n');
    const inventory = await scanIt(root);
    expect(pathsOf(inventory)).toEqual(['.gitmodules', 'a.ts', 'module/lib.ts']);
    expect(inventory.notes).toEqual([expect.stringMatching(/module\/ .*its folders were walked/)]);
  });

  it('a submodule that was not checked out is empty', async () => {
    const library = repositoryOf({ 'lib.ts': '' });
    commit(library);
    const root = repositoryOf();
    git(root, 'submodule', '--quiet', 'add', library, 'module');
    rmSync(join(root, 'module'), { recursive: true });
    mkdirSync(join(root, 'module'));
    const inventory = await scanIt(root);
    expect(pathsOf(inventory)).toEqual(['.gitmodules']);
    expect(inventory.notes).toEqual([]);
  });

  it('a nested repository that has lost its own is not taken for the one around it', async () => {
    const library = repositoryOf({ 'lib.ts': '' });
    commit(library);
    const root = repositoryOf();
    git(root, 'submodule', '--quiet', 'add', library, 'module');
    rmSync(join(root, 'module/.git'));
    mkdirSync(join(root, 'module/.git'));
    const inventory = await scanIt(root);
    expect(pathsOf(inventory)).toEqual(['.gitmodules', 'module/lib.ts']);
    expect(inventory.notes).toEqual([expect.stringMatching(/module\/ \(it is not in a git work tree\)/)]);
  });

  it('a file that two repositories track is listed once', async () => {
    const root = repositoryOf({ 'a/b.ts': '', 'a/c.png': '' });
    commit(root);
    git(join(root, 'a'), 'init', '-q', '--template=');
    commit(join(root, 'a'));
    writeFiles(root, { 'a/new.ts': '' });
    const inventory = await scanIt(root);
    expect(pathsOf(inventory).filter((path) => path === 'a/b.ts')).toHaveLength(1);
    expect(outOf(inventory)).toEqual(['binary a/c.png']);
  });

  it('a path in conflict is listed once', async () => {
    const root = repositoryOf({ 'a.ts': '1\n' });
    commit(root);
    git(root, 'checkout', '-q', '-b', 'other');
    writeFiles(root, { 'a.ts': '2\n' });
    commit(root);
    git(root, 'checkout', '-q', 'main');
    writeFiles(root, { 'a.ts': '3\n' });
    commit(root);
    expect(() => git(root, 'merge', '-q', 'other')).toThrow();
    expect(git(root, 'ls-files').trim().split('\n')).toHaveLength(3);
    expect(pathsOf(await scanIt(root))).toEqual(['a.ts']);
  });

  it('what a sparse checkout leaves away is not there', async () => {
    const root = repositoryOf({ 'a/x.ts': '', 'b/y.ts': '' });
    commit(root);
    git(root, 'sparse-checkout', 'set', 'a');
    expect(pathsOf(await scanIt(root))).toEqual(['a/x.ts']);
  });

  it('a folder that has become a link out of the root is not entered', async () => {
    const outside = folderOf({ 'secret.ts': 'x' });
    const root = repositoryOf({ 'a/secret.ts': '' });
    commit(root);
    rmSync(join(root, 'a'), { recursive: true });
    symlinkSync(outside, join(root, 'a'));
    const inventory = await scanIt(root);
    expect(pathsOf(inventory)).toEqual([]);
    expect(outOf(inventory)).toEqual(['link a']);
  });

  it('variables of a surrounding git command do not lead to another repository', async () => {
    const other = repositoryOf({ 'other.ts': '' });
    commit(other);
    const root = repositoryOf({ 'a.ts': '' });
    process.env.GIT_DIR = join(other, '.git');
    process.env.GIT_INDEX_FILE = join(other, '.git/index');
    process.env.GIT_WORK_TREE = other;
    const inventory = await scanIt(root);
    expect([inventory.source, ...pathsOf(inventory)]).toEqual(['git', 'a.ts']);
  });

  it('nothing that the repository configures is run', async () => {
    const root = repositoryOf({ 'a.ts': '' });
    commit(root);
    const witness = join(folderOf(), 'ran');
    const program = join(folderOf({ 'monitor.sh': `#!/bin/sh\ntouch ${witness}\n` }), 'monitor.sh');
    chmodSync(program, 0o755);
    git(root, 'config', 'core.fsmonitor', program);
    expect(pathsOf(await scanIt(root))).toEqual(['a.ts']);
    expect(outOf(await scanIt(join(witness, '..')))).toEqual([]);
    expect(pathsOf(await scanIt(join(witness, '..')))).toEqual([]);
  });

  it('where git is not installed, the folders are walked', async () => {
    const root = repositoryOf({ '.gitignore': 'b\n', a: '', b: '' });
    process.env.PATH = folderOf();
    const inventory = await scanIt(root);
    expect([inventory.source, ...pathsOf(inventory)]).toEqual(['walk', '.gitignore', 'a']);
    expect(inventory.notes).toEqual([expect.stringMatching(/git is not installed/)]);
  });

  it.runIf(process.getuid?.() === 0)('where git distrusts the owner, the folders are walked', async () => {
    const root = repositoryOf({ a: '' });
    chownSync(root, 12345, 12345);
    chownSync(join(root, '.git'), 12345, 12345);
    const inventory = await scanIt(root);
    expect([inventory.source, ...pathsOf(inventory)]).toEqual(['walk', 'a']);
    expect(inventory.notes).toEqual([expect.stringMatching(/dubious ownership/)]);
  });

  it('what git grumbles about while listing becomes a note', async () => {
    const root = folderOf({ a: '' });
    const bin = folderOf({
      git: `#!/bin/sh\ncase "$*" in *check-ignore*) exit 1;; esac\nprintf 'a\\0'\necho "warning: could not open directory 'b/'" >&2\n`,
    });
    chmodSync(join(bin, 'git'), 0o755);
    process.env.PATH = `${bin}:${process.env.PATH}`;
    const inventory = await scanIt(root);
    expect(pathsOf(inventory)).toEqual(['a']);
    expect(inventory.notes).toEqual(["git says: warning: could not open directory 'b/'"]);
  });
});
