import { describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.js';
import { folderOf } from '../../test-folder.js';
import { openHandles } from '../handles.js';
import { leafOf, runOnce, settings } from './rig.js';

const shell = (text: string, more: Parameters<typeof settings>[1] = {}) => settings([text], { shell: true, ...more });
const end = (of: ReturnType<typeof settings>, more: Parameters<typeof runOnce>[1] = {}) => runOnce(of, more).done;

describe('standard input', () => {
  test('has all there is to know of a leaf', async () => {
    const root = folderOf();
    const sample = { try: 1, round: 2, tries: 3, rounds: 4, previous: { x: 1 }, feedback: 'no' };
    const leaf = leafOf(['a'], { context: ['b'] });
    const facts = { subject: { kind: 'leaf', leaf }, sample, attempt: 5, more: { value: 9 } } as const;
    const { performed } = await end(settings(['cat'], { stdin: 'json', output: 'json' }), { root, facts });
    expect(performed.value).toEqual({
      ...{ kind: 'leaf', id: 'leaf-1', label: 'a leaf', depth: 1, tokens: 7, files: ['a'], context: ['b'] },
      ...{ goal: 'a goal', root, runId: 'run-1', attempt: 5, sample, value: 9 },
      lineage: { labels: ['project', 'part', 'a leaf'], siblings: ['one', 'three'] },
    });
  });

  test('has all there is to know of a branch', async () => {
    const child = { kind: 'leaf', id: 'a', label: 'a', outcome: 'succeeded', value: 1 } as const;
    const coverage = { leaves: 2, covered: 1, missing: ['b'] };
    const branch = { id: 'x', label: 'x', depth: 0, tokens: 2, children: [child], values: [1], coverage };
    const facts = { subject: { kind: 'branch', branch } as const };
    const { performed } = await end(settings(['cat'], { stdin: 'json', output: 'json' }), { facts });
    expect(performed.value).toMatchObject({ kind: 'branch', ...branch });
  });

  test('is empty where nothing is to be told', async () => {
    expect((await end(settings(['cat']))).performed.value).toBe('');
  });

  test('of 5 MB that is never read, or not to its end, holds nothing up', async () => {
    const before = openHandles();
    const facts = { more: { text: 'x'.repeat(5_000_000) } };
    for (const text of ['true', 'exec 0<&-; echo closed', 'head -c 100 > /dev/null', 'wc -c']) {
      expect((await end(shell(text, { stdin: 'json' }), { facts })).exitCode).toBe(0);
    }
    expect(openHandles()).toEqual(before);
  });

  test('may be left unread by a command that stays until it is ended', async () => {
    const run = runOnce(shell('echo ready >&2; exec sleep 1000', { stdin: 'json' }), {
      facts: { more: { text: 'x'.repeat(5_000_000) } },
    });
    await eventually(() => expect(run.lines).toEqual(['ready']));
    run.end();
    expect((await run.done).signal).toBe('SIGTERM');
  });
});

describe('the variables of a command', () => {
  const env = {
    PATH: process.env.PATH,
    HOME: '/home/x',
    LANG: 'C',
    API_KEY: 'k',
    API_URL: 'u',
    SUBPLAN_MAX_PARALLEL: '9',
  };
  const names = (text: unknown): string[] =>
    String(text)
      .split('\n')
      .map((line) => line.split('=')[0])
      .filter((name) => !['_', 'PWD', 'SHLVL'].includes(name) && !name.startsWith('SUBPLAN_'))
      .sort();

  test('are all by default, and only those named where some are; PATH always', async () => {
    const all = await end(settings(['env']), { options: { env } });
    expect(names(all.performed.value)).toEqual(['API_KEY', 'API_URL', 'HOME', 'LANG', 'PATH']);
    const some = await end(settings(['env'], { env: ['API_*', 'LAN'] }), { options: { env } });
    expect(names(some.performed.value)).toEqual(['API_KEY', 'API_URL', 'PATH']);
    const none = await end(settings(['env'], { env: [] }), { options: { env } });
    expect(names(none.performed.value)).toEqual(['PATH']);
  });

  test('say which attempt it is; settings of ours are not handed down', async () => {
    const root = folderOf();
    const sample = { try: 2, round: 3, tries: 4, rounds: 5, previous: undefined, feedback: 'more of it' };
    const { performed } = await end(settings(['env'], { env: ['SUBPLAN_*'] }), {
      root,
      options: { env },
      facts: { sample },
    });
    const told = Object.fromEntries(
      String(performed.value)
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    expect(told).toMatchObject({
      ...{ SUBPLAN_RUN_ID: 'run-1', SUBPLAN_ID: 'leaf-1', SUBPLAN_LABEL: 'a leaf', SUBPLAN_KIND: 'leaf' },
      ...{ SUBPLAN_ROOT: root, SUBPLAN_GOAL: 'a goal', SUBPLAN_ATTEMPT: '1', SUBPLAN_TRY: '2', SUBPLAN_ROUND: '3' },
      ...{ SUBPLAN_FEEDBACK: 'more of it', SUBPLAN_MARK: expect.stringMatching(/^run-1:[0-9a-f]{26}$/) },
    });
    expect(told).not.toHaveProperty('SUBPLAN_MAX_PARALLEL');
  });

  test('one that is too long is left out', async () => {
    const facts = { goal: 'x'.repeat(200_000) };
    const { performed } = await end(shell(`echo "\${SUBPLAN_GOAL-none}"`), { facts });
    expect(performed.value).toBe('none');
  });

  test('marks of a run around ours are kept', async () => {
    const around = { ...env, SUBPLAN_MARK: 'outer:1', SUBPLAN_OUTER_MARKS: 'outermost:1' };
    const { performed } = await end(shell('echo "$SUBPLAN_OUTER_MARKS"'), { options: { env: around } });
    expect(performed.value).toBe('outermost:1 outer:1');
  });
});
