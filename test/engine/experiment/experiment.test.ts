import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defineScore, experiment } from '../../../dist/experiment.js';
import { memoryLedger, RateLimited } from '../../../dist/index.js';
import { folderOf } from '../../test-folder.js';
import { nameOf, recorded, someCases, twoArms } from './experiments.js';

const input = (trial: { case: { input: unknown } }): number => trial.case.input as number;

describe('an experiment', () => {
  test('runs each case with each arm as often as asked, one at a time, and reports in the order of the plan', async () => {
    const { task, calls } = recorded((trial) => input(trial));
    const report = await experiment({ cases: someCases(3), arms: twoArms, replications: 2, task });
    expect(calls).toEqual(report.trials.map((one) => `${one.case}/${one.arm}/${one.replication}`));
    expect(new Set(calls).size).toBe(12);
    expect(report.concurrency).toMatchObject({ limit: 1, peak: 1 });
    expect(report.started).toEqual(report.trials.map(({ id }) => id));
    expect(report.coverage).toMatchObject({ planned: 12, scored: 12, failed: 0 });
  });

  test('gives the same aggregates to the byte however many run at once', async () => {
    const score = (value: number) => ({ value, isEven: value % 2 === 0, late: value > 4 ? value : null });
    const run = async (maxParallel: number) => {
      // Later ones end first.
      const task = async (leaf: { trial?: { replication: number; case: { input: unknown } } }) => {
        const trial = leaf.trial as NonNullable<typeof leaf.trial>;
        for (let i = 0; i < 20 - 2 * input(trial); i++) await new Promise((resolve) => setImmediate(resolve));
        return input(trial) * trial.replication;
      };
      const { aggregates, started } = await experiment({
        ...{
          cases: someCases(6),
          arms: twoArms,
          replications: 3,
          task: task as never,
          score: score as never,
          maxParallel,
        },
      });
      return { text: JSON.stringify(aggregates), started };
    };
    const [one, many] = [await run(1), await run(8)];
    expect(many.text).toBe(one.text);
  });

  test('is not misled by a service that slows down, and would be if it ran arm by arm', async () => {
    // What a call comes to depends on nothing but how many came before it.
    const difference = async (interleave: 'alternate' | 'random' | 'blocked') => {
      let calls = 0;
      const { aggregates } = await experiment({
        ...{ cases: someCases(10), arms: twoArms, replications: 4, task: () => calls++, interleave },
      });
      return aggregates.pairs[0];
    };
    expect((await difference('alternate')).difference?.mean).toBe(0);
    expect((await difference('alternate')).claim).toBe('none');
    expect((await difference('random')).claim).toBe('none');
    expect((await difference('blocked')).difference?.mean).toBe(40);
    expect((await difference('blocked')).claim).toBe('higher');
  });

  test('loses a trial that fails, and nothing else', async () => {
    const { task } = recorded((trial) => {
      if (nameOf(trial) === 'c2/with/1') throw new Error('no luck');
      return true;
    });
    const report = await experiment({ cases: someCases(3), arms: twoArms, replications: 2, task });
    expect([report.status, report.coverage.failed, report.coverage.scored]).toEqual(['failed', 1, 11]);
    expect(report.trials.find(({ failure }) => failure !== undefined)).toMatchObject({
      case: 'c2',
      failure: 'no luck',
    });
    const [{ difference, leftOut }] = report.aggregates.pairs;
    expect([difference?.n, leftOut['did-not-succeed']]).toEqual([5, 1]);
  });

  test('says which results were retried, and how they compare', async () => {
    const { task } = recorded((_, { attempt }) => {
      if (attempt === 1) throw new Error('again');
      return attempt;
    });
    const report = await experiment({ cases: someCases(2), arms: twoArms, task, retries: 1, backoffMs: 0 });
    expect(report.coverage.retried).toBe(4);
    expect(report.aggregates.retries.map(({ arm, retried }) => [arm, retried.n])).toEqual([
      ...[
        ['without', 2],
        ['with', 2],
      ],
    ]);
  });

  test('counts rate limits for no retry', async () => {
    const seen = new Set<string>();
    const { task } = recorded((trial) => {
      if (seen.has(nameOf(trial))) return 1;
      seen.add(nameOf(trial));
      throw new RateLimited({ retryAfterMs: 1 });
    });
    const report = await experiment({ cases: someCases(2), arms: twoArms, task });
    expect([report.status, report.coverage.retried]).toEqual(['succeeded', 0]);
  });

  test('hands the score what is expected, and the task never', async () => {
    const told: unknown[] = [];
    const report = await experiment({
      cases: [{ id: 'a', input: 'in', expected: 'hidden' }],
      arms: twoArms,
      task: (leaf, context) => {
        told.push(JSON.stringify([leaf, context.lineage, context.goal]));
        return 'hidden';
      },
      score: (value, { expected, arm, replication }) => ({ right: value === expected, [arm.name]: replication }),
    });
    expect(told.join()).not.toContain('hidden');
    expect(report.trials.map(({ scores }) => scores)).toEqual([
      { right: true, without: 1 },
      { right: true, with: 1 },
    ]);
  });

  test.each([
    ['equals', ' 4\n', '4', { passed: true }],
    ['equals', { a: [1] }, { a: [1] }, { passed: true }],
    ['equals', '4', 4, { passed: false }],
    ['contains', 'it is 4.', '4', { passed: true }],
    ['value', 0.5, undefined, { score: 0.5 }],
    ['value', { a: 1, b: null }, undefined, { a: 1, b: null }],
  ] as const)('scores by %s: %j against %j', async (score, value, expected, scores) => {
    const cases = [{ id: 'a', input: 1, ...(expected === undefined ? {} : { expected }) }];
    const report = await experiment({ cases, arms: [{ name: 'x' }], task: () => value, score });
    expect(report.trials[0].scores).toEqual(scores);
  });

  test.each([
    ['value', 'text'],
    ['value', Number.NaN],
    ['value', {}],
    ['value', { a: 'text' }],
  ] as const)('fails a trial without a score: %s of %j', async (score, value) => {
    const report = await experiment({
      cases: [{ id: 'a', input: 1 }],
      arms: [{ name: 'x' }],
      task: () => value,
      score,
    });
    expect([report.trials[0].outcome, report.trials[0].scores]).toEqual(['failed', undefined]);
  });

  test('retries and times out a score as it does a task', async () => {
    let scored = 0;
    const common = { cases: [{ id: 'a', input: 1 }], arms: [{ name: 'x' }], task: () => 1 };
    const retried = await experiment({
      ...{ ...common, retries: 1, backoffMs: 0 },
      score: () => {
        if (++scored === 1) throw new Error('judge is down');
        return scored;
      },
    });
    expect(retried.trials[0]).toMatchObject({ outcome: 'succeeded', attempts: 2, scores: { score: 2 } });
    const late = await experiment({ ...common, timeoutMs: 20, graceMs: 0, score: () => new Promise(() => {}) });
    expect(late.trials[0]).toMatchObject({ outcome: 'timed-out', failure: expect.stringMatching(/^score: /) });
  });

  test('ends a score that is under way when it is cancelled', async () => {
    let isAborted = false;
    const running = experiment({
      ...{ cases: someCases(3), arms: twoArms, task: () => 1 },
      score: (_, __, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            isAborted = true;
            reject(signal.reason);
          });
          running.cancel();
        }),
    });
    const report = await running;
    expect([report.status, isAborted, report.trials[0].outcome]).toEqual(['cancelled', true, 'cancelled']);
  });

  test('counts what its score spends, and holds it to the budget', async () => {
    const report = await experiment({
      ...{ cases: someCases(5), arms: twoArms, task: () => 1, budget: { tokens: 20 } },
      score: (_, __, { spend }) => {
        spend({ tokens: 10 });
        return true;
      },
    });
    expect([report.status, report.usage, report.coverage.scored]).toEqual(['stopped', { tokens: 20 }, 2]);
    expect(report.coverage.unfinished).toBe(8);
  });

  test('tells a task on a thread of its trial, by its own copy', async () => {
    const task = new URL(
      `data:text/javascript,export default (leaf) => { leaf.trial.arm.settings.bonus += 10; return leaf.trial.arm.settings.bonus; }`,
    );
    const report = await experiment({ cases: someCases(2), arms: twoArms, replications: 2, task, threads: 1 });
    expect(report.trials.map(({ arm, scores }) => [arm, scores?.score])).toEqual(
      report.trials.map(({ arm }) => [arm, arm === 'with' ? 11 : 10]),
    );
  });

  test('refuses what it cannot take at the call, with nothing run', () => {
    const { task, calls } = recorded(() => 1);
    const call = (more: object) => () => experiment({ cases: someCases(1), arms: twoArms, task, ...more });
    expect(call({ maxParallel: 0 })).toThrow(/maxParallel: expected a whole number from 1/);
    expect(call({ retries: -1 })).toThrow(/retries/);
    expect(call({ task: './not-there.mjs' })).toThrow(/does not exist/);
    expect(calls).toEqual([]);
  });

  test('rejects where its score cannot be loaded, before anything runs', async () => {
    const { task, calls } = recorded(() => 1);
    const run = (score: string) => experiment({ cases: someCases(1), arms: twoArms, task, score });
    await expect(run('data:text/javascript,export default 3')).rejects.toThrow(/default export is 3/);
    await expect(run('./nowhere.mjs')).rejects.toThrow(/cannot be loaded/);
    expect(calls).toEqual([]);
  });

  test('has its score in a module, a command, or by name', async () => {
    const common = { cases: [{ id: 'a', input: 1, expected: 3 }], arms: [{ name: 'x' }], task: () => 4 };
    const module = 'data:text/javascript,export default (value, { expected }) => value - expected';
    const judge = `const all = JSON.parse(require('fs').readFileSync(0)); console.log(JSON.stringify({ off: all.value - all.expected }))`;
    const scores = [
      module,
      { exec: ['node', '-e', judge], output: 'json' as const },
      { exec: ['node', '-e', 'process.exit(1)'] },
      { exec: ['true'] },
      defineScore({ name: 'mine', version: '1', score: (value: number) => value }),
    ];
    const found = [];
    for (const score of scores) found.push((await experiment({ ...common, score: score as never })).trials[0].scores);
    expect(found).toEqual([{ score: 1 }, { off: 1 }, { passed: false }, { passed: true }, { score: 4 }]);
  });

  test('fails, and does not score false, where the command that scores cannot be run', async () => {
    const score = { exec: ['there-is-no-such-command'] };
    const report = await experiment({ cases: [{ id: 'a', input: 1 }], arms: [{ name: 'x' }], task: () => 4, score });
    expect(report.trials[0]).toMatchObject({ outcome: 'failed', scores: undefined });
  });

  test('scores all of an output that is too long for a value', async () => {
    const root = folderOf({});
    const script = `process.stdout.write('x'.repeat(1_500_000) + 'MIDDLE' + 'x'.repeat(1_500_000))`;
    const cases = ['MIDDLE', '"bytes"'].map((expected) => ({ id: expected, input: 1, expected }));
    const task = { exec: ['node', '-e', script] };
    const report = await experiment({ cases, arms: [{ name: 'x' }], task, score: 'contains', root });
    expect(report.trials.map(({ scores }) => scores)).toEqual([{ passed: true }, { passed: false }]);
  });

  test('fails a trial whose score throws when it is looked at', async () => {
    const score = () => ({
      get a(): number {
        throw new Error('not so');
      },
    });
    const report = await experiment({ cases: someCases(1), arms: [{ name: 'x' }], task: () => 1, score });
    expect(report.trials[0].outcome).toBe('failed');
  });

  test('warns of interference when it first happens', async () => {
    const folder = folderOf({ 'a.txt': 'a' });
    const running = experiment({
      ...{ cases: someCases(2), arms: twoArms, unchanged: [folder] },
      task: () => writeFileSync(join(folder, 'a.txt'), 'b'),
      score: () => 1,
    });
    const warned: string[] = [];
    for await (const event of running) if (event.type === 'warning') warned.push(event.message);
    expect([warned.length, (await running).excluded.length]).toEqual([1, 4]);
    expect(warned[0]).toMatch(/changed while the experiment ran: trials made with that do not count/);
  });

  test('can be recorded in a ledger that lasts as long as the process', async () => {
    const { task } = recorded(() => 1);
    const ledger = memoryLedger();
    const report = await experiment({ cases: someCases(2), arms: twoArms, task, ledger });
    expect(ledger.runs().map(({ id, succeeded }) => [id, succeeded])).toEqual([[report.runId, 4]]);
  });
});
