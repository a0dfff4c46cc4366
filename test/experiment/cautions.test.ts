import { describe, expect, it, test } from 'vitest';
import { aggregate } from '../../src/experiment/aggregate.js';
import { pairsOf, row, usual } from './rows.js';

const warnings = (...input: Parameters<typeof aggregate>) => aggregate(...input).warnings;

describe('warnings', () => {
  test.each([
    [1, '1 replication: '],
    [4, '4 replications: '],
  ])('are given for %d replications', (replications, start) => {
    expect(warnings([], { ...usual, replications })).toEqual([
      `${start}within a case, chance is hard to tell from a difference; use at least 5.`,
    ]);
  });

  it('are not given for five', () => {
    expect(warnings([], { ...usual, replications: 5 })).toEqual([]);
  });

  it('say that several comparisons find something by chance', () => {
    const options = { ...usual, replications: 5, arms: ['with', 'without', 'other'] };
    const rows = options.arms.map((arm) => row({ case: 'a', arm, scores: { score: 1, passed: true } }));
    expect(warnings(rows, options)).toEqual([
      '6 comparisons: intervals are not adjusted for that; where there is no difference, about one in 20 excludes 0 by chance at 95 %.',
    ]);
    expect(warnings(rows, { ...options, confidence: 0.999 })[0]).toContain(
      'about one in 1000 excludes 0 by chance at 99.9 %',
    );
    expect(warnings(pairsOf([[1, 2]]), { ...usual, replications: 5 })).toEqual([]);
  });

  it('say that arms are not covered alike', () => {
    const rows = pairsOf([
      [1, 2],
      [2, 3],
    ]);
    const failed = { ...rows[0], outcome: 'timed-out', scores: undefined } as const;
    expect(warnings([failed, ...rows.slice(1)], usual)).toContain(
      'trials that count: without 1 of 2, with 2 of 2. What is missing in one arm is left out of pairs, but not out of the mean of another arm. An arm that fails where it is hard looks better than it is, in means and in pairs.',
    );
  });
});
