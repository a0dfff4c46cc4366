import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { CommandSettings, ProcessMark } from '../../../src/domain/command.js';
import type { Attempt, Ended, Note, PoolListener } from '../../../src/run/pool.js';
import { ProcessPool, type ProcessPoolOptions } from '../../../src/run/process/process-pool.js';
import { markOf } from '../../../src/run/process/system-processes.js';
import { SlotTable, slotBuffers } from '../../../src/run/slot-table.js';
import { makeRedactor } from '../../../src/util/redact.js';
import { eventually } from '../../eventually.js';
import { folderOf } from '../../test-folder.js';
import { isAlive, leafOf, lineIn, settings, stays } from './rig.js';

const shell = (text: string, more: Partial<CommandSettings> = {}) => settings([text], { shell: true, ...more });

/** A pool for one command, with all that it told. */
const rig = (task: CommandSettings, more: Partial<ProcessPoolOptions> = {}) => {
  const { root = folderOf() } = more;
  const buffers = slotBuffers(64);
  const notes: Note[] = [];
  const marks: ProcessMark[] = [];
  const order: string[] = [];
  const ends = new Map<number, (end: Ended) => void>();
  const listener: PoolListener = {
    begun: () => void order.push('begun'),
    note: (_, note) => {
      notes.push(note);
      order.push(note.kind);
    },
    process: (_, mark) => {
      marks.push(mark);
      order.push('process');
    },
    ended: (slot, end) => {
      order.push('ended');
      ends.get(slot)?.(end);
    },
    warn: () => {},
  };
  const facts = { root, goal: 'a goal', runId: 'run-1', timeoutMs: undefined, graceMs: 5_000, seesFiles: false };
  const env = process.env;
  const pool = new ProcessPool(
    { ...facts, buffers, task, rollUp: undefined, env, redact: makeRedactor({}), ...more },
    listener,
  );
  onTestFinished(() => pool.close());
  let slots = 0;
  const start = (attempt: Partial<Attempt> = {}) => {
    const slot = slots++;
    const ended = new Promise<Ended>((resolve) => ends.set(slot, resolve));
    const subject = { kind: 'leaf', leaf: leafOf(['a.txt']) } as const;
    const family = { above: ['project'], members: ['a leaf', 'another'] };
    pool.start({ slot, subject, family, place: 0, attempt: 1, sample: undefined, alone: false, ...attempt });
    return { slot, ended };
  };
  return { pool, start, root, notes, marks, order, buffers };
};

/** What keeps this process busy with others. */
const handles = (): string[] => process.getActiveResourcesInfo().filter((kind) => /Process|Pipe/.test(kind));

describe('a pool of processes', () => {
  test('tells begin, process, what was said and spent, and the end, in this order', async () => {
    const { start, order, marks } = rig(shell(`echo said >&2; echo '{"usd":1}' >> "$SUBPLAN_USAGE"; echo value`));
    expect(await start().ended).toMatchObject({ kind: 'succeeded', value: 'value' });
    expect(order).toEqual(['begun', 'process', 'log', 'spent', 'ended']);
    expect(marks).toEqual([{ pid: expect.any(Number), started: undefined, boot: undefined }]);
  });

  test('where the run is recorded, a process can be found again', async () => {
    const { start, root, marks, pool } = rig(shell(stays('a')), { seesFiles: true });
    const { slot, ended } = start();
    const pid = Number(await lineIn(join(root, 'a')));
    expect(marks).toEqual([markOf(pid)]);
    expect(marks[0].started).toMatch(/\d/);
    pool.end(slot);
    await ended;
  });

  test('a command that has used up its time has timed out, and nothing of it is left', async () => {
    const { start, root } = rig(shell(stays('a', "trap '' TERM;")), { timeoutMs: 100, graceMs: 50 });
    const end = await start().ended;
    expect(end).toMatchObject({ kind: 'timed-out', failure: { code: 'timed-out', retryable: true } });
    if (existsSync(join(root, 'a'))) expect(isAlive(Number(await lineIn(join(root, 'a'))))).toBe(false);
  });

  test('a failure keeps its words', async () => {
    const { start } = rig(shell('echo why >&2; exit 3'));
    expect(await start().ended).toMatchObject({
      kind: 'failed',
      failure: { code: 'command-failed', message: expect.stringMatching(/3: why$/) },
    });
    const missing = rig(settings(['no-such-command']));
    expect(await missing.start().ended).toMatchObject({ kind: 'failed', failure: { code: 'command-not-started' } });
  });

  test('an attempt counts as long as anything of it is left', async () => {
    const { start, root, pool, buffers } = rig(shell(stays('a', "trap '' TERM;")), { graceMs: 60_000 });
    const { slot } = start();
    const pid = Number(await lineIn(join(root, 'a')));
    pool.end(slot);
    expect(isAlive(pid)).toBe(true);
    expect(new SlotTable(buffers).measured().peak).toBe(1);
    process.kill(pid, 'SIGKILL');
  });

  test('says what the files held, and whether they changed', async () => {
    const root = folderOf({ 'a.txt': 'one' });
    const quiet = rig(settings(['cat', '{files}']), { root, seesFiles: true });
    const end = await quiet.start().ended;
    expect(end).toMatchObject({
      kind: 'succeeded',
      files: { before: expect.stringMatching(/^files /), hasChanged: false },
    });
    const writes = rig(shell('echo more >> a.txt'), { root, seesFiles: true });
    expect(await writes.start().ended).toMatchObject({ files: { hasChanged: true } });
  });

  test('a value that is only the name of a file is never used again', async () => {
    const { start } = rig(shell("dd if=/dev/zero bs=1048576 count=2 2>/dev/null | tr '\\0' x"), { seesFiles: true });
    const end = await start().ended;
    expect(end).toMatchObject({ kind: 'succeeded', value: { bytes: 2 * 1_048_576 } });
    expect(end).not.toHaveProperty('files');
  });

  test('hands the sample on', async () => {
    const sample = { try: 2, round: 3, tries: 4, rounds: 5, previous: 'x', feedback: 'longer' };
    const text = 'echo "{try}.{round} $SUBPLAN_TRY.$SUBPLAN_ROUND {feedback}"; cat';
    const { start } = rig(shell(text, { stdin: 'json', output: 'text' }));
    const end = await start({ sample }).ended;
    const [first, ...rest] = String('value' in end ? end.value : '').split('\n');
    expect(first).toBe('2.3 2.3 longer');
    expect(JSON.parse(rest.join('\n')).sample).toEqual(sample);
  });

  test('a branch is rolled up by its own command, and merged where there is none', async () => {
    const coverage = { leaves: 1, covered: 1, missing: [] };
    const child = { kind: 'leaf', id: 'a', label: 'a', outcome: 'succeeded', value: 1 } as const;
    const branch = { id: 'x', label: 'x', depth: 0, tokens: 2, children: [child], values: [1], coverage };
    const subject = { kind: 'branch', branch } as const;
    const { start } = rig(settings(['true']), { rollUp: settings(['echo', '{label}', '{files}']) });
    expect(await start({ subject }).ended).toMatchObject({ kind: 'succeeded', value: 'x' });
    expect(await rig(settings(['true'])).start({ subject }).ended).toEqual({ kind: 'no-roll-up' });
  });

  test('one that says too much is heard to a limit, and the rest is counted', async () => {
    // The clock stands still, so that what may be told in the long run does not come into it.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => clock.mockRestore());
    const { start, notes } = rig(shell('yes x | head -n 12000 >&2'));
    await start().ended;
    const message = '(2000 notes were dropped: too many to tell)';
    expect([notes.length, notes.at(-1)]).toEqual([10_001, { kind: 'log', message }]);
  });

  test('close ends everything, tells nothing more, and leaves no files', async () => {
    // What the tests before started may still be on its way out.
    const pipes = () => handles().filter((name) => name === 'PipeWrap').length;
    const noProcess = () => eventually(() => expect(handles()).not.toContain('ProcessWrap'));
    await noProcess();
    const before = pipes();
    const text = `trap '' TERM; echo "$SUBPLAN_USAGE" > usage; ${stays('a')}`;
    const { start, root, pool, order } = rig(shell(text), { graceMs: 50 });
    start();
    const pid = Number(await lineIn(join(root, 'a')));
    const folder = dirname(await lineIn(join(root, 'usage')));
    expect(existsSync(folder)).toBe(true);
    await pool.close();
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(folder)).toBe(false);
    expect(order).not.toContain('ended');
    await noProcess();
    await eventually(() => expect(pipes()).toBeLessThanOrEqual(before));
  });

  test('an attempt ends only when told to, whatever others do', async () => {
    const { start, root, pool } = rig(shell('while [ ! -e go ]; do sleep 0.01; done; echo went'));
    const [one, two] = [start(), start()];
    pool.end(one.slot);
    expect(await one.ended).toMatchObject({ kind: 'cancelled' });
    writeFileSync(join(root, 'go'), '');
    expect(await two.ended).toMatchObject({ kind: 'succeeded', value: 'went' });
  });
});
