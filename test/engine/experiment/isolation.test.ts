import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { experiment } from '../../../dist/experiment.js';
import type { TaskContext } from '../../../dist/index.js';
import { folderOf } from '../../test-folder.js';
import { ownTemporaryFolder, recorded, someCases, twoArms } from './experiments.js';

const git = (folder: string, ...words: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd: folder, encoding: 'utf8' });

const repository = (files: Record<string, string>): string => {
  const folder = folderOf(files);
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'add', '.');
  git(folder, 'commit', '-q', '-m', 'first');
  return folder;
};

/** Writes into its folder, and tells what it found there. */
const scribble = (_: unknown, { root }: TaskContext): boolean => {
  const isClean = !existsSync(join(root, 'mine.txt')) && readFileSync(join(root, 'a.txt'), 'utf8') === 'a';
  writeFileSync(join(root, 'mine.txt'), 'x');
  writeFileSync(join(root, 'a.txt'), 'changed');
  return isClean;
};

const linkTo = (folder: string, name: string): string => {
  const link = join(folder, `link-to-${name}`);
  symlinkSync(name, link);
  return link;
};

const common = { cases: someCases(3), arms: twoArms, maxParallel: 3 };

describe('a folder for each attempt', () => {
  test.each(['copy', 'worktree'] as const)('(%s) is as its source is, and gone afterwards', async (kind) => {
    const left = ownTemporaryFolder();
    const source = repository({ 'a.txt': 'a', 'b/c.txt': 'c' });
    const roots = new Set<string>();
    const isolation = kind === 'copy' ? { copy: source } : { worktree: source };
    const report = await experiment({
      ...{ ...common, isolation },
      task: (leaf, context) => {
        roots.add(context.root);
        expect(existsSync(join(context.root, 'b/c.txt'))).toBe(true);
        return scribble(leaf, context);
      },
      // What the task left can still be looked at.
      score: (value, _, { root }) => value === true && existsSync(join(root, 'mine.txt')),
    });
    expect([report.status, roots.size]).toEqual(['succeeded', 6]);
    expect(report.trials.every(({ scores }) => scores?.passed === true)).toBe(true);
    expect(readFileSync(join(source, 'a.txt'), 'utf8')).toBe('a');
    expect(left()).toEqual([]);
    expect([...roots].filter((root) => existsSync(root))).toEqual([]);
    expect(git(source, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
  });

  test('does not tell by its name which arm it is for', async () => {
    ownTemporaryFolder();
    const roots: string[] = [];
    const isolation = { copy: folderOf({ 'a.txt': 'a' }) };
    await experiment({ ...common, isolation, task: (_, { root }) => roots.push(root) });
    expect(roots.filter((root) => /with|c\d/.test(root.slice(root.lastIndexOf('/'))))).toEqual([]);
  });

  test('is new for every retry', async () => {
    const left = ownTemporaryFolder();
    const found: boolean[] = [];
    const report = await experiment({
      ...{ cases: someCases(1), arms: twoArms, isolation: { copy: folderOf({ 'a.txt': 'a' }) } },
      ...{ retries: 1, backoffMs: 0 },
      task: (leaf, context) => {
        found.push(scribble(leaf, context));
        if (context.attempt === 1) throw new Error('again');
        return 1;
      },
    });
    expect([report.status, found]).toEqual(['succeeded', [true, true, true, true]]);
    expect(left()).toEqual([]);
  });

  test('is gone when the experiment was cancelled, and when trials timed out', async () => {
    const left = ownTemporaryFolder();
    const isolation = { copy: folderOf({ 'a.txt': 'a' }) };
    const running = experiment({
      ...{ ...common, isolation, graceMs: 100 },
      task: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          running.cancel();
        }),
    });
    expect((await running).status).toBe('cancelled');
    expect(left()).toEqual([]);
    const late = await experiment({
      ...common,
      isolation,
      timeoutMs: 10,
      graceMs: 0,
      task: () => new Promise(() => {}),
    });
    expect(late.coverage.failed).toBe(6);
    expect(left()).toEqual([]);
  });

  test('is kept where that is asked for: always, or of what failed', async () => {
    const left = ownTemporaryFolder();
    const source = repository({ 'a.txt': 'a' });
    const logs: string[] = [];
    const run = async (isolation: object) => {
      const running = experiment({
        ...{ cases: someCases(1), arms: twoArms, isolation: isolation as never },
        task: (leaf, context) => {
          scribble(leaf, context);
          if (leaf.trial?.arm.name === 'with') throw new Error('no');
          return 1;
        },
      });
      for await (const event of running) if (event.type === 'log') logs.push(event.message);
    };
    const kept = () => logs.splice(0).map((text) => text.replace('its folder was kept: ', ''));
    await run({ copy: source, keep: 'failed' });
    const [failed, ...others] = kept();
    expect([others, readFileSync(join(failed, 'a.txt'), 'utf8')]).toEqual([[], 'changed']);
    await run({ worktree: source, keep: 'always' });
    const both = kept();
    expect(both.map((folder) => git(folder, 'status', '--short').trim().split('\n').length)).toEqual([2, 2]);
    // What was not asked for is gone, and what was stays, also when others tidy up.
    await experiment({ cases: someCases(1), arms: twoArms, isolation: { copy: source }, task: () => 1 });
    expect([failed, ...both].every((folder) => existsSync(folder))).toBe(true);
    expect(left()).toHaveLength(2);
  });

  test('is where a command runs, with the project a placeholder away', async () => {
    ownTemporaryFolder();
    const [root, copy] = [folderOf({ 'tool.mjs': '' }), folderOf({ 'a.txt': 'a' })];
    const script = `const fs = require('fs'); console.log(JSON.stringify([fs.readdirSync('.'), fs.existsSync(process.argv[1] + '/tool.mjs'), process.env.SUBPLAN_PROJECT === process.argv[1]]))`;
    const seen: unknown[] = [];
    const report = await experiment({
      ...{ cases: someCases(1), arms: [{ name: 'x' }], root, isolation: { copy } },
      task: { exec: ['node', '-e', script, '{project}'], output: 'json' },
      score: (value) => {
        seen.push(value);
        return true;
      },
    });
    expect([report.status, seen]).toEqual(['succeeded', [[['a.txt'], true, true]]]);
  });

  test('is gone though nobody may write to folders in it', async () => {
    const left = ownTemporaryFolder();
    const source = folderOf({ 'locked/a.txt': 'a' });
    chmodSync(join(source, 'locked'), 0o555);
    const report = await experiment({ ...common, isolation: { copy: source }, task: () => 1 });
    expect([report.status, left()]).toEqual(['succeeded', []]);
    chmodSync(join(source, 'locked'), 0o755);
  });

  test('takes no worktree of the user away, also where its disk is not there now', async () => {
    ownTemporaryFolder();
    const source = repository({ 'a.txt': 'a' });
    const own = join(folderOf({}), 'own');
    git(source, 'worktree', 'add', '-q', '--detach', own);
    renameSync(own, `${own}-away`);
    await experiment({ ...common, isolation: { worktree: source }, task: () => 1 });
    renameSync(`${own}-away`, own);
    expect(git(own, 'status', '--short')).toBe('');
  });

  test('is of what a link points to', async () => {
    ownTemporaryFolder();
    const folder = folderOf({ 'real/a.txt': 'a' });
    symlinkSync('real', join(folder, 'link'));
    const isolation = { copy: join(folder, 'link') };
    const report = await experiment({ ...common, isolation, task: scribble });
    expect(report.trials.every(({ scores }) => scores?.passed === true)).toBe(true);
  });

  test('refuses what cannot be copied by name, and does not wait for a pipe', async () => {
    ownTemporaryFolder();
    const folder = folderOf({ 'a.txt': 'a' });
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const run = (options: object) => experiment({ ...common, ...options, task: () => 1 });
    await expect(run({ isolation: { copy: folder } })).rejects.toThrow(/pipe in it is no file, link or folder/);
    expect((await run({ unchanged: [folder] })).coverage.scored).toBe(6);
    process.env.TMPDIR = folder;
    await expect(run({ isolation: { copy: folder } })).rejects.toThrow(/holds the folder for temporary files/);
    process.env.TMPDIR = join(folder, 'not-there');
    await expect(run({ isolation: { copy: folder } })).rejects.toThrow(/TMPDIR: expected a folder for temporary files/);
    expect((await run({})).coverage.scored).toBe(6);
  });

  test('refuses a source that is none, with nothing run', async () => {
    ownTemporaryFolder();
    const run = (isolation: object) => experiment({ ...common, isolation: isolation as never, task: () => 1 });
    await expect(run({ worktree: folderOf({}) })).rejects.toThrow(/isolation.worktree: expected a git repository/);
    await expect(run({ worktree: repository({ a: '' }), ref: 'nope' })).rejects.toThrow(/that has "nope"/);
    expect(() => run({ copy: '/there/is/no/such/folder' })).toThrow(/isolation.copy: expected a folder/);
  });

  test('of an experiment that runs elsewhere is left alone', async () => {
    const left = ownTemporaryFolder();
    const isolation = { copy: folderOf({ 'a.txt': 'a' }) };
    const outer = await experiment({
      ...{ cases: someCases(1), arms: [{ name: 'x' }], isolation },
      task: async (_, { root }) => {
        await experiment({ ...common, isolation, task: () => 1 });
        return existsSync(join(root, 'a.txt'));
      },
    });
    expect(outer.trials[0].scores).toEqual({ passed: true });
    expect(left()).toEqual([]);
  });
});

describe('a trial under which something was changed', () => {
  const changing = async (make: (folder: string) => object, change: (folder: string) => void) => {
    ownTemporaryFolder();
    const folder = folderOf({
      'source/a.txt': 'a',
      'prompts/p.md': 'p',
      'score.mjs': 'export default () => 1;',
      'helper.mjs': 'export const one = 1;',
      'task.mjs': `import { one } from './helper.mjs';
        import { readFileSync } from 'node:fs';
        export default () => one;`,
    });
    let settled = 0;
    const running = experiment({
      ...{ cases: someCases(2), arms: twoArms, task: join(folder, 'task.mjs'), threads: 1, ...make(folder) },
    });
    for await (const event of running) {
      if (event.type !== 'settled' || event.kind !== 'leaf' || ++settled !== 2) continue;
      running.pause();
      change(folder);
      running.unpause();
    }
    return running;
  };
  const says = (report: Awaited<ReturnType<typeof changing>>) => report.excluded.map(({ interfered }) => interfered);

  test.each([
    [
      'the folder that is copied',
      (folder: string) => ({ isolation: { copy: join(folder, 'source') } }),
      'source/a.txt',
    ],
    ['a watched folder', (folder: string) => ({ unchanged: [join(folder, 'prompts')] }), 'prompts/p.md'],
    ['what a watched link points to', (folder: string) => ({ unchanged: [linkTo(folder, 'prompts')] }), 'prompts/p.md'],
    ['what the task imports', () => ({}), 'helper.mjs'],
    ['the score', (folder: string) => ({ score: join(folder, 'score.mjs') }), 'score.mjs'],
  ])('is left out and listed: %s', async (_, make, file) => {
    const report = await changing(make, (folder) => writeFileSync(join(folder, file), 'export const one = 2; //'));
    // Two had settled; a third may have been under way.
    expect(says(report).length).toBeGreaterThanOrEqual(1);
    expect(says(report).every((why) => why?.endsWith('changed while the experiment ran'))).toBe(true);
    expect(report.coverage.interfered + report.coverage.scored).toBe(4);
    expect(report.coverage.scored).toBeGreaterThanOrEqual(2);
    const counted = report.aggregates.arms.reduce((sum, { n }) => sum + n, 0);
    expect(counted).toBe(report.coverage.scored);
  });

  test('runs again when the experiment is resumed or added to, once all is as it was', async () => {
    ownTemporaryFolder();
    const root = folderOf({ 'p.md': 'p' });
    const file = join(root, 'p.md');
    const { task, calls } = recorded((trial) => {
      if (isChanging && trial.replication === 2) writeFileSync(file, 'q');
      return 1;
    });
    const all = { cases: someCases(1), arms: twoArms, replications: 2, task, root, unchanged: [file] };
    let isChanging = true;
    const first = await experiment({ ...all, ledger: true });
    expect(first.excluded).toHaveLength(2);
    isChanging = false;
    writeFileSync(file, 'p');
    calls.length = 0;
    const added = await experiment({ ...all, replications: 3, resume: first.runId });
    expect([calls.length, added.coverage.scored, added.excluded]).toEqual([4, 6, []]);
    calls.length = 0;
    const resumed = await experiment({ ...all, resume: first.runId });
    expect([resumed.runId, calls.length, resumed.coverage.scored]).toEqual([first.runId, 2, 4]);
  });

  test('counts where a file was only written again with what it held', async () => {
    const report = await changing(
      (folder) => ({ unchanged: [join(folder, 'prompts')] }),
      (folder) => writeFileSync(join(folder, 'prompts/p.md'), 'p'),
    );
    expect([says(report), report.coverage.scored]).toEqual([[], 4]);
  });
});
