import { copyFileSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { decompose } from '../../src/index.js';
import { folderOf } from '../test-folder.js';
import { contentsOf } from './written/contents.js';
import { options, task } from './written/task.js';

// Ledgers that earlier versions wrote. Where one of these fails, people who upgrade lose their runs: read the old format
// too, or raise `ledgerVersion` and say so in the changelog.

const folder = fileURLToPath(new URL('./written/', import.meta.url));
const versions = readdirSync(folder).flatMap((name) => (name.endsWith('.db') ? [name.slice(0, -'.db'.length)] : []));

/** Reading makes files beside a ledger, and resuming changes it. */
const copyOf = (version: string): string => {
  const file = join(folderOf(), 'ledger.db');
  copyFileSync(join(folder, `${version}.db`), file);
  return file;
};

const expected = (version: string) => JSON.parse(readFileSync(join(folder, `${version}.json`), 'utf8'));

test('there is a ledger to read', () => {
  expect(versions).toContain('0.1.0');
});

describe.each(versions)('a ledger that %s wrote', (version) => {
  test('is read as it was written', async () => {
    const { toResume: _, ...contents } = expected(version);
    expect(await contentsOf(copyOf(version))).toEqual(contents);
  });

  test('is one small file', () => {
    expect(statSync(join(folder, `${version}.db`)).size).toBeLessThan(100_000);
    expect(readdirSync(folder).filter((name) => name.startsWith(`${version}.db`))).toEqual([`${version}.db`]);
  });

  test('is resumed where it stopped: what was done is kept, the rest runs', async () => {
    const { toResume: resume } = expected(version);
    const file = copyOf(version);
    const report = await decompose(options).execute({
      ledger: file,
      task: task('last'),
      resume,
      retries: 1,
      backoffMs: 1,
    });
    expect(report.status).toBe('succeeded');
    expect(report.sessions).toHaveLength(2);
    expect(report.leaves.map(({ label, attempts }) => [label, attempts])).toEqual([
      ['calm', 1],
      ['dated', 1],
      ['early', 2],
      ['flaky', 2],
      ['large', 1],
      ['wrong', 1],
    ]);
    const values = Object.fromEntries(report.leaves.map(({ label, value }) => [label, value]));
    expect(values).toMatchObject({ calm: { path: 'calm' }, dated: new Map([['when', new Date(0)]]) });
    // Four were to run; of what was kept nothing was spent again.
    expect(report.usage).toEqual({ tokens: 800, usd: 2 });
    expect(report.root.value).toBe(6);
  });

  test('gives its values to new runs', async () => {
    const report = await decompose(options).execute({
      ledger: copyOf(version),
      task: task('last'),
      root: '/project',
      reuse: true,
    });
    expect(report.status).toBe('succeeded');
    expect(report.usage).toEqual({});
  });
});
