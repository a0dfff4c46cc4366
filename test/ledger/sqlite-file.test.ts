import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Libsql from 'libsql';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Fact } from '../../src/domain/fact.js';
import type { Ledger } from '../../src/domain/ledger.js';
import type { Driver } from '../../src/ledger/database.js';
import { libsqlDriver } from '../../src/ledger/libsql.js';
import { ledgerFile, type Opening, openExistingLedger, openLedger } from '../../src/ledger/open-ledger.js';
import { folderOf } from '../test-folder.js';
import {
  failed,
  headOf,
  hex,
  large,
  makeWorld,
  planNamed,
  refusal,
  refusalOf,
  someone,
  started,
  succeeded,
  withDatabase,
} from './rig.js';

const { witness } = makeWorld();

const opened = async (file: string, more: Partial<Opening> = {}): Promise<Ledger> => {
  const ledger = await openLedger({ file, witness, ...more });
  onTestFinished(() => ledger.close());
  return ledger;
};

/** The file of a ledger that has a run `a` with these facts, and that nobody has open. */
const written = async (facts: readonly Fact[] = [succeeded(0), failed(1)]): Promise<string> => {
  const file = join(folderOf(), 'ledger.db');
  const ledger = await openLedger({ file, witness });
  const writer = ledger.begin(headOf('a'), planNamed('one'), someone());
  await writer.append(facts);
  writer.release();
  ledger.close();
  // The file alone is the whole ledger; what SQLite may leave beside it is empty.
  const copy = join(folderOf(), 'ledger.db');
  copyFileSync(file, copy);
  return copy;
};

const headerOffsets = { userVersion: 60 };

const patched = (file: string, offset: number, value: number): void => {
  const bytes = readFileSync(file);
  bytes.writeUInt32BE(value, offset);
  writeFileSync(file, bytes);
};

describe('a new ledger', () => {
  test('keeps itself out of git, folder and all', async () => {
    const root = folderOf();
    await opened(ledgerFile(root));
    expect(readFileSync(join(root, '.subplan', '.gitignore'), 'utf8')).toBe('*\n');
  });

  test('leaves a .gitignore alone that is there already', async () => {
    const file = ledgerFile(folderOf());
    mkdirSync(dirname(file));
    writeFileSync(join(dirname(file), '.gitignore'), '!ledger.db\n');
    await opened(file);
    expect(readFileSync(join(dirname(file), '.gitignore'), 'utf8')).toBe('!ledger.db\n');
  });

  test('writes no .gitignore into a folder that somebody else named', async () => {
    const file = join(folderOf(), 'some', 'where', 'runs.sqlite');
    (await openLedger({ file, witness })).close();
    expect(readdirSync(dirname(file))).not.toContain('.gitignore');
  });

  test('is not made where one was only looked for', async () => {
    const root = folderOf();
    expect(await openExistingLedger({ file: ledgerFile(root), witness })).toBeUndefined();
    expect(readdirSync(root)).toEqual([]);
  });

  test('is not changed by those who only look at it', async () => {
    const file = await written();
    const before = readFileSync(file);
    const ledger = (await openExistingLedger({ file, witness })) as Ledger;
    ledger.read('a');
    ledger.runs();
    ledger.reusable([hex('a')]);
    ledger.planFor('k');
    ledger.close();
    expect(readFileSync(file)).toEqual(before);
  });

  // libsql closes a connection only when all its statements were collected as garbage, so -wal and -shm may still stand
  // beside the file. Nothing is in them that the file has not.
  test('is whole in the one file once it is closed, whatever still stands beside it', async () => {
    const file = join(folderOf(), 'ledger.db');
    const facts = Array.from({ length: 300 }, (_, i) => succeeded(i, { value: large(`${i}`) }));
    const ledger = await openLedger({ file, witness });
    const writer = ledger.begin(headOf('a'), planNamed('one', 'k'), someone());
    for (const fact of facts) await writer.append([fact]);
    writer.release();
    const [run, lines] = [ledger.read('a'), ledger.runs()];
    ledger.close();
    expect(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    const copy = join(folderOf(), 'elsewhere.db');
    copyFileSync(file, copy);
    const after = await opened(copy);
    expect(run.facts).toEqual(facts);
    expect(after.read('a')).toEqual(run);
    expect(after.runs()).toEqual(lines);
    expect(after.planFor('k')?.run).toBe('a');
  });

  test('is one good file when many processes make it at once, and all of them have it', async () => {
    const file = ledgerFile(folderOf());
    // Each says that it is ready, waits to be let go, and records a run of its own.
    const script = `
      import { openLedger } from ${JSON.stringify(new URL('../../dist/ledger/open-ledger.js', import.meta.url).href)};
      import '${new URL('../../dist/ledger/libsql.js', import.meta.url).href}';
      const [file, head, plan, owner] = process.argv.slice(1, 5).map((word) => JSON.parse(word));
      console.log('ready');
      await new Promise((resolve) => process.stdin.once('data', resolve));
      const ledger = await openLedger({ file, witness: { now: Date.now, sees: () => 'alive' } });
      ledger.begin(head, { ...plan, subplans: () => [] }, owner).release();
      ledger.close();
      process.exit();`;
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const children = ids.map((id) => {
      const words = [file, headOf(id), planNamed('one'), someone()].map((word) => JSON.stringify(word));
      const child = spawn(process.execPath, ['--input-type=module', '-e', script, ...words]);
      onTestFinished(() => void child.kill());
      return child;
    });
    await Promise.all(children.map(({ stdout }) => once(stdout, 'data')));
    const ends = children.map(async (child) => {
      let said = '';
      child.stderr.on('data', (text) => {
        said += text;
      });
      const [code] = await once(child, 'close');
      return { code, said };
    });
    for (const { stdin } of children) stdin.write('go\n');
    expect(await Promise.all(ends)).toEqual(ids.map(() => ({ code: 0, said: '' })));
    const left = readdirSync(dirname(file)).filter((name) => !/^ledger\.db-(?:wal|shm)$/.test(name));
    expect(left.sort()).toEqual(['.gitignore', 'ledger.db']);
    const ledger = await opened(file);
    expect(
      ledger
        .runs()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(ids);
    for (const id of ids) expect(ledger.read(id).facts).toEqual([]);
  });
});

describe('what is no ledger of this version is refused and left as it is', () => {
  /** Puts something where the ledger should be, and says what is said of it. */
  const refused = async (file: string) => {
    const before = { bytes: readFileSync(file), beside: readdirSync(dirname(file)) };
    const failures = [
      await refusalOf(openLedger({ file, witness })),
      await refusalOf(openExistingLedger({ file, witness })),
    ];
    expect({ bytes: readFileSync(file), beside: readdirSync(dirname(file)) }).toEqual(before);
    for (const failure of failures) {
      expect(failure.message).toContain(file);
      expect(failure.nextStep).toMatch(/left as it is, and nothing was run/);
    }
    return failures[0];
  };
  const fileWith = (content: string | Uint8Array): string => {
    const file = join(folderOf(), 'ledger.db');
    writeFileSync(file, content);
    return file;
  };

  test.each([
    ['a text', 'just some notes\n'],
    ['a long text', 'just some notes\n'.repeat(1_000)],
    ['an empty file', ''],
    ['a beginning of a database', 'SQLite format 3\0'],
  ])('%s', async (_, content) => {
    expect(await refused(fileWith(content))).toMatchObject({
      code: 'ledger-damaged',
      message: expect.stringContaining('not an SQLite database'),
    });
  });

  test("somebody else's database", async () => {
    const file = join(folderOf(), 'ledger.db');
    withDatabase(file, (database) => database.exec('PRAGMA journal_mode = WAL; CREATE TABLE runs (id)'));
    expect(await refused(file)).toMatchObject({
      code: 'ledger-damaged',
      message: expect.stringContaining('no ledger of subplan'),
    });
  });

  test.each([
    ['a newer version', 3, /a newer one than this/],
    ['an older version', 0, /Use the subplan that wrote it, or move/],
    ['a version from far away', 0xffff_ffff, /a newer one than this/],
  ])('a ledger of %s', async (_, version, nextStep) => {
    const file = await written();
    patched(file, headerOffsets.userVersion, version);
    expect(await refused(file)).toMatchObject({
      code: 'ledger-damaged',
      message: expect.stringMatching(new RegExp(`format version ${version}; this subplan reads version 2`)),
      nextStep: expect.stringMatching(nextStep),
    });
  });

  test.each([1, 99, 100, 4_096, 5_000, -4_096, -1])('a ledger that was cut off at %i bytes', async (length) => {
    const file = await written();
    truncateSync(file, length > 0 ? length : statSync(file).size + length);
    expect(await refused(file)).toMatchObject({
      code: 'ledger-damaged',
      message: expect.stringMatching(length > 0 && length < 100 ? /not an SQLite/ : /part of it is missing/),
    });
  });

  test('a folder', async () => {
    const file = join(folderOf(), 'ledger.db');
    mkdirSync(file);
    for (const open of [openLedger, openExistingLedger]) {
      const failure = await refusalOf(open({ file, witness }));
      expect(failure).toMatchObject({
        code: 'ledger-unusable',
        nextStep: expect.stringContaining('another file with ledger'),
      });
      expect(failure.message).toContain(file);
    }
    expect(readdirSync(file)).toEqual([]);
  });

  test.each(['plain', 'deep/below'])('a path below something that is no folder: %s', async (path) => {
    const root = join(folderOf(), 'a-file');
    writeFileSync(root, 'a file');
    const file = ledgerFile(join(root, path));
    expect(await refusalOf(openLedger({ file, witness }))).toMatchObject({
      code: 'ledger-unusable',
      message: expect.stringMatching(/ledger\.db cannot be used \(E(?:NOTDIR|EXIST)/),
      nextStep: expect.stringMatching(/Check the folder.*another file with ledger.*leave out ledger/),
    });
    expect(readFileSync(root, 'utf8')).toBe('a file');
  });

  // Nobody can tell this from the header: SQLite notices, and tells.
  test('a ledger whose pages were overwritten', async () => {
    const file = await written();
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 4_096);
    writeFileSync(file, bytes);
    expect(await refusalOf(openLedger({ file, witness }))).toMatchObject({
      code: 'ledger-damaged',
      nextStep: expect.stringContaining('left as it is'),
    });
    expect(readFileSync(file)).toEqual(bytes);
  });
});

describe('trouble while a ledger is used', () => {
  test('a crash amid a checkpoint loses nothing', async () => {
    const file = await written();
    const copy = join(folderOf(), 'ledger.db');
    const facts = Array.from({ length: 300 }, (_, i) => succeeded(i));
    const ledger = await openLedger({ file, witness });
    const writer = ledger.begin(headOf('b'), planNamed('one'), someone());
    await writer.append(facts);
    writer.release();
    copyFileSync(file, copy);
    copyFileSync(`${file}-wal`, `${copy}-wal`);
    ledger.close();
    // The first page has reached the copy, and none of those it speaks of.
    const checkpointed = readFileSync(file);
    const short = readFileSync(copy);
    expect(short.length).toBeLessThan(checkpointed.length);
    checkpointed.copy(short, 0, 0, 4_096);
    writeFileSync(copy, short);
    const after = await opened(copy);
    expect(after.read('b').facts).toEqual(facts);
    expect(after.read('a').facts).toEqual([succeeded(0), failed(1)]);
  });

  test('a file that somebody else has locked is named, with what to do', async () => {
    const file = await written();
    const ledger = await opened(file, { patienceMs: 1 });
    const writer = ledger.begin(headOf('b'), planNamed('one'), someone());
    const other = new Libsql(file);
    onTestFinished(() => void other.close());
    other.exec('BEGIN IMMEDIATE');
    const refusals = [
      refusal(() => ledger.begin(headOf('c'), planNamed('one'), someone())),
      refusal(() => ledger.claim(ledger.read('a'), someone())),
      refusal(() => ledger.remove(['a'])),
      refusal(() => writer.renew()),
      await refusalOf(writer.append([started(0)])),
    ];
    for (const failure of refusals) {
      expect(failure).toMatchObject({ code: 'ledger-unusable', nextStep: expect.stringContaining('sqlite3 shell') });
      expect(failure.message).toBe(`${file} is locked by another program`);
    }
    // Reading waits for nobody.
    expect(ledger.read('a').facts).toEqual([succeeded(0), failed(1)]);
    other.exec('ROLLBACK');
    expect(ledger.read('b').facts).toEqual([]);
    expect(ledger.runs().map(({ id }) => id)).toEqual(['b', 'a']);
  });

  test('after a full disk everything is there that was recorded before, and nothing else', async () => {
    const file = await written();
    const onFullDisk: Driver = (path) => {
      const database = libsqlDriver(path);
      const [[pages]] = database.prepare('PRAGMA page_count').all([]) as [[number]];
      database.prepare(`PRAGMA max_page_count = ${pages + 8}`).all([]);
      return database;
    };
    const ledger = await openLedger({ file, witness, driver: onFullDisk });
    const writer = ledger.begin(headOf('b'), planNamed('one'), someone());
    const durable: Fact[] = [];
    const fill = async () => {
      for (let node = 0; node < 1_000; node++) {
        const batch = [started(node), succeeded(node, { value: large(`${node}`) })];
        await writer.append(batch);
        durable.push(...batch);
      }
    };
    const failure = await refusalOf(fill());
    expect(failure).toMatchObject({ code: 'ledger-unusable', nextStep: expect.stringContaining('go on with resume') });
    expect(failure.message).toBe(`${file} cannot be written: the disk is full`);
    expect(durable.length).toBeGreaterThan(0);
    // What follows would leave a hole where the lost facts were.
    await expect(writer.append([started(0)])).rejects.toThrow(/goes on after its ledger failed/);
    expect(ledger.read('b').facts).toEqual(durable);
    writer.release();
    ledger.close();
    const after = await opened(file);
    expect(after.read('b').facts).toEqual(durable);
    await after.claim(after.read('b'), someone()).append([started(0)]);
    expect(after.read('b').facts).toEqual([...durable, started(0)]);
    expect(after.collect().values).toBe(0);
  });

  test('a lock that somebody else has is waited for without holding up this process', async () => {
    const file = await written();
    const ledger = await opened(file, { patienceMs: 5_000 });
    const writer = ledger.begin(headOf('b'), planNamed('one'), someone());
    const other = libsqlDriver(file);
    other.exec('BEGIN IMMEDIATE');
    const appended = writer.append([started(0)]);
    // This thread goes on, or nobody would ever let go of the lock.
    await new Promise((resolve) => setImmediate(resolve));
    other.exec('ROLLBACK');
    other.close();
    await appended;
    expect(ledger.read('b').facts).toEqual([started(0)]);
  });

  test.each(['before', 'after'])('a commit that fails %s it is done rejects, and nothing follows it', async (when) => {
    const file = await written();
    let isFailing = false;
    const failing: Driver = (path) => {
      const database = libsqlDriver(path);
      return {
        ...database,
        execLater: async (sql) => {
          if (sql !== 'COMMIT') return database.execLater(sql);
          if (!isFailing || when === 'after') await database.execLater(sql);
          if (isFailing) throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
        },
      };
    };
    const ledger = await opened(file, { driver: failing });
    const writer = ledger.begin(headOf('b'), planNamed('one'), someone());
    await writer.append([started(0)]);
    isFailing = true;
    expect(await refusalOf(writer.append([succeeded(0)]))).toMatchObject({
      code: 'ledger-unusable',
      message: expect.stringContaining('SQLITE_IOERR'),
    });
    isFailing = false;
    await expect(writer.append([started(1)])).rejects.toThrow(/goes on after its ledger failed/);
    // Whether it is on the disk nobody can say then; it is there wholly or not at all.
    expect(ledger.read('b').facts).toEqual([started(0), ...(when === 'after' ? [succeeded(0)] : [])]);
  });

  test('facts that are appended while others are being written are refused, and those are written', async () => {
    const file = await written();
    const ledger = await opened(file);
    const writer = ledger.begin(headOf('b'), planNamed('one'), someone());
    const first = writer.append([started(0)]);
    // Says nothing, and does no harm.
    writer.renew();
    await expect(writer.append([started(1)])).rejects.toThrow();
    await first;
    expect((await opened(file)).read('b').facts).toEqual([started(0)]);
    await writer.append([succeeded(0)]);
    expect((await opened(file)).read('b').facts).toEqual([started(0), succeeded(0)]);
  });

  test('a full disk while it is made leaves nothing behind', async () => {
    const file = join(folderOf(), 'ledger.db');
    const onFullDisk: Driver = (path) => {
      const database = libsqlDriver(path);
      database.prepare('PRAGMA max_page_count = 3').all([]);
      return database;
    };
    expect(await refusalOf(openLedger({ file, witness, driver: onFullDisk }))).toMatchObject({
      code: 'ledger-unusable',
      message: expect.stringContaining('the disk is full'),
    });
    expect(readdirSync(dirname(file))).toEqual([]);
  });
});

describe('a run that another process writes while it is read', () => {
  /** A driver that lets something happen just before a query that has this text is answered, once. */
  const interrupted = (text: string, act: () => void): Driver => {
    let isDone = false;
    return (file) => {
      const database = libsqlDriver(file);
      return {
        ...database,
        prepare: (sql) => {
          const statement = database.prepare(sql);
          return {
            run: (values) => statement.run(values),
            all: (values) => {
              if (!isDone && sql.includes(text)) {
                isDone = true;
                act();
              }
              return statement.all(values);
            },
          };
        },
      };
    };
  };

  /** Who commits before `append` returns, so that it can happen amid what another one reads. */
  const atOnce: Driver = (file) => {
    const database = libsqlDriver(file);
    return { ...database, execLater: async (sql) => database.exec(sql) };
  };

  test.each(['FROM facts WHERE run', 'FROM large_values'])('is read as it was at one moment: %s', async (query) => {
    const file = await written();
    // Who reads at one moment keeps `collect` from emptying the log, which it would wait for.
    const owner = await opened(file, { patienceMs: 1, driver: atOnce });
    const value = large('x');
    const writer = owner.begin(headOf('b'), planNamed('one'), someone());
    await writer.append([succeeded(0, { value })]);
    let appended: Promise<void> | undefined;
    const act = () => {
      if (query.includes('large')) {
        writer.release();
        owner.remove(['b']);
        owner.collect();
      } else appended = writer.append([started(1)]);
    };
    const reader = await opened(file, { driver: interrupted(query, act) });
    expect(reader.read('b').facts).toEqual([succeeded(0, { value })]);
    await appended;
    // What came between is there for whoever reads next.
    if (appended) expect(reader.read('b').facts).toEqual([succeeded(0, { value }), started(1)]);
    else expect(refusal(() => reader.read('b')).code).toBe('run-not-found');
  });

  test('gives its values to others all the same', async () => {
    const file = await written();
    const owner = await opened(file, { driver: atOnce });
    const fingerprint = hex('x');
    const writer = owner.begin(headOf('b'), planNamed('one'), someone());
    await writer.append([succeeded(0, { fingerprint })]);
    let appended: Promise<void> | undefined;
    const driver = interrupted('FROM facts WHERE run', () => {
      appended = writer.append([started(1)]);
    });
    const reader = await opened(file, { driver });
    expect(reader.reusable([fingerprint]).get(fingerprint)?.run).toBe('b');
    await appended;
    expect(reader.read('b').facts).toEqual([succeeded(0, { fingerprint }), started(1)]);
  });

  test('is the whole run or none of it when a claim comes between', async () => {
    const file = await written();
    const owner = await opened(file);
    const reader = await opened(file);
    const stale = reader.read('a');
    await owner.claim(owner.read('a'), someone()).append([started(2)]);
    expect(reader.read('a').facts).toEqual([...stale.facts, started(2)]);
  });
});
