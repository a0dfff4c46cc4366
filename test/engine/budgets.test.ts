import { describe, expect, test } from 'vitest';
import { decompose, defineTask } from '../../dist/index.js';
import { groupsProject } from '../durable/projects.js';
import { leavesNamed, numbered } from '../run/plans.js';
import { eventsOf } from './events-of.js';

const spending = (tokens: number) =>
  defineTask({
    ...{ name: 'spending', version: '1' },
    run: (leaf, { spend }): string => {
      spend({ tokens, usd: tokens / 100 });
      return leaf.id;
    },
  });

describe('a budget', () => {
  test('is warned of at its soft limit, and nothing more starts at the hard one', async () => {
    const plan = await leavesNamed(numbered(10));
    const execution = plan.execute({ task: spending(10), budget: { tokens: 40 }, maxParallel: 1 });
    const [events, report] = await Promise.all([eventsOf(execution), execution]);
    expect([report.status, report.stoppedBy]).toEqual(['stopped', 'budget']);
    expect(report.leaves.map(({ outcome }) => outcome)).toEqual([
      ...Array(4).fill('succeeded'),
      ...Array(6).fill('budget-stopped'),
    ]);
    expect(report.leaves[5].failure).toMatchObject({
      code: 'budget-stopped',
      nextStep: expect.stringMatching('larger'),
    });
    expect(report.root).toMatchObject({ outcome: 'succeeded', coverage: { leaves: 10, covered: 4 } });
    const told = events.flatMap((event) => (event.type === 'budget' ? [[event.level, event.of, event.used]] : []));
    // Each leaf spends a quarter of it.
    expect(told).toEqual([['hard', 'tokens', 40]]);
    expect(report.budgets).toEqual([{ of: 'tokens', used: 40, limit: 40 }]);
  });

  test('is held by what attempts are expected to spend before they have spent it', async () => {
    const plan = await leavesNamed(numbered(10));
    let [running, peak] = [0, 0];
    const task = async (_: unknown, { spend }: { spend: (usage: { tokens: number }) => void }) => {
      peak = Math.max(peak, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      spend({ tokens: 100 });
      running--;
    };
    const budget = { tokens: 350, perAttempt: { tokens: 100 } };
    const report = await plan.execute({ task, budget, maxParallel: 10 });
    expect(peak).toBe(3);
    expect(report.budgets).toEqual([{ of: 'tokens', used: 300, limit: 350 }]);
    expect(report.leaves.filter(({ outcome }) => outcome === 'succeeded')).toHaveLength(3);
  });

  test('is put aside by price, where tokens have one', async () => {
    const plan = await leavesNamed(numbered(10));
    const report = await plan.execute({
      ...{ task: spending(0), usdPerMillionTokens: 100_000, budget: { usd: 2.5 }, maxParallel: 10 },
    });
    // Each leaf has 10 tokens, so 1 USD is put aside for it.
    expect(report.concurrency.peak).toBeLessThanOrEqual(2);
    expect(report.status).toBe('succeeded');
  });

  test('of a run goes on with more: what is done is kept, and what was spent counts', async () => {
    const { options } = groupsProject(5);
    const task = spending(100);
    const budget = { tokens: 250, perAttempt: { tokens: 100 } };
    const first = await decompose(options).execute({ task, ledger: true, maxParallel: 1, budget });
    expect([first.status, first.leaves.filter(({ value }) => value).length]).toEqual(['stopped', 2]);
    const same = await decompose(options).execute({ task, resume: true });
    expect([same.status, same.budgets]).toEqual(['stopped', [{ of: 'tokens', used: 200, limit: 250 }]]);
    const more = await decompose(options).execute({ task, resume: true, budget: { tokens: 1000 } });
    expect([more.status, more.budgets]).toEqual(['succeeded', [{ of: 'tokens', used: 500, limit: 1000 }]]);
    expect(more.sessions?.at(-1)?.changed).toMatchObject([{ option: 'budget', class: 'limit' }]);
  });

  test('of time ends leaves that would run for ever, and rolls up what is done', async () => {
    const plan = await leavesNamed(numbered(4));
    const task = (leaf: { files: readonly string[] }, { signal }: { signal: AbortSignal }) =>
      leaf.files[0].endsWith('3')
        ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        : 'done';
    const report = await plan.execute({ task, budget: { timeMs: 300 }, maxParallel: 2 });
    expect([report.status, report.stoppedBy]).toEqual(['stopped', 'budget']);
    expect(report.leaves.map(({ outcome }) => outcome)).toEqual([...Array(3).fill('succeeded'), 'budget-stopped']);
    expect(report.root.outcome).toBe('succeeded');
  });

  test('counts attempts that failed, and sums up the tree', async () => {
    const plan = await decompose({
      files: ['a/1', 'a/2', 'b/1', 'b/2'].map((path) => ({ path, tokens: 10 })),
      ...{ minFiles: 1, maxFiles: 1, maxChildren: 2 },
    });
    let failed = false;
    const task = (_: unknown, { spend }: { spend: (usage: Record<string, number>) => void }) => {
      spend({ tokens: 5 });
      if (failed) return 1;
      failed = true;
      throw new Error('once');
    };
    const report = await plan.execute({ task, retries: 1, backoffMs: 0, maxParallel: 1 });
    expect(report.usage).toEqual({ tokens: 25 });
    expect(report.root.usage).toEqual({ tokens: 25 });
    const inner = report.branches.slice(1).map(({ usage }) => usage.tokens);
    expect(inner.sort()).toEqual([10, 15]);
  });

  test.each([
    [{}, /budget: expected tokens, usd or timeMs, got none of them/],
    [{ tokens: 0 }, /budget\.tokens: expected a number above 0/],
    [{ usd: Number.NaN }, /budget\.usd: expected a number above 0/],
    [{ tokens: 5, softAt: 2 }, /budget\.softAt: expected a share/],
    [{ token: 5 }, /budget\.token: expected no such option \(did you mean tokens\?\)/],
    [7, /budget: expected an object/],
  ])('%j is refused', async (budget, message) => {
    const plan = await leavesNamed(['a', 'b']);
    expect(() => plan.execute({ task: () => 1, budget: budget as never })).toThrow(message);
  });
});
