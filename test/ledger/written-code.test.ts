import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { Ledger } from '../../src/domain/ledger.js';
import { settingsOf } from '../../src/engine/run-settings.js';
import { decompose, type ResumeOptions } from '../../src/index.js';
import { openExistingLedger } from '../../src/ledger/open-ledger.js';
import { folderOf } from '../test-folder.js';
import { refusalOf } from './rig.js';
import { command, namedRepair, options, sampling, task } from './written/code/runs.js';

// Earlier versions did not record what kind of code settings have. Their runs go on as they would have then.

const folder = new URL('./written/code/', import.meta.url);
const runs = JSON.parse(readFileSync(new URL('ledger.json', folder), 'utf8')) as Readonly<Record<string, string>>;

const copied = () => {
  const root = folderOf();
  const ledger = join(root, 'ledger.db');
  copyFileSync(fileURLToPath(new URL('ledger.db', folder)), ledger);
  return { root, ledger };
};

const resume = async (id: string, more: ResumeOptions | object, place = copied()) =>
  decompose(options).execute({ ...place, resume: runs[id], ...more });

test('what kind of code they had is known of all', async () => {
  const witness = { now: () => 0, sees: () => 'unknown' as const };
  const ledger = (await openExistingLedger({ file: copied().ledger, witness })) as Ledger;
  const heads = Object.values(runs).map((id) => ledger.read(id).head);
  ledger.close();
  for (const { settings } of heads) expect(JSON.parse(settings)).not.toHaveProperty('code');
  expect(heads.map((head) => settingsOf(head).code)).toEqual([
    { task: 'command' },
    { task: 'function', 'sampling.accept': 'function', 'sampling.select': 'function' },
    { task: 'function', 'sampling.accept': 'command', 'sampling.repair': 'function' },
  ]);
});

test('functions of sampling must be given again, and then it goes on', async () => {
  const given = { task: task(2) };
  const refusal = await refusalOf(resume('sampling', given));
  expect(refusal.message).toContain('sampled by functions (accept and select)');
  expect((await refusalOf(resume('repair', given))).message).toContain('sampled by functions (repair)');
  expect((await resume('sampling', { ...given, sampling })).status).toBe('succeeded');
  const place = copied();
  writeFileSync(join(place.root, 'ok'), '');
  const { repair } = namedRepair;
  expect((await resume('repair', { ...given, sampling: { repair } }, place)).status).toBe('succeeded');
});

const startedFor = async (runId: string): Promise<ChildProcess> => {
  const left = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1e6)'], {
    env: { ...process.env, SUBPLAN_RUN_ID: runId },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void left.kill('SIGKILL'));
  await once(left.stdout as NodeJS.ReadableStream, 'data');
  return left;
};

test('processes that a command left behind are ended first', async () => {
  const place = copied();
  writeFileSync(join(place.root, 'ok'), '');
  const left = await startedFor(runs.command);
  const ended = once(left, 'exit');
  expect((await resume('command', { task: command }, place)).status).toBe('succeeded');
  expect(await ended).toEqual([null, 'SIGTERM']);
});
