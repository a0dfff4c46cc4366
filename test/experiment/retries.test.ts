import { describe, expect, it } from 'vitest';
import type { TrialRow } from '../../src/domain/experiment-report.js';
import { aggregate } from '../../src/experiment/aggregate.js';
import { row, usual } from './rows.js';

const why = 'Retrying keeps trials that would have been lost, which can favour an arm that fails more often.';

/** Trials of one arm, with the scores of those that took one attempt and of those that took two. */
const trials = (first: readonly number[], retried: readonly number[], others: Partial<TrialRow> = {}): TrialRow[] =>
  [...first.map((score) => [score, 1]), ...retried.map((score) => [score, 2])].map(([score, attempts], i) =>
    row({ case: `${i}`, arm: 'with', attempts, scores: { score }, ...others }),
  );
const retriesOf = (rows: readonly TrialRow[]) => aggregate(rows, { ...usual, arms: ['with'] }).retries;

describe('trials that were retried', () => {
  it('are compared with the others, by Welch', () => {
    // scipy 1.17.1, `scipy.stats.ttest_ind(retried, others, equal_var=False).confidence_interval(0.95)`.
    const [found, ...more] = retriesOf(trials([1.2, 0.3, 2.9, 1.1, 0.8, 2.2, 1.9], [3.1, 2.7, 4.4, 5]));
    expect(more).toEqual([]);
    expect(found).toMatchObject({ arm: 'with', dimension: 'score', retried: { n: 4 }, others: { n: 7 } });
    expect(found.retried.mean).toBeCloseTo(3.8, 14);
    expect(found.difference?.low).toBeCloseTo(0.7121568841064216, 11);
    expect(found.difference?.high).toBeCloseTo(3.9164145444650074, 11);
    expect(found.sentence).toBe(
      `score, with: 4 retried trials and 7 others: too few to say whether they differ. ${why}`,
    );
  });

  it('are said to differ where the interval excludes 0, and not to be proven alike where it does not', () => {
    const [differ] = retriesOf(trials([1, 1.1, 0.9, 1, 1.2], [3, 3.1, 2.9, 3, 3.2]));
    expect(differ.sentence).toBe(
      `score, with: 5 retried trials and 5 others: retried ones are higher, perhaps as their cases are others: difference 2 (95 % interval 1.83 to 2.17). ${why}`,
    );
    const [alike] = retriesOf(trials([1, 2, 3, 4, 5], [2, 1, 3, 5, 4]));
    expect(alike.sentence).toBe(
      `score, with: 5 retried trials and 5 others: no difference can be claimed, which does not rule one out: 0 (95 % interval -2.31 to 2.31). ${why}`,
    );
  });

  it('have no interval where there are too few of them, or nothing varies', () => {
    const [single] = retriesOf(trials([], [3]));
    expect(single).toMatchObject({
      retried: { n: 1, mean: 3 },
      others: { n: 0, mean: undefined },
      difference: undefined,
    });
    expect(single.sentence).toContain('1 retried trial and 0 others: too few');
    const [constant] = retriesOf(trials([1, 1, 1, 1, 1], [2, 2, 2, 2, 2]));
    expect(constant.difference).toBeUndefined();
    expect(constant.sentence).toContain('each retried one has 2, each other 1.');
  });

  it('are compared by the exact test where they are passed or not: few passes say little', () => {
    const passes = (retried: readonly [number, number], others: readonly [number, number]) => {
      const trial = (attempts: number) => (passed: boolean, i: number) =>
        row({ case: `${attempts} ${passed} ${i}`, arm: 'with', attempts, scores: { passed } });
      const some = ([passed, failed]: readonly [number, number]) => [
        ...Array<boolean>(passed).fill(true),
        ...Array<boolean>(failed).fill(false),
      ];
      return retriesOf([...some(retried).map(trial(2)), ...some(others).map(trial(1))])[0];
    };
    // By Welch, 0 of 6 against 22 of 53 would differ for sure.
    const unclear = passes([0, 6], [22, 31]);
    expect(unclear.p).toBeCloseTo(0.0749, 3);
    expect(unclear.sentence).toContain(
      "no difference can be claimed, which does not rule one out: 0 % against 41.5 % passed (Fisher's exact test p = 0.0749)",
    );
    expect(passes([0, 10], [20, 2]).sentence).toContain('retried ones are lower');
    expect(passes([6, 0], [3, 20]).sentence).toContain('retried ones are higher');
  });

  it('are not told of where there are none, none that counts, or none with a score', () => {
    expect(retriesOf(trials([1, 2, 3], []))).toEqual([]);
    expect(retriesOf(trials([1, 2], [3], { interfered: 'a file was changed' }))).toEqual([]);
    expect(retriesOf(trials([1, 2], [3], { outcome: 'failed' }))).toEqual([]);
    expect(
      retriesOf([...trials([1, 2], []), row({ case: 'x', arm: 'with', attempts: 2, scores: { score: null } })]),
    ).toEqual([]);
  });
});
