import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf } from '../test-folder.js';
import { startCli } from './started.js';
import { builtCli, groups } from './world.js';

/** Leaves a line in `ran.txt` when it is done. From the fourth leaf on it waits until the file `go` is there. */
const task = `
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
export default async (leaf, { root, signal, log }) => {
  const done = readFileSync(join(root, 'ran.txt'), 'utf8').split('\\n').length - 1;
  if (done >= 3 && !existsSync(join(root, 'go'))) log('waits');
  while (done >= 3 && !existsSync(join(root, 'go'))) await delay(10, undefined, { signal });
  appendFileSync(join(root, 'ran.txt'), leaf.label + '\\n');
  return [leaf.label];
};`;

const exclude = ['--exclude', '*.{txt,mjs,json}', '--exclude', 'go'];

const project = (): string => folderOf({ ...groups(6), 'task.mjs': task, 'ran.txt': '' });

const words = (...flags: string[]): string[] => [
  ...['run', '--task', 'task.mjs', '--max-files', '6', '-j', '1', ...exclude, ...flags],
];

const start = (cwd: string, ...flags: string[]) => startCli(cwd, words(...flags));

const resume = (cwd: string) => startCli(cwd, ['run', '--resume']);

const ran = (cwd: string): string[] => readFileSync(join(cwd, 'ran.txt'), 'utf8').split('\n').filter(Boolean);

/** Labels of the leaves that a run told of as done. */
const told = (err: string): string[] => [...err.matchAll(/^\[\d\/6\] (g\d): succeeded/gm)].map(([, label]) => label);

const letGo = (cwd: string): void => writeFileSync(join(cwd, 'go'), '');

/** Resolves when three leaves were told as done, and the fourth waits. */
const held = async (run: ReturnType<typeof start>): Promise<void> => {
  await run.says('| waits');
  await run.says('[3/6] ');
};

const killed = async (run: ReturnType<typeof start>): Promise<void> => {
  await held(run);
  run.kill('SIGKILL');
  expect(await run.ended).toMatchObject({ code: null, signal: 'SIGKILL' });
};

const all = ['g0', 'g1', 'g2', 'g3', 'g4', 'g5'];

describe('a run of the command line', () => {
  it('that is killed is gone on with by one of two at once, and runs none again that was told', async () => {
    const cwd = project();
    const first = start(cwd);
    await killed(first);
    const before = told(first.err);
    expect(before).toHaveLength(3);
    const listed = await builtCli(['runs', '--json'], { cwd });
    expect(JSON.parse(listed.out)).toMatchObject([{ state: 'interrupted', succeeded: 3, leaves: 6 }]);
    expect(listed.out).not.toContain('"owner"');

    const both = [resume(cwd), resume(cwd)];
    const refused = await Promise.race(both.map((one) => one.ended.then(({ code }) => ({ code, one }))));
    expect([refused.code, refused.one.out]).toEqual([2, '']);
    const [other] = both.filter((one) => one !== refused.one);
    const owner = `is being worked on by process ${other.pid} on \\S+, since .* UTC`;
    expect(refused.one.err).toMatch(
      new RegExp(`${owner}\nWait until it has ended, or end that process. Nothing was run`),
    );

    // Killed while it is resumed, it goes on all the same.
    await other.says('| waits');
    other.kill('SIGKILL');
    await other.ended;
    letGo(cwd);
    const last = await builtCli(['run', '--resume', '-o', 'report.json'], { cwd });
    expect(last.code, last.err).toBe(0);
    expect(last.err).toMatch(/^run \S+ goes on\n6 leaves \(3 done before\), at most 1 at once/);
    expect(ran(cwd).sort()).toEqual(all);
    expect([...before, ...told(last.err)].sort()).toEqual(all);
    const { sessions, root } = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'));
    expect(root.value.sort()).toEqual(all);
    expect(sessions.map(({ kept }: { kept: number }) => kept)).toEqual([0, 3, 3]);
  });

  it('that Ctrl-C stopped says how to go on, and goes on', async () => {
    const cwd = project();
    const stopped = start(cwd, '-o', 'report.json');
    await held(stopped);
    stopped.kill('SIGINT');
    await stopped.says('Ctrl-C again cancels');
    letGo(cwd);
    expect(await stopped.ended).toMatchObject({ code: 130 });
    expect(stopped.err).toMatch(/leaves +4 succeeded, 2 never started\n[\s\S]*`subplan run --resume [\w-]+` goes on/);
    expect(JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'))).toMatchObject({ status: 'stopped' });
    const listed = await builtCli(['runs'], { cwd });
    expect(listed.out).toMatch(/ stopped +4\/6 [\s\S]*Next: subplan run --resume \S+ goes on with it/);
    const resumed = await builtCli(['run', '--resume', '-j', '2'], { cwd });
    expect(resumed.code, resumed.err).toBe(0);
    expect(ran(cwd).sort()).toEqual(all);
  });

  it('finds its task again, but not one that was changed', async () => {
    const cwd = project();
    letGo(cwd);
    const broken = 'throw new Error("not yet");';
    writeFileSync(join(cwd, 'task.mjs'), `export default () => { ${broken} };`);
    expect((await builtCli(words(), { cwd })).code).toBe(1);
    expect((await builtCli(['run', '--resume'], { cwd })).code).toBe(1);
    writeFileSync(join(cwd, 'task.mjs'), task);
    const refused = await builtCli(['run', '--resume'], { cwd });
    expect(refused.code).toBe(2);
    const name = String.raw`\S+/task\.mjs \([0-9a-f]{8}\)`;
    expect(refused.err).toMatch(new RegExp(`^ {2}--task: expected ${name}, as recorded, got ${name}$`, 'm'));
    expect(ran(cwd)).toEqual([]);
  });

  it('of the survey goes on as one, and not where a task is named that is not there', async () => {
    const cwd = folderOf(groups(2));
    expect((await builtCli(['run', '-q'], { cwd })).code).toBe(0);
    expect((await builtCli(['run', '--resume', '-o', 'map.md'], { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, 'map.md'), 'utf8')).toMatch(/^<!-- @generated by subplan -->\n\n# Map of /);
    expect((await builtCli(['run', '--resume', '--task', 'none.js'], { cwd })).code).toBe(2);
  });
});
