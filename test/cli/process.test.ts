import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { folderOf } from '../test-folder.js';
import { groups } from './world.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

const start = (...argv: string[]): ChildProcess =>
  spawn(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', ...argv], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

const ended = (child: ChildProcess): Promise<Ended> =>
  new Promise((resolve, reject) => {
    let [out, err] = ['', ''];
    child.stdout?.on('data', (data) => {
      out += data;
    });
    child.stderr?.on('data', (data) => {
      err += data;
    });
    child.on('error', reject).on('close', (code, signal) => resolve({ code, signal, out, err }));
  });

const saying = (child: ChildProcess, words: string): Promise<void> =>
  new Promise((resolve) => {
    let said = '';
    child.stderr?.on('data', (data) => {
      said += data;
      if (said.includes(words)) resolve();
    });
  });

describe('as a process', () => {
  it('draws, and sets its exit code', async () => {
    const good = await ended(start('plan', folderOf(groups(3))));
    expect(good).toMatchObject({ code: 0, err: '' });
    expect(good.out).toContain('18 files');
    expect(await ended(start('plan', '--max-tokens', 'x'))).toMatchObject({ code: 2, out: '' });
  });

  it('JSON larger than a pipe holds is not cut off', async () => {
    const child = start('plan', folderOf(groups(120, 12)), '--json');
    const { code, out } = await ended(child);
    expect(code).toBe(0);
    expect(out.length).toBeGreaterThan(200_000);
    expect(JSON.parse(out).measures.files).toBe(1_440);
  });

  it('a reader that goes away ends it without a stack', async () => {
    const child = start('plan', folderOf(groups(120, 12)), '--json');
    const end = ended(child);
    child.stdout?.once('data', () => child.stdout?.destroy());
    expect(await end).toMatchObject({ code: 0, err: '' });
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s while scanning ends it with %i', async (signal, code) => {
    // The largest folder at hand: reading it takes many times longer than a signal.
    const child = start('plan', 'node_modules', '-v', '--keep', 'vendored,binary,minified,generated');
    const end = ended(child);
    await saying(child, 'listing files');
    child.kill(signal);
    const { code: got, signal: by, out, err } = await end;
    expect({ got, by, out }).toEqual({ got: code, by: null, out: '' });
    expect(err).toMatch(/subplan: interrupted\n$/);
  });

  it.each([
    ['never loads', 'await new Promise(() => {});'],
    ['ends the process', 'process.exit(0);'],
  ])('a configuration that %s ends it with 2 and a word', async (_, text) => {
    const end = await ended(start('plan', folderOf({ ...groups(1), 'subplan.config.mjs': text })));
    expect(end).toMatchObject({ code: 2, out: '' });
    expect(end.err).toMatch(
      /subplan\.config\.\* \(or a task in it\), or a score, never finished or ended the process\.\nCorrect it; --no-config/,
    );
  });

  it('an interrupt does not wait for a configuration that never loads', async () => {
    const text = 'process.stderr.write("loading"); await new Promise(() => setInterval(() => {}, 1000));';
    const child = start('plan', folderOf({ ...groups(1), 'subplan.config.mjs': text }));
    const end = ended(child);
    await saying(child, 'loading');
    child.kill('SIGINT');
    expect(await end).toMatchObject({ code: 130 });
  });
});
