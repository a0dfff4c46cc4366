import { describe, expect, it } from 'vitest';
import { progressLine } from '../../src/cli/progress-line.js';
import { folderOf } from '../test-folder.js';
import { cli, groups } from './world.js';

const reading = (done: number) => ({ phase: 'reading', done, total: 100_000 }) as const;

describe('the progress line', () => {
  const lineOf = (columns = 80) => {
    let [written, time] = ['', 0];
    const output = { isTTY: true, columns, write: (text: string) => (written += text) };
    const line = progressLine({ output, now: () => time, style: 'line' });
    return { line, read: () => written, wait: (ms: number) => (time += ms) };
  };

  it('is redrawn at most ten times a second, at once for a new phase, and cleared', () => {
    const { line, read, wait } = lineOf();
    line.show({ phase: 'listing', done: 0, total: undefined });
    line.show(reading(0));
    wait(50);
    line.show(reading(6_000));
    wait(60);
    line.show(reading(12_345));
    line.clear();
    expect(read()).toBe(
      '\r\x1b[Klisting files\r\x1b[Kreading 0 of 100,000 files\r\x1b[Kreading 12,345 of 100,000 files\r\x1b[K',
    );
  });

  it('never wraps', () => {
    const { line, read } = lineOf(10);
    line.show(reading(0));
    expect(read()).toBe('\r\x1b[Kreading …');
  });

  it('is shown on a terminal only, and not with -q, in CI or on a dumb terminal', async () => {
    const cwd = folderOf(groups(1));
    const errOf = async (flags: string[], stderr: { isTTY?: boolean }, env = {}) =>
      (await cli(['plan', ...flags], { cwd, stderr, env })).err;
    expect(await errOf([], { isTTY: true })).toMatch(/reading 0 of 6 files[\s\S]*\r\x1b\[K$/);
    expect(await errOf([], {})).toBe('');
    expect(await errOf(['-q'], { isTTY: true })).toBe('');
    expect(await errOf([], { isTTY: true }, { CI: '1' })).toBe('');
    expect(await errOf([], { isTTY: true }, { TERM: 'dumb' })).toBe('');
  });
});
