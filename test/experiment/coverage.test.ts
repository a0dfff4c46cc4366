import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costsOf } from '../../src/experiment/costs.js';
import { coverageOf } from '../../src/experiment/coverage.js';
import { excludedOf } from '../../src/experiment/excluded.js';
import { row, someTrials } from './rows.js';

describe('coverage', () => {
  it('says what became of each trial, in all and by arm', () => {
    const rows = [
      row({ case: 'a', arm: 'with' }),
      row({ case: 'b', arm: 'with', outcome: 'failed', attempts: 3 }),
      row({ case: 'c', arm: 'with', outcome: 'timed-out' }),
      row({ case: 'd', arm: 'with', interfered: 'a file was changed', attempts: 2 }),
      row({ case: 'a', arm: 'without', outcome: 'never-started', attempts: 0 }),
      row({ case: 'b', arm: 'without', outcome: 'cancelled' }),
      row({ case: 'c', arm: 'without', outcome: 'skipped', attempts: 0 }),
      row({ case: 'd', arm: 'without', outcome: 'budget-stopped' }),
    ];
    const { arms, ...all } = coverageOf(rows, ['without', 'with']);
    expect(all).toEqual({ planned: 8, scored: 1, failed: 2, unfinished: 4, interfered: 1, retried: 2 });
    expect(arms).toEqual([
      { arm: 'without', planned: 4, scored: 0, failed: 0, unfinished: 4, interfered: 0, retried: 0 },
      { arm: 'with', planned: 4, scored: 1, failed: 2, unfinished: 0, interfered: 1, retried: 2 },
    ]);
  });

  it('loses no trial', () => {
    fc.assert(
      fc.property(someTrials, ({ rows, options }) => {
        const { arms, ...all } = coverageOf(rows, options.arms);
        expect(all.scored + all.failed + all.unfinished + all.interfered).toBe(rows.length);
        expect(arms.reduce((sum, { planned }) => sum + planned, 0)).toBe(rows.length);
        expect(arms.reduce((sum, { scored }) => sum + scored, 0)).toBe(all.scored);
      }),
    );
  });
});

describe('costs', () => {
  it('are the mean time of trials that count, and all that was spent', () => {
    const rows = [
      row({ case: 'a', arm: 'with', ms: 10, usage: { usd: 1 } }),
      row({ case: 'b', arm: 'with', ms: 20, usage: { usd: 2, tokens: 5 } }),
      row({ case: 'c', arm: 'with', ms: undefined, outcome: 'failed', usage: { usd: 4 } }),
      row({ case: 'd', arm: 'with', ms: 900, interfered: 'a file was changed', usage: { usd: 8 } }),
    ];
    expect(costsOf(rows, ['with', 'without'])).toEqual([
      { arm: 'with', meanMs: 15, usage: { usd: 15, tokens: 5 } },
      { arm: 'without', meanMs: undefined, usage: {} },
    ]);
  });

  it('are the same to the byte in whatever order trials are given', () => {
    const rows = Array.from({ length: 9 }, (_, i) =>
      row({ case: `${i}`, arm: 'with', position: i, ms: i / 3, usage: { [`name ${i % 4}`]: 1 / (i + 1) } }),
    );
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
        expect(JSON.stringify(costsOf(shuffled, ['with']))).toBe(JSON.stringify(costsOf(rows, ['with'])));
      }),
    );
  });
});

describe('trials that were interfered with', () => {
  it('are listed in the order of the plan, with what was changed', () => {
    const rows = [
      row({ case: 'c', arm: 'with', position: 3, interfered: 'setting model' }),
      row({ case: 'b', arm: 'with', position: 2 }),
      row({ case: 'a', arm: 'with', position: 1, interfered: 'file x' }),
    ];
    expect(excludedOf(rows)).toEqual([
      { id: 'a/1/with', case: 'a', replication: 1, arm: 'with', interfered: 'file x' },
      { id: 'c/1/with', case: 'c', replication: 1, arm: 'with', interfered: 'setting model' },
    ]);
  });
});
