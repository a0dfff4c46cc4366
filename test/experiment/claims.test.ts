import { describe, expect, it, test } from 'vitest';
import type { ScoreValue } from '../../src/domain/trial.js';
import { compared, pairsOf, row } from './rows.js';

const repeated = <T>(count: number, value: T): T[] => new Array<T>(count).fill(value);
const against0 = (...scores: number[]) => pairsOf(scores.map((score) => [0, score]));

describe('a claim', () => {
  test.each([
    [0, 'score, with against without: no pair can be compared.'],
    [1, 'score, with against without: no difference can be claimed with 1 pair.'],
    [4, 'score, with against without: no difference can be claimed with 4 pairs.'],
  ])('is never made with %d pairs', (n, sentence) => {
    const scores = repeated<[ScoreValue, ScoreValue]>(n, [0, 1]).map(([a], i): [ScoreValue, ScoreValue] => [
      a,
      10 + i / 9,
    ]);
    expect(compared(pairsOf([...scores, [null, null]]))).toMatchObject({ claim: 'none', sentence });
  });

  it('is made where both intervals are on one side of 0', () => {
    const higher = compared(against0(1, 1.2, 0.8, 1.1, 0.9));
    expect(higher.claim).toBe('higher');
    expect(higher.sentence).toBe('with is higher than without in score: by 1 (95 % interval 0.804 to 1.2, 5 pairs).');
    const lower = compared(against0(-1, -1.2, -0.8, -1.1, -0.9));
    expect(lower.claim).toBe('lower');
    expect(lower.sentence).toBe('with is lower than without in score: by 1 (95 % interval 0.804 to 1.2, 5 pairs).');
  });

  it('is not made where the interval includes 0', () => {
    const { claim, sentence } = compared(against0(1, -1, 2, -1.5, 0.5, -0.4));
    expect(claim).toBe('none');
    expect(sentence).toBe(
      'no difference in score between with and without can be claimed: 0.1 (95 % interval -1.28 to 1.48, 6 pairs).',
    );
  });

  it('is not made where the two intervals disagree', () => {
    // A long tail: resampled means stay above 0, Student's interval does not.
    const tail = compared(against0(0.1, 0.1, 0.1, 0.1, 9), { resamples: 2000 });
    expect(tail.difference?.t?.low).toBeLessThan(0);
    expect(tail.difference?.bootstrap?.low).toBeGreaterThan(0);
    expect(tail.claim).toBe('none');
  });

  it('says which interval includes 0 where only the bootstrap interval does', () => {
    const found = compared(against0(...repeated(39, 1), -10), { confidence: 0.98, resamples: 4000 });
    expect(found.difference?.t?.low).toBeGreaterThan(0);
    expect(found.difference?.bootstrap?.low).toBeLessThan(0);
    expect(found.claim).toBe('none');
    expect(found.sentence).toBe(
      'no difference in score between with and without can be claimed: 0.725 (98 % interval 0.0579 to 1.39, 40 pairs), as the bootstrap interval, -0.1 to 1, includes 0.',
    );
  });

  it('in a dimension that is passed or not is decided by the sign test', () => {
    const passes = (better: number, worse: number, same: number) =>
      compared(
        pairsOf([
          ...repeated(better, [false, true] as const),
          ...repeated(worse, [true, false] as const),
          ...repeated(same, [true, true] as const),
        ]),
      );
    // Both intervals exclude 0 here, and five coins fall all alike once in sixteen times.
    const five = passes(5, 0, 9);
    expect(five.difference?.t?.low).toBeGreaterThan(0);
    expect(five.difference?.bootstrap?.low).toBeGreaterThan(0);
    expect(five.claim).toBe('none');
    expect(five.sentence).toMatch(
      /^no difference in score between with and without can be claimed: 0\.357 \(95 % interval 0\.\d+ to 0\.\d+, 14 pairs: 5 higher, 0 lower, sign test p = 0\.0625\)\.$/,
    );
    // Student's interval ends above 1, which no share of trials can be.
    const most = passes(10, 0, 2);
    expect(most.difference?.t?.high).toBeGreaterThan(1);
    expect(most.sentence).toMatch(/95 % interval 0\.\d+ to 1, 12 pairs/);
    const six = passes(0, 6, 9);
    expect(six.claim).toBe('lower');
    expect(six.sentence).toMatch(
      /^with is lower than without in score: by 0\.4 \(95 % interval 0\.\d+ to 0\.\d+, 15 pairs: 0 higher, 6 lower, sign test p = 0\.0313\)\.$/,
    );
  });

  it('is decided by the sign test, and has no interval, where all differences are the same', () => {
    const five = compared(against0(...repeated(5, 0.1)));
    expect(five.difference).toEqual({ n: 5, mean: 0.1, sd: 0, t: undefined, bootstrap: undefined });
    expect(five.claim).toBe('none');
    expect(five.sentence).toBe(
      'no difference in score between with and without can be claimed: 0.1 in each of 5 pairs (sign test p = 0.0625).',
    );
    const six = compared(against0(...repeated(6, -0.1)));
    expect(six.claim).toBe('lower');
    expect(six.sentence).toBe('with is lower than without in score: by 0.1 in each of 6 pairs (sign test p = 0.0313).');
    const same = compared(against0(...repeated(12, 0)));
    expect(same.claim).toBe('none');
    expect(same.sentence).toBe(
      'no difference in score between with and without can be claimed: both are the same in each of 12 pairs.',
    );
  });

  it('does not come from the last bits of a score', () => {
    const sums = compared(pairsOf(repeated(20, [0.3, 0.1 + 0.2])));
    expect(0.1 + 0.2).not.toBe(0.3);
    expect(sums).toMatchObject({ claim: 'none', signs: { same: 20, p: 1 }, difference: { mean: 0 } });
    // Always 0.1, but not to the last bit: an interval as narrow as these bits would be made of nothing.
    const steps = compared(pairsOf([1, 2, 3, 4, 5, 6, 7].map((i) => [i / 10, (i + 1) / 10])));
    expect(steps.difference?.sd).toBeGreaterThan(0);
    expect(steps.difference).toMatchObject({ t: undefined, bootstrap: undefined });
    // Samples with four of the low score have a mean of 0, or nearly: 36 times a tenth less 4 times nine tenths.
    const tenths = compared(against0(...repeated(39, 0.1), -0.9), { confidence: 0.98, resamples: 4000 });
    expect(tenths.difference?.bootstrap?.low).toBe(0);
    expect(tenths.claim).toBe('none');
  });

  describe('says how far it reaches', () => {
    const ofCases = (cases: readonly (readonly number[])[]) =>
      compared(
        cases.flatMap((scores, i) =>
          scores.flatMap((score, r) => [
            row({ case: `${i}`, replication: r + 1, arm: 'without', scores: { score: 0 } }),
            row({ case: `${i}`, replication: r + 1, arm: 'with', scores: { score } }),
          ]),
        ),
        { replications: Math.max(...cases.map(({ length }) => length)) },
      );
    const beyond = / This holds for .* cannot be said of others\.$/;

    it('where cases differ too much to say it of others', () => {
      const { acrossCases, claim, sentence } = ofCases([
        [1, 1.1, 0.9, 1],
        [5, 5.1, 4.9, 5],
      ]);
      expect(acrossCases?.t?.low).toBeLessThan(0);
      expect(claim).toBe('higher');
      expect(sentence).toMatch(/ This holds for these 2 cases and cannot be said of others\.$/);
    });

    it('where the mean of each case is the same, of which nothing follows', () => {
      const { acrossCases, sentence } = ofCases([
        [1, 2, 3],
        [3, 2, 1],
      ]);
      expect(acrossCases).toMatchObject({ n: 2, mean: 2, sd: 0, t: undefined });
      expect(sentence).toMatch(beyond);
    });

    it('where there is only one case', () => {
      expect(ofCases([[1, 1.1, 0.9, 1, 1.2]]).sentence).toMatch(
        / This holds for this one case and cannot be said of others\.$/,
      );
    });

    it('and adds nothing where it is seen across cases, or each case stands once', () => {
      const across = ofCases([
        [1, 1.1],
        [1.2, 1],
        [0.8, 0.9],
        [1, 0.9],
      ]);
      expect(across.claim).toBe('higher');
      expect(across.sentence).not.toMatch(beyond);
      expect(ofCases([[1], [1.1], [0.9], [1.2], [1]]).sentence).not.toMatch(beyond);
    });
  });

  it('is written with as many digits as tell the ends of its interval apart', () => {
    const scores = [1000.01, 1000.02, 1000.03, 1000.02, 1000.01];
    expect(compared(against0(...scores)).sentence).toBe(
      'with is higher than without in score: by 1000.018 (95 % interval 1000.008 to 1000.028, 5 pairs).',
    );
    const large = [123456, 223456, 323456, 423456, 523456];
    expect(compared(against0(...large)).sentence).toContain('by 323456 (95 % interval');
  });
});

describe('a claim with trials missing', () => {
  const found = (lost: number) => {
    const rows = pairsOf(Array.from({ length: 20 }, (_, i) => [i % 3, (i % 3) + 1 + (i % 2)] as [number, number]));
    const failed = rows.map((one) =>
      one.arm === 'without' && Number(one.case.replace(/\D/g, '')) < lost
        ? { ...one, outcome: 'failed' as const, scores: undefined }
        : one,
    );
    return compared(failed);
  };

  it('says of how many pairs nothing is known, and when they are many', () => {
    expect(found(0).sentence).not.toContain('Nothing is known');
    expect(found(1)).toMatchObject({ claim: 'higher', leftOut: { 'did-not-succeed': 1 } });
    expect(found(1).sentence).toContain('Nothing is known of 1 pair of which a trial did not succeed.');
    expect(found(8).sentence).toContain('so many that they may hold the opposite.');
  });
});
