import { describe, expect, it } from 'vitest';
import type { BudgetSettings, ScheduleSettings, Work } from '../../src/schedule/work.js';
import { Driven, ofType, startsIn, workOf } from './driven.js';

const leaves = (count: number, cost = 10) => workOf(Array.from({ length: count }, () => ({ cost })));

/** With a budget that is without limits but for what is given. */
const withBudget = (work: Work, budget: Partial<BudgetSettings>, settings: Partial<ScheduleSettings> = {}): Driven =>
  new Driven(work, {
    maxParallel: 9,
    ...settings,
    budget: {
      tokens: undefined,
      usd: undefined,
      timeMs: undefined,
      softAt: 0.8,
      perAttempt: {},
      usdPerMillionTokens: undefined,
      spent: { tokens: 0, usd: 0, ms: 0 },
      ...budget,
    },
  });

describe('what is set aside for an attempt', () => {
  it('is what its leaf costs before anything is known', () => {
    expect(withBudget(leaves(5), { tokens: 30 }).begin().starts).toEqual([0, 1, 2]);
  });

  it('is what was given for each, of tokens and of money', () => {
    expect(withBudget(leaves(5), { tokens: 30, perAttempt: { tokens: 15 } }).begin().starts).toEqual([0, 1]);
    expect(withBudget(leaves(5), { usd: 1, perAttempt: { usd: 0.3 } }).begin().starts).toEqual([0, 1, 2]);
  });

  it('has a price where tokens have one', () => {
    const driven = withBudget(leaves(5, 1_000), { usd: 0.02, usdPerMillionTokens: 10 }).begin();
    expect(driven.starts).toEqual([0, 1]);
  });

  it('is learnt from what attempts spent that have ended, by what their leaves cost', () => {
    const driven = withBudget(workOf([10, 10, 20].map((cost) => ({ cost }))), { tokens: 100 }, { maxParallel: 1 });
    driven.begin().spend(0, 30);
    driven.end(0, 'succeeded');
    driven.spend(1, 30);
    driven.end(1, 'succeeded');
    // Three times what it costs is 60, and 40 are left.
    expect(driven.outcomes(2)).toEqual(['budget-stopped']);
  });

  it('is learnt for money as well, and nothing before', () => {
    const driven = withBudget(leaves(3), { usd: 1 }, { maxParallel: 1 }).begin();
    driven.spend(0, 0, 0.6);
    driven.end(0, 'succeeded');
    expect(driven.outcomes(0, 1, 2)).toEqual(['succeeded', 'budget-stopped', 'budget-stopped']);
  });

  it('is free again when less was spent', () => {
    const driven = withBudget(leaves(3), { tokens: 20, perAttempt: { tokens: 10 } }).begin();
    driven.spend(0, 1);
    expect(startsIn(driven.end(0, 'succeeded'))).toEqual([]);
    driven.spend(1, 9);
    expect(startsIn(driven.end(1, 'succeeded'))).toEqual(['2/1']);
  });

  it('counts what attempts have spent beyond it', () => {
    const driven = withBudget(leaves(3), { tokens: 30, perAttempt: { tokens: 10 } }, { maxParallel: 2 }).begin();
    driven.spend(0, 15);
    expect(startsIn(driven.end(1, 'succeeded'))).toEqual(['2/1']);
    const over = withBudget(leaves(3), { tokens: 30, perAttempt: { tokens: 10 } }, { maxParallel: 2 }).begin();
    over.spend(0, 21);
    expect(startsIn(over.end(1, 'succeeded'))).toEqual([]);
  });

  it('is nothing for rollups, which no budget holds back', () => {
    const driven = withBudget(workOf([{ cost: 10 }], [[0]]), { tokens: 10 }).begin();
    driven.spend(0, 9);
    driven.end(0, 'succeeded');
    expect(driven.starts).toEqual([0, 1]);
  });
});

describe('a leaf that does not fit', () => {
  it('waits while others run, and is stopped by the budget when none does', () => {
    const driven = withBudget(workOf([{ cost: 6 }, { cost: 6 }, { cost: 1 }]), { tokens: 10 }).begin();
    expect(driven.starts).toEqual([0]);
    driven.spend(0, 6);
    driven.end(0, 'succeeded');
    expect(driven.outcomes(1)).toEqual(['budget-stopped']);
    // The next is looked at.
    expect(driven.starts).toEqual([0, 2]);
    driven.end(2, 'succeeded');
    expect(driven.finish).toMatchObject({ status: 'stopped', by: 'budget' });
    expect(driven.finish?.why).toContain('left of the budget');
  });

  it('is told as the end of the budget, once', () => {
    const commands = withBudget(leaves(3), { tokens: 5 }).send({ type: 'begin' });
    expect(ofType(commands, 'budget')).toMatchObject([{ level: 'hard', of: 'tokens', used: 0, limit: 5 }]);
    expect(ofType(commands, 'stopping')).toEqual([]);
  });

  it('takes those that depend on it and the branches above it along, with its reason', () => {
    const work = workOf([{ cost: 10 }, { dependsOn: [0] }], [[3], [0, 1]]);
    const driven = withBudget(work, { tokens: 5 }, { order: 'dependencies' }).begin();
    expect(driven.outcomes(0, 1, 2, 3)).toEqual(new Array(4).fill('budget-stopped'));
    for (const node of [0, 1, 2, 3]) {
      expect(driven.settled.get(node)?.because).toEqual({ kind: 'ended-early', why: driven.finish?.why });
    }
  });

  it('is why a run ended early, where another one that it took along is left', () => {
    const work = workOf([{ cost: 100 }, { cost: 10 }, { dependsOn: [0, 1] }, { cost: 1 }]);
    const driven = withBudget(work, { tokens: 50 }, { order: 'dependencies' }).begin();
    expect(driven.outcomes(0, 2)).toEqual(['budget-stopped', 'budget-stopped']);
    driven.spend(1, 1);
    driven.fail(1);
    // By what is known now it would spend a tenth of what it costs.
    expect(startsIn(driven.send({ type: 'retry-leaf', node: 0 }))).toEqual(['0/1']);
    driven.succeedAll();
    expect(driven.outcomes(0, 2)).toEqual(['succeeded', 'budget-stopped']);
    expect(driven.finish).toMatchObject({ status: 'stopped', by: 'budget', why: expect.stringContaining('left') });
  });

  it('does not keep what is used up later from ending the run', () => {
    const driven = withBudget(workOf([{ cost: 20 }, { cost: 5 }, { cost: 5 }]), { tokens: 10 }, { maxParallel: 1 });
    driven.begin();
    expect(driven.outcomes(0)).toEqual(['budget-stopped']);
    expect(ofType(driven.spend(1, 12), 'stopping')).toHaveLength(1);
    expect(driven.outcomes(2)).toEqual(['budget-stopped']);
  });

  it('ends the run where it is a failure too many', () => {
    const work = workOf([{ cost: 4 }, { cost: 1 }]);
    const driven = withBudget(work, { tokens: 6 }, { maxParallel: 1, retries: 1, onFailure: 'stop', backoffMs: 0 });
    driven.begin().spend(0, 4);
    driven.send({ type: 'pause' });
    driven.fail(0, true);
    driven.retryDue(0);
    const commands = driven.send({ type: 'unpause' });
    // Its retry would spend 4 more, so it is what its last attempt was, and nothing starts after a failure.
    expect(driven.outcomes(0, 1)).toEqual(['failed', 'never-started']);
    expect(startsIn(commands)).toEqual([]);
  });
});

describe('a budget that is used up', () => {
  it('stops the run: what runs may end, and is rolled up', () => {
    const driven = withBudget(workOf([{ cost: 1 }, { cost: 1 }, { cost: 1 }], [[0, 1, 2]]), { tokens: 9 });
    driven.begin();
    driven.end(2, 'displaced');
    driven.send({ type: 'limit', maxParallel: 2 });
    const commands = driven.spend(0, 9);
    expect(ofType(commands, 'budget')).toMatchObject([{ level: 'hard', of: 'tokens', used: 9, limit: 9 }]);
    expect(ofType(commands, 'end')).toEqual([]);
    driven.end(0, 'succeeded');
    driven.end(1, 'succeeded');
    driven.end(2, 'succeeded');
    expect(driven.starts.slice(-1)).toEqual([3]);
    driven.end(3, 'succeeded');
    expect(driven.finish?.status).toBe('succeeded');
  });

  it('leaves what it prevented stopped by the budget, and says so', () => {
    const driven = withBudget(leaves(3), { usd: 1 }, { maxParallel: 1 }).begin();
    driven.spend(0, 0, 1);
    expect(driven.outcomes(1, 2)).toEqual(['budget-stopped', 'budget-stopped']);
    driven.end(0, 'succeeded');
    expect(driven.finish).toMatchObject({ status: 'stopped', by: 'budget' });
  });

  it('before the session begins lets nothing start', () => {
    const driven = withBudget(leaves(2), { tokens: 100, spent: { tokens: 100, usd: 0, ms: 0 } }).begin();
    expect(driven.starts).toEqual([]);
    expect(driven.finish).toMatchObject({ status: 'stopped', by: 'budget' });
  });

  it('makes what backs off what its last attempt was', () => {
    const driven = withBudget(leaves(2), { tokens: 100 }, { retries: 1 }).begin();
    driven.fail(0, true);
    expect(ofType(driven.spend(1, 100), 'forget-wait')).toMatchObject([{ node: 0 }]);
    expect(driven.outcomes(0)).toEqual(['failed']);
  });

  it('is not announced after it was', () => {
    const driven = withBudget(workOf([{ cost: 200 }, { cost: 1 }]), { tokens: 100 }).begin();
    expect(driven.outcomes(0)).toEqual(['budget-stopped']);
    expect(ofType(driven.spend(1, 90), 'budget')).toEqual([]);
  });

  it('is announced when it nearly is, once', () => {
    const driven = withBudget(leaves(2), { tokens: 100 }).begin();
    expect(ofType(driven.spend(0, 79), 'budget')).toEqual([]);
    expect(ofType(driven.spend(0, 1), 'budget')).toMatchObject([{ level: 'soft', of: 'tokens', used: 80, limit: 100 }]);
    expect(ofType(driven.spend(0, 1), 'budget')).toEqual([]);
  });
});

describe('the time of a run', () => {
  it('is announced and ended by wakes, counted from its beginning and with what was used before', () => {
    const driven = withBudget(leaves(2), { timeMs: 1_000, spent: { tokens: 0, usd: 0, ms: 300 } });
    driven.now = 5_000;
    expect(ofType(driven.send({ type: 'begin' }), 'wake')).toEqual([{ type: 'wake', at: 5_500 }]);
    const soft = driven.wakeAt(5_500);
    expect(ofType(soft, 'budget')).toEqual([{ type: 'budget', level: 'soft', of: 'time', used: 800, limit: 1_000 }]);
    expect(ofType(soft, 'wake')).toEqual([{ type: 'wake', at: 5_700 }]);
    const hard = driven.wakeAt(5_700);
    expect(ofType(hard, 'budget')).toEqual([{ type: 'budget', level: 'hard', of: 'time', used: 1_000, limit: 1_000 }]);
    expect(ofType(hard, 'end')).toMatchObject([{ node: 0 }, { node: 1 }]);
  });

  it('is over at its instant, whatever fractions the clock counts in', () => {
    for (let i = 0; i < 500; i++) {
      const driven = withBudget(leaves(1), { timeMs: 1_000, softAt: 0.5 });
      driven.now = (i * 1_000) / 7;
      const [soft] = ofType(driven.send({ type: 'begin' }), 'wake');
      const [hard] = ofType(driven.wakeAt(soft.at), 'wake');
      expect(hard.at).toBeGreaterThan(soft.at);
      expect(ofType(driven.wakeAt(hard.at), 'budget')).toMatchObject([{ level: 'hard' }]);
    }
  });

  it('ends leaves, which are stopped by the budget then, and lets rollups be', () => {
    const driven = withBudget(workOf([{}, {}, {}], [[0], [1, 2]]), { timeMs: 100 }).begin();
    driven.end(0, 'succeeded');
    expect([...driven.running]).toEqual([1, 2, 3]);
    expect(ofType(driven.wakeAt(100), 'end').map(({ node }) => node)).toEqual([1, 2]);
    driven.end(1, 'cancelled');
    driven.end(2, 'succeeded');
    driven.end(3, 'succeeded');
    driven.end(4, 'succeeded');
    expect(driven.outcomes(0, 1, 2, 3, 4)).toEqual([
      'succeeded',
      'budget-stopped',
      'succeeded',
      'succeeded',
      'succeeded',
    ]);
    expect(driven.finish).toMatchObject({ status: 'stopped', by: 'budget' });
  });

  it('lets nothing that was asked to end run again', () => {
    for (const kind of ['displaced', 'suspected', 'not-begun'] as const) {
      const driven = withBudget(leaves(1), { timeMs: 100 }).begin();
      driven.wakeAt(100);
      driven.end(0, kind);
      expect(driven.outcomes(0)).toEqual(['budget-stopped']);
    }
  });

  it('is over for what a stop has let run too, and for what was to run again', () => {
    const driven = withBudget(leaves(3), { timeMs: 100 }).begin();
    driven.send({ type: 'stop', why: 'enough' });
    driven.send({ type: 'hold' });
    driven.end(0, 'displaced');
    expect(ofType(driven.wakeAt(100), 'end').map(({ node }) => node)).toEqual([1, 2]);
    driven.send({ type: 'release' });
    expect(driven.starts).toEqual([0, 1, 2]);
  });
});
