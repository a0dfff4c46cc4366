import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonStopsAt } from '../../../src/run/process/json-problem.js';
import { folderOf } from '../../test-folder.js';
import { runOnce, settings } from './rig.js';

const shell = (text: string, more: Parameters<typeof settings>[1] = {}) => settings([text], { shell: true, ...more });
const end = (of: ReturnType<typeof settings>, more: Parameters<typeof runOnce>[1] = {}) => runOnce(of, more).done;

describe('a command that fails', () => {
  test('says its exit code and its last words', async () => {
    const { performed, exitCode } = await end(shell('seq 100 >&2; echo out; exit 3'));
    expect(exitCode).toBe(3);
    expect(performed.failure).toMatchObject({ code: 'command-failed', retryable: true });
    expect(performed.failure?.message).toMatch(/exit code 3: 93\n94\n.*\n100$/s);
    const silent = await end(shell('echo why; exit 1'));
    expect(silent.performed.failure?.message).toMatch(/exit code 1: why$/);
    expect((await end(settings(['false']))).performed.failure?.message).toMatch(/said nothing$/);
  });

  test('by a signal that did not come from here says which', async () => {
    const killed = await end(shell('kill -KILL $$'));
    expect(killed).toMatchObject({ signal: 'SIGKILL', exitCode: undefined });
    expect(killed.performed.failure).toMatchObject({ code: 'command-killed', retryable: true });
    expect(killed.performed.failure?.message).toMatch(/SIGKILL, perhaps because memory ran out/);
    expect((await end(shell('kill -SEGV $$'))).performed.failure?.message).toMatch(/SIGSEGV/);
  });

  test('to start says which word was looked for, and is not tried again', async () => {
    const missing = await end(settings(['no-such-command', 'x']));
    expect(missing.performed.failure).toMatchObject({ code: 'command-not-started', retryable: false });
    expect(missing.performed.failure?.message).toContain('"no-such-command"');
    expect((await end(shell('no-such-command'))).performed.failure).toMatchObject({
      code: 'command-not-started',
      message: expect.stringMatching(/exit code 127.*no-such-command/s),
      retryable: false,
    });
    const root = folderOf({ 'not-mine.sh': 'true' });
    chmodSync(join(root, 'not-mine.sh'), 0o644);
    expect((await end(settings(['./not-mine.sh']), { root })).performed.failure).toMatchObject({
      code: 'command-not-started',
      message: expect.stringMatching(/may not be run/),
    });
    expect((await end(settings(['a\0b']))).performed.failure?.code).toBe('command-not-started');
    expect((await end(settings(['{files}']))).performed.failure?.message).toMatch(/no first word/);
    expect((await end(settings(['true']), { root: '/no/such/folder' })).performed.failure?.code).toBe(
      'command-not-started',
    );
  });

  test('leaves no file behind in the project', async () => {
    const run = runOnce(shell('echo x; exit 1'));
    await run.done;
    expect(existsSync(join(run.root, '.subplan'))).toBe(false);
  });
});

describe('a service that asks to wait', () => {
  const rateLimit = { exitCodes: [75], pattern: '/retry after (?:(?<seconds>[\\d.]+) s|(?<ms>\\d+) ms)|too many/i' };

  test.each([
    ['exit 75', undefined],
    ['echo "Too many" >&2; exit 1', undefined],
    ['echo "retry after 1.5 s"; exit 1', 1_500],
    ['echo "Retry after 20 ms" >&2; exit 75', 20],
  ])('is told by exit code or pattern: %s', async (text, waitMs) => {
    const { performed } = await end(shell(text, { rateLimit }));
    expect(performed.failure).toMatchObject({ code: 'rate-limited', retryable: true });
    expect(performed.failure?.waitMs).toBe(waitMs);
  });

  test('is not looked for where the command succeeded or said something else', async () => {
    expect((await end(shell('echo too many >&2', { rateLimit }))).performed.failure).toBeUndefined();
    expect((await end(shell('exit 74', { rateLimit }))).performed.failure?.code).toBe('command-failed');
  });
});

describe('what a command spent', () => {
  test('is the sum of what it wrote down; lines that say nothing are told', async () => {
    const text = `echo '{"tokens":5,"usd":0.5}' >> "$SUBPLAN_USAGE"; echo '{"tokens":2}' >> "$SUBPLAN_USAGE"; echo nonsense >> "$SUBPLAN_USAGE"`;
    const run = runOnce(shell(text));
    expect((await run.done).spent).toEqual({ tokens: 7, usd: 0.5 });
    expect(run.lines).toEqual([expect.stringMatching(/^1 lines of the file SUBPLAN_USAGE/)]);
  });

  test('counts where it failed', async () => {
    const { spent, performed } = await end(shell(`echo '{"usd":1}' > "$SUBPLAN_USAGE"; exit 1`));
    expect(performed.failure?.code).toBe('command-failed');
    expect(spent).toEqual({ usd: 1 });
  });

  test('a file that cannot be read breaks nothing', async () => {
    expect((await end(shell('mkdir "$SUBPLAN_USAGE"'))).performed.value).toBe('');
    expect((await end(shell('mkfifo "$SUBPLAN_USAGE"'))).performed.value).toBe('');
  });

  const spends = { usd: ['cost.total'], tokens: ['in', 'cost.out'] };

  test('stands in its output', async () => {
    const json = `echo '{"cost":{"total":0.5,"out":3},"in":4}'`;
    expect((await end(shell(json, { output: 'json', spends }))).spent).toEqual({ usd: 0.5, tokens: 7 });
    expect((await end(shell(`${json}; exit 1`, { output: 'json', spends }))).spent).toEqual({ usd: 0.5, tokens: 7 });
    expect((await end(shell('echo "{"', { output: 'json', spends }))).spent).toEqual({});
    expect((await end(shell(`echo '{"in":"many"}'`, { output: 'json', spends }))).spent).toEqual({});
  });

  test('of many lines the last that says it counts', async () => {
    const lines = `echo '{"in":1}'; echo '{"in":2,"cost":{"total":1}}'; echo '{"other":1}'`;
    expect((await end(shell(lines, { output: 'ndjson', spends }))).spent).toEqual({ usd: 1, tokens: 2 });
  });
});

describe('where a text stops being JSON', () => {
  test('is its end for JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(jsonStopsAt(text)).toBe(text.length);
      }),
    );
  });

  test('is where a letter was put that is out of place', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (json, place) => {
        const at = place % (json.length + 1);
        const text = `${json.slice(0, at)}\u0001${json.slice(at)}`;
        expect(jsonStopsAt(text)).toBeLessThanOrEqual(at);
      }),
    );
  });

  test.each([
    ['{"a" 1}', 5],
    ['[1,]', 3],
    ['{,}', 1],
    ['1 2', 2],
    ['[1}', 2],
    ['nul', 0],
  ])('%s', (text, at) => {
    expect(jsonStopsAt(text)).toBe(at);
  });
});
