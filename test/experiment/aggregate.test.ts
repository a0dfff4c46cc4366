import { describe, expect, it } from 'vitest';
import { aggregate } from '../../src/experiment/aggregate.js';
import { compared, pairsOf, row, usual } from './rows.js';

/** Four cases with five replications, drawn once; pairs are without, with. */
const drawn: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  a: [
    [79, 91],
    [77, 88],
    [82, 78],
    [68, 79],
    [72, 90],
  ],
  b: [
    [74, 80],
    [67, 80],
    [67, 73],
    [80, 70],
    [71, 70],
  ],
  c: [
    [72, 65],
    [63, 66],
    [65, 67],
    [63, 75],
    [69, 72],
  ],
  d: [
    [59, 78],
    [61, 64],
    [69, 63],
    [69, 71],
    [55, 60],
  ],
};
const drawnRows = Object.entries(drawn).flatMap(([name, pairs]) =>
  pairs.flatMap(([without, withIt], i) => [
    row({ case: name, replication: i + 1, arm: 'without', scores: { score: without } }),
    row({ case: name, replication: i + 1, arm: 'with', scores: { score: withIt } }),
  ]),
);

describe('statistics of an arm', () => {
  it('are those of the reference', () => {
    // numpy with scipy 1.17.1: `mean()` and `std(ddof=1)`.
    const [without, withIt] = aggregate(drawnRows, { ...usual, replications: 5 }).arms;
    expect(without).toMatchObject({ arm: 'without', dimension: 'score', n: 20, mean: 69.1, min: 55, max: 82 });
    expect(without.sd).toBeCloseTo(7.1000370643954716, 12);
    expect(withIt).toMatchObject({ arm: 'with', n: 20, notApplicable: 0, mean: 74, min: 60, max: 91 });
    expect(withIt.sd).toBeCloseTo(8.967778578420575, 12);
    expect(withIt).not.toHaveProperty('passed');
  });

  it('have a pass rate with its interval where all scores are true or false', () => {
    const rows = Array.from({ length: 10 }, (_, i) => row({ case: `${i}`, arm: 'with', scores: { passed: i < 7 } }));
    const { arms, dimensions } = aggregate(rows, { ...usual, arms: ['with'] });
    expect(dimensions).toEqual([{ name: 'passed', kind: 'pass' }]);
    expect(arms[0]).toMatchObject({ n: 10, mean: 0.7, passed: { count: 7, rate: 0.7 } });
    expect(arms[0].passed?.interval.low).toBeCloseTo(0.39677814746114526, 12);
  });

  it('leave out what does not apply instead of counting it as 0', () => {
    const rows = [4, null, 6, undefined, Number.NaN].map((score, i) =>
      row({ case: `${i}`, arm: 'with', scores: score === undefined ? {} : { score } }),
    );
    const { arms } = aggregate(rows, { ...usual, arms: ['with'] });
    expect(arms[0]).toMatchObject({ n: 2, notApplicable: 3, mean: 5, min: 4 });
  });

  it('leave out what did not succeed or was interfered with, also from what does not apply', () => {
    const rows = [
      row({ case: 'a', arm: 'with', scores: { score: 4 } }),
      row({ case: 'b', arm: 'with', scores: { score: 100, other: 1 }, interfered: 'a setting was changed' }),
      row({ case: 'c', arm: 'with', scores: { score: 100 }, outcome: 'failed' }),
    ];
    const { arms, dimensions } = aggregate(rows, { ...usual, arms: ['with'] });
    expect(dimensions).toEqual([{ name: 'score', kind: 'number' }]);
    expect(arms).toEqual([
      { arm: 'with', dimension: 'score', n: 1, notApplicable: 0, mean: 4, sd: undefined, min: 4, max: 4 },
    ]);
  });

  it('are there for a dimension that applies nowhere, without figures', () => {
    const { arms, pairs, dimensions } = aggregate(pairsOf([[null, null]]), usual);
    expect(dimensions).toEqual([{ name: 'score', kind: 'number' }]);
    expect(arms[0]).toMatchObject({ n: 0, notApplicable: 1, mean: undefined, sd: undefined, min: undefined });
    expect(pairs[0]).toMatchObject({ difference: undefined, leftOut: { 'not-applicable': 1 }, claim: 'none' });
  });
});

describe('dimensions', () => {
  it('stand in the order of their names, after those of scores without names', () => {
    const scores = { zeal: 1, passed: true, Accuracy: 1, score: 2, cost: 3 };
    const { dimensions } = aggregate([row({ case: 'a', arm: 'with', scores })], usual);
    expect(dimensions.map(({ name }) => name)).toEqual(['score', 'passed', 'Accuracy', 'cost', 'zeal']);
  });

  it('of numbers and true or false count these as 1 and 0, with a warning', () => {
    const { dimensions, arms, warnings } = aggregate(pairsOf([[true, 3]]), usual);
    expect(dimensions).toEqual([{ name: 'score', kind: 'number' }]);
    expect(arms.map(({ mean }) => mean)).toEqual([1, 3]);
    expect(warnings).toContain('score: some scores are numbers and some true or false; true counts as 1, false as 0.');
  });

  it('may be called as something that every object has', () => {
    const rows = [
      row({ case: 'a', arm: 'with', scores: { constructor: 1 } as never }),
      row({ case: 'b', arm: 'with', scores: { score: 1 } }),
    ];
    const { arms } = aggregate(rows, { ...usual, arms: ['with'] });
    expect(arms.map(({ dimension, n, notApplicable }) => [dimension, n, notApplicable])).toEqual([
      ['score', 1, 1],
      ['constructor', 1, 1],
    ]);
  });
});

describe('a pair of arms', () => {
  it('has the differences of the reference, over pairs and over cases', () => {
    // scipy 1.17.1: `ttest_1samp(differences, 0).confidence_interval(0.95)`, `binomtest`, and `bootstrap` with 1,000,000
    // resamples and method 'percentile'.
    const { difference, acrossCases, signs } = compared(drawnRows, { replications: 5, resamples: 20_000 });
    expect(difference).toMatchObject({ n: 20, mean: 4.9 });
    expect(difference?.sd).toBeCloseTo(8.071391975431043, 12);
    expect(difference?.t?.low).toBeCloseTo(1.122472275636138, 10);
    expect(difference?.t?.high).toBeCloseTo(8.677527724363863, 10);
    expect(Math.abs((difference?.bootstrap?.low ?? 0) - 1.45)).toBeLessThan(0.15);
    expect(Math.abs((difference?.bootstrap?.high ?? 0) - 8.35)).toBeLessThan(0.15);
    expect(acrossCases?.n).toBe(4);
    expect(acrossCases?.sd).toBeCloseTo(3.2598568475727068, 12);
    expect(acrossCases?.t?.low).toBeCloseTo(-0.2871596901557787, 10);
    expect(acrossCases?.t?.high).toBeCloseTo(10.087159690155778, 10);
    expect(signs).toEqual({ higher: 15, lower: 5, same: 0, p: 0.04138946533203125 });
  });

  it('has the published interval of the sleep data', () => {
    const first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2];
    const second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
    const pair = compared(pairsOf(first.map((value, i) => [value, second[i]])));
    expect(pair.difference?.t?.low).toBeCloseTo(0.7001142, 7);
    expect(pair.difference?.t?.high).toBeCloseTo(2.4598858, 7);
    expect(pair.signs).toEqual({ higher: 9, lower: 0, same: 1, p: 2 / 512 });
    expect(pair.acrossCases).toBeUndefined();
  });

  it('is the later against the earlier, for each two of them', () => {
    const rows = ['a', 'b', 'c'].map((arm, i) => row({ case: 'one', arm, scores: { score: 10 ** i } }));
    const { pairs } = aggregate(rows, { ...usual, arms: ['a', 'b', 'c'] });
    expect(pairs.map(({ arm, than, difference }) => [arm, than, difference?.mean])).toEqual([
      ['b', 'a', 9],
      ['c', 'a', 99],
      ['c', 'b', 90],
    ]);
  });

  it('counts each planned pair that is left out once, for the gravest reason', () => {
    const failed = { outcome: 'failed', scores: undefined } as const;
    const interfered = { interfered: 'a file was changed', scores: { score: 1 } };
    const fine = { scores: { score: 1 } };
    const none = { scores: { score: null } };
    const pairs = [
      [failed, interfered],
      [none, failed],
      [interfered, none],
      [fine, interfered],
      [fine, none],
      [none, none],
      [fine, fine],
      [fine, undefined],
    ];
    const rows = pairs.flatMap(([without, withIt], i) => [
      ...(without ? [row({ case: `${i}`, arm: 'without', ...without })] : []),
      ...(withIt ? [row({ case: `${i}`, arm: 'with', ...withIt })] : []),
    ]);
    expect(compared(rows)).toMatchObject({
      difference: { n: 1 },
      leftOut: { 'did-not-succeed': 3, interfered: 2, 'not-applicable': 2 },
    });
    // With two replications planned, the second of each of eight cases is missing.
    expect(compared(rows, { replications: 2 }).leftOut['did-not-succeed']).toBe(11);
  });

  it('is compared across cases only where there are several of them with several replications', () => {
    const some = (name: string, replication: number, score: number) => [
      row({ case: name, replication, arm: 'without', scores: { score: 0 } }),
      row({ case: name, replication, arm: 'with', scores: { score } }),
    ];
    expect(compared([...some('a', 1, 1), ...some('a', 2, 2)], { replications: 2 }).acrossCases).toBeUndefined();
    expect(compared([...some('a', 1, 1), ...some('b', 1, 2)]).acrossCases).toBeUndefined();
    const three = [...some('a', 1, 1), ...some('a', 2, 3), ...some('b', 1, 5)];
    expect(compared(three, { replications: 2 }).acrossCases).toMatchObject({ n: 2, mean: 3.5 });
  });
});

describe('trials of an arm that is not asked for', () => {
  it('change nothing', () => {
    const rows = pairsOf([
      [1, 2],
      [2, 2],
    ]);
    const other = row({ case: 'another', arm: 'other', scores: { score: 9, another: 1 } });
    expect(aggregate([other, ...rows], usual)).toEqual(aggregate(rows, usual));
  });
});

describe('no trials', () => {
  it('give no statistics', () => {
    expect(aggregate([], usual)).toMatchObject({ dimensions: [], arms: [], pairs: [], retries: [] });
  });
});
