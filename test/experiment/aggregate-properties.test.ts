import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Aggregates, Claim, Estimate, Interval, TrialRow } from '../../src/domain/experiment-report.js';
import type { Scores } from '../../src/domain/trial.js';
import { aggregate } from '../../src/experiment/aggregate.js';
import { seededRandom } from '../../src/util/random.js';
import { rounds } from '../rounds.js';
import { compared, pairsOf, row, type SomeTrials, someTrials, usual } from './rows.js';

const bytes = (value: unknown): string => JSON.stringify(value);
const shuffledTrials = someTrials.chain((trials) =>
  fc.record({
    trials: fc.constant(trials),
    shuffled: fc.shuffledSubarray([...trials.rows], { minLength: trials.rows.length }),
  }),
);
const without = <K extends string>(fields: readonly K[], values: readonly object[]): unknown[] =>
  values.map((value) => Object.fromEntries(Object.entries(value).filter(([name]) => !fields.includes(name as K))));

describe('aggregates', () => {
  it('are the same to the byte in whatever order trials are given', () => {
    fc.assert(
      fc.property(shuffledTrials, ({ trials: { rows, options }, shuffled }) => {
        expect(bytes(aggregate(shuffled, options))).toBe(bytes(aggregate(rows, options)));
      }),
      rounds(60),
    );
  });

  it('are so also where a sum depends on the order of its terms', () => {
    const wild = fc.constantFrom(1e32, -1e32, 1e16, -1e16, 3e15, 1, 0.1);
    const shuffledRows = fc
      .tuple(fc.array(wild, { minLength: 3, maxLength: 9 }), fc.boolean())
      .map(([scores, isOneCase]) =>
        scores.map((score, i) =>
          row({ case: isOneCase ? 'one' : `${i}`, replication: isOneCase ? i + 1 : 1, arm: 'with', scores: { score } }),
        ),
      )
      .chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })));
    fc.assert(
      fc.property(shuffledRows, ([rows, shuffled]) => {
        const [plain, other] = [rows, shuffled].map((these) => aggregate(these, { ...usual, replications: 0 }));
        expect(bytes(other)).toBe(bytes(plain));
      }),
      rounds(120),
    );
  });

  it('do not depend on attempts, but for what is said of these', () => {
    const counted = someTrials.chain((trials) =>
      fc.record({ trials: fc.constant(trials), attempts: fc.array(fc.nat({ max: 4 }), { minLength: 60 }) }),
    );
    fc.assert(
      fc.property(counted, ({ trials: { rows, options }, attempts }) => {
        const retried = rows.map((one, i) => ({ ...one, attempts: attempts[i % attempts.length] }));
        const [plain, other] = [rows, retried].map((these) => ({ ...aggregate(these, options), retries: [] }));
        expect(bytes(other)).toBe(bytes(plain));
      }),
    );
  });

  it('do not depend on what was scored where something interfered, nor differ from a failure but in the reason', () => {
    const as = (rows: readonly TrialRow[], change: (one: TrialRow) => Partial<TrialRow>): TrialRow[] =>
      rows.map((one) => (one.interfered === undefined ? one : { ...one, ...change(one) }));
    fc.assert(
      fc.property(someTrials, ({ rows, options }) => {
        const plain = aggregate(rows, options);
        const scores: Scores = { score: 1e9, passed: true, mood: 5, another: 1 };
        expect(
          bytes(
            aggregate(
              as(rows, () => ({ scores })),
              options,
            ),
          ),
        ).toBe(bytes(plain));
        const failed = aggregate(
          as(rows, () => ({ interfered: undefined, outcome: 'failed' })),
          options,
        );
        // Sentences speak of pairs of which a trial did not succeed.
        const rest = ({ pairs, ...others }: Aggregates) => bytes([others, without(['leftOut', 'sentence'], pairs)]);
        expect(rest(failed)).toBe(rest(plain));
      }),
    );
  });

  it('count trials to which nothing applies, and are otherwise the same', () => {
    fc.assert(
      fc.property(someTrials, ({ rows, options }) => {
        const plain = aggregate(rows, options);
        fc.pre(plain.dimensions.length > 0);
        const scores = Object.fromEntries(plain.dimensions.map(({ name }) => [name, null]));
        const nulls = options.arms.flatMap((arm) =>
          Array.from({ length: options.replications }, (_, i) =>
            row({ case: 'null', replication: i + 1, arm, scores }),
          ),
        );
        const more = aggregate([...rows, ...nulls], options);
        const rest = ({ arms, pairs, retries, dimensions }: Aggregates) =>
          bytes([without(['notApplicable'], arms), without(['leftOut'], pairs), retries, dimensions]);
        expect(rest(more)).toBe(rest(plain));
        expect(more.arms.map(({ notApplicable }) => notApplicable)).toEqual(
          plain.arms.map(({ notApplicable }) => notApplicable + options.replications),
        );
        expect(more.pairs.map(({ leftOut }) => leftOut['not-applicable'])).toEqual(
          plain.pairs.map(({ leftOut }) => leftOut['not-applicable'] + options.replications),
        );
      }),
    );
  });

  it('account for each planned pair', () => {
    fc.assert(
      fc.property(someTrials, ({ rows, options }) => {
        const planned = rows.length / options.arms.length;
        for (const { difference, leftOut, signs } of aggregate(rows, options).pairs) {
          const left = leftOut['did-not-succeed'] + leftOut.interfered + leftOut['not-applicable'];
          expect((difference?.n ?? 0) + left).toBe(planned);
          expect(signs.higher + signs.lower + signs.same).toBe(difference?.n ?? 0);
        }
      }),
    );
  });
});

const opposite: Readonly<Record<Claim, Claim>> = { higher: 'lower', lower: 'higher', none: 'none' };
const turned = (interval: Interval | undefined) => interval && { low: 0 - interval.high, high: 0 - interval.low };
const turnedEstimate = (estimate: Estimate | undefined) =>
  estimate && {
    ...estimate,
    mean: 0 - estimate.mean,
    t: turned(estimate.t),
    bootstrap: turned(estimate.bootstrap),
  };

describe('two arms', () => {
  it('that are swapped have mirrored intervals and claims', () => {
    fc.assert(
      fc.property(someTrials, ({ rows, options }) => {
        const arms = options.arms.slice(0, 2);
        const { pairs } = aggregate(rows, { ...options, arms });
        const swapped = aggregate(rows, { ...options, arms: arms.toReversed() }).pairs;
        for (const [i, pair] of pairs.entries()) {
          // As text, in which 0 has no sign.
          expect(bytes(turnedEstimate(swapped[i].difference))).toBe(bytes(pair.difference));
          expect(bytes(turnedEstimate(swapped[i].acrossCases))).toBe(bytes(pair.acrossCases));
          expect(swapped[i].claim).toBe(opposite[pair.claim]);
          expect(swapped[i].signs).toMatchObject({
            higher: pair.signs.lower,
            lower: pair.signs.higher,
            p: pair.signs.p,
          });
        }
      }),
    );
  });

  it('whose scores all shift by the same have shifted means and the same differences', () => {
    const whole = fc.integer({ min: -1000, max: 1000 });
    fc.assert(
      fc.property(fc.array(fc.tuple(whole, whole), { minLength: 1, maxLength: 12 }), whole, (scores, shift) => {
        const plain = aggregate(pairsOf(scores), usual);
        const moved = aggregate(pairsOf(scores.map(([a, b]) => [a + shift, b + shift])), usual);
        expect(bytes(moved.pairs)).toBe(bytes(plain.pairs));
        for (const [i, { mean = 0, sd = 0 }] of moved.arms.entries()) {
          expect(mean).toBeCloseTo((plain.arms[i].mean ?? 0) + shift, 9);
          expect(sd).toBeCloseTo(plain.arms[i].sd ?? 0, 9);
        }
      }),
    );
  });

  it('have wider intervals where more confidence is asked for', () => {
    const widths = ({ rows, options }: SomeTrials, confidence: number): (number | undefined)[] => {
      const { arms, pairs } = aggregate(rows, { ...options, confidence });
      const estimates = pairs.flatMap(({ difference, acrossCases }) => [difference, acrossCases]);
      return [
        ...arms.map(({ passed }) => passed?.interval),
        ...estimates.flatMap((one) => [one?.t, one?.bootstrap]),
      ].map((interval) => interval && interval.high - interval.low);
    };
    fc.assert(
      fc.property(someTrials, (trials) => {
        const narrow = widths(trials, 0.8);
        for (const [i, wide] of widths(trials, 0.99).entries()) {
          // An interval that would have no width at one confidence may have one at a higher.
          if (narrow[i] !== undefined) expect(wide).toBeGreaterThanOrEqual(narrow[i]);
        }
      }),
    );
  });

  it('never have an interval without a width', () => {
    fc.assert(
      fc.property(someTrials, ({ rows, options }) => {
        for (const { difference, acrossCases } of aggregate(rows, options).pairs) {
          for (const interval of [difference, acrossCases].flatMap((one) => [one?.t, one?.bootstrap])) {
            if (interval) expect(interval.low).toBeLessThan(interval.high);
          }
        }
      }),
    );
  });

  it('that do not differ are said to differ no more often than the confidence allows', () => {
    const random = seededRandom(5);
    const uniform = () => random() / 2 ** 32;
    const experiments = 1500;
    const claimed = (score: () => number | boolean): number => {
      let claims = 0;
      for (let i = 0; i < experiments; i++) {
        const scores = Array.from({ length: 12 }, () => [score(), score()] as const);
        if (compared(pairsOf(scores), { resamples: 200 }).claim !== 'none') claims++;
      }
      return claims;
    };
    const most = experiments * 0.05 + 4 * Math.sqrt(experiments * 0.05 * 0.95);
    expect(claimed(() => uniform() + uniform())).toBeLessThan(most);
    expect(claimed(() => uniform() < 0.6)).toBeLessThan(most);
    expect(claimed(() => Math.round(uniform() * 4))).toBeLessThan(most);
  });

  it('that do differ are seen to', () => {
    const random = seededRandom(6);
    const scores = Array.from({ length: 30 }, () => [random() / 2 ** 32, 0.4 + random() / 2 ** 32] as const);
    expect(compared(pairsOf(scores)).claim).toBe('higher');
  });
});
