import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Fact } from '../../src/domain/fact.js';
import type { Ledger } from '../../src/domain/ledger.js';
import type { Cell } from '../../src/ledger/database.js';
import { factColumns } from '../../src/ledger/fact-rows.js';
import { openLedger } from '../../src/ledger/open-ledger.js';
import { storeValue } from '../../src/ledger/stored-value.js';
import { folderOf, sharedFolderOf } from '../test-folder.js';
import {
  failed,
  finished,
  headOf,
  hex,
  large,
  makeWorld,
  noon,
  planNamed,
  refusal,
  session,
  someone,
  spent,
  started,
  succeeded,
  withDatabase,
} from './rig.js';

const { witness } = makeWorld();
const fingerprints = ['a', 'b', 'c', 'd'].map(hex);

/** Facts in which every column is used. */
const facts: readonly Fact[] = [
  session(),
  started(0),
  spent(0, { tokens: 7 }),
  succeeded(0, { fingerprint: fingerprints[0] }),
  succeeded(1, { fingerprint: fingerprints[1], value: large('large') }),
  { kind: 'lost', node: 2, attempt: 1, at: noon, why: 'its thread died' },
  failed(2, { fingerprint: fingerprints[2], wrote: true }),
  succeeded(2, { fingerprint: fingerprints[2], value: storeValue(new Map([[1, 2]])), wrote: true }),
  { kind: 'reused', node: 3, at: noon, value: storeValue(12), fingerprint: fingerprints[3], from: 'other' },
  {
    ...{ kind: 'settled', node: 3, attempt: 0, at: noon, outcome: 'skipped' },
    failure: { code: 'dependency-failed', message: 'm', nextStep: 'n', retryable: false },
  },
  finished('failed'),
];

/** A ledger with two runs of different plans, `a` of them with all those facts. */
const write = async (file: string): Promise<Buffer> => {
  const ledger = await openLedger({ file, witness });
  for (const id of ['b', 'a']) {
    const writer = ledger.begin(headOf(id), planNamed(`plan of ${id}`, `key of ${id}`), someone());
    if (id === 'a') for (const batch of [facts.slice(0, 5), facts.slice(5)]) await writer.append(batch);
    else await writer.append([session()]);
    writer.release();
  }
  ledger.close();
  return readFileSync(file);
};

const folder = sharedFolderOf();
let sound: Buffer;
beforeAll(async () => {
  sound = await write(join(folder, 'ledger.db'));
});

/** A copy of it for each test. */
const written = (): string => {
  const file = join(folderOf(), 'ledger.db');
  writeFileSync(file, sound);
  return file;
};

/** What comes of an edit by hand: whether reading notices it, and what is given to other runs. */
const afterEdit = async (edit: string, values: readonly Cell[] = []) => {
  const file = written();
  const changed = withDatabase(file, (database) => {
    const { changes } = database.prepare(edit).run([...values]);
    database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
    return changes;
  });
  const before = readFileSync(file);
  const ledger = await openLedger({ file, witness });
  try {
    const refused = trouble(() => ledger.read('a'));
    return { changed, refused, given: givenBy(ledger) };
  } finally {
    ledger.close();
    expect(readFileSync(file).equals(before)).toBe(true);
  }
};

/** Undefined where there is none. */
const trouble = (act: () => unknown): { readonly code: string; readonly message: string } | undefined => {
  let isFine = false;
  const failure = (() => {
    try {
      return refusal(() => {
        act();
        isFine = true;
      });
    } catch (error) {
      if (isFine) return undefined;
      throw error;
    }
  })();
  return failure;
};

/** What other runs may take from it, by fingerprint; empty where they are told that it is damaged. */
const givenBy = (ledger: Ledger): Readonly<Record<string, unknown>> => {
  try {
    return Object.fromEntries(ledger.reusable(fingerprints));
  } catch {
    return {};
  }
};

const soundValues: Readonly<Record<string, unknown>> = {
  [fingerprints[0]]: { value: storeValue('value of 0'), run: 'a' },
  [fingerprints[1]]: { value: large('large'), run: 'a' },
  [fingerprints[3]]: { value: storeValue(12), run: 'other' },
};

/** Notices the edit, leaves the file as it is, and passes on nothing that is not as it was written. */
const expectNoticed = async (edit: string, values: readonly Cell[] = []) => {
  const { changed, refused, given } = await afterEdit(edit, values);
  expect(changed, edit).toBeGreaterThan(0);
  expect(refused, edit).toMatchObject({
    code: 'ledger-damaged',
    message: expect.stringContaining('is not as it was written'),
    nextStep: expect.stringMatching(/edited by hand or damaged.*Nothing was changed/s),
  });
  for (const [fingerprint, reusable] of Object.entries(given)) expect(reusable).toEqual(soundValues[fingerprint]);
};

/** What belongs to run `a`. */
const ofRunA = {
  runs: ` WHERE id = 'a'`,
  plans: ` WHERE id = (SELECT plan FROM runs WHERE id = 'a')`,
  facts: ` WHERE run = (SELECT number FROM runs WHERE id = 'a') AND seq = 3`,
  large_values: '',
};
const isRunA = `run = (SELECT number FROM runs WHERE id = 'a')`;

describe('an edit by hand is noticed', () => {
  test('and nothing is noticed where there was none', async () => {
    const ledger = await openLedger({ file: written(), witness });
    expect(ledger.read('a').facts).toEqual(facts);
    expect(givenBy(ledger)).toEqual(soundValues);
    ledger.close();
  });

  test.each([
    ['root', `root || '/'`],
    ['version', `'9.9.9'`],
    ['started_at', 'started_at + 1'],
    ['started_at', 'started_at + 0.5'],
    ['leaves', 'leaves + 1'],
    ['branches', 'branches - 1'],
    ['settings', `settings || ' '`],
    ['facts', 'facts - 1'],
    ['facts', '0'],
    ['seal', `replace(seal, substr(seal, 1, 1), 'g')`],
    ['seal', `''`],
    ['seal', `(SELECT seal FROM runs WHERE id = 'b')`],
    ['plan', `(SELECT plan FROM runs WHERE id = 'b')`],
    ['plan', '99'],
  ])('in what is known of a run: %s = %s', async (column, value) => {
    await expectNoticed(`UPDATE runs SET ${column} = ${value} WHERE id = 'a'`);
  });

  test('in any cell of any fact', async () => {
    const file = written();
    const ledger = await openLedger({ file, witness });
    const unnoticed: string[] = [];
    withDatabase(file, (hand) => {
      hand.exec('PRAGMA synchronous = OFF; CREATE TEMP TABLE sound AS SELECT * FROM facts');
      for (const column of ['session', ...factColumns]) {
        for (const value of editsOf(column)) {
          for (let seq = 0; seq < facts.length; seq++) {
            const edit = `UPDATE facts SET ${column} = ${value} WHERE ${isRunA} AND seq = ${seq} AND ${column} IS NOT ${value}`;
            if (hand.prepare(edit).run([]).changes === 0) continue;
            if (trouble(() => ledger.read('a'))?.code !== 'ledger-damaged') unnoticed.push(edit);
            for (const [fingerprint, one] of Object.entries(givenBy(ledger))) {
              expect(one, edit).toEqual(soundValues[fingerprint]);
            }
            hand.exec(`INSERT OR REPLACE INTO facts SELECT * FROM temp.sound WHERE ${isRunA} AND seq = ${seq}`);
          }
        }
      }
    });
    expect(unnoticed).toEqual([]);
    expect(ledger.read('a').facts).toEqual(facts);
    ledger.close();
  });

  test.each([
    ['removed at the beginning', `DELETE FROM facts WHERE ${isRunA} AND seq = 0`],
    ['removed in the middle', `DELETE FROM facts WHERE ${isRunA} AND seq = 4`],
    ['removed at the end', `DELETE FROM facts WHERE ${isRunA} AND seq = ${facts.length - 1}`],
    ['all removed', `DELETE FROM facts WHERE ${isRunA}`],
    ['put at the end', insertCopy(3, 99)],
    ['moved to the end', `UPDATE facts SET seq = 99 WHERE ${isRunA} AND seq = 3`],
    [
      'given to another run',
      `UPDATE facts SET run = (SELECT number FROM runs WHERE id = 'b') WHERE ${isRunA} AND seq = 3`,
    ],
    ['in another order', `UPDATE facts SET seq = -seq WHERE ${isRunA}`],
  ])('where facts were %s', async (_, edit) => {
    await expectNoticed(edit);
  });

  test('where facts were put at the beginning', async () => {
    await expectNoticed(insertCopy(3, -1));
  });

  test('where bytes stand in a fact that has none', async () => {
    const codes: Record<string, string | undefined> = {};
    for (const column of ['session', ...factColumns]) {
      const edit = `UPDATE facts SET ${column} = x'ff' WHERE ${isRunA} AND seq = 3`;
      codes[column] = (await afterEdit(edit)).refused?.code;
    }
    expect(codes).toEqual(Object.fromEntries(Object.keys(codes).map((column) => [column, 'ledger-damaged'])));
  });

  // SQLite takes such bytes for the null of its JSON, and gives such times without their fraction.
  test.each([...factColumns.map((name) => [name, `x'00'`]), ['at', 'at + 0.5'], ['started_at', 'started_at + 0.5']])(
    'or nothing is read but what was written: %s = %s',
    async (column, value) => {
      const file = written();
      withDatabase(file, (database) => database.exec(`UPDATE facts SET ${column} = ${value} WHERE ${isRunA}`));
      const ledger = await openLedger({ file, witness });
      let read: readonly Fact[] = [];
      const refused = trouble(() => {
        read = ledger.read('a').facts;
      });
      const given = givenBy(ledger);
      ledger.close();
      if (refused) expect(refused.code).toBe('ledger-damaged');
      else expect(read).toEqual(facts);
      for (const [fingerprint, one] of Object.entries(given)) expect(one).toEqual(soundValues[fingerprint]);
    },
  );

  test('where two facts have changed places', async () => {
    const columns = ['session', ...factColumns].join(', ');
    const swap = `INSERT OR REPLACE INTO facts (run, seq, ${columns})
      SELECT run, 7 - seq, ${columns} FROM facts WHERE ${isRunA} AND seq IN (3, 4)`;
    await expectNoticed(swap);
  });

  test('where one fact was removed and another put in its place', async () => {
    const replace = insertCopy(3, 4).replace('INSERT', 'INSERT OR REPLACE');
    await expectNoticed(replace);
  });

  test.each([
    ['another plan', gzipSync('{"name":"another"}')],
    ['what is no plan', Buffer.from('no gzip')],
    ['text', planNamed('plan of a').json],
    ['nothing at all', Buffer.alloc(0)],
  ])('where the plan became %s', async (_, json) => {
    await expectNoticed(`UPDATE plans SET json = ? WHERE id = (SELECT plan FROM runs WHERE id = 'a')`, [json]);
  });

  test('where plan and hash were both replaced, or the plan was removed', async () => {
    const { hash, json } = planNamed('another');
    const edit = `UPDATE plans SET json = ?, hash = ? WHERE id = (SELECT plan FROM runs WHERE id = 'a')`;
    await expectNoticed(edit, [gzipSync(json), hash]);
    await expectNoticed(`DELETE FROM plans WHERE id = (SELECT plan FROM runs WHERE id = 'a')`);
    const { refused } = await afterEdit(`DELETE FROM plans WHERE id = (SELECT plan FROM runs WHERE id = 'a')`);
    expect(refused?.message).toContain('its plan is missing');
  });

  test.each([
    ['changed', `UPDATE large_values SET value = value || ' '`],
    ['shortened', `UPDATE large_values SET value = substr(value, 1, 1024)`],
    ['turned into bytes', 'UPDATE large_values SET value = CAST(value AS BLOB)'],
    ['removed', 'DELETE FROM large_values'],
    ['filed under another name', `UPDATE large_values SET hash = '${hex('other')}'`],
  ])('where a large value was %s', async (_, edit) => {
    await expectNoticed(edit);
  });
});

describe('damage that SQLite lets through is noticed', () => {
  /** What a process of its own says of each file, as one that reads what is damaged might end. */
  const saidAbout = (damaged: readonly { readonly file: string; readonly act: string }[]) => {
    const script = `
      import { openLedger } from ${JSON.stringify(new URL('../../dist/ledger/open-ledger.js', import.meta.url).href)};
      const acts = {
        runs: (ledger) => ledger.runs(),
        read: (ledger) => ledger.read('a'),
        planFor: (ledger) => ledger.planFor('key of a'),
        reusable: (ledger) => ledger.reusable(${JSON.stringify(fingerprints)}),
        remove: (ledger) => ledger.remove(['a']),
      };
      for (const { file, act } of JSON.parse(process.argv[1])) {
        const ledger = await openLedger({ file, witness: { now: Date.now, sees: () => 'alive' } });
        try { acts[act](ledger); console.log('fine'); } catch (error) { console.log(error.code); }
        ledger.close();
      }`;
    const words = ['--input-type=module', '-e', script, JSON.stringify(damaged)];
    const { stdout, signal } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    return { said: stdout.trim().split('\n'), signal };
  };

  // libsql ends the process over a text that is no UTF-8, and one flipped bit is enough for that.
  test('in a text of which one byte is no text any more', () => {
    const file = written();
    const bytes = readFileSync(file);
    bytes[bytes.indexOf('its thread died')] = 0xff;
    writeFileSync(file, bytes);
    expect(saidAbout([{ file, act: 'read' }])).toEqual({ said: ['ledger-damaged'], signal: null });
  });

  const notText = `CAST(x'ff' AS TEXT)`;
  type Cells = Partial<Record<keyof typeof ofRunA, readonly string[]>>;
  const acts: Readonly<Record<string, Cells>> = {
    runs: { runs: ['id', 'root', 'settings', 'usage', 'status', 'owner'] },
    read: { runs: ['root', 'version', 'settings', 'seal'], plans: ['hash'] },
    planFor: { plans: ['hash'], runs: ['id'] },
    reusable: { runs: ['root', 'id'], facts: ['kind', 'value', 'detail'], large_values: ['value'] },
    remove: { runs: ['owner'] },
  };
  test.each(Object.entries(acts))('by %s, in a text that is none', (act, tables) => {
    const cells = Object.entries(tables).flatMap(([table, columns]) =>
      columns.map((column) => ({ table: table as keyof typeof ofRunA, column })),
    );
    const damaged = cells.map(({ table, column }) => {
      const file = written();
      withDatabase(file, (database) => database.exec(`UPDATE ${table} SET ${column} = ${notText}${ofRunA[table]}`));
      return { file, act };
    });
    const { said, signal } = saidAbout(damaged);
    const expected = cells.map((cell) => ({ ...cell, said: 'ledger-damaged' }));
    expect({ said: cells.map((cell, i) => ({ ...cell, said: said[i] })), signal }).toEqual({
      ...{ said: expected, signal: null },
    });
  });

  test('in a large value that became a number', async () => {
    await expectNoticed('UPDATE large_values SET value = 1');
  });

  test('in a value that became the bytes which its digits write', async () => {
    await expectNoticed(`UPDATE facts SET value = x'12' WHERE value = '12'`);
  });

  test('in a value that became the words which stand for bytes', async () => {
    const edit = `UPDATE facts SET value = json_object('bytes', lower(hex(value))) WHERE typeof(value) = 'blob'`;
    await expectNoticed(edit);
  });

  test('in the place of the last fact', async () => {
    await expectNoticed(`UPDATE facts SET seq = seq + 5 WHERE ${isRunA} AND seq = ${facts.length - 1}`);
  });

  test.each([
    ['another', gzipSync('{"name":"another"}')],
    ['none any more', Buffer.alloc(1)],
    ['text', planNamed('plan of a').json],
  ])('in a plan that others stay close to and that became %s', async (_, json) => {
    const file = written();
    withDatabase(file, (database) => database.prepare(`UPDATE plans SET json = ?${ofRunA.plans}`).run([json]));
    const ledger = await openLedger({ file, witness });
    const refused = trouble(() => ledger.planFor('key of a'));
    expect(ledger.planFor('key of b')?.json).toBe(planNamed('plan of b').json);
    ledger.close();
    expect(refused).toMatchObject({ code: 'ledger-damaged', message: expect.stringContaining('run a in') });
  });
});

/** Ways to write something else into a column, some of them so small that only the type differs. */
function editsOf(column: string): readonly string[] {
  const nudged: Readonly<Record<string, readonly string[]>> = {
    kind: [`'started'`, `'lost'`, `'ended'`, `'something'`, `CAST(x'ff' AS TEXT)`],
    session: ['session + 1', '0'],
    at: ['at + 1', '0', '9e999'],
    outcome: [`'succeeded'`, `'failed'`, 'NULL'],
    value: [
      'NULL',
      `'"edited"'`,
      `value || ' '`,
      `x'00'`,
      `x'ff0f'`,
      '12',
      `CAST(value AS BLOB)`,
      `CAST(value AS TEXT)`,
    ],
    fingerprint: ['NULL', `x'00'`, `x'${fingerprints[1]}'`, 'lower(hex(fingerprint))', '1'],
  };
  return nudged[column] ?? ['NULL', '0', '1', '2', `'2'`, `'edited'`, `${column} || ' '`, `CAST(x'ff' AS TEXT)`];
}

function insertCopy(of: number, seq: number): string {
  const columns = ['session', ...factColumns].join(', ');
  return `INSERT INTO facts (run, seq, ${columns}) SELECT run, ${seq}, ${columns} FROM facts WHERE ${isRunA} AND seq = ${of}`;
}
