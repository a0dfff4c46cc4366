import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf } from '../test-folder.js';
import { startCli } from './started.js';
import { appears } from './terminal.js';
import { groups } from './world.js';

/** What a pipe holds at most before somebody reads. */
const pipeBytes = 65_536;
/** Files enough for JSON that is longer than a pipe holds. */
const many = groups(30, 12);

const start = (cwd: string, ...flags: string[]) => startCli(cwd, ['plan', ...flags]);

/** A `git` that never answers: whoever lists files by it is at that until it is ended. */
const silentGit = () => {
  const folder = folderOf({ git: '#!/bin/sh\ntouch "$(dirname "$0")/asked"\nexec sleep 600\n' });
  chmodSync(join(folder, 'git'), 0o755);
  return { path: `${folder}:${process.env.PATH}`, isAsked: () => appears(join(folder, 'asked')) };
};

describe('as a process', () => {
  it('draws, and sets its exit code', async () => {
    const cwd = folderOf(groups(3));
    const good = start(cwd);
    expect(await good.ended).toMatchObject({ code: 0 });
    expect([good.err, good.out]).toEqual(['', expect.stringContaining('18 files')]);
    const bad = start(cwd, '--max-tokens', 'x');
    expect([await bad.ended, bad.out]).toEqual([{ code: 2, signal: null }, '']);
  });

  it('JSON larger than a pipe holds is not cut off', async () => {
    const plan = start(folderOf(many), '--json');
    expect(await plan.ended).toMatchObject({ code: 0 });
    expect(plan.out.length).toBeGreaterThan(pipeBytes);
    expect(JSON.parse(plan.out).measures.files).toBe(360);
  });

  it('a reader that goes away ends it without a stack', async () => {
    const plan = start(folderOf(many), '--json');
    await plan.says('{');
    plan.closeOut();
    expect([await plan.ended, plan.err]).toEqual([{ code: 0, signal: null }, '']);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s while scanning ends it with %i', async (signal, code) => {
    const { path, isAsked } = silentGit();
    const plan = startCli(folderOf(groups(1)), ['plan'], { PATH: path });
    await isAsked();
    plan.kill(signal);
    expect([await plan.ended, plan.out]).toEqual([{ code, signal: null }, '']);
    expect(plan.err).toMatch(/subplan: interrupted\n$/);
  });

  it.each([
    ['never loads', 'await new Promise(() => {});'],
    ['ends the process', 'process.exit(0);'],
  ])('a configuration that %s ends it with 2 and a word', async (_, text) => {
    const plan = start(folderOf({ ...groups(1), 'subplan.config.mjs': text }));
    expect([await plan.ended, plan.out]).toEqual([{ code: 2, signal: null }, '']);
    expect(plan.err).toMatch(
      /subplan\.config\.\* \(or a task in it\), or a score, never finished or ended the process\.\nCorrect it; --no-config/,
    );
  });

  it('an interrupt does not wait for a configuration that never loads', async () => {
    const text = 'process.stderr.write("loading"); await new Promise(() => setInterval(() => {}, 1000));';
    const plan = start(folderOf({ ...groups(1), 'subplan.config.mjs': text }));
    await plan.says('loading');
    plan.kill('SIGINT');
    expect(await plan.ended).toMatchObject({ code: 130 });
  });
});
