import fc from 'fast-check';
import type { AttemptFailure, ThrownValue } from '../../src/domain/attempt-failure.js';
import type { Fact } from '../../src/domain/fact.js';
import type { StoredValue } from '../../src/domain/stored-value.js';
import { digest, storeValue } from '../../src/ledger/stored-value.js';

/** What files, errors and people really contain, and what breaks quoting. */
export const someText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '',
    '\0',
    'a\0b',
    '\ud800',
    'x\udc00y',
    `'"\`;--`,
    '👩‍👩‍👧',
    '%s\r\n\t',
    '\u2028',
    '{"a":1}',
    '\ufeff',
  ),
);

// JSON knows no -0, and neither do the times and counts of facts.
const plainNumber = fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0);
const plainJson = fc.jsonValue({ stringUnit: 'binary' }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
/** To the microsecond, as all times of facts are. */
const time = fc.nat({ max: 2e15 }).map((us) => us / 1000);
const node = fc.nat({ max: 5 });
const attempt = fc.nat({ max: 9 });
const usage = fc.dictionary(someText, plainNumber, { maxKeys: 4, noNullPrototype: true });

const thrown: fc.Arbitrary<ThrownValue> = fc.letrec<{ thrown: ThrownValue }>((tie) => ({
  thrown: fc.record(
    {
      name: someText,
      message: someText,
      code: fc.oneof(someText, fc.integer()),
      stack: someText,
      cause: tie('thrown'),
      errors: fc.array(tie('thrown'), { maxLength: 2, depthIdentifier: 'thrown' }),
      properties: fc.dictionary(someText, plainJson, { maxKeys: 3, noNullPrototype: true }),
    },
    { requiredKeys: ['name', 'message'], noNullPrototype: true },
  ) as fc.Arbitrary<ThrownValue>,
})).thrown;

const failure = fc.record(
  {
    code: fc.constantFrom('task-threw', 'timed-out', 'never-started', 'cancelled'),
    ...{ message: someText, nextStep: someText, retryable: fc.boolean() },
    ...{ cause: thrown, stack: someText, by: someText },
  },
  { requiredKeys: ['code', 'message', 'nextStep', 'retryable'], noNullPrototype: true },
) as fc.Arbitrary<AttemptFailure>;

/** Small and large, in JSON and not. */
const value: fc.Arbitrary<StoredValue> = fc
  .oneof(
    fc.constant(undefined),
    someText,
    plainJson,
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true }),
    fc.tuple(someText, fc.integer({ min: 1_020, max: 3_000 })).map(([text, times]) => `${text}+`.repeat(times)),
    fc.uint8Array({ minLength: 1_000, maxLength: 1_100 }),
  )
  .map(storeValue);

const fingerprint = fc.nat().map((n) => digest(String(n)));
const perhaps = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(one, { nil: undefined });

const optionChange = fc.record({
  ...{ option: someText, class: fc.constantFrom('throughput' as const, 'limit' as const) },
  ...{ before: plainJson, now: plainJson },
});

const count = fc.integer({ min: 1, max: 9 });
const sample = fc.record({ try: count, round: count });
/** Of most attempts there is none, and then the field is not there either. */
const perhapsSampled = <T extends object>(fact: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof(
    fact,
    fc.tuple(fact, sample).map(([one, of]) => ({ ...one, sample: of })),
  );
const verdict = fc.record(
  { accepted: fc.boolean(), feedback: someText },
  { requiredKeys: ['accepted'], noNullPrototype: true },
);

/** Facts of every kind, whose optional fields are sometimes there. */
export const someFact: fc.Arbitrary<Fact> = fc.oneof(
  perhapsSampled(fc.record({ kind: fc.constant('started' as const), node, attempt, at: time })),
  fc.record({
    ...{ kind: fc.constant('ended' as const), node, attempt, at: time, startedAt: time, isFinal: fc.boolean() },
    outcome: fc.constantFrom('succeeded' as const, 'failed' as const, 'timed-out' as const, 'cancelled' as const),
    ...{ value: perhaps(value), failure: perhaps(failure), fingerprint: perhaps(fingerprint), wrote: fc.boolean() },
  }),
  fc.record({
    ...{ kind: fc.constant('ended' as const), node, attempt, at: time, startedAt: time, sample, verdict },
    ...{
      outcome: fc.constant('succeeded' as const),
      isFinal: fc.constant(false),
      value,
      failure: fc.constant(undefined),
    },
    ...{ fingerprint: perhaps(fingerprint), wrote: fc.boolean() },
  }),
  fc.record({
    ...{ kind: fc.constant('chosen' as const), node, attempt, at: time, startedAt: time, endedAt: time, sample, value },
    ...{ by: fc.constantFrom('accept' as const, 'select' as const), fingerprint: perhaps(fingerprint) },
    wrote: fc.boolean(),
  }),
  perhapsSampled(fc.record({ kind: fc.constant('lost' as const), node, attempt, at: time, why: someText })),
  perhapsSampled(fc.record({ kind: fc.constant('spent' as const), node, attempt, at: time, usage })),
  perhapsSampled(
    fc.record({
      ...{ kind: fc.constant('process' as const), node, attempt, at: time },
      mark: fc.record({ pid: fc.nat(), started: someText, boot: someText }),
    }),
  ),
  fc.record({
    ...{ kind: fc.constant('slowed-down' as const), at: time, until: time },
    ...{ cap: count, isNew: fc.boolean() },
  }),
  fc.record({
    ...{ kind: fc.constant('settled' as const), node, attempt, at: time, failure: perhaps(failure) },
    outcome: fc.constantFrom(
      ...(['failed', 'timed-out', 'cancelled', 'skipped', 'never-started', 'budget-stopped'] as const),
    ),
  }),
  fc.record({ kind: fc.constant('reused' as const), node, at: time, value, fingerprint, from: someText }),
  fc.record({
    ...{ kind: fc.constant('session' as const), at: time },
    session: fc.record({
      ...{ startedAt: time, version: someText, host: someText, pid: fc.nat(), maxParallel: fc.nat() },
      ...{ kept: fc.nat(), toRun: fc.nat(), changed: fc.array(optionChange, { maxLength: 3 }) },
    }),
  }),
  fc.record({
    ...{ kind: fc.constant('finished' as const), at: time, startedAt: time, why: perhaps(someText) },
    status: fc.constantFrom(...(['succeeded', 'failed', 'cancelled', 'stopped', 'empty'] as const)),
    concurrency: fc.record({ limit: fc.nat(), peak: fc.nat(), mean: plainNumber }),
  }),
);
