import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf } from '../test-folder.js';
import { ledgerBytes, mend, noted, ran, runIds } from './recorded.js';
import { cli } from './world.js';

/** A project that was run once. */
const planned = async (...flags: string[]): Promise<{ cwd: string; id: string }> => {
  const cwd = noted();
  mend(cwd);
  await cli(['run', '-q', ...flags], { cwd });
  ran(cwd);
  return { cwd, id: (await runIds(cwd))[0] };
};

const close = 'stays close to the plan of run';

describe('a plan of a project that was run before', () => {
  it('names the run it stays close to, on stderr', async () => {
    const { cwd, id } = await planned();
    for (const argv of [['plan'], ['run'], ['plan', '-o', 'plan.json']]) {
      const [{ err }, newest] = [await cli(argv, { cwd }), (await runIds(cwd))[0]];
      const named = argv[0] === 'run' ? id : newest;
      expect(err).toMatch(
        new RegExp(`^${close} ${named} of \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d, which still holds$`, 'm'),
      );
    }
  });

  it('says what moved, what is new and what is gone, and how to do without', async () => {
    const { cwd } = await planned();
    rmSync(join(cwd, 'g0/f5.ts'));
    writeFileSync(join(cwd, 'g1/new.ts'), "import './f1.js';\nimport './f2.js';\nexport {};\n");
    const { err } = await cli(['plan'], { cwd });
    expect(err).toMatch(new RegExp(`^${close} .*: .*1 is new, 1 is gone \\(--fresh plans anew\\)$`, 'm'));
  });

  it('is that of the newest run, not of a plan that was only drawn', async () => {
    const { cwd, id } = await planned();
    await cli(['plan', '-q', '--fresh'], { cwd });
    expect((await cli(['plan'], { cwd })).err).toContain(`${close} ${id} `);
    await cli(['run', '-q'], { cwd });
    const [newest] = await runIds(cwd);
    expect(newest).not.toBe(id);
    expect((await cli(['plan'], { cwd })).err).toContain(`${close} ${newest} `);
  });

  it('is looked for in the ledger that is named', async () => {
    const cwd = noted();
    mend(cwd);
    await cli(['run', '-q', '--ledger', 'mine.db'], { cwd });
    expect((await cli(['run', '--ledger', 'mine.db'], { cwd })).err).toContain(close);
    expect((await cli(['run'], { cwd })).err).not.toContain(close);
  });

  it.each([
    ['--fresh', ['--fresh'], {}],
    ['SUBPLAN_FRESH', [], { SUBPLAN_FRESH: '1' }],
    ['another --max-tokens', ['--max-tokens', '9k'], {}],
    ['another --seed', ['--seed', '7'], {}],
    ['another --exclude', ['--exclude', 'g0/**'], {}],
  ])('is made anew with %s', async (_, flags, env) => {
    const { cwd } = await planned();
    for (const command of ['plan', 'run'])
      expect((await cli([command, ...flags], { cwd, env })).err).not.toContain(close);
  });

  it('may have another goal, which splits nothing otherwise', async () => {
    const { cwd, id } = await planned();
    expect((await cli(['plan', '--goal', 'another'], { cwd })).err).toContain(`${close} ${id} `);
  });

  it('leaves stdout to what was asked for, and says nothing with -q', async () => {
    const { cwd } = await planned();
    const { out, err } = await cli(['plan', '--json'], { cwd });
    expect(JSON.parse(out).format).toBe('subplan/plan');
    expect(err).toContain(close);
    const events = (await cli(['run', '--json'], { cwd })).out.trimEnd().split('\n');
    expect(JSON.parse(events[0])).toMatchObject({ type: 'run-started' });
    for (const command of ['plan', 'run']) expect((await cli([command, '-q'], { cwd })).err).toBe('');
  });

  it('keeps the leaves, so that their values can be used again', async () => {
    const { cwd } = await planned();
    rmSync(join(cwd, 'g1/f5.ts'));
    writeFileSync(join(cwd, 'g1/new.ts'), "import './f1.js';\nimport './f2.js';\nexport {};\n");
    const { code, err } = await cli(['run', '--reuse'], { cwd });
    expect([code, ran(cwd)]).toEqual([0, ['g1']]);
    expect(err).toMatch(/2 of them reused, 1 run$/m);
  });
});

describe('a project without a record', () => {
  it('is planned without a word, and planning leaves nothing behind', async () => {
    const cwd = noted();
    expect((await cli(['plan'], { cwd })).err).toBe('');
    expect(existsSync(join(cwd, '.subplan'))).toBe(false);
  });
});

describe('a ledger that cannot be read', () => {
  it.each([
    ['is no database', 'hello'],
    ['is empty', ''],
  ])('%s: that is told, and planning goes on', async (_, text) => {
    const cwd = noted({ '.subplan/ledger.db': text });
    const { code, out, err } = await cli(['plan', '--json'], { cwd });
    expect([code, JSON.parse(out).format]).toEqual([0, 'subplan/plan']);
    expect(err).toBe(
      `subplan: planning afresh, since the last plan cannot be read: ${join(cwd, '.subplan/ledger.db')} cannot be read: it is not an SQLite database\n`,
    );
    expect(await cli(['plan', '-q', '-o', 'plan.json'], { cwd })).toMatchObject({ code: 0, err: '' });
    expect(await cli(['plan', '-q', '--fresh'], { cwd })).toMatchObject({ code: 0, err: '' });
    expect(ledgerBytes(cwd).toString()).toBe(text);
  });

  it('ends a run that is to be recorded in it, before anything runs', async () => {
    const cwd = noted({ '.subplan/ledger.db': 'hello' });
    const { code, out, err } = await cli(['run'], { cwd });
    expect({ code, out, ran: ran(cwd) }).toEqual({ code: 2, out: '', ran: [] });
    expect(err).toMatch(
      /it is not an SQLite database\nRestore it from a backup, or move it away .* nothing was run\.\n$/,
    );
    expect(ledgerBytes(cwd).toString()).toBe('hello');
  });

  it('does not keep a run from going without one', async () => {
    const cwd = noted({ '.subplan/ledger.db': 'hello' });
    mend(cwd);
    expect((await cli(['run', '--no-ledger', '-q'], { cwd })).code).toBe(0);
    expect(ran(cwd)).toEqual(['g0', 'g1', 'g2']);
  });

  it.skipIf(process.platform === 'win32')('has its name made safe to show', async () => {
    const cwd = join(folderOf({ 'app\x1b[2J/.subplan/ledger.db': 'hello', 'app\x1b[2J/a.ts': '' }), 'app\x1b[2J');
    const { code, err } = await cli(['plan'], { cwd });
    expect(code).toBe(0);
    expect(err).toMatch(/planning afresh, .*app\\x1b\[2J/);
    expect(err).not.toContain('\x1b');
  });
});
