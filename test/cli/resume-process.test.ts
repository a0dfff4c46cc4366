import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf } from '../test-folder.js';
import { startCli } from './started.js';
import { groups } from './world.js';

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

const start = (cwd: string, ...flags: string[]) =>
  startCli(cwd, ['run', '--task', 'task.mjs', '--max-files', '6', '-j', '1', ...exclude, ...flags]);

const resume = (cwd: string, ...flags: string[]) => startCli(cwd, ['run', '--resume', ...flags]);

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
  it('that is killed goes on, and runs none again that was told', async () => {
    const cwd = project();
    const first = start(cwd);
    await killed(first);
    const before = told(first.err);
    expect(before).toHaveLength(3);
    letGo(cwd);
    const resumed = resume(cwd);
    expect(await resumed.ended, resumed.err).toMatchObject({ code: 0 });
    expect(resumed.err).toMatch(/^run \S+ goes on\n6 leaves \(3 done before\), at most 1 at once/);
    expect(JSON.parse(resumed.out).sort()).toEqual(all);
    expect(ran(cwd).sort()).toEqual(all);
    expect([...before, ...told(resumed.err)].sort()).toEqual(all);
  });

  it('that was killed while it was resumed goes on all the same', async () => {
    const cwd = project();
    await killed(start(cwd));
    const again = resume(cwd);
    await again.says('| waits');
    again.kill('SIGKILL');
    await again.ended;
    letGo(cwd);
    const last = resume(cwd, '-o', 'report.json');
    expect(await last.ended, last.err).toMatchObject({ code: 0 });
    expect(ran(cwd).sort()).toEqual(all);
    const { sessions } = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'));
    expect(sessions.map(({ kept }: { kept: number }) => kept)).toEqual([0, 3, 3]);
  });

  it('that Ctrl-C stopped says how to go on, and goes on', async () => {
    const cwd = project();
    const stopped = start(cwd);
    await held(stopped);
    stopped.kill('SIGINT');
    await stopped.says('Ctrl-C again cancels');
    letGo(cwd);
    expect(await stopped.ended).toMatchObject({ code: 130 });
    expect(stopped.err).toMatch(/leaves +4 succeeded, 2 never started\n[\s\S]*`subplan run --resume [\w-]+` goes on/);
    const listed = startCli(cwd, ['runs']);
    await listed.ended;
    expect(listed.out).toMatch(/ stopped +4\/6 [\s\S]*Next: subplan run --resume \S+ goes on with it/);
    const resumed = resume(cwd, '-j', '2');
    expect(await resumed.ended, resumed.err).toMatchObject({ code: 0 });
    expect(ran(cwd).sort()).toEqual(all);
  });

  it('is resumed by one of two at once; the other ends with 2 and names who works on it', async () => {
    const cwd = project();
    await killed(start(cwd));
    const both = [resume(cwd), resume(cwd)];
    const first = await Promise.race(both.map((one) => one.ended.then(({ code }) => ({ code, one }))));
    expect([first.code, first.one.out]).toEqual([2, '']);
    const [other] = both.filter((one) => one !== first.one);
    const owner = `is being worked on by process ${other.pid} on \\S+, since .* UTC`;
    expect(first.one.err).toMatch(
      new RegExp(`${owner}\nWait until it has ended, or end that process. Nothing was run`),
    );
    letGo(cwd);
    expect(await other.ended, other.err).toMatchObject({ code: 0 });
    expect(ran(cwd).sort()).toEqual(all);
  });

  it('that was killed is listed as interrupted, without an owner', async () => {
    const cwd = project();
    await killed(start(cwd));
    const listed = startCli(cwd, ['runs', '--json']);
    await listed.ended;
    expect(JSON.parse(listed.out)).toMatchObject([{ state: 'interrupted', succeeded: 3, leaves: 6 }]);
    expect(listed.out).not.toContain('"owner"');
  });

  it('finds its task again, but not one that was changed', async () => {
    const cwd = project();
    letGo(cwd);
    const broken = 'throw new Error("not yet");';
    writeFileSync(join(cwd, 'task.mjs'), `export default () => { ${broken} };`);
    expect(await start(cwd).ended).toMatchObject({ code: 1 });
    expect(await resume(cwd).ended).toMatchObject({ code: 1 });
    writeFileSync(join(cwd, 'task.mjs'), task);
    const refused = resume(cwd);
    expect(await refused.ended).toMatchObject({ code: 2 });
    const name = String.raw`\S+/task\.mjs \([0-9a-f]{8}\)`;
    expect(refused.err).toMatch(new RegExp(`^ {2}--task: expected ${name}, as recorded, got ${name}$`, 'm'));
    expect(ran(cwd)).toEqual([]);
  });

  it('of the survey goes on as one', async () => {
    const cwd = folderOf(groups(2));
    expect(await startCli(cwd, ['run', '-q']).ended).toMatchObject({ code: 0 });
    expect(await resume(cwd, '-o', 'map.md').ended).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, 'map.md'), 'utf8')).toMatch(/^<!-- @generated by subplan -->\n\n# Map of /);
  });

  it('of the survey is refused where a task is named that is not there', async () => {
    const cwd = folderOf(groups(2));
    await startCli(cwd, ['run', '-q']).ended;
    expect(await resume(cwd, '--task', 'none.js').ended).toMatchObject({ code: 2 });
  });
});
