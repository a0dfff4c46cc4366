import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ExperimentReport } from '../../src/domain/experiment-report.js';
import { folderOf } from '../test-folder.js';
import { builtCli as cli } from './world.js';

const yaml = `name: bonus
cases:
  - { id: one, input: 1, expected: 2 }
  - { id: two, input: 2, expected: 3 }
arms:
  without: { bonus: 0 }
  with: { bonus: 1 }
replications: 2
task: ./task.mjs
score: equals
`;
const task = 'export default ({ trial }) => trial.case.input + trial.arm.settings.bonus;';
const failing = `export default ({ trial }) => {
  if (trial.arm.name === 'with' && trial.case.id === 'one') throw new Error('no luck');
  return trial.case.input + trial.arm.settings.bonus;
};`;

const project = (more: Record<string, string> = {}) => folderOf({ 'exp.yaml': yaml, 'task.mjs': task, ...more });
const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');
const reportIn = (folder: string): ExperimentReport => JSON.parse(read(folder, 'r.json')) as ExperimentReport;

describe('subplan experiment run', () => {
  test('runs the trials of a file one at a time, and compares the arms', async () => {
    const cwd = project();
    const { code, out, err } = await cli(['experiment', 'run', 'exp.yaml', '-o', 'r.json'], { cwd });
    expect(code).toBe(0);
    expect(out).toMatch(/^bonus: all succeeded\n/);
    expect(out).toMatch(/2 cases × 2 arms × 2 replications/);
    expect(out).toMatch(/no difference can be claimed with 4 pairs/);
    expect(out).toMatch(/`subplan experiment run exp.yaml --resume\s+\S+\s+--replications\s+N`\s+adds to it/);
    expect(err).toMatch(/8 trials/);
    const { concurrency, coverage, trials } = reportIn(cwd);
    expect([concurrency.peak, coverage.scored, trials.length]).toEqual([1, 8, 8]);
    expect(existsSync(join(cwd, '.subplan/ledger.db'))).toBe(true);
  });

  test('reads JSON as well, from where the file stands', async () => {
    const cwd = folderOf({
      'deep/exp.json': JSON.stringify({ cases: [{ id: 'a', input: 1 }], arms: [{ name: 'x' }], task: './t.mjs' }),
      'deep/t.mjs': 'export default (leaf, { root }) => root.endsWith("deep");',
    });
    const { code, out } = await cli(['experiment', 'run', 'deep/exp.json', '-o', 'r.json'], { cwd });
    expect([code, reportIn(cwd).trials[0].scores]).toEqual([0, { passed: true }]);
    expect(out).toMatch('subplan experiment run deep/exp.json');
    expect(existsSync(join(cwd, 'deep/.subplan/ledger.db'))).toBe(true);
  });

  test('names the file and the line of all that is wrong, and runs nothing', async () => {
    const cwd = project({
      'exp.yaml': yaml.replace('replications: 2', 'replicatons: 2').replace('id: two', 'id: one'),
    });
    const { code, err } = await cli(['experiment', 'run', 'exp.yaml'], { cwd });
    expect(code).toBe(2);
    expect(err).toMatch(/exp\.yaml:4.*id/);
    expect(err).toMatch(/exp\.yaml:8.*replicatons.*did you mean replications/);
    expect(existsSync(join(cwd, '.subplan'))).toBe(false);
  });

  test('takes flags and variables before the file', async () => {
    const cwd = project();
    const words = ['experiment', 'run', 'exp.yaml', '--replications', '3', '--interleave', 'blocked', '-o', 'r.json'];
    const { code } = await cli(words, { cwd, env: { SUBPLAN_REPLICATIONS: '5', SUBPLAN_MAX_PARALLEL: '2' } });
    const { design, concurrency } = reportIn(cwd);
    expect([code, design.replications, design.interleave, concurrency.limit]).toEqual([0, 3, 'blocked', 2]);
  });

  test.each([
    [['-j', '0'], /--max-parallel: expected .*got 0/],
    [['-j', '-1'], /--max-parallel: expected/],
    [['--replications', '0'], /--replications: expected a whole number from 1 to 100000, got 0/],
    [['--interleave', 'mixed'], /--interleave: expected one of alternate, random, blocked, got "mixed"/],
    [['--confidence', '2'], /--confidence: expected a number from 0.5/],
    [['--no-ledger', '--resume'], /since --resume needs one/],
    [['--watch', 'abc'], /follows an experiment that runs elsewhere/],
    [['-o', 'r.html'], /ends in \.json, \.csv, \.md, \.xml or \.ndjson/],
  ])('refuses %j', async (words, said) => {
    const cwd = project();
    const { code, err } = await cli(['experiment', 'run', 'exp.yaml', ...words], { cwd });
    expect([code, existsSync(join(cwd, '.subplan'))]).toEqual([2, false]);
    expect(err).toMatch(said);
  });

  test('says nothing of going on where the file has it recorded nowhere', async () => {
    const cwd = project({ 'exp.yaml': `ledger: false\n${yaml}` });
    const { code, out } = await cli(['experiment', 'run', 'exp.yaml'], { cwd });
    expect([code, existsSync(join(cwd, '.subplan'))]).toEqual([0, false]);
    expect(out).not.toMatch(/--resume/);
  });

  test('refuses to write into what must not change', async () => {
    const cwd = project({ 'exp.yaml': `${yaml}isolation: { copy: . }\n` });
    const { code, err } = await cli(['experiment', 'run', 'exp.yaml', '-o', 'r.json'], { cwd });
    expect([code, existsSync(join(cwd, '.subplan'))]).toEqual([2, false]);
    expect(err).toMatch(/-o r\.json: expected a file outside of/);
  });

  test('says of a file that is not there what to do', async () => {
    const { code, err } = await cli(['experiment', 'run', 'nope.yaml'], { cwd: project() });
    expect(code).toBe(2);
    expect(err).toMatch(/nope\.yaml" cannot be read \(ENOENT\)\nCheck the path/);
  });

  test('writes all formats, and ends with 1 where a trial failed', async () => {
    const cwd = project({ 'task.mjs': failing });
    const outputs = ['r.json', 'r.csv', 'r.md', 'r.xml', 'r.ndjson'];
    const words = ['experiment', 'run', 'exp.yaml', '-q', ...outputs.flatMap((name) => ['-o', name])];
    const { code, out } = await cli(words, { cwd });
    expect([code, out]).toEqual([1, '']);
    expect(reportIn(cwd).coverage).toMatchObject({ scored: 6, failed: 2 });
    expect(read(cwd, 'r.csv').trim().split('\n')).toHaveLength(9);
    expect(read(cwd, 'r.md')).toMatch(/# Experiment bonus/);
    expect(read(cwd, 'r.xml')).toMatch(/<testsuites name="bonus" tests="8" failures="4" errors="2"/);
    expect(read(cwd, 'r.ndjson').trim().split('\n').length).toBeGreaterThan(10);
  });

  test('says how to go on, and goes on', async () => {
    const cwd = project({ 'task.mjs': failing });
    const { out } = await cli(['experiment', 'run', 'exp.yaml'], { cwd });
    const id = /--resume\s+(\S+)`\s+goes\s+on\s+with/.exec(out)?.[1] ?? '';
    const changed = await cli(['experiment', 'run', 'exp.yaml', '--resume', id, '-o', 'r.json'], { cwd });
    // What failed fails again: nothing else ran.
    expect([changed.code, reportIn(cwd).runId]).toEqual([1, id]);
    writeFileSync(join(cwd, 'task.mjs'), task);
    const other = await cli(['experiment', 'run', 'exp.yaml', '--resume', id], { cwd });
    expect(other.code).toBe(2);
    expect(other.err).toMatch(/task: expected .*, as recorded/);
  });

  test('adds replications to one that is finished', async () => {
    const cwd = project();
    await cli(['experiment', 'run', 'exp.yaml', '-q'], { cwd });
    const words = ['experiment', 'run', 'exp.yaml', '--resume', '--replications', '3', '-o', 'r.json'];
    const { code, err } = await cli(words, { cwd });
    expect(code).toBe(0);
    expect(err).toMatch(/takes over what \S+ has, and runs what it has not\n12 leaves \(8 reused\)/);
    expect(reportIn(cwd).coverage.scored).toBe(12);
    expect(reportIn(cwd).started).toHaveLength(4);
  });

  test('shows how far each arm is on a terminal', async () => {
    const cwd = project({
      // Until it was seen on the screen, no trial ends.
      'task.mjs': `import { existsSync } from 'node:fs';
      const seen = new URL('./seen', import.meta.url);
      export default async ({ trial }) => {
        while (!existsSync(seen)) await new Promise((resolve) => setTimeout(resolve, 1));
        return trial.case.input + trial.arm.settings.bonus;
      };`,
    });
    const progress = /without \d\/4 {2}· {2}with \d\/4/;
    let tick = () => {};
    const shown: string[] = [];
    await cli(['experiment', 'run', 'exp.yaml', '--no-color'], {
      ...{ cwd, stderr: { isTTY: true, columns: 100, rows: 30 } },
      onTimer: (call) => {
        tick = call;
        const timer = setInterval(() => tick(), 5);
        timer.unref();
      },
      onErr: (text) => {
        shown.push(text);
        if (progress.test(shown.join(''))) writeFileSync(join(cwd, 'seen'), '');
      },
    });
    expect(shown.join('')).toMatch(progress);
  });

  test('with --json tells events, and no table', async () => {
    const { out } = await cli(['experiment', 'run', 'exp.yaml', '--json'], { cwd: project() });
    const events = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; label?: string });
    expect(events.at(0)?.type).toBe('run-started');
    expect(events.filter(({ type, label }) => type === 'settled' && label?.includes(' · ')).length).toBeGreaterThan(7);
  });
});

describe('subplan experiment report and watch', () => {
  test.each([['report'], ['watch']])('%s tells what is recorded, and leaves it as it is', async (kind) => {
    const cwd = project();
    await cli(['experiment', 'run', 'exp.yaml', '-q', '--confidence', '0.9', '-o', 'r.json'], { cwd });
    const before = reportIn(cwd);
    const { code, out } = await cli(['experiment', kind, '--json', '-o', 'again.md'], { cwd });
    expect(code).toBe(0);
    const report = JSON.parse(out) as ExperimentReport;
    expect([report.runId, report.name, report.design]).toEqual([before.runId, 'bonus', before.design]);
    expect(report.aggregates).toEqual(before.aggregates);
    expect(read(cwd, 'again.md')).toMatch(/# Experiment bonus/);
  });

  test('--watch is the same as watch', async () => {
    const cwd = project();
    await cli(['experiment', 'run', 'exp.yaml', '-q', '-o', 'r.json'], { cwd });
    const { code, out, err } = await cli(['experiment', '--watch', reportIn(cwd).runId], { cwd });
    expect(code).toBe(0);
    expect(err).toBe('without 4/4 · with 4/4 · 0 running\n');
    expect(out).toMatch(/^bonus: all succeeded/);
  });

  test('say where there is none', async () => {
    const { code, err } = await cli(['experiment', 'report'], { cwd: folderOf({}) });
    expect(code).toBe(2);
    expect(err).toMatch(/no run is recorded/);
  });

  test('an experiment is listed with the other runs, and shown', async () => {
    const cwd = project();
    await cli(['experiment', 'run', 'exp.yaml', '-q', '-o', 'r.json'], { cwd });
    const { runId } = reportIn(cwd);
    expect((await cli(['runs'], { cwd })).out).toMatch(/experiment with .*task\.mjs/);
    const shown = await cli(['runs', 'show', runId], { cwd });
    expect(shown.out).toMatch(/8 succeeded/);
    expect(shown.out).toMatch(/score "?equals/);
    const resumed = await cli(['run', '--resume', runId], { cwd });
    expect(resumed.code).toBe(2);
    expect(resumed.err).toMatch(/is an experiment\nGo on with it by `subplan experiment run FILE --resume/);
  });
});
