import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { folderOf } from '../test-folder.js';
import { failedRun, mend, noted, runIds } from './recorded.js';
import { cli, groups } from './world.js';

/** Such a project with so many runs of it, of which the newest succeeded and the others did not; newest first. */
const withRuns = async (count: number): Promise<{ cwd: string; ids: string[] }> => {
  const cwd = noted();
  for (let i = 1; i < count; i++) await cli(['run', '-q', '--fresh'], { cwd });
  mend(cwd);
  await cli(['run', '-q', '--fresh'], { cwd });
  return { cwd, ids: await runIds(cwd) };
};

/** What is left when nothing may be removed. */
const refused = async (cwd: string, argv: readonly string[]): Promise<string> => {
  const before = await runIds(cwd);
  const { code, out, err } = await cli(['runs', ...argv], { cwd });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(await runIds(cwd)).toEqual(before);
  return err;
};

describe('subplan runs', () => {
  it('says how to start one where nothing is recorded, and leaves nothing behind', async () => {
    const cwd = noted();
    expect(await cli(['runs'], { cwd })).toMatchObject({
      ...{ code: 0, out: 'no runs are recorded; `subplan run` records what it does\n' },
    });
    expect(JSON.parse((await cli(['runs', '--json'], { cwd })).out)).toEqual([]);
    for (const argv of [
      ['show', 'x'],
      ['rm', 'x'],
    ]) {
      const { code, out, err } = await cli(['runs', ...argv], { cwd });
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toContain(`no run is recorded in ${cwd}\nStart one with \`subplan run\``);
    }
    expect(existsSync(join(cwd, '.subplan'))).toBe(false);
  });

  it('says so where all were removed', async () => {
    const { cwd, ids } = await withRuns(1);
    await cli(['runs', 'rm', ids[0]], { cwd });
    expect(await cli(['runs'], { cwd })).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^no runs are recorded; /),
      err: '',
    });
    expect((await cli(['runs', '--json'], { cwd })).out).toBe('[]\n');
  });

  it('lists them newest first: state, leaves, time, what was spent, when it began, and the task', async () => {
    const { cwd, ids } = await withRuns(2);
    const { code, out, err } = await cli(['runs'], { cwd });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [heading, newest, oldest] = out.split('\n');
    expect(heading.split(/ +/)).toEqual(['run', 'state', 'leaves', 'time', 'spent', 'began', 'task']);
    const end = String.raw` +[\d.]+ m?s +0\.75 usd +\d{4}-\d\d-\d\d \d\d:\d\d +the function note 1$`;
    expect(newest).toMatch(new RegExp(`^${ids[0]} +succeeded +3/3${end}`));
    expect(oldest).toMatch(new RegExp(`^${ids[1]} +failed +2/3, 1 failed${end}`));
  });

  it('gives all of it as JSON', async () => {
    const { cwd, ids } = await withRuns(2);
    const { out } = await cli(['runs', '--json'], { cwd });
    expect(JSON.parse(out)).toMatchObject([
      { id: ids[0], state: 'succeeded', leaves: 3, succeeded: 3, failed: 0, sessions: 1, usage: { usd: 0.75 } },
      { id: ids[1], state: 'failed', root: cwd, task: 'the function note 1', leaves: 3, succeeded: 2, failed: 1 },
    ]);
  });

  it('fits the terminal', async () => {
    const { cwd } = await withRuns(1);
    const { out } = await cli(['runs'], { cwd, stdout: { isTTY: true, columns: 50 } });
    const [heading, row] = out.split('\n');
    expect([heading, row].every((line) => line.replaceAll(/\x1b\[\d+m/g, '').length <= 50)).toBe(true);
  });

  it('looks into another project or file where one is named, also by a variable', async () => {
    const { cwd, id } = await failedRun();
    await cli(['run', '-q', '--ledger', 'mine.db'], { cwd });
    const elsewhere = folderOf({ keep: '' });
    expect((await cli(['runs', '--root', cwd], { cwd: elsewhere })).out).toContain(id);
    expect((await cli(['runs', 'show', id, '--root', cwd], { cwd: elsewhere })).out).toContain(`run ${id}: failed`);
    const mine = await cli(['runs', '--ledger', 'mine.db', '--json'], { cwd });
    expect(JSON.parse(mine.out)).toHaveLength(1);
    expect(mine.out).not.toContain(id);
    expect((await cli(['runs', '--json'], { cwd, env: { SUBPLAN_LEDGER: 'mine.db' } })).out).toBe(mine.out);
  });

  it('what one could do next is a command that works', async () => {
    const { cwd, ids } = await withRuns(2);
    const { out } = await cli(['runs'], { cwd });
    expect(out).toMatch(new RegExp(`\n\nNext: subplan runs show ${ids[0]} tells more\\.\n$`));
    expect((await cli(['runs', 'show', ids[0]], { cwd })).code).toBe(0);
  });
});

describe('subplan runs show', () => {
  it('has how it stands, what failed and why, and what it was given', async () => {
    const { cwd, id } = await failedRun('--goal', 'tidy up', '-j', '2');
    const { code, out } = await cli(['runs', 'show', id.slice(0, -1)], { cwd });
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^failed: g1\n {4}no luck\n[\\s\\S]*\nrun ${id}: failed\n`));
    expect(out).toMatch(/^ {2}task +the function note 1$/m);
    expect(out).toMatch(/^ {2}leaves +2 succeeded, 1 failed$/m);
    expect(out).toMatch(/^ {2}spent +0\.75 usd$/m);
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(/ settings .*maxFiles 6, .*goal "tidy up", .*maxParallel 2/);
    expect(out).toContain(`ledger    ${join(cwd, '.subplan/ledger.db')}`);
    expect(out).not.toMatch(/^ {2}owner/m);
  });

  it('has the history, which grows with each resume: when, by which version, and what differed', async () => {
    const { cwd, id } = await failedRun('-j', '4');
    await cli(['run', '--resume', '-q', '-j', '2', '--timeout', '5m'], { cwd });
    await cli(['run', '--resume', '-q'], { cwd });
    const { out } = await cli(['runs', 'show', id], { cwd, stdout: { isTTY: false } });
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    const history = out.slice(out.indexOf('  history')).replaceAll(/\s+/g, ' ').trim();
    const by = `by subplan ${version},`.replaceAll('.', '\\.');
    const at = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`;
    expect(history).toMatch(
      new RegExp(
        `^history ${at} began ${by} 4 at once: 4 subplans to run ` +
          `${at} resumed ${by} 2 at once: 2 subplans to run, 2 kept; ` +
          'changed: maxParallel 4 → 2, timeoutMs unset → 300000 ' +
          `${at} resumed ${by} 2 at once: 2 subplans to run, 2 kept$`,
      ),
    );
  });

  it('gives all of it as JSON, wherever --json stands', async () => {
    const { cwd, id } = await failedRun();
    const { out } = await cli(['runs', 'show', id, '--json'], { cwd });
    expect(JSON.parse(out)).toMatchObject({
      ...{ id, state: 'failed', outcomes: { succeeded: 2, failed: 1 }, reused: 0, wrote: 0 },
      history: [{ kept: 0, toRun: 4, changed: [] }],
      failures: [{ label: 'g1', outcome: 'failed', failure: { message: expect.stringContaining('no luck') } }],
    });
    expect((await cli(['runs', '--json', 'show', id], { cwd })).out).toBe(out);
  });

  it('tells of leaves that were reused', async () => {
    const { cwd } = await withRuns(1);
    await cli(['run', '-q', '--reuse'], { cwd });
    const [newest] = await runIds(cwd);
    expect((await cli(['runs', 'show', newest], { cwd })).out).toMatch(/leaves +3 succeeded; 3 of them reused$/m);
  });

  it('knows no other run, and not which of several', async () => {
    const { cwd, ids } = await withRuns(2);
    expect(await refused(cwd, ['show', 'nope'])).toMatch(/there is no run "nope" in .*\n`subplan runs` lists/);
    expect(await refused(cwd, ['show', ids[0][0]])).toContain(`could be any of 2 runs: ${ids.join(', ')}\n`);
    expect(await refused(cwd, ['show'])).toContain('`subplan runs show --help` has every flag');
  });
});

describe('a run that somebody works on', () => {
  const go = 'subplan-test: leaves may end';

  /** What is seen of a run while its only leaf waits. */
  const whileRunning = async (look: (cwd: string) => Promise<void>): Promise<void> => {
    const config = `import { once } from 'node:events';
      const run = () => once(process, '${go}');
      export default { exclude: ['*.mjs'], task: { name: 'waits', version: '1', run } };`;
    const cwd = folderOf({ ...groups(1), 'subplan.config.mjs': config });
    // Heard once the leaf listens: nothing may be told to it before.
    const isThere = new Promise<void>((resolve) => {
      const heard = (name: string | symbol): void => {
        if (name !== go) return;
        process.off('newListener', heard);
        resolve();
      };
      process.on('newListener', heard);
    });
    const running = cli(['run', '-q'], { cwd });
    await Promise.race([isThere, running]);
    try {
      await look(cwd);
    } finally {
      process.emit(go as never);
      await running;
    }
    expect((await cli(['runs'], { cwd })).out).toMatch(/ succeeded +1\/1 /);
  };

  it('is shown as running, with its owner', () =>
    whileRunning(async (cwd) => {
      const [id] = await runIds(cwd);
      expect((await cli(['runs'], { cwd })).out).toMatch(new RegExp(`^${id} +running +0/1 `, 'm'));
      const { out } = await cli(['runs', 'show', id], { cwd });
      expect(out).toContain(`run ${id}: running\n`);
      expect(out).toMatch(/^ {2}leaves +1 unfinished$/m);
      expect(out).toMatch(new RegExp(`^ {2}owner +process ${process.pid} on \\S+ since \\d{4}-`, 'm'));
    }));

  it('is neither removed nor resumed, and never old', () =>
    whileRunning(async (cwd) => {
      const [id] = await runIds(cwd);
      const owned = `run ${id} is being worked on by process ${process.pid} on `;
      expect(await refused(cwd, ['rm', id])).toContain(owned);
      const { code, err } = await cli(['run', '--resume'], { cwd });
      expect([code, err]).toEqual([2, expect.stringContaining(owned)]);
      const gc = await cli(['runs', 'gc', '--keep', '0', '--json'], { cwd });
      expect([gc.code, JSON.parse(gc.out).removed]).toEqual([0, []]);
      expect(await runIds(cwd)).toEqual([id]);
    }));
});

describe('subplan runs rm', () => {
  it('removes several, by their ids or the beginnings of them, each once', async () => {
    const { cwd, ids } = await withRuns(3);
    const { code, out } = await cli(['runs', 'rm', ids[0], ids[2].slice(0, -1), ids[0]], { cwd });
    expect({ code, out }).toEqual({ code: 0, out: `removed run ${ids[0]}\nremoved run ${ids[2]}\n` });
    expect(await runIds(cwd)).toEqual([ids[1]]);
    const last = await cli(['runs', 'rm', ids[1], '--json'], { cwd });
    expect(JSON.parse(last.out)).toEqual({ removed: [ids[1]] });
  });

  it('removes none where one of them is not known, or could be several', async () => {
    const { cwd, ids } = await withRuns(2);
    expect(await refused(cwd, ['rm', ids[0], 'nope'])).toContain('there is no run "nope"');
    expect(await refused(cwd, ['rm', ids[0], ids[0][0]])).toContain('could be any of 2 runs');
    expect(await refused(cwd, ['rm'])).toContain("missing required argument 'id'");
  });
});

describe('subplan runs gc', () => {
  afterEach(() => void vi.useRealTimers());

  it('removes no run unless asked, but what no run needs', async () => {
    const { cwd, ids } = await withRuns(2);
    expect((await cli(['runs', 'gc'], { cwd })).out).toBe(
      'dropped 0 plans and 0 large values that no run needs, 0B given back\n',
    );
    await cli(['runs', 'rm', ...ids], { cwd });
    expect((await cli(['runs', 'gc'], { cwd })).out).toMatch(
      /^dropped 1 plan and 0 large values .*, \d\S*B given back\n$/,
    );
  });

  it('--keep has all but the newest go', async () => {
    const { cwd, ids } = await withRuns(3);
    const { code, out } = await cli(['runs', 'gc', '--keep', '1'], { cwd });
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^removed run ${ids[1]}\nremoved run ${ids[2]}\ndropped `));
    expect(await runIds(cwd)).toEqual([ids[0]]);
  });

  it('--older-than has only old ones go, and of those none that is kept', async () => {
    const { cwd, ids } = await withRuns(2);
    const gc = (...flags: string[]) => cli(['runs', 'gc', '--json', ...flags], { cwd });
    expect(JSON.parse((await gc('--older-than', '30d')).out)).toMatchObject({ removed: [] });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 24 * 3_600_000 });
    expect(JSON.parse((await gc('--older-than', '32d')).out)).toMatchObject({ removed: [] });
    expect(JSON.parse((await gc('--older-than', '30d', '--keep', '1')).out)).toMatchObject({ removed: [ids[1]] });
    expect(JSON.parse((await gc('--older-than', '12h')).out)).toMatchObject({ removed: [ids[0]] });
  });

  it.each([
    ['--keep', 'x', 'a whole number, 0 or more, got "x"'],
    ['--keep', '-1', 'a whole number, 0 or more, got "-1"'],
    ['--keep', '1.5', 'a whole number, 0 or more, got "1.5"'],
    ['--older-than', 'long', 'a duration such as 30d, 12h or 5m, got "long"'],
    ['--older-than', '30', 'a duration such as 30d, 12h or 5m, got "30"'],
    ['--older-than', '-3d', 'a duration such as 30d, 12h or 5m, got "-3d"'],
  ])('%s %s is refused by name, and nothing is removed', async (flag, value, expected) => {
    const { cwd } = await withRuns(1);
    expect(await refused(cwd, ['gc', flag, value])).toBe(
      `subplan: a setting is invalid\n  ${flag}: expected ${expected}\nCorrect what is listed. Nothing was removed.\n`,
    );
  });

  it('all that is wrong is told at once', async () => {
    const { cwd } = await withRuns(1);
    const err = await refused(cwd, ['gc', '--keep', 'x', '--older-than', 'y']);
    expect(err).toMatch(/2 settings are invalid\n {2}--keep: .*\n {2}--older-than: /);
  });
});

describe('names from elsewhere', () => {
  it.skipIf(process.platform === 'win32')('reach a terminal through no view of what is recorded', async () => {
    const evil = '\x1b[2J\u202e';
    const config = `const evil = '\\x1b[2J\\u202e';
      const run = (leaf, { spend }) => { spend({ ['usd' + evil]: 1 }); throw new Error('failed' + evil); };
      export default { exclude: ['*.mjs'], maxFiles: 6, goal: 'goal' + evil, task: { name: 'task' + evil, version: '1' + evil, run } };`;
    const files = Object.entries(groups(2)).map(([path, text]) => [`app${evil}/${evil}${path}`, text]);
    const cwd = join(
      folderOf({ ...Object.fromEntries(files), [`app${evil}/subplan.config.mjs`]: config }),
      `app${evil}`,
    );
    const ran = await cli(['run'], { cwd });
    expect(ran.code).toBe(1);
    const [id] = await runIds(cwd);
    const views = [['runs'], ['runs', '--json'], ['runs', 'show', id], ['runs', 'show', id, '--json']];
    const more = [
      ['runs', 'show', evil],
      ['run', '--resume'],
      ['run', '--resume', evil],
      ['run', '--resume', '--goal', evil],
    ];
    for (const argv of [...views, ...more, ['plan'], ['run', '--json'], ['runs', 'rm', evil]]) {
      const { out, err } = await cli(argv, { cwd, stdout: { isTTY: true, columns: 400 }, env: { NO_COLOR: '1' } });
      expect(out + err, argv.join(' ')).not.toMatch(/[\x1b\u202e]/);
      expect(out + err, argv.join(' ')).toMatch(/\\x1b|\\u001b|\\u202e/);
    }
  });
});
