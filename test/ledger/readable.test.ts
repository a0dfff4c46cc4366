import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Fact } from '../../src/domain/fact.js';
import { decompose, defineTask } from '../../src/index.js';
import { openLedger } from '../../src/ledger/open-ledger.js';
import { makeFolder, removeFolder } from '../temporary-folder.js';
import { headOf, makeWorld, noon, planNamed, session, someone, started, succeeded, withDatabase } from './rig.js';

// What docs/ledger.md promises: the questions people have are answered by plain SQL on the views.

const files = ['calm', 'flaky', 'large', 'late', 'wrong'].map((path) => ({ path, tokens: 10 }));
/** Not everybody has it, so nothing may need it. */
const shell = 'sqlite3';
const hasShell = spawnSync(shell, ['--version']).status === 0;

/** Fails on its first attempt at `flaky`, fails all attempts at `wrong` in the first session, and those at `late`. */
const task = (session: number) =>
  defineTask({
    ...{ name: 'readable', version: '1' },
    run: ({ files: [path] }, { attempt, spend }): unknown => {
      spend({ tokens: 10, usd: 0.25 });
      if (path === 'flaky' && attempt === 1) throw new Error('not yet');
      if (path === 'wrong') throw Object.assign(new Error("it's wrong"), { retryable: false });
      if (path === 'late' && session === 1) throw Object.assign(new Error('too early'), { retryable: false });
      return path === 'large' ? 'x'.repeat(5_000) : { path };
    },
    rollUp: ({ values }) => values.length,
  });

const recorded = { file: '', run: '' };

/** A run with a failure, a retry and a resume, made once: nobody writes to it. */
beforeAll(async () => {
  const folder = makeFolder();
  recorded.file = join(folder, 'ledger.db');
  const options = { files, maxFiles: 1, minFiles: 1 };
  const common = { ledger: recorded.file, maxParallel: 1 };
  const first = await decompose(options).execute({ ...common, task: task(1), retries: 1, backoffMs: 1 });
  recorded.run = first.runId;
  await decompose(options).execute({
    ledger: recorded.file,
    task: task(2),
    resume: first.runId,
    maxParallel: 3,
    retries: 2,
  });
  return () => removeFolder(folder);
});

const ask = (sql: string): unknown[] =>
  withDatabase(recorded.file, (database) => database.prepare(sql).raw().all([]) as unknown[]);

describe('the views of a ledger answer in plain SQL', () => {
  test('how did each leaf end, after how many attempts?', () => {
    expect(ask('SELECT label, outcome, attempts FROM leaves ORDER BY label')).toEqual([
      ['calm', 'succeeded', 1],
      ['flaky', 'succeeded', 2],
      ['large', 'succeeded', 1],
      ['late', 'succeeded', 2],
      ['wrong', 'failed', 2],
    ]);
  });

  test('how many leaves have which outcome?', () => {
    const sql =
      'SELECT outcome, count(*) FROM leaves WHERE run = (SELECT id FROM runs) GROUP BY outcome ORDER BY outcome';
    expect(ask(sql)).toEqual([
      ['failed', 1],
      ['succeeded', 4],
    ]);
  });

  test('what did leaves come to, large or small?', () => {
    expect(ask(`SELECT label, value ->> 'path' FROM leaves WHERE label IN ('calm', 'late') ORDER BY label`)).toEqual([
      ['calm', 'calm'],
      ['late', 'late'],
    ]);
    expect(ask(`SELECT length(value ->> '$') FROM leaves WHERE label = 'large'`)).toEqual([[5_000]]);
    expect(ask(`SELECT value FROM leaves WHERE label = 'wrong'`)).toEqual([[null]]);
  });

  test('what did the whole come to?', () => {
    expect(ask(`SELECT value, session FROM outcomes WHERE kind = 'branch'`)).toEqual([['4', 2]]);
  });

  test('what failed, why, and what is to be done?', () => {
    const [row, ...more] = ask('SELECT run, label, outcome, code, message, next_step FROM failures') as string[][];
    expect(more).toEqual([]);
    expect(row.slice(0, 5)).toEqual([recorded.run, 'wrong', 'failed', 'task-threw', "it's wrong"]);
    expect(row[5]).toMatch(/\S/);
    expect(ask(`SELECT code, message FROM leaves WHERE outcome = 'failed'`)).toEqual([['task-threw', "it's wrong"]]);
  });

  test('what became of each attempt?', () => {
    const sql = (label: string) => `SELECT session, attempt, what, outcome FROM attempts WHERE label = '${label}'
      ORDER BY session, attempt`;
    expect(ask(sql('flaky'))).toEqual([
      [1, 1, 'ended', 'failed'],
      [1, 2, 'ended', 'succeeded'],
    ]);
    expect(ask(sql('late'))).toEqual([
      [1, 1, 'ended', 'failed'],
      [2, 2, 'ended', 'succeeded'],
    ]);
    expect(ask('SELECT count(*) FROM attempts WHERE ms < 0')).toEqual([[0]]);
    expect(ask(`SELECT count(*) FROM attempts WHERE kind = 'leaf'`)).toEqual([[8]]);
    expect(ask('SELECT count(*) FROM open_attempts')).toEqual([[0]]);
  });

  test('why did the first attempt at a leaf fail that succeeded in the end?', () => {
    const sql = `SELECT failure ->> 'message' FROM attempts WHERE label = 'flaky' AND outcome = 'failed'`;
    expect(ask(sql)).toEqual([['not yet']]);
  });

  test('what was spent, by leaf and in all?', () => {
    const sum = `sum(usage ->> 'tokens'), sum(usage ->> 'usd')`;
    expect(ask(`SELECT ${sum} FROM spending`)).toEqual([[80, 2]]);
    expect(ask(`SELECT label, ${sum} FROM spending GROUP BY label HAVING count(*) > 1 ORDER BY label`)).toEqual([
      ['flaky', 20, 0.5],
      ['late', 20, 0.5],
      ['wrong', 20, 0.5],
    ]);
    expect(ask(`SELECT usage ->> 'tokens' FROM runs`)).toEqual([[80]]);
  });

  test('who resumed it, and what had changed?', () => {
    expect(ask('SELECT session, kept, to_run, json_array_length(changed) FROM sessions ORDER BY session')).toEqual([
      [1, 0, 6, 0],
      [2, 3, 3, 2],
    ]);
    const changes = `SELECT value ->> 'option', value ->> 'class', value ->> 'before', value ->> 'now'
      FROM sessions, json_each(changed) WHERE session = 2 ORDER BY 1`;
    expect(ask(changes)).toEqual([
      ['maxParallel', 'throughput', 1, 3],
      ['retries', 'limit', 1, 2],
    ]);
    expect(ask('SELECT count(*) FROM sessions WHERE at IS NULL OR version IS NULL')).toEqual([[0]]);
  });

  test('what is left to do, in a run that was cut short?', async () => {
    const file = join(recorded.file, '..', 'cut.db');
    await decompose({ files, maxFiles: 1, minFiles: 1 }).execute({
      ...{ ledger: file, maxParallel: 1, order: 'plan', onFailure: 'stop' },
      task: ({ files: [path] }) => {
        if (path === 'flaky') throw new Error('stop here');
        return path;
      },
    });
    const sql = 'SELECT label, outcome FROM leaves ORDER BY node';
    const rows = withDatabase(file, (database) => database.prepare(sql).raw().all([]) as [string, string][]);
    expect(rows.slice(0, 2)).toEqual([
      ['calm', 'succeeded'],
      ['flaky', 'failed'],
    ]);
    for (const [, outcome] of rows.slice(2)) expect(['never-started', 'unfinished']).toContain(outcome);
  });

  test('which attempts were lost and why, and of which is no end known, in a run that is under way?', async () => {
    const file = join(recorded.file, '..', 'open.db');
    const ledger = await openLedger({ file, witness: makeWorld().witness });
    const writer = ledger.begin(headOf('under way'), planNamed('one'), someone());
    const lost: Fact = { kind: 'lost', node: 1, attempt: 1, at: noon + 5, why: 'its "thread" died' };
    await writer.append([session(), started(0), started(1), started(2), succeeded(0), lost]);
    await writer.append([started(1, 2)]);
    ledger.close();
    const asked = (sql: string) => withDatabase(file, (database) => database.prepare(sql).raw().all([]));
    // Times are in microseconds, `ms` in milliseconds.
    expect(asked('SELECT label, attempt, what, outcome, started_at, at, ms, why FROM attempts ORDER BY label')).toEqual(
      [
        ['a', 1, 'ended', 'succeeded', (noon + 10) * 1000, (noon + 20) * 1000, 10, null],
        ['b', 1, 'lost', null, null, (noon + 5) * 1000, null, 'its "thread" died'],
      ],
    );
    const open = 'SELECT run, id, kind, label, attempt, session, started_at FROM open_attempts ORDER BY label';
    expect(asked(open)).toEqual([
      ['under way', 'id-b', 'leaf', 'b', 2, 1, (noon + 1) * 1000],
      ['under way', 'id-c', 'leaf', 'c', 1, 1, (noon + 1) * 1000],
    ]);
  });

  test('when was it?', () => {
    const sql = `SELECT datetime(started_at / 1e6, 'unixepoch') >= datetime('now', '-1 hour'), typeof(started_at),
      typeof(last_at), last_at >= started_at FROM runs`;
    expect(ask(sql)).toEqual([[1, 'integer', 'integer', 1]]);
    expect(ask(`SELECT DISTINCT typeof(at), typeof(made_at) FROM facts, plans`)).toEqual([['integer', 'integer']]);
  });

  test.skipIf(!hasShell)('also to the sqlite3 that people have at hand', () => {
    const sql = 'SELECT label, outcome FROM leaves ORDER BY label LIMIT 2';
    expect(execFileSync(shell, ['-readonly', recorded.file, sql], { encoding: 'utf8' })).toBe(
      'calm|succeeded\nflaky|succeeded\n',
    );
  });
});
