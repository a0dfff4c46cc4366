import fc from 'fast-check';
import type { TrialRow } from '../../src/domain/experiment-report.js';
import { outcomes } from '../../src/domain/outcome.js';
import type { ScoreValue } from '../../src/domain/trial.js';
import { type AggregateOptions, aggregate } from '../../src/experiment/aggregate.js';

export const usual: AggregateOptions = {
  arms: ['without', 'with'],
  replications: 1,
  confidence: 0.95,
  resamples: 400,
  seed: 1,
};

/** A trial that succeeded in its first attempt, but for what is said. */
export const row = (told: Partial<TrialRow> & Pick<TrialRow, 'case' | 'arm'>): TrialRow => ({
  id: `${told.case}/${told.replication ?? 1}/${told.arm}`,
  replication: 1,
  position: 1,
  outcome: 'succeeded',
  attempts: 1,
  scores: {},
  interfered: undefined,
  failure: undefined,
  ms: 10,
  usage: {},
  startedAt: 0,
  ...told,
});

/** Trials of two arms, each case once: scores of `without` and of `with` in the dimension `score`. */
export const pairsOf = (scores: readonly (readonly [without: ScoreValue, withIt: ScoreValue])[]): TrialRow[] =>
  scores.flatMap(([without, withIt], i) => [
    row({ case: `case ${i}`, arm: 'without', scores: { score: without } }),
    row({ case: `case ${i}`, arm: 'with', scores: { score: withIt } }),
  ]);

/** What is said of the only comparison that there is. */
export const compared = (rows: readonly TrialRow[], options: Partial<AggregateOptions> = {}) =>
  aggregate(rows, { ...usual, ...options }).pairs[0];

const finite = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.double({ min: -100, max: 100, noNaN: true }));
const score: fc.Arbitrary<ScoreValue> = fc.oneof(finite, finite, fc.boolean(), fc.constant(null));

export interface SomeTrials {
  readonly rows: readonly TrialRow[];
  readonly options: AggregateOptions;
}

/** A few cases, two or three arms and some replications, in which anything may have happened to any trial. */
export const someTrials: fc.Arbitrary<SomeTrials> = fc
  .record({
    cases: fc.integer({ min: 1, max: 5 }),
    replications: fc.integer({ min: 1, max: 4 }),
    arms: fc.constantFrom(['without', 'with'], ['b', 'a', 'c']),
    confidence: fc.constantFrom(0.8, 0.95),
    seed: fc.nat({ max: 1000 }),
  })
  .chain(({ cases, replications, arms, confidence, seed }) => {
    const count = cases * replications * arms.length;
    const drawn = fc.record({
      outcome: fc.oneof({ arbitrary: fc.constant('succeeded' as const), weight: 12 }, fc.constantFrom(...outcomes)),
      interfered: fc.oneof({ arbitrary: fc.constant(undefined), weight: 9 }, fc.constant('a file was changed')),
      attempts: fc.oneof({ arbitrary: fc.constant(1), weight: 4 }, fc.integer({ min: 0, max: 3 })),
      scores: fc.record({ score: finite, passed: fc.boolean(), mood: score }, { requiredKeys: ['score'] }),
    });
    return fc.array(drawn, { minLength: count, maxLength: count }).map((trials) => ({
      rows: trials.map(({ outcome, scores, ...rest }, i) =>
        row({
          ...rest,
          case: `case ${Math.floor(i / (replications * arms.length))}`,
          replication: 1 + (Math.floor(i / arms.length) % replications),
          arm: arms[i % arms.length],
          position: i + 1,
          outcome,
          scores: outcome === 'succeeded' ? scores : undefined,
        }),
      ),
      options: { arms, replications, confidence, resamples: 60, seed },
    }));
  });
