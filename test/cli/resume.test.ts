import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf } from '../test-folder.js';
import { failedRun, ledgerBytes, mend, noted, ran, reconfigure, runIds, sharedFailedRun } from './recorded.js';
import { cli, groups, type Trial } from './world.js';

const reportIn = (cwd: string) => JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'));

/** What was refused: exit code 2, and nothing ran, was printed or was recorded. */
const refused = async (cwd: string, argv: readonly string[], trial: Trial = {}): Promise<string> => {
  const before = ledgerBytes(cwd);
  const { code, out, err } = await cli(['run', ...argv], { cwd, ...trial });
  expect({ code, out, ran: ran(cwd) }, err).toEqual({ code: 2, out: '', ran: [] });
  expect(ledgerBytes(cwd).equals(before)).toBe(true);
  return err;
};

describe('recording', () => {
  it('is done in the project, and the summary says by which id', async () => {
    const cwd = noted();
    mend(cwd);
    const { code, err } = await cli(['run'], { cwd });
    expect(code).toBe(0);
    const [id] = await runIds(cwd);
    expect(err).toMatch(new RegExp(`^ {2}run +${id}$`, 'm'));
    expect(readFileSync(join(cwd, '.subplan/.gitignore'), 'utf8')).toBe('*\n');
  });

  it.each([
    ['--no-ledger', ['--no-ledger'], {}],
    ['SUBPLAN_NO_LEDGER', [], { SUBPLAN_NO_LEDGER: '1' }],
  ])('is not done with %s, which leaves nothing behind and promises nothing', async (_, flags, env) => {
    const cwd = noted();
    const { code, err } = await cli(['run', ...flags], { cwd, env });
    expect(code).toBe(1);
    expect(existsSync(join(cwd, '.subplan'))).toBe(false);
    expect(err).not.toMatch(/--resume|^ {2}run /m);
  });

  it('is done in another file with --ledger, below the current folder; a configuration names one below the root', async () => {
    const root = noted();
    const cwd = folderOf({ keep: '' });
    await cli(['run', root, '--ledger', 'runs.db'], { cwd });
    expect([existsSync(join(cwd, 'runs.db')), existsSync(join(root, '.subplan'))]).toEqual([true, false]);
    reconfigure(root, "maxFiles: 6, ledger: 'own.db'");
    await cli(['run', root], { cwd });
    expect([existsSync(join(root, 'own.db')), existsSync(join(root, '.subplan'))]).toEqual([true, false]);
  });

  it('that is not possible is told before anything runs, with what to do about it', async () => {
    const cwd = noted({ '.subplan': 'a file' });
    const { code, out, err } = await cli(['run'], { cwd });
    expect({ code, out, ran: ran(cwd) }).toEqual({ code: 2, out: '', ran: [] });
    expect(err).toMatch(/\.subplan\/ledger\.db cannot be used \(.*not a directory/);
    expect(err).toMatch(/name another file with --ledger, .*--no-ledger\.\n$/);
    expect(readFileSync(join(cwd, '.subplan'), 'utf8')).toBe('a file');
    expect((await cli(['run', '--no-ledger', '-q'], { cwd })).code).toBe(1);
    expect(ran(cwd)).toEqual(['g0', 'g1', 'g2']);
  });

  it('that is not possible is told once, and in plain words', async () => {
    const { err } = await cli(['run'], { cwd: noted({ '.subplan': 'a file' }) });
    expect(err.match(/ENOTDIR/g)).toHaveLength(1);
  });
});

describe('a run that failed', () => {
  it('ends with 1, and says how to go on', async () => {
    const { first, id } = await failedRun();
    expect(first.code).toBe(1);
    expect(first.err).toMatch(
      new RegExp(`^ {2}run +${id}; \`subplan run --resume ${id}\` goes on with what failed`, 'm'),
    );
  });

  it('goes on with what failed, and ends with 0 when nothing fails any more', async () => {
    const { cwd, id } = await failedRun();
    const again = await cli(['run', '--resume'], { cwd });
    expect([again.code, ran(cwd)]).toEqual([1, ['g1']]);
    mend(cwd);
    const { code, out, err } = await cli(['run', '--resume'], { cwd });
    expect([code, ran(cwd), JSON.parse(out)]).toEqual([0, ['g1'], ['g0', 'g1', 'g2']]);
    expect(err).toMatch(new RegExp(`^run ${id} goes on\n3 leaves \\(2 done before\\), at most `));
    expect(await runIds(cwd)).toEqual([id]);
  });

  it('goes on by a variable as by a flag', async () => {
    const { cwd, id } = await failedRun();
    await cli(['run'], { cwd, env: { SUBPLAN_RESUME: id.slice(0, -1) } });
    expect(ran(cwd)).toEqual(['g1']);
    await cli(['run'], { cwd, env: { SUBPLAN_RETRY_FAILED: '1' } });
    expect([ran(cwd), await runIds(cwd)]).toEqual([['g1'], [id]]);
  });

  it.each(['SUBPLAN_RESUME', 'SUBPLAN_RETRY_FAILED'])('is not meant where %s is 0', async (name) => {
    const { cwd } = await failedRun();
    const { code, err } = await cli(['run', '-q'], { cwd, env: { [name]: '0' } });
    expect([code, ran(cwd)], err).toEqual([1, ['g0', 'g1', 'g2']]);
  });

  it('--retry-failed runs what failed, and leaves alone what never started', async () => {
    const { cwd } = await failedRun('-j', '1', '--order', 'plan', '--on-failure', 'stop');
    mend(cwd);
    expect([(await cli(['run', '--retry-failed'], { cwd })).code, ran(cwd)]).toEqual([1, ['g1']]);
    expect([(await cli(['run', '--resume'], { cwd })).code, ran(cwd)]).toEqual([0, ['g2']]);
  });

  it('tells those who read its events how much is known, and the report tells of all sessions', async () => {
    const { cwd, id } = await failedRun('-j', '3');
    mend(cwd);
    const { out } = await cli(['run', '--resume', '--json', '-q', '-j', '2', '-o', 'report.json'], { cwd });
    const events = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events[0]).toMatchObject({ type: 'run-started', runId: id, leaves: 3, known: { recorded: 2, reused: 0 } });
    const { runId, status, sessions } = reportIn(cwd);
    expect([runId, status]).toEqual([id, 'succeeded']);
    expect(sessions).toMatchObject([
      { maxParallel: 3, kept: 0, toRun: 4, changed: [] },
      { maxParallel: 2, kept: 2, toRun: 2, changed: [{ option: 'maxParallel', before: 3, now: 2 }] },
    ]);
  });

  it('that was of a plan.json goes on in the folder it ran on', async () => {
    const root = noted();
    const cwd = folderOf({ keep: '' });
    await cli(['plan', root, '-q', '-o', 'plan.json'], { cwd });
    await cli(['run', 'plan.json', '--root', root, '-q'], { cwd });
    ran(root);
    mend(root);
    expect([(await cli(['run', root, '--resume', '-q'], { cwd })).code, ran(root)]).toEqual([0, ['g1']]);
  });
});

describe('a run that is finished', () => {
  it('prints its report and ends as it did, runs nothing and writes nothing to the ledger', async () => {
    const cwd = noted();
    mend(cwd);
    const first = await cli(['run', '-o', 'report.json'], { cwd });
    const [report, ledger] = [reportIn(cwd), ledgerBytes(cwd)];
    writeFileSync(join(cwd, 'report.json'), '');
    ran(cwd);
    const again = await cli(['run', '--resume', '-o', 'report.json'], { cwd });
    expect([first.code, again.code, ran(cwd)]).toEqual([0, 0, []]);
    expect(again.err).toMatch(/^run \S+ was finished already: this is its report\n/);
    expect(again.err).toMatch(/: all succeeded\n {2}leaves +3 succeeded\n/);
    expect(reportIn(cwd)).toEqual(report);
    const shown = await cli(['run', '--resume', '-q'], { cwd });
    expect([JSON.parse(shown.out), shown.err]).toEqual([['g0', 'g1', 'g2'], '']);
    expect(ledgerBytes(cwd).equals(ledger)).toBe(true);
  });

  it('has events for those who want them: that it was known, and how it ended', async () => {
    const cwd = noted();
    mend(cwd);
    await cli(['run', '-q'], { cwd });
    const { out } = await cli(['run', '--resume', '--json', '-q'], { cwd });
    const events = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events).toMatchObject([
      { type: 'run-started', known: { recorded: 3 } },
      { type: 'run-ended', status: 'succeeded' },
    ]);
  });
});

describe('which run goes on', () => {
  const shared = sharedFailedRun();

  it('where none is recorded, it is told how to start one, and nothing is left behind', async () => {
    const cwd = noted();
    const { code, out, err } = await cli(['run', '--resume'], { cwd });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toBe(
      `subplan: no run is recorded in ${cwd}\nStart one with \`subplan run\`, which records what it does. Nothing was done.\n`,
    );
    expect(existsSync(join(cwd, '.subplan'))).toBe(false);
  });

  it('the newest where none is named, else that which begins with what is', async () => {
    const { cwd, id } = await failedRun();
    await cli(['run', '-q'], { cwd });
    const [newest] = await runIds(cwd);
    expect((await cli(['run', '--resume'], { cwd })).err).toContain(`run ${newest} goes on`);
    expect((await cli(['run', '--resume', id.slice(0, -2)], { cwd })).err).toContain(`run ${id} goes on`);
  });

  it('none where several begin so, which are named, or no one does', async () => {
    const { cwd, id } = await failedRun();
    await cli(['run', '-q'], { cwd });
    ran(cwd);
    const both = await refused(cwd, ['--resume', id[0]]);
    expect(both).toMatch(/could be any of 2 runs: \S+, \S+\nGive more of the id\.\n$/);
    expect(both).toContain(id);
    expect(await refused(cwd, ['--resume', 'nope'])).toMatch(/there is no run "nope" in .*\n`subplan runs` lists/);
  });

  it.each([
    ['.', '--resume'],
    ['./', '--resume'],
    ['../elsewhere', '--resume'],
    ['packages/app', '--retry-failed'],
  ])('not one that is the folder: %s behind %s is told how to write it', async (folder, flag) => {
    expect(await refused(shared, [flag, folder])).toContain(`Put the folder first: subplan run ${folder} ${flag}.`);
  });

  it('the folder may be written first', async () => {
    const { cwd, id } = await failedRun();
    expect((await cli(['run', '.', '--resume'], { cwd })).err).toContain(`run ${id} goes on`);
  });

  it('a folder is told apart from an id also where it has a plain name', async () => {
    expect(await refused(shared, ['--resume', 'g0'])).toContain('Put the folder first: subplan run g0 --resume.');
  });

  it('of another ledger with --ledger', async () => {
    const cwd = noted();
    await cli(['run', '-q', '--ledger', 'mine.db'], { cwd });
    ran(cwd);
    mend(cwd);
    expect([(await cli(['run', '--resume', '--ledger', 'mine.db'], { cwd })).code, ran(cwd)]).toEqual([0, ['g1']]);
  });

  it('where a ledger that is named has none, it is that which is told of', async () => {
    const cwd = noted();
    const { code, err } = await cli(['run', '--resume', '--ledger', 'none.db'], { cwd });
    expect(code).toBe(2);
    expect(err).toContain(`no run is recorded in ${join(cwd, 'none.db')}`);
  });
});

describe('how to go on, as the summary tells it', () => {
  /** Does what the summary says. */
  const followed = async (err: string, cwd: string): Promise<string> => {
    const [, told] = /`subplan (run [^`]*)`/.exec(err) as RegExpExecArray;
    return (await cli(told.split(' '), { cwd })).err;
  };

  it('goes on with that run', async () => {
    const { cwd, first, id } = await failedRun();
    expect(await followed(first.err, cwd)).toContain(`run ${id} goes on`);
  });

  it('does so where the folder was named', async () => {
    const root = noted();
    const cwd = join(root, '..');
    const { err } = await cli(['run', basename(root)], { cwd });
    expect(await followed(err, cwd)).toContain(`run ${(await runIds(root))[0]} goes on`);
  });

  it('does so where another ledger was named', async () => {
    const { cwd } = await failedRun();
    const { err } = await cli(['run', '--ledger', 'mine.db'], { cwd });
    const [, id] = /^ {2}run +([\w-]+)/m.exec(err) as RegExpExecArray;
    expect(await followed(err, cwd)).toContain(`run ${id} goes on`);
  });

  it('does so where there is a newer run', async () => {
    const { cwd, id } = await failedRun();
    await cli(['run', '-q'], { cwd });
    const { err } = await cli(['run', '--resume', id], { cwd });
    expect(await followed(err, cwd)).toContain(`run ${id} goes on`);
  });
});

describe('what may differ', () => {
  it('is taken, and recorded with both values', async () => {
    const { cwd } = await failedRun('-j', '4');
    const flags = '-j 2 --timeout 5m --retries 1 --backoff 0 --on-failure stop'.split(' ');
    const { code } = await cli(['run', '--resume', '-q', '-o', 'report.json', ...flags], { cwd });
    expect([code, ran(cwd)]).toEqual([1, ['g1', 'g1']]);
    expect(reportIn(cwd).concurrency.limit).toBe(2);
    const [, { changed }] = reportIn(cwd).sessions;
    const both = changed.map(({ option, before, now }: Record<string, unknown>) => [option, before, now]);
    expect(both.sort()).toEqual([
      ['backoffMs', 1000, 0],
      ['maxParallel', 4, 2],
      ['onFailure', 'continue', 'stop'],
      ['retries', 0, 1],
      ['timeoutMs', null, 300_000],
    ]);
  });

  it('is what a flag says: neither the environment nor the configuration is meant for this run', async () => {
    const { cwd } = await failedRun('--max-files', '6');
    reconfigure(cwd, 'maxFiles: 9, maxTokens: 50, retries: 7');
    const env = { SUBPLAN_MAX_TOKENS: '500', SUBPLAN_MIN_FILES: '2', SUBPLAN_RETRIES: '3', SUBPLAN_TASK: 'none.js' };
    const { code } = await cli(['run', '--resume', '-q', '-o', 'report.json'], { cwd, env });
    expect([code, ran(cwd)]).toEqual([1, ['g1']]);
    expect(reportIn(cwd).sessions[1].changed).toEqual([]);
  });
});

describe('what may not differ', () => {
  const cwd = sharedFailedRun();

  it.each([
    ['--max-tokens', '9k', 'nothing', '9000'],
    ['--min-files', '2', '5', '2'],
    ['--max-files', '9', '6', '9'],
    ['--goal', 'another', 'nothing', '"another"'],
    ['--seed', '3', '1', '3'],
    ['--task', 'task.mjs', 'the function note 1', /\/task\.mjs \([0-9a-f]{8}\)/],
  ])('%s %s is refused by name, with both values', async (flag, value, was, now) => {
    writeFileSync(join(cwd, 'task.mjs'), 'export default () => 1;');
    const err = await refused(cwd, ['--resume', flag, value]);
    const text = typeof now === 'string' ? now.replaceAll('"', '\\"') : now.source;
    expect(err).toMatch(/^subplan: run \S+ cannot be resumed: something that decides its results is not as it was\n/);
    expect(err).toMatch(new RegExp(`^ {2}${flag}: expected ${was}, as recorded, got .*${text}$`, 'm'));
    expect(err).toMatch(/\nSet back what is listed, or leave it out, .* a new run .* with --reuse\. Nothing was run/);
  });

  it('what is set to what it was is no difference', async () => {
    const { cwd } = await failedRun();
    const same = '--min-files 5 --max-files 6 --seed 1'.split(' ');
    expect([(await cli(['run', '--resume', '-q', ...same], { cwd })).code, ran(cwd)]).toEqual([1, ['g1']]);
  });

  it('is told all at once, without what may', async () => {
    const flags = '--max-tokens 9k --min-files 2 --goal x -j 1 --timeout 1m'.split(' ');
    const err = await refused(cwd, ['--resume', ...flags]);
    expect(err.match(/--[a-z-]+(?=: expected)/g)?.sort()).toEqual(['--goal', '--max-tokens', '--min-files']);
  });

  it('is told in a sentence of good grammar', async () => {
    const err = await refused(cwd, ['--resume', '--max-tokens', '9k', '--min-files', '2']);
    expect(err).toMatch(/2 things that decide its results are not as they were\n/);
  });

  it('is refused for a finished run as well', async () => {
    const cwd = noted();
    mend(cwd);
    await cli(['run', '-q'], { cwd });
    ran(cwd);
    expect(await refused(cwd, ['--resume', '--min-files', '2'])).toContain('--min-files: expected 5, as recorded');
  });
});

describe('a task in the configuration', () => {
  it('made with defineTask in a subplan.config.mjs is found again', async () => {
    const library = new URL('../../dist/index.js', import.meta.url).href;
    const config = `import { existsSync } from 'node:fs';
      import { defineTask } from '${library}';
      const run = (leaf, { root }) => {
        if (!existsSync(root + '/mended.txt')) throw new Error('not yet');
        return [leaf.label];
      };
      export default { exclude: ['*.mjs', '*.txt'], maxFiles: 6, task: defineTask({ name: 'own', version: '3', run }) };`;
    const cwd = folderOf({ ...groups(2), 'subplan.config.mjs': config });
    expect((await cli(['run', '-q'], { cwd })).code).toBe(1);
    mend(cwd);
    const { code, out } = await cli(['run', '--resume', '-q'], { cwd });
    expect([code, JSON.parse(out)]).toEqual([0, ['g0', 'g1']]);
  });

  it('that has another version is refused with both', async () => {
    const { cwd } = await failedRun();
    reconfigure(cwd, 'maxFiles: 6', '2');
    expect(await refused(cwd, ['--resume'])).toContain(
      '--task: expected the function note 1, as recorded, got the function note 2',
    );
  });

  it('that is not read is missed, in words for the command line', async () => {
    const { cwd } = await failedRun();
    const err = await refused(cwd, ['--resume', '--no-config']);
    expect(err).toMatch(/the task of the run is a function \(note 1\)/);
    expect(err).toMatch(/subplan\.config|--no-config/);
  });

  it('without name and version cannot be resumed, and says so from the start', async () => {
    const cwd = folderOf({ ...groups(2), 'subplan.config.mjs': 'export default { task: () => { throw 1; } };' });
    expect((await cli(['run'], { cwd })).err).toMatch(/warning: the task is a function without name and version/);
    const { code, err } = await cli(['run', '--resume'], { cwd });
    expect(code).toBe(2);
    expect(err).toMatch(/resume is not possible: .*\nUse defineTask\(/);
  });
});

describe('what makes no sense with --resume', () => {
  const cwd = sharedFailedRun();

  it('a plan from a file', async () => {
    await cli(['plan', '-q', '-o', 'plan.json'], { cwd });
    expect(await refused(cwd, ['plan.json', '--resume'])).toMatch(/"plan\.json" is a plan, but .*in the ledger\n/);
  });

  it.each([
    ['--no-ledger', ['--no-ledger'], {}],
    ['SUBPLAN_NO_LEDGER', [], { SUBPLAN_NO_LEDGER: '1' }],
  ])('%s', async (_, flags, env) => {
    expect(await refused(cwd, ['--resume', ...flags], { env })).toMatch(/--no-ledger and --resume exclude each other/);
  });

  it('--retry-failed', async () => {
    expect(await refused(cwd, ['--resume', '--retry-failed'])).toContain(
      '--retry-failed: expected to stand without --resume',
    );
  });

  it('--root, which a folder is itself', async () => {
    expect(await refused(cwd, ['--resume', '--root', '..'])).toContain('--root: expected');
  });

  it('values that are none', async () => {
    expect(await refused(cwd, ['--resume', '-j', '0'])).toMatch(/--max-parallel: expected a whole number.*, got 0/);
  });

  it('values that are none, all told at once as they are without it', async () => {
    const err = await refused(cwd, ['--resume', '-j', '0', '--timeout', '30', '--max-tokens', 'x']);
    expect(err).toContain('--max-tokens: expected a whole number');
    expect(err).toContain(
      '--timeout: expected a duration from 1ms to 2147483647ms, such as 500ms, 30s or 5m, got "30"',
    );
  });

  it('a task that is not there', async () => {
    expect(await refused(cwd, ['--resume', '--task', 'none.js'])).toContain(
      '--task: expected the file of a module, got "none.js", where there is none',
    );
  });
});

describe('--reuse', () => {
  it('says how many leaves were reused, and runs the others', async () => {
    const cwd = noted();
    mend(cwd);
    await cli(['run', '-q'], { cwd });
    ran(cwd);
    const same = await cli(['run', '--reuse'], { cwd });
    expect([same.code, ran(cwd), JSON.parse(same.out)]).toEqual([0, [], ['g0', 'g1', 'g2']]);
    expect(same.err).toMatch(/^3 leaves \(3 reused\), at most /m);
    expect(same.err).toMatch(/^ {2}leaves +3 succeeded; 3 of them reused, 0 run$/m);
    writeFileSync(join(cwd, 'g2/f3.ts'), "import './f4.js';\nimport './f5.js';\n// edited\n");
    const { err } = await cli(['run', '--reuse'], { cwd });
    expect(ran(cwd)).toEqual(['g2']);
    expect(err).toMatch(/^ {2}leaves +3 succeeded; 2 of them reused, 1 run$/m);
  });

  it('has nothing to reuse where nothing is recorded, and runs all', async () => {
    const cwd = noted();
    const { code, err } = await cli(['run', '--reuse'], { cwd });
    expect([code, ran(cwd)]).toEqual([1, ['g0', 'g1', 'g2']]);
    expect(err).not.toContain('reused');
  });

  it('helps a resumed run with what another run has done meanwhile', async () => {
    const { cwd, id } = await failedRun();
    mend(cwd);
    await cli(['run', '-q'], { cwd });
    ran(cwd);
    const { code, err } = await cli(['run', '--resume', id, '--reuse'], { cwd });
    expect([code, ran(cwd)]).toEqual([0, []]);
    expect(err).toMatch(/^3 leaves \(2 done before, 1 reused\)/m);
  });
});
