import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { defineScore, experiment } from '../../../dist/experiment.js';
import { memoryLedger } from '../../../dist/index.js';
import { folderOf } from '../../test-folder.js';
import { nameOf, ownTemporaryFolder, recorded, someCases, twoArms } from './experiments.js';

const common = { cases: someCases(3), arms: twoArms, replications: 2 };

describe('an experiment that was stopped', () => {
  test('goes on with what is missing, and ends with what it would have come to at once', async () => {
    const root = folderOf({});
    const whole = await experiment({ ...common, task: recorded(resultOf).task });
    const first = recorded((trial) => {
      if (first.calls.length === 5) running.stop();
      return resultOf(trial);
    });
    const running = experiment({ ...common, root, ledger: true, task: first.task });
    const stopped = await running;
    expect([stopped.status, stopped.coverage.scored]).toEqual(['stopped', 5]);
    const second = recorded(resultOf);
    const resumed = await experiment({ ...common, root, task: second.task, resume: true, maxParallel: 3 });
    expect([...first.calls, ...second.calls].sort()).toEqual(whole.trials.map(rowName).sort());
    expect([resumed.runId, resumed.status]).toEqual([stopped.runId, 'succeeded']);
    expect(JSON.stringify(resumed.aggregates)).toBe(JSON.stringify(whole.aggregates));
  });

  test('runs a failed trial again, and keeps the others', async () => {
    const root = folderOf({});
    let isBroken = true;
    const flaky = () =>
      recorded((trial) => {
        if (isBroken && nameOf(trial) === 'c1/with/2') throw new Error('down');
        return 1;
      });
    await experiment({ ...common, root, ledger: true, task: flaky().task });
    isBroken = false;
    const again = flaky();
    const report = await experiment({ ...common, root, task: again.task, resume: true });
    expect([again.calls, report.status]).toEqual([['c1/with/2'], 'succeeded']);
  });

  test('tells its report again where nothing is missing, and runs nothing', async () => {
    const root = folderOf({});
    const before = await experiment({ ...common, root, ledger: true, task: recorded(resultOf).task });
    const after = recorded(resultOf);
    const again = await experiment({ ...common, root, task: after.task, resume: true });
    expect(after.calls).toEqual([]);
    expect([again.runId, JSON.stringify(again.aggregates)]).toEqual([before.runId, JSON.stringify(before.aggregates)]);
  });
});

describe('more of an experiment', () => {
  const grown = [
    ['replications', { replications: 4 }, 12],
    ['cases', { cases: someCases(4) }, 4],
    ['arms', { arms: [...twoArms, { name: 'third', settings: { bonus: 5 } }] }, 6],
  ] as const;

  test.each(grown)('%s: only what is new runs', async (_, more, added) => {
    const root = folderOf({});
    const before = await experiment({ ...common, root, ledger: true, task: recorded(resultOf).task });
    const after = recorded(resultOf);
    const report = await experiment({ ...common, ...more, root, task: after.task, resume: true });
    expect(after.calls).toHaveLength(added);
    expect(after.calls.filter((name) => before.trials.map(rowName).includes(name))).toEqual([]);
    expect([report.status, report.coverage.scored]).toEqual(['succeeded', 12 + added]);
    const whole = await experiment({ ...common, ...more, task: recorded(resultOf).task });
    expect(JSON.stringify(report.aggregates)).toBe(JSON.stringify(whole.aggregates));
  });

  test('takes values of the experiment that is named, and of no other', async () => {
    const ledger = memoryLedger();
    const run = (value: number) => recorded(() => value);
    const first = await experiment({ ...common, ledger, task: run(1).task });
    await experiment({ ...common, ledger, task: run(2).task });
    const more = { ...common, replications: 3, ledger, task: run(3).task };
    const report = await experiment({ ...more, resume: first.runId });
    expect(report.trials.map(({ replication, scores }) => [replication, scores?.score])).toEqual(
      report.trials.map(({ replication }) => [replication, replication === 3 ? 3 : 1]),
    );
  });

  test('is that of the experiment with most in common, though another is newer', async () => {
    const ledger = memoryLedger();
    const run = (more: object) => {
      const { task, calls } = recorded(resultOf);
      return { calls, report: experiment({ ...common, ledger, task, ...more }) };
    };
    await run({}).report;
    await run({ cases: [{ id: 'other', input: 1 }] }).report;
    // The same names, and other cases behind them.
    await run({ cases: someCases(3).map((one) => ({ ...one, input: 7 })) }).report;
    const fewer = run({ replications: 1, resume: true });
    expect([(await fewer.report).coverage.scored, fewer.calls]).toEqual([6, []]);
    const again = run({ resume: true });
    expect([(await again.report).coverage.scored, again.calls]).toEqual([12, []]);
    await expect(run({ cases: [{ id: 'new', input: 1 }], resume: true }).report).rejects.toThrow(
      /no experiment with a case and an arm of this one/,
    );
  });

  test('keeps what was spent, how long it took and what was retried of the trials it takes over', async () => {
    const ledger = memoryLedger();
    const task = () =>
      recorded((_, { attempt, spend }) => {
        spend({ tokens: 5 });
        if (attempt === 1) throw new Error('again');
        return 1;
      }).task;
    const settings = { ...common, retries: 1, backoffMs: 0, ledger };
    await experiment({ ...settings, task: task() });
    const report = await experiment({ ...settings, task: task(), replications: 3, resume: true });
    const { ms, attempts, usage } = report.trials.find(({ replication }) => replication === 1) ?? {};
    // What the attempt that failed spent is told where it was spent.
    expect([typeof ms, attempts, usage]).toEqual(['number', 2, { tokens: 5 }]);
    expect(report.coverage.retried).toBe(18);
  });
});

describe('an experiment is not resumed', () => {
  const refused = async (more: object) => {
    const root = folderOf({ 'score.mjs': 'export default (value) => value;', 'watched.txt': 'a' });
    const score = join(root, 'score.mjs');
    const unchanged = [join(root, 'watched.txt')];
    const all = { ...common, root, task: recorded(resultOf).task, score, unchanged };
    await experiment({ ...all, ledger: true });
    if ('edit' in more) writeFileSync(join(root, String(more.edit)), 'export default (value) => value + 1;');
    const after = recorded(resultOf, 'version' in more ? String(more.version) : '1');
    const { edit: _, version: __, ...options } = more as Record<string, unknown>;
    const run = async () => experiment({ ...all, ...options, task: after.task, resume: true } as never);
    const failure = await run().catch((error: unknown) => error);
    expect(after.calls).toEqual([]);
    return String((failure as Error).message);
  };

  test.each([
    ['a case', { cases: [{ id: 'c1', input: 'other' }, ...someCases(3).slice(1)] }, /case "c1": expected/],
    ['an arm', { arms: [twoArms[0], { name: 'with', settings: { bonus: 9 } }] }, /arm "with": expected/],
    ['the order', { interleave: 'blocked', replications: 3 }, /interleave: expected "alternate"/],
    ['the goal', { goal: 'other' }, /goal: expected/],
    ['the score', { score: 'value' }, /score: expected/],
    ['the code of the score', { edit: 'score.mjs' }, /score: expected/],
    ['a file that must not change', { edit: 'watched.txt' }, /unchanged: expected/],
    ['the task', { version: '2' }, /task: expected/],
  ])('where %s is not as it was', async (_, more, said) => {
    expect(await refused(more)).toMatch(said);
  });

  test('with more replications, where its task or score is another', async () => {
    expect(await refused({ replications: 5, version: '2' })).toMatch(/task: expected/);
    expect(await refused({ replications: 5, score: 'value' })).toMatch(/score: expected/);
  });

  test('where its score is a function without a name', async () => {
    const [ledger, score] = [memoryLedger(), () => 1];
    const run = (more: object) => experiment({ ...common, ledger, task: recorded(resultOf).task, score, ...more });
    await run({});
    await expect(run({ resume: true })).rejects.toThrow(/score is a function without name/);
    const named = defineScore({ name: 'one', version: '1', score });
    const first = await run({ score: named });
    expect((await run({ score: named, resume: true })).runId).toBe(first.runId);
  });

  test('as a run of a project, nor such a run as an experiment', async () => {
    const { decompose } = await import('../../../dist/index.js');
    const ledger = memoryLedger();
    const [{ task }, project] = [recorded(resultOf), recorded(() => 1)];
    const { runId } = await experiment({ ...common, ledger, task });
    const plan = await decompose({ files: [{ path: 'a', bytes: 1 }] });
    await expect(plan.execute({ task: project.task, ledger, resume: runId })).rejects.toThrow(/is an experiment/);
    const other = await plan.execute({ task: recorded(() => 1).task, ledger });
    await expect(experiment({ ...common, ledger, task, resume: other.runId })).rejects.toThrow(/is no experiment/);
    // The newest of the kind is meant, though another run is newer.
    expect((await experiment({ ...common, ledger, task, resume: true })).runId).toBe(runId);
  });
});

describe('an experiment whose process was killed', () => {
  test('loses nothing that was told, and leaves no folder behind when it goes on', async () => {
    const left = ownTemporaryFolder();
    const root = folderOf({
      'fixture/a.txt': 'a',
      'task.mjs': `
        import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
        export default async (leaf, { root }) => {
          appendFileSync(process.env.CALLS, leaf.label + '\\n');
          writeFileSync(root + '/mine.txt', leaf.label);
          if (leaf.trial.replication === 2 && !existsSync(process.env.GO)) await new Promise((resolve) => setTimeout(resolve, 600_000));
          return 1;
        };`,
    });
    const files = { calls: join(root, 'calls.txt'), go: join(root, 'go') };
    appendFileSync(files.calls, '');
    writeFileSync(
      join(root, 'run.mjs'),
      `import { experiment } from ${JSON.stringify(new URL('../../../dist/experiment.js', import.meta.url).href)};
       const words = process.argv.slice(2);
       const report = await experiment({
         cases: [{ id: 'a', input: 1 }, { id: 'b', input: 2 }], arms: [{ name: 'x' }, { name: 'y' }], replications: 2,
         task: ${JSON.stringify(join(root, 'task.mjs'))}, root: ${JSON.stringify(root)}, ledger: true,
         isolation: { copy: ${JSON.stringify(join(root, 'fixture'))} }, ...(words.includes('resume') ? { resume: true } : {}),
       });
       console.log(JSON.stringify(report));`,
    );
    const env = { ...process.env, CALLS: files.calls, GO: files.go };
    const start = (...words: string[]) => spawn(process.execPath, [join(root, 'run.mjs'), ...words], { env });
    const calls = () => readFileSync(files.calls, 'utf8').trim().split('\n').filter(Boolean);
    const first = start();
    // The third call waits for ever.
    while (calls().length < 3) await wait(20);
    first.kill('SIGKILL');
    await new Promise((resolve) => first.once('exit', resolve));
    expect(left()).toHaveLength(1);
    writeFileSync(files.go, '');
    const second = start('resume');
    let out = '';
    second.stdout.on('data', (chunk) => {
      out += chunk;
    });
    await new Promise((resolve) => second.once('close', resolve));
    const report = JSON.parse(out) as { status: string; coverage: { scored: number } };
    expect([report.status, report.coverage.scored]).toEqual(['succeeded', 8]);
    // The first two are kept; the one that was under way runs again.
    const counts = new Map<string, number>();
    for (const name of calls()) counts.set(name, (counts.get(name) ?? 0) + 1);
    expect([counts.size, calls().length]).toEqual([8, 9]);
    expect(left()).toEqual([]);
    expect(existsSync(join(root, 'fixture/mine.txt'))).toBe(false);
  });
});

const resultOf = ({ case: one, arm, replication }: Parameters<typeof nameOf>[0]): number =>
  (one.input as number) * 10 + (arm.settings.bonus as number) + replication;

const rowName = (row: { case: string; arm: string; replication: number }): string =>
  `${row.case}/${row.arm}/${row.replication}`;
