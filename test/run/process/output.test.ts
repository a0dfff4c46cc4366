import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { OutputFile } from '../../../src/domain/command.js';
import { makeRedactor } from '../../../src/util/redact.js';
import { eventually } from '../../eventually.js';
import { folderOf } from '../../test-folder.js';
import { runOnce, settings } from './rig.js';

const shell = (text: string, more: Parameters<typeof settings>[1] = {}) => settings([text], { shell: true, ...more });
const end = (of: ReturnType<typeof settings>, more: Parameters<typeof runOnce>[1] = {}) => runOnce(of, more).done;
const megabyte = 1_048_576;
const flood = (megabytes: number): string => `dd if=/dev/zero bs=${megabyte} count=${megabytes} 2>/dev/null | tr '\\0'`;

describe('the value of a command', () => {
  test('is its standard output without one end of line', async () => {
    expect((await end(shell('printf "a\\nb\\n\\n"'))).performed.value).toBe('a\nb\n');
    expect((await end(shell('printf "a\\r\\n"'))).performed.value).toBe('a');
    expect((await end(settings(['true']))).performed.value).toBe('');
  });

  test('letters of several bytes may come in pieces', async () => {
    const text = "printf '\\303'; sleep 0.05; printf '\\251\\360\\237'; sleep 0.05; printf '\\231\\202'";
    expect((await end(shell(text))).performed.value).toBe('é🙂');
  });

  test('is what its JSON says', async () => {
    expect((await end(shell(`echo '{"a":[1]}'`, { output: 'json' }))).performed.value).toEqual({ a: [1] });
    const lines = await end(shell(`printf '1\\n\\n{"a":2}\\n'`, { output: 'ndjson' }));
    expect(lines.performed.value).toEqual([1, { a: 2 }]);
  });

  test.each([
    ['json', `echo 'hello there'`, /not JSON: see position 0 \(line 1\); it begins with "hello there/],
    ['json', `printf '{"a":1,\\n "b":}'`, /see position 13 \(line 2\)/],
    ['json', `echo '[1,2'`, /stops too early/],
    ['json', 'true', /it is empty/],
    ['ndjson', `printf '1\\n[2\\n3\\n'`, /line 2 of its standard output is not JSON, at position 2: "\[2"/],
  ] as const)('that cannot be read is a failure that says where: %s of %s', async (output, text, message) => {
    const { performed } = await end(shell(text, { output }));
    expect(performed.failure).toMatchObject({ code: 'invalid-output', retryable: true });
    expect(performed.failure?.message).toMatch(message);
  });

  test('must fit the schema, which may change it', async () => {
    const schema = z.object({ n: z.number().transform((n) => n + 1) });
    expect((await end(shell(`echo '{"n":1}'`, { output: 'json', schema }))).performed.value).toEqual({ n: 2 });
    const { performed } = await end(shell(`echo '{"n":"x"}'`, { output: 'json', schema }));
    expect(performed.failure).toMatchObject({ code: 'invalid-output', message: expect.stringMatching(/n: /) });
  });

  test('that is too long is the name of a file that has all of it', async () => {
    const root = folderOf();
    const { performed, isInFile } = await end(shell(`echo first; ${flood(2)} x; echo; echo last`), {
      root,
    });
    const value = performed.value as OutputFile;
    expect(isInFile).toBe(true);
    expect(value).toMatchObject({ file: '.subplan/output/run-1/leaf-1-1.1.1.out', bytes: 2 * megabyte + 12 });
    expect(value.start).toMatch(/^first\nxxx/);
    expect(value.end).toMatch(/xxx\nlast\n$/);
    expect(statSync(join(root, value.file)).size).toBe(value.bytes);
    expect(readFileSync(join(root, '.subplan/.gitignore'), 'utf8')).toBe('*\n');
  });

  test('JSON that is too long for memory at hand is read all the same', async () => {
    const root = folderOf();
    const text = `printf '["'; ${flood(2)} x; printf '"]'`;
    const { performed, isInFile } = await end(shell(text, { output: 'json' }), { root });
    expect((performed.value as string[])[0].length).toBe(2 * megabyte);
    expect(isInFile).toBe(false);
    expect(existsSync(join(root, '.subplan/output/run-1/leaf-1-1.1.1.out'))).toBe(false);
  });

  test('more than can be read as JSON is a failure', async () => {
    const { performed } = await end(shell(`${flood(65)} 1`, { output: 'json' }));
    expect(performed.failure).toMatchObject({
      code: 'invalid-output',
      message: expect.stringMatching(/68157440 bytes/),
    });
  });

  test('that cannot be kept is a failure', async () => {
    const root = folderOf({ '.subplan': 'a file where a folder should be' });
    const { performed } = await end(shell(`${flood(2)} x`), { root });
    expect(performed.failure).toMatchObject({
      code: 'invalid-output',
      message: expect.stringMatching(/could not be kept/),
    });
  });
});

test('without any grace nothing of the output is lost', async () => {
  for (let i = 0; i < 8; i++) {
    const run = runOnce(shell('head -c 150000 /dev/zero | tr "\\0" x'), { options: { graceMs: 0 } });
    // The loop is busy while the command ends.
    if (i % 2) execFileSync('sleep', ['0.03']);
    expect(String((await run.done).performed.value).length).toBe(150_000);
  }
});

describe('a command that floods', () => {
  const [megabytes, most] = [48, 40];

  const grown = async (of: ReturnType<typeof settings>, root: string): Promise<number> => {
    // Once before, so that what is only loaded or warmed up does not count.
    await end(shell(`${flood(5)} x; ${flood(5)} x >&2`), { root });
    const before = process.memoryUsage().rss;
    let seen = 0;
    const timer = setInterval(() => {
      seen = Math.max(seen, process.memoryUsage().rss);
    }, 5);
    const run = runOnce(of, { root, facts: { attempt: 2 } });
    await run.done;
    clearInterval(timer);
    return (Math.max(seen, process.memoryUsage().rss) - before) / megabyte;
  };

  test('its standard output does not fill memory', async () => {
    const root = folderOf();
    expect(await grown(shell(`${flood(megabytes)} x`), root)).toBeLessThan(most);
    expect(statSync(join(root, '.subplan/output/run-1/leaf-1-1.1.2.out')).size).toBe(megabytes * megabyte);
  });

  test('nor does what it says besides', async () => {
    const root = folderOf();
    const lines = `${flood(megabytes)} '\\n' | sed 's/$/line/' | head -c ${megabytes * megabyte} >&2`;
    expect(await grown(shell(lines), root)).toBeLessThan(most);
    expect(statSync(join(root, '.subplan/output/run-1/leaf-1-1.1.2.err')).size).toBe(megabytes * megabyte);
  });
});

describe('what a command says besides its value', () => {
  test('is told line by line while it runs', async () => {
    const root = folderOf();
    const run = runOnce(
      shell('echo one >&2; printf two >&2; while [ ! -e go ]; do sleep 0.01; done; echo >&2; printf three >&2'),
      {
        root,
      },
    );
    await eventually(() => expect(run.lines).toEqual(['one']));
    writeFileSync(join(root, 'go'), '');
    await run.done;
    expect(run.lines).toEqual(['one', 'two', 'three']);
  });

  test('lines that are too long are cut', async () => {
    const run = runOnce(shell(`${flood(1)} x >&2; echo >&2; echo next >&2`));
    await run.done;
    expect(run.lines.map((line) => line.length)).toEqual([65_537, 4]);
  });
});

describe('secrets', () => {
  const key = `ghp_${'aB3xY9kQ7mZ2'.repeat(3)}`;
  const options = { redact: makeRedactor({ MY_SECRET: 'correct horse' }) };

  test('are taken out of values, lines, messages and files', async () => {
    const root = folderOf();
    const text = `echo ${key}; echo ${key} >&2; printf 'correct ' >&2; sleep 0.05; echo horse >&2; exit 3`;
    const run = runOnce(shell(text), { root, options });
    const { performed, stdoutTail, stderrTail } = await run.done;
    expect(run.lines).toEqual(['[redacted]', '[redacted]']);
    const all = JSON.stringify([performed, stdoutTail, stderrTail]);
    expect(all).not.toContain(key);
    expect(all).not.toContain('horse');
    const value = (await end(shell(`printf '%s' ${key.slice(0, 9)}; sleep 0.05; echo ${key.slice(9)}`), { options }))
      .performed;
    expect(value.value).toBe('[redacted]');
  });

  test('are taken out of files, wherever they are cut', async () => {
    const root = folderOf();
    await end(shell(`yes ${key} | head -n 120000`), { root, options });
    const text = readFileSync(join(root, '.subplan/output/run-1/leaf-1-1.1.1.out'), 'utf8').split('\n');
    expect(new Set(text)).toEqual(new Set(['[redacted]', '']));
  });

  test('are taken out of words that were not found', async () => {
    const { performed } = await end(settings([`no-such-${key.replace('_', '-')}`, 'x']), { options });
    expect(performed.failure?.code).toBe('command-not-started');
    const named = await end(settings(['correct horse']), { options });
    expect(named.performed.failure?.message).not.toContain('horse');
  });
});
