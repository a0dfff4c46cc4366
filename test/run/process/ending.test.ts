import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { endProcesses, endSurvivors } from '../../../src/run/process/end-processes.js';
import { findProcesses } from '../../../src/run/process/find-processes.js';
import { markOf } from '../../../src/run/process/system-processes.js';
import { eventually } from '../../eventually.js';
import { folderOf } from '../../test-folder.js';
import { fixture } from '../plans.js';
import { isAlive, lineIn, runOnce, settings, stays } from './rig.js';

const isLinux = process.platform === 'linux';
const shell = (text: string) => settings([text], { shell: true });

/** The numbers that processes wrote down, once all of them have. */
const pidsIn = async (root: string, names: readonly string[]): Promise<number[]> =>
  Promise.all(names.map(async (name) => Number(await lineIn(join(root, name)))));

const noneLeft = (pids: readonly number[]): void => expect(pids.filter(isAlive)).toEqual([]);

describe('ending a command', () => {
  test('ends its children and theirs', async () => {
    const root = folderOf({ 'c.sh': stays('c'), 'b.sh': `sh c.sh & ${stays('b')}` });
    const run = runOnce(shell(`sh b.sh & ${stays('a')}`), { root });
    const pids = await pidsIn(run.root, ['a', 'b', 'c']);
    expect(pids.every(isAlive)).toBe(true);
    run.end();
    const { signal, exitCode } = await run.done;
    expect([signal, exitCode]).toEqual(['SIGTERM', undefined]);
    noneLeft(pids);
  });

  test('lets it tidy up, and waits for that', async () => {
    const run = runOnce(shell(`trap 'echo tidied; exit 0' TERM; ${stays('a')}`));
    await pidsIn(run.root, ['a']);
    run.end();
    expect(await run.done).toMatchObject({ exitCode: 0, performed: { value: 'tidied' } });
  });

  test('ends one that does not heed, after the grace', async () => {
    const run = runOnce(shell(stays('a', "trap '' TERM;")), { options: { graceMs: 50 } });
    const pids = await pidsIn(run.root, ['a']);
    run.end();
    expect((await run.done).signal).toBe('SIGKILL');
    noneLeft(pids);
  });

  test('ends children that do not heed, though their parent does', async () => {
    const root = folderOf({ 'b.sh': stays('b', "trap '' TERM;") });
    const run = runOnce(shell(`sh b.sh & ${stays('a')}`), { root, options: { graceMs: 50 } });
    const pids = await pidsIn(run.root, ['a', 'b']);
    run.end();
    await run.done;
    noneLeft(pids);
  });

  test('wakes one that is stopped', async () => {
    const run = runOnce(shell(stays('a')), { options: { graceMs: 60_000 } });
    const [pid] = await pidsIn(run.root, ['a']);
    process.kill(pid, 'SIGSTOP');
    run.end();
    expect((await run.done).signal).toBe('SIGTERM');
  });

  test.runIf(isLinux)('finds one that left its group, its parent and its outputs', async () => {
    const root = folderOf({ 'b.sh': stays('b'), 'between.sh': 'setsid sh b.sh > /dev/null 2>&1 &' });
    const run = runOnce(shell(`sh between.sh; ${stays('a')}`), { root });
    const pids = await pidsIn(run.root, ['a', 'b']);
    run.end();
    await run.done;
    noneLeft(pids);
  });

  test('finds one that left its group and threw its variables away, by its parent', async () => {
    const away = `require('child_process').spawn('sh', ['b.sh'], { detached: true, stdio: 'ignore', env: {} })`;
    const root = folderOf({ 'b.sh': stays('b'), 'between.sh': `exec ${process.execPath} -e "${away}"` });
    const run = runOnce(shell(`sh between.sh & ${stays('a')}`), { root });
    const pids = await pidsIn(run.root, ['a', 'b']);
    run.end();
    await run.done;
    noneLeft(pids);
  });

  test.runIf(isLinux)('finds one that was started inside another run of ours', async () => {
    const root = folderOf({
      'b.sh': stays('b'),
      'between.sh': 'SUBPLAN_OUTER_MARKS="$SUBPLAN_MARK" SUBPLAN_MARK=inner:1 setsid sh b.sh > /dev/null 2>&1 &',
    });
    const run = runOnce(shell(`sh between.sh; ${stays('a')}`), { root });
    const pids = await pidsIn(run.root, ['a', 'b']);
    run.end();
    await run.done;
    noneLeft(pids);
  });

  test('never touches this process, those above it, nor what belongs to others', async () => {
    const known = new Set<string>();
    const groups = new Map([process.pid, process.ppid, 1].map((pid) => [pid, undefined]));
    const found = findProcesses({ groups, known, isMarked: () => true }).map(({ pid }) => pid);
    for (let pid = process.pid; pid > 1; ) {
      expect(found).not.toContain(pid);
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      pid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    }
    expect(found).not.toContain(1);
  });

  test('a group whose number another process has by now is not theirs', async () => {
    const run = runOnce(shell(stays('a')));
    const [pid] = await pidsIn(run.root, ['a']);
    const found = (start: string | undefined) =>
      findProcesses({ groups: new Map([[pid, start]]), known: new Set() }).map((row) => row.pid);
    expect(found(markOf(pid).started)).toContain(pid);
    expect(found('1')).toEqual([]);
    expect(found('')).toEqual([]);
  });

  test('gives up on what cannot be ended', async () => {
    const row = { pid: 2 ** 30, parent: 1, group: 2 ** 30, started: '1', isGone: false };
    let time = 0;
    const now = (): number => (time += 400);
    expect(await endProcesses({ find: () => [row], graceMs: 1_000, now })).toEqual([row]);
  });
});

describe('a command that ended by itself', () => {
  test('is over when what it left in its group has ended, which is ended', async () => {
    const run = runOnce(shell(`(${stays('b')}) & while [ ! -s b ]; do sleep 0.01; done; echo done`));
    const { performed, exitCode } = await run.done;
    expect([performed.value, exitCode]).toEqual(['done', 0]);
    const members = findProcesses({ groups: new Map(run.pids.map((pid) => [pid, undefined])), known: new Set() });
    expect(members).toEqual([]);
  });

  test('what does not heed is ended as well', async () => {
    const run = runOnce(shell(`trap '' TERM; (${stays('b')}) & while [ ! -s b ]; do sleep 0.01; done`), {
      options: { graceMs: 50 },
    });
    expect((await run.done).exitCode).toBe(0);
    expect(findProcesses({ groups: new Map(run.pids.map((pid) => [pid, undefined])), known: new Set() })).toEqual([]);
  });

  test.runIf(isLinux)('one that left the group on purpose stays, and holds nothing up', async () => {
    const run = runOnce(shell(`setsid sh -c '${stays('b')}' & while [ ! -s b ]; do sleep 0.01; done; echo done`), {
      options: { graceMs: 50 },
    });
    expect((await run.done).performed.value).toBe('done');
    const [pid] = await pidsIn(run.root, ['b']);
    onTestFinished(() => void process.kill(-pid, 'SIGKILL'));
    expect(isAlive(pid)).toBe(true);
  });
});

describe('a process of ours that exits', () => {
  test('without waiting for its commands ends them', async () => {
    const root = folderOf({
      'exits.mjs': `import { Spawned } from ${JSON.stringify(fixture('../../../dist/run/process/spawned.js').href)};
        const prepared = { words: ['sh', '-c', process.argv[2]], env: process.env, mark: 'none' };
        const listener = { onStdout: () => process.exit(0), onStderr: () => {} };
        new Spawned({ prepared, root: process.cwd(), graceMs: 60_000 }, listener);`,
    });
    const text = stays('a', "trap '' TERM;").replace('; while', '; echo ready; while');
    const ours = spawn(process.execPath, ['exits.mjs', text], { cwd: root, stdio: 'ignore' });
    await once(ours, 'exit');
    const pids = await pidsIn(root, ['a']);
    await eventually(() => noneLeft(pids));
  });
});

describe('what a killed run left behind', () => {
  /** A process that is killed while a command of its run goes on. */
  const killedParent = async (root: string, runId: string) => {
    const script = join(root, 'parent.mjs');
    const env = { ...process.env, SUBPLAN_RUN_ID: runId, SUBPLAN_MARK: `${runId}:1` };
    writeFileSync(
      script,
      `import { spawn } from 'node:child_process';
       spawn('sh', ['-c', ${JSON.stringify(`trap '' TERM; (setsid sh -c '${stays('b')}' &) ; ${stays('a')}`)}],
         { cwd: ${JSON.stringify(root)}, detached: true, stdio: 'ignore', env: ${JSON.stringify(env)} });
       setInterval(() => {}, 1000);`,
    );
    const parent = spawn(process.execPath, [script], { stdio: 'ignore' });
    const pids = await pidsIn(root, ['a', 'b']);
    const mark = markOf(pids[0]);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    expect(pids.every(isAlive)).toBe(true);
    onTestFinished(() => {
      for (const pid of pids.filter(isAlive)) process.kill(pid, 'SIGKILL');
    });
    return { pids, mark };
  };

  test.runIf(isLinux)('is found by its variables and ended', async () => {
    const { pids } = await killedParent(folderOf(), 'run-lost');
    expect(await endSurvivors({ runId: 'run-los', marks: [], graceMs: 50 })).toBe(0);
    expect(pids.every(isAlive)).toBe(true);
    // The loops have children that come and go.
    expect(await endSurvivors({ runId: 'run-lost', marks: [], graceMs: 50 })).toBeGreaterThanOrEqual(2);
    noneLeft(pids);
  });

  test('is found by number and start where variables cannot be read', async () => {
    const { pids, mark } = await killedParent(folderOf(), 'run-lost-2');
    const other = { runId: 'another', graceMs: 50 };
    expect(await endSurvivors({ ...other, marks: [{ ...mark, boot: 'another' }] })).toBe(0);
    expect(await endSurvivors({ ...other, marks: [{ ...mark, started: '1' }] })).toBe(0);
    expect(pids.every(isAlive)).toBe(true);
    expect(await endSurvivors({ ...other, marks: [mark] })).toBeGreaterThanOrEqual(1);
    noneLeft([pids[0]]);
  });

  test('of a run that left nothing is nothing', async () => {
    expect(await endSurvivors({ runId: 'run-never', marks: [], graceMs: 50 })).toBe(0);
  });

  test('is never this process nor one above it', async () => {
    const marks = [markOf(process.pid), markOf(process.ppid)];
    const row = findProcesses({ groups: new Map(), known: new Set(marks.map((m) => `${m.pid} ${m.started}`)) });
    expect(row.map(({ pid }) => pid)).not.toContain(process.pid);
    expect(row.map(({ pid }) => pid)).not.toContain(process.ppid);
  });
});
