import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Given, Then, When } from '@cucumber/cucumber';
import type { IsolationOptions, Keep, Scored } from '../../dist/experiment.js';
import { experimentOf, setOptions } from './experiments.steps.js';
import { trialName } from './trial-names.js';
import { listed } from './words.js';
import type { Scene } from './world.js';

const text = 'as it was';
const all = ['deep', 'deep/more.txt', 'text.txt'];

/** The folder that copies and worktrees are made of. */
export const sourceOf = (scene: Scene): string => join(experimentOf(scene).project.base, 'source');

const git = (folder: string, ...words: string[]): string => {
  const who = ['-c', 'user.name=somebody', '-c', 'user.email=somebody@example.org'];
  return execFileSync('git', ['-C', folder, ...who, ...words], { encoding: 'utf8' });
};

/** Makes the folder; one that has worktrees is a repository. */
export const makeSource = (scene: Scene, kind: string): void => {
  const source = sourceOf(scene);
  mkdirSync(join(source, 'deep'), { recursive: true });
  for (const path of ['text.txt', 'deep/more.txt']) writeFileSync(join(source, path), text);
  if (kind !== 'worktree') return;
  git(source, 'init', '--quiet');
  git(source, 'add', '.');
  git(source, 'commit', '--quiet', '-m', 'first');
};

Given(
  /^each attempt has a (copy|worktree) of a folder(?:, which is kept (always|where it failed))?$/,
  function (this: Scene, kind: string, kept: string | null) {
    makeSource(this, kind);
    const source = sourceOf(this);
    const keep: Keep = kept === 'always' ? 'always' : kept ? 'failed' : 'never';
    const isolation: IsolationOptions = kind === 'copy' ? { copy: source, keep } : { worktree: source, keep };
    setOptions(this, { isolation });
  },
);
Given('each attempt has a copy of the project itself', function (this: Scene) {
  const { project } = experimentOf(this);
  project.write('text.txt', text);
  setOptions(this, { isolation: { copy: project.root } });
});
Given('each attempt has a worktree of a folder that is no repository', function (this: Scene) {
  makeSource(this, 'copy');
  setOptions(this, { isolation: { worktree: sourceOf(this) } });
});
When('no attempt has a folder any more', function (this: Scene) {
  const { isolation: _, ...options } = experimentOf(this).options;
  experimentOf(this).options = options;
});
Given('all processes have one temporary folder', function (this: Scene) {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = experimentOf(this).project.temporary;
  this.run.closers.push(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  });
});
Given('a worktree of somebody else is away', function (this: Scene) {
  const own = `${sourceOf(this)}-own`;
  git(sourceOf(this), 'worktree', 'add', '--quiet', own);
  renameSync(own, `${own}-away`);
});
Given('its score looks into the folder of the trial', function (this: Scene) {
  setOptions(this, {
    score: (_, trial: Scored, { root }) => {
      const name = trialName({ case: trial.case.id, arm: trial.arm.name, replication: trial.replication });
      return readFileSync(join(root, 'mine.txt'), 'utf8') === name;
    },
  });
});

interface Used {
  readonly name: string;
  readonly attempt: number;
  readonly root: string;
  readonly found: readonly string[];
  readonly text: string;
}

/** What attempts said of their folders. */
export const usedFolders = (scene: Scene): Used[] =>
  readFileSync(join(experimentOf(scene).project.base, 'folders'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

Then(/^each of the (\d+) attempts found a folder of its own, as it was$/, async function (this: Scene, count: string) {
  await experimentOf(this).report;
  const used = usedFolders(this);
  assert.equal(new Set(used.map(({ root }) => root)).size, Number(count));
  assert.equal(used.length, Number(count));
  for (const { name, ...one } of used) assert.deepEqual([name, one.found, one.text], [name, all, text]);
});
Then('each attempt found text.txt alone', async function (this: Scene) {
  await experimentOf(this).report;
  const used = usedFolders(this);
  assert.ok(used.length > 1);
  for (const { found } of used) assert.deepEqual(found, ['text.txt']);
});
Then('the folder they were made of is as it was', async function (this: Scene) {
  await experimentOf(this).report;
  const source = sourceOf(this);
  const isOwn = (path: string) => path !== '.git' && !path.startsWith('.git/');
  assert.deepEqual(readdirSync(source, { recursive: true }).map(String).filter(isOwn).sort(), all);
  for (const path of ['text.txt', 'deep/more.txt']) assert.equal(readFileSync(join(source, path), 'utf8'), text);
});
Then(/^the folder of (\S+) is (still there|gone)$/, function (this: Scene, name: string, state: string) {
  const used = usedFolders(this).find((one) => one.name === name);
  assert.ok(used, `${name} has not said where it works`);
  assert.equal(existsSync(used.root), state === 'still there', used.root);
});
Then(/^nothing is left of their folders$/, async function (this: Scene) {
  // One that was killed has none.
  await experimentOf(this).report.catch(() => {});
  const used = usedFolders(this);
  assert.ok(used.length > 0);
  assert.deepEqual(
    used.flatMap(({ root }) => [root, dirname(root)]).filter((path) => existsSync(path)),
    [],
  );
  assertOnlySource(this);
});
Then(/^the folders of (.+) are kept, and no others$/, async function (this: Scene, names: string) {
  await experimentOf(this).report;
  const kept = this.run
    .eventsOf('log')
    .flatMap(({ message }) => /^its folder was kept: (.+)$/.exec(message)?.[1] ?? []);
  this.run.closers.push(() => {
    for (const path of kept) rmSync(dirname(path), { recursive: true, force: true });
  });
  assert.deepEqual(kept.map((path) => readFileSync(join(path, 'mine.txt'), 'utf8')).sort(), listed(names).sort());
  const others = usedFolders(this).filter(({ root }) => existsSync(root) && !kept.includes(root));
  assert.deepEqual(others, []);
  assertOnlySource(this, kept);
});

Then('the worktree of somebody else can be used again', function (this: Scene) {
  const own = `${sourceOf(this)}-own`;
  renameSync(`${own}-away`, own);
  assert.equal(git(own, 'status', '--porcelain'), '');
});

const worktreesOf = (scene: Scene): string[] =>
  git(sourceOf(scene), 'worktree', 'list', '--porcelain')
    .split('\n')
    .flatMap((line) => (line.startsWith('worktree ') ? line.slice('worktree '.length) : []));

/** Git knows of no other worktree. */
const assertOnlySource = (scene: Scene, kept: readonly string[] = []): void => {
  if (!existsSync(join(sourceOf(scene), '.git'))) return;
  assert.deepEqual(worktreesOf(scene).sort(), [sourceOf(scene), ...kept].sort());
};
