import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SubplanFailure } from '../../src/domain/failure.js';
import type { ExecuteOptions } from '../../src/options/execute-options.js';
import * as events from '../report/runs.js';
import { folderOf } from '../test-folder.js';
import { begin, type Script, scripted } from './scripted-run.js';
import { cli, groups } from './world.js';

const project = (more: Record<string, string> = {}) =>
  folderOf({ ...groups(3), 'task.mjs': 'export default () => 1;', ...more });

const ending =
  (parts: Partial<events.ReportParts>): Script =>
  async (run) => {
    await begin(run);
    await run.end(parts);
  };

/** What the engine was called with. */
const optionsFor = async (argv: readonly string[], trial: Parameters<typeof scripted>[2] = {}) => {
  let given: ExecuteOptions | undefined;
  const ran = await scripted(
    argv,
    async (run) => {
      given = run.options;
      await run.end();
    },
    trial,
  );
  return { ...ran, given };
};

describe('what is run', () => {
  it('without --task it is the survey, and what it prints is caught', async () => {
    const cwd = project();
    const surveyTask = pathToFileURL(join(cwd, 'survey.js'));
    const { given } = await optionsFor(['--task', 'task.mjs'], { cwd });
    expect(given).toMatchObject({ task: pathToFileURL(join(cwd, 'task.mjs')), root: cwd, captureOutput: true });
    const survey = await optionsFor(['-o', 'report.json', '-q'], { cwd, engine: { surveyTask } });
    expect(survey.given?.task).toBe(surveyTask);
  });

  it('each flag reaches the engine', async () => {
    const flags = '-j 50% --threads 2 --thread-heap 512MiB --order plan --on-failure 10% --retries 3 --seed 7'.split(
      ' ',
    );
    const times = '--backoff 500ms --timeout 5m --grace 0 --limit gpu=1 --limit api=4'.split(' ');
    const { given } = await optionsFor(['--task', 'task.mjs', ...flags, ...times]);
    expect(given).toMatchObject({
      ...{ maxParallel: '50%', threads: 2, threadHeapMb: 512, order: 'plan', onFailure: '10%', retries: 3, seed: 7 },
      ...{ backoffMs: 500, timeoutMs: 300_000, graceMs: 0, limits: { gpu: 1, api: 4 } },
    });
  });

  it('settings come from the environment and the configuration too; one configuration serves both commands', async () => {
    const config = { maxFiles: 9, maxParallel: 3, retries: 2, task: 'task.mjs' };
    const cwd = project({ 'subplan.config.json': JSON.stringify(config) });
    const { given } = await optionsFor(['--retries', '5'], { cwd, env: { SUBPLAN_MAX_PARALLEL: '4' } });
    expect(given).toMatchObject({ maxParallel: 4, retries: 5, task: pathToFileURL(join(cwd, 'task.mjs')) });
    const planned = await cli(['plan', '--json'], { cwd });
    expect(JSON.parse(planned.out).bounds.maxFiles).toBe(9);
    const without = await optionsFor(['--task', 'task.mjs', '--no-config'], { cwd });
    expect(without.given?.retries).toBe(undefined);
  });

  it('a task in the configuration stands below the root, one of a flag below the current folder', async () => {
    const root = project({ 'subplan.config.json': '{ "task": "task.mjs" }' });
    const cwd = folderOf({ 'other.mjs': '' });
    expect((await optionsFor([root], { cwd })).given?.task).toEqual(pathToFileURL(join(root, 'task.mjs')));
    const flag = await optionsFor([root, '--task', 'other.mjs'], { cwd });
    expect(flag.given?.task).toEqual(pathToFileURL(join(cwd, 'other.mjs')));
  });

  it('a configuration may hold the task itself', async () => {
    const cwd = project({ 'subplan.config.mjs': 'export default { task: (leaf) => leaf.label };' });
    expect((await optionsFor([], { cwd })).given?.task).toBeTypeOf('function');
  });
});

describe('a language whose imports cannot be read', () => {
  const swift = { 'a.swift': 'import B\n'.repeat(50), 'b.swift': 'x\n' };
  const said = /^subplan: imports of swift \(2 files, .* cannot be read: only folders tie these files/m;

  it('is told before the run, and before a dry one, but not with --quiet', async () => {
    const cwd = folderOf({ ...swift, 'task.mjs': 'export default () => 1;' });
    expect((await optionsFor(['--task', 'task.mjs'], { cwd })).err).toMatch(said);
    expect((await cli(['run', '--task', 'task.mjs', '--dry-run'], { cwd })).err).toMatch(said);
    expect((await optionsFor(['--task', 'task.mjs', '-q'], { cwd })).err).not.toMatch(said);
  });
});

describe('a plan from a file', () => {
  it('is run as it stands, below the current folder or --root', async () => {
    const cwd = project();
    await cli(['plan', '-q', '-o', 'plan.json'], { cwd });
    const here = await optionsFor(['plan.json', '--task', 'task.mjs'], { cwd });
    expect(here).toMatchObject({ code: 0, given: { root: cwd } });
    const elsewhere = folderOf({ 'task.mjs': '' });
    const there = await optionsFor([join(cwd, 'plan.json'), '--root', cwd, '--task', 'task.mjs'], { cwd: elsewhere });
    expect(there).toMatchObject({ code: 0, given: { root: cwd } });
    const env = { SUBPLAN_ROOT: cwd };
    expect((await optionsFor([join(cwd, 'plan.json')], { cwd: elsewhere, env })).given?.root).toBe(cwd);
  });

  it('is refused before anything runs where its files are not there', async () => {
    const cwd = project();
    await cli(['plan', '-q', '-o', 'plan.json'], { cwd });
    const ran = await optionsFor([join(cwd, 'plan.json')], { cwd: folderOf({ 'g0/f0.ts': '' }) });
    expect(ran).toMatchObject({ code: 2, out: '', given: undefined });
    expect(ran.err).toMatch(
      /18 of the 19 files of the plan are not in ".*":\n {2}g0\/f1\.ts\n[\s\S]*… and 13 more\n.*--root/,
    );
    const nowhere = await optionsFor(['plan.json', '--root', 'no/such'], { cwd });
    expect(nowhere.err).toMatch(/there is no folder ".*no\/such"/);
  });

  it('refuses flags that say how to split, but not the seed; and --root beside a folder', async () => {
    const cwd = project();
    await cli(['plan', '-q', '-o', 'plan.json'], { cwd });
    expect((await optionsFor(['plan.json', '--max-tokens', '5'], { cwd })).err).toMatch(
      /--max-tokens can change nothing/,
    );
    expect((await optionsFor(['plan.json', '--seed', '5'], { cwd })).given?.seed).toBe(5);
    const folder = await optionsFor(['.', '--root', '..'], { cwd });
    expect(folder).toMatchObject({ code: 2, given: undefined });
    expect(folder.err).toMatch(/--root: expected to stand beside a plan\.json only/);
  });
});

describe('bad settings end with 2 before anything is run', () => {
  it.each([
    ['-j', '0', /--max-parallel: expected a whole number from 1 to 65536, or a share of the cores such as 50%, got 0/],
    ['-j', 'NaN', /--max-parallel: .*got "NaN"/],
    ['-j', '1.5', /--max-parallel: .*got 1\.5/],
    ['-j', '-3', /--max-parallel: .*got -3/],
    ['--task', 'none.js', /--task: expected the file of a module, got "none\.js", where there is none/],
    ['--task', 'file://host/x.mjs', /--task: expected the file of a module, got "file:\/\/host\/x\.mjs"/],
    ['--task', 'file:///tmp/%2Fx.mjs', /--task: expected the file of a module, got "file:\/\/\/tmp\/%2Fx\.mjs"/],
    ['--timeout', '30', /--timeout: expected a duration from 1ms to 2147483647ms, such as 500ms, 30s or 5m, got "30"/],
    ['--timeout', '0', /--timeout: .*got 0/],
    ['--retries', '-1', /--retries: expected a whole number, 0 or more, got -1/],
    ['--order', 'size', /--order: expected one of cost, dependencies, plan, got "size"/],
    ['--on-failure', 'explode', /--on-failure: expected one of continue, stop, cancel, a number/],
    ['--limit', 'gpu', /--limit: expected a name and a whole number, .*got \["gpu"\]/],
    ['--limit', 'gpu=0', /--limit: .*got \{"gpu":0\}/],
    ['--thread-heap', '1kB', /--thread-heap: expected a size of 32MiB or more/],
    ['--seed', 'x', /a setting is invalid\n {2}--seed: expected a whole number, got "x"\n/],
  ])('%s %s', async (flag, value, message) => {
    const { code, out, err, given } = await optionsFor([flag, value]);
    expect(err).toMatch(message);
    expect(err).toMatch(/`subplan run --help --all` has every flag/);
    expect({ code, out, given }).toEqual({ code: 2, out: '', given: undefined });
  });

  it('all that is wrong is told at once, in the words of the place it came from', async () => {
    const cwd = project({ 'subplan.config.json': '{ "graceMs": -1, "minFiles": 0 }' });
    const env = { SUBPLAN_TIMEOUT: 'soon' };
    const { code, err } = await optionsFor(['-j', '0', '--max-tokens', 'x', '--task', 'none.js'], { cwd, env });
    expect(code).toBe(2);
    expect(err).toMatch(/^subplan: 6 settings are invalid\n/);
    for (const source of ['--max-parallel', '--max-tokens', '--task', 'SUBPLAN_TIMEOUT'])
      expect(err).toContain(`  ${source}: expected`);
    expect(err).toMatch(/ {2}graceMs in subplan\.config\.json: expected a whole number from 0 /);
    expect(err).toMatch(/ {2}minFiles in subplan\.config\.json: expected a whole number, 1 or more, got 0/);
  });

  it('an output whose format is not known, or that cannot be written', async () => {
    const yaml = await optionsFor(['-o', 'x.yaml']);
    expect(yaml).toMatchObject({ code: 2, given: undefined });
    expect(yaml.err).toMatch(/\.json, \.md or \.ndjson/);
    expect((await optionsFor(['-o', 'no/such/x.ndjson'])).err).toMatch(/cannot be written \(ENOENT\)/);
  });

  it('a configuration for the other command does not matter, but is known', async () => {
    const bad = project({ 'subplan.config.json': '{ "retries": -1 }' });
    expect((await cli(['plan', '-q'], { cwd: bad })).code).toBe(0);
    const unknown = project({ 'subplan.config.json': '{ "retrys": 1 }' });
    expect((await cli(['plan'], { cwd: unknown })).err).toMatch(
      /retrys: expected no such option \(did you mean retries\?\)/,
    );
  });
});

describe('what comes of it', () => {
  const task = ['--task', 'task.mjs'];

  it('the value of the root is printed: a text as it is, anything else as JSON', async () => {
    expect((await scripted(task, ending({ root: 'all\nof it' }))).out).toBe('all\nof it\n');
    expect((await scripted(task, ending({ root: { a: [1] } }))).out).toBe('{\n  "a": [\n    1\n  ]\n}\n');
    expect(await scripted([...task, '-q'], ending({ root: 'x' }))).toMatchObject({ code: 0, out: 'x\n', err: '' });
  });

  it('as it is means every byte, but not on a terminal', async () => {
    const root = '\x1b[2Jtext\n';
    expect((await scripted(task, ending({ root }))).out).toBe(root);
    const onTerminal = await scripted(task, ending({ root }), { stdout: { isTTY: true } });
    expect(onTerminal.out).toBe('\\x1b[2Jtext\n');
  });

  it('files are written in the format of their endings; the value is not printed then', async () => {
    const cwd = project();
    const outputs = ['-o', 'r.json', '-o', 'r.md', '-o', 'r.ndjson'];
    const { code, out, err } = await scripted([...task, ...outputs], ending({ root: 'all' }), { cwd });
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toMatch(/ {2}wrote +r\.json, r\.md, r\.ndjson\n$/);
    const read = (name: string) => readFileSync(join(cwd, name), 'utf8');
    expect(JSON.parse(read('r.json'))).toMatchObject({
      format: 'subplan/run',
      status: 'succeeded',
      root: { value: 'all' },
    });
    expect(read('r.md')).toContain('## Result\n\n```text\nall\n```');
    const lines = read('r.ndjson').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).type)).toEqual(['run-started', 'run-ended']);
  });

  it('--json puts the events on stdout, a line each, and nothing else', async () => {
    const evil = { ...events.logged('a', '\x1b[2J\u202e'), label: 'evil\x9b' };
    const { code, out } = await scripted([...task, '--json'], async (run) => {
      await begin(run);
      await run.say(evil);
      await run.end();
    });
    expect(code).toBe(0);
    expect(out).not.toMatch(/[\x1b\x9b\u202e]/);
    const types = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(types.map(({ type }) => type)).toEqual(['run-started', 'log', 'run-ended']);
    expect(types[1].message).toBe('\x1b[2J\u202e');
  });

  it.each([
    ['succeeded', 0],
    ['failed', 1],
    ['stopped', 1],
    ['cancelled', 1],
  ] as const)('a run that has %s ends with %i', async (status, code) => {
    expect((await scripted(task, ending({ status }))).code).toBe(code);
  });

  it('nothing to do ends with 4 and says so; the report is still written', async () => {
    const cwd = folderOf({ 'package-lock.json': '{}' });
    const empty = ending({ status: 'empty' });
    const ran = await scripted(['-o', 'r.json', '-o', 'r.md'], empty, { cwd });
    expect(ran).toMatchObject({ code: 4, out: '' });
    expect(ran.err).toMatch(/nothing to do: 1 file in .*, all left out\.\n.*lock/);
    expect(JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8')).status).toBe('empty');
    expect(existsSync(join(cwd, 'r.md'))).toBe(true);
    const json = await scripted(['--json'], empty, { cwd });
    expect(json.out).toContain('"type":"run-ended"');
  });

  it('everything skipped ends with 1, and the summary says so', async () => {
    const { code, out, err } = await scripted(task, async (run) => {
      await begin(run);
      const leaves = run.plan.leaves.map(({ id }) => ({ id, outcome: 'skipped' as const }));
      await run.say(...leaves.map(({ id }) => events.settled(id, 'skipped', { ms: undefined })));
      await run.end({ leaves, status: 'failed' });
    });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/leaves +3 skipped/);
  });

  it('-q says nothing unless something failed', async () => {
    expect((await scripted([...task, '-q'], ending({}))).err).toBe('');
    const { err } = await scripted([...task, '-q'], async (run) => {
      await begin(run);
      const [first, ...rest] = run.plan.leaves;
      await run.say(events.settled(first.id, 'failed'), ...rest.map(({ id }) => events.settled(id)));
      const leaves = run.plan.leaves.map(({ id }) => ({
        id,
        outcome: id === first.id ? ('failed' as const) : undefined,
      }));
      await run.end({ leaves, status: 'failed' });
    });
    expect(err).toMatch(/^\[1\/3\] label of .*: failed \(1\.2 s\)\n {4}it broke\n {4}Mend it\.\nfailed: /);
    expect(err).toMatch(/not all succeeded\n[\s\S]*coverage +2 of 3 leaves/);
  });

  it('a run that cannot take place ends with what is wrong', async () => {
    const wrong = new SubplanFailure({ code: 'cannot-write', message: 'no room', nextStep: 'Make room.' });
    const { code, err, timers } = await scripted(task, async () => {
      throw wrong;
    });
    expect({ code, timers }).toEqual({ code: 2, timers: 0 });
    expect(err).toBe('subplan: no room\nMake room.\n');
  });

  it('what cannot be written at the end costs neither the other files nor the summary', async () => {
    const cwd = project({ 'sub/keep': '' });
    const { code, err } = await scripted(
      [...task, '-o', 'sub/r.json', '-o', 'r.md'],
      async (run) => {
        await begin(run);
        rmSync(join(cwd, 'sub'), { recursive: true });
        await run.end();
      },
      { cwd },
    );
    expect(code).toBe(2);
    expect(err).toMatch(/all succeeded\n[\s\S]*"sub\/r\.json" cannot be written \(ENOENT\)\n/);
    expect(existsSync(join(cwd, 'r.md'))).toBe(true);
  });

  it.skipIf(!existsSync('/dev/full'))('a full disk under the events does not stop the run, and is told', async () => {
    const cwd = project();
    symlinkSync('/dev/full', join(cwd, 'r.ndjson'));
    const { code, err } = await scripted([...task, '-o', 'r.ndjson', '-o', 'r.json'], undefined, { cwd });
    expect(code).toBe(2);
    expect(err).toMatch(/all succeeded\n[\s\S]*"r\.ndjson" does not hold all events: .*ENOSPC/);
    expect(existsSync(join(cwd, 'r.json'))).toBe(true);
  });

  it.skipIf(process.platform === 'win32').each([
    ['a pipe', 'pipe.json'],
    ['a link to one', 'link.json'],
  ])('%s is written in place, for whoever reads from it', async (_, name) => {
    const cwd = project();
    execFileSync('mkfifo', [join(cwd, 'pipe.json')]);
    symlinkSync('pipe.json', join(cwd, 'link.json'));
    // Open for both, so that nothing waits for the other side.
    const pipe = await open(join(cwd, 'pipe.json'), 'r+');
    const { code } = await scripted([...task, '-o', name], undefined, { cwd });
    expect(code).toBe(0);
    expect(statSync(join(cwd, 'pipe.json')).isFIFO()).toBe(true);
    const { buffer, bytesRead } = await pipe.read(Buffer.alloc(60_000));
    expect(JSON.parse(buffer.toString('utf8', 0, bytesRead))).toMatchObject({ status: 'succeeded' });
    await pipe.close();
  });

  it('mistyped variables are told of', async () => {
    const env = { SUBPLAN_RETRYS: '1' };
    expect((await scripted(task, ending({}), { env })).err).toMatch(/SUBPLAN_RETRYS is not known .*SUBPLAN_RETRIES\?/);
  });
});

describe('help', () => {
  it('of run has every flag, examples and exit codes', async () => {
    const { code, out } = await cli(['run', '--help', '--all']);
    expect(code).toBe(0);
    for (const text of [
      '--task <file>',
      '-j, --max-parallel',
      '--limit',
      '--max-tokens',
      'Examples:',
      'Ctrl-C',
      'Exit codes:',
      '130',
    ])
      expect(out).toContain(text);
    expect(out.match(/--seed/g)).toHaveLength(1);
    expect(out).toMatch(/The third leaves at once, and writes nothing more\./);
    expect(out).toContain('129, 130, 143 interrupted');
  });

  it('begins with the eleven flags that most people need, and says how to see the rest', async () => {
    const [brief, whole] = [(await cli(['run', '--help'])).out, (await cli(['run', '--help', '--all'])).out];
    const flags = (text: string) => text.split(/^Options:|^Examples:/m)[0].match(/^ {2}(?:-\w, )?--[a-z-]+/gm) ?? [];
    expect(flags(brief)).toHaveLength(11);
    expect(brief).toMatch(/What most people need:\n {2}--task <file>/);
    expect(brief).toContain(`\`subplan run --help --all\` has ${flags(whole).length - 11} more flags.`);
    expect(brief).toContain('Exit codes:');
    for (const flag of flags(brief)) expect(whole).toContain(flag.trim());
  });

  it.each([[['plan']], [['calibrate']], [['experiment', 'run']]])(
    'of %j is brief, and whole with --all',
    async (words) => {
      const [brief, whole] = [(await cli([...words, '--help'])).out, (await cli([...words, '--help', '--all'])).out];
      expect(brief).toContain(`\`subplan ${words.join(' ')} --help --all\` has `);
      expect(brief).not.toContain('--no-color');
      expect(whole).toContain('--no-color');
      expect(whole).not.toContain('more flags');
    },
  );

  it('names both commands, and so does the hint where the command was forgotten', async () => {
    const { out } = await cli(['--help']);
    expect(out).toMatch(/plan .*\n[\s\S]*run /);
    const { code, err } = await cli(['g0'], { cwd: project() });
    expect(code).toBe(2);
    expect(err).toMatch(/subplan plan g0\n.*subplan run g0/);
  });
});
