import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CalibrationStep } from '../../../src/domain/calibration.js';
import { type Decision, decide, type Measured } from '../../../src/engine/calibrate/knee.js';

const step = (maxParallel: number, leavesPerSecond?: number, more: Partial<CalibrationStep> = {}): CalibrationStep => {
  const pace = { seconds: 1, leaves: 20, leavesPerSecond: leavesPerSecond ?? 0, tokensPerSecond: 0, uncertainty: 0 };
  const measured = leavesPerSecond === undefined ? undefined : pace;
  return { maxParallel, ended: 20, failed: 0, pace: measured, rateLimits: 0, freeMemory: 0.5, ...more };
};

const after = (steps: readonly CalibrationStep[], more: Partial<Measured> = {}): Decision =>
  decide({ steps, unit: 'leaves', upTo: 64, waiting: 1000, freeBefore: 0.6, ...more });

/** The choice in short: how many and why. */
const choice = (steps: readonly CalibrationStep[], more: Partial<Measured> = {}) => {
  const decision = after(steps, more);
  if (decision.kind === 'go-on') return ['go on', decision.maxParallel];
  return decision.choice.kind === 'chosen'
    ? [decision.choice.reason, decision.choice.maxParallel]
    : ['undecided', decision.choice.because];
};

/** Steps of these paces, from one at a time on. */
const paces = (...all: readonly number[]): CalibrationStep[] => all.map((pace, i) => step(2 ** i, pace));

describe('it goes on', () => {
  test.each([
    ['with one at a time', [], 1],
    ['with two, whatever one came to', paces(5), 2],
    ['as long as a doubling gains a fifth', paces(10, 12, 14.4, 17.28), 16],
    ['to the bound and not beyond, also where that is no doubling', paces(1, 2, 4), 7],
  ])('%s', (_, steps, next) => {
    expect(after(steps, { upTo: 7 + 9 * Number(next !== 7) })).toEqual({ kind: 'go-on', maxParallel: next });
  });

  test('where a failure now and then is nothing new', () => {
    expect(choice([step(1, 1, { failed: 4 }), step(2, 2, { failed: 6 })])).toEqual(['go on', 4]);
    expect(choice([step(1, 1), step(2, 2, { failed: 1 })])).toEqual(['go on', 4]);
  });

  test('where little memory was free from the beginning, and not much less is now', () => {
    expect(choice([step(1, 1, { freeMemory: 0.04 })], { freeBefore: 0.05 })).toEqual(['go on', 2]);
  });
});

describe('it stops', () => {
  test.each([
    ['where two are as fast as one', paces(5, 5), 'knee', 1],
    ['where eight gain less than a fifth', paces(10, 20, 40, 47), 'knee', 4],
    ['where eight are slower', paces(10, 20, 40, 30), 'knee', 4],
    ['where all fail at eight, so that nothing is done', paces(1, 2, 4, 0), 'knee', 4],
    ['where a service asks to wait', [...paces(1, 2, 4), step(8, undefined, { rateLimits: 1 })], 'rate-limit', 4],
    ['where a service asks even one to wait', [step(1, undefined, { rateLimits: 1 })], 'rate-limit', 1],
    ['where more fail', [...paces(1, 2, 4), step(8, undefined, { ended: 4, failed: 3 })], 'errors', 4],
    ['where more fail, although it is faster', [...paces(1, 2), step(4, 4, { failed: 6 })], 'errors', 2],
    ['where the memory gets short', [...paces(1, 2), step(4, 4, { freeMemory: 0.09 })], 'memory', 2],
    ['where the memory is short with one', [step(1, undefined, { freeMemory: 0.05 })], 'memory', 1],
    ['where the leaves ran out amid a step', [...paces(1, 2, 4), step(8)], 'leaves', 4],
    ['at the bound', paces(1, 2, 4, 8, 16, 32, 64), 'up-to', 64],
  ])('%s', (_, steps, reason, maxParallel) => {
    expect(choice(steps)).toEqual([reason, maxParallel]);
  });

  test('before a step for which there are not enough leaves: it would be measured with slots that are empty', () => {
    // 8 have to end first and 8 more be measured while 7 others run; 4 of them run already.
    expect(choice(paces(1, 2, 4), { waiting: 19 })).toEqual(['go on', 8]);
    expect(choice(paces(1, 2, 4), { waiting: 18 })).toEqual(['leaves', 4]);
  });

  test('by tokens where steps are compared by them', () => {
    const tokens = (maxParallel: number, tokensPerSecond: number): CalibrationStep =>
      step(maxParallel, 5, { pace: { seconds: 1, leaves: 5, leavesPerSecond: 5, tokensPerSecond, uncertainty: 0 } });
    expect(choice([tokens(1, 100), tokens(2, 200)], { unit: 'tokens' })).toEqual(['go on', 4]);
    expect(choice([tokens(1, 100), tokens(2, 200)])).toEqual(['knee', 1]);
  });

  test('without a choice where one step is all there is to compare', () => {
    expect(choice(paces(5), { waiting: 3 })).toEqual([
      'undecided',
      'There are too few leaves to compare one at a time with more: 20 were run.',
    ]);
  });

  test('without a choice where the task fails as such', () => {
    expect(choice([step(1, 1, { ended: 4, failed: 3 })])).toEqual([
      'undecided',
      'One at a time 3 of 4 attempts failed: how fast a task fails says nothing. Correct it first.',
    ]);
    expect(choice([step(1, 1, { ended: 3, failed: 3 })])).toEqual(['go on', 2]);
  });
});

describe('where times vary so much that one step may have been luck', () => {
  const vague = (...all: readonly number[]): CalibrationStep[] =>
    paces(...all).map((one) => ({ ...one, pace: one.pace && { ...one.pace, uncertainty: 0.3 } }));

  test.each([
    ['it looks at one step more before it believes in a knee', vague(10, 11), ['go on', 4]],
    ['a second step that is not worth it settles it', vague(10, 11, 12), ['knee', 1]],
    ['a second step that makes up for both goes on', vague(10, 11, 21), ['go on', 8]],
    ['and is compared with the last that was worth it', vague(10, 20, 22, 25), ['knee', 2]],
    ['a step that is known well is believed at once', paces(10, 11), ['knee', 1]],
    [
      'trouble then still chooses what was worth it',
      [...vague(10, 20, 22), step(8, 0, { rateLimits: 1 })],
      ['rate-limit', 2],
    ],
  ])('%s', (_, steps, decided) => {
    expect(choice(steps)).toEqual(decided);
  });

  test('it takes what it has where it may not go further, or there are no leaves to', () => {
    expect(choice(vague(10, 20, 22), { upTo: 4 })).toEqual(['knee', 2]);
    expect(choice(vague(10, 20, 22), { waiting: 3 })).toEqual(['knee', 2]);
    expect(choice([...vague(10, 20, 22), step(8)])).toEqual(['leaves', 2]);
  });
});

test.each([
  [paces(10, 20, 40, 42), /^4 at once do 40 leaves a second; 8 do 5 % more, which is not worth it\.$/],
  [paces(0.004, 0.0038), /^1 at once does 14\.4 leaves an hour; 2 do 5 % less, which is not worth it\.$/],
  [paces(0.02, 0.04, 0.08).concat(step(8)), /^4 at once do 4\.8 leaves a minute, and there were not enough leaves/],
  [[...paces(1, 2), step(4, 4, { rateLimits: 2 })], /^With 4 at once the service asked to wait, with 2 it did not\.$/],
  [[step(1, 1, { rateLimits: 2 })], /^Even with one at a time the service asked to wait\.$/],
  [[...paces(1, 2), step(4, 4, { failed: 9 })], /^With 4 at once 9 of 20 attempts failed, with fewer none of 40\.$/],
  [[...paces(1, 2), step(4, 4, { freeMemory: 0.06 })], /^With 4 at once only 6 % of the memory was free\.$/],
])('a choice says why: %#', (steps, said) => {
  const decision = after(steps);
  expect(decision.kind === 'stop' && decision.choice.because).toMatch(said);
});

test('a bound that was reached says that more may be better, and one of 1 what it is', () => {
  const decision = after(paces(1, 2), { upTo: 2 });
  expect(decision.kind === 'stop' && decision.choice.because).toMatch(
    /^2 at once do 2 leaves a second, and 2 is the most that was to be tried: more may do better still\.$/,
  );
  const one = after(paces(1), { upTo: 1 });
  expect(one.kind === 'stop' && one.choice.because).toBe('More than one at a time was not to be tried.');
});

describe('whatever is measured', () => {
  /** Takes steps as they are decided on, measured as `measure` says, until it stops. */
  const run = (measure: (maxParallel: number) => CalibrationStep, upTo: number) => {
    const steps: CalibrationStep[] = [];
    for (;;) {
      const decision = after(steps, { upTo, waiting: 1e9 });
      if (decision.kind === 'stop') return { steps, choice: decision.choice };
      steps.push(measure(decision.maxParallel));
    }
  };
  const bound = fc.integer({ min: 1, max: 5000 });

  test('steps double up to the bound, and a choice is one of them', () => {
    const outcome = fc.record({
      pace: fc.double({ min: 0, max: 1e6, noNaN: true }),
      failed: fc.nat({ max: 20 }),
      rateLimits: fc.constantFrom(0, 0, 0, 1),
      freeMemory: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(bound, fc.infiniteStream(outcome), (upTo, outcomes) => {
        const measure = (maxParallel: number): CalibrationStep => {
          const { pace, ...more } = outcomes.next().value;
          return step(maxParallel, pace, more);
        };
        const { steps, choice: made } = run(measure, upTo);
        expect(steps.map(({ maxParallel }) => maxParallel)).toEqual(steps.map((_, i) => Math.min(upTo, 2 ** i)));
        if (made.kind === 'undecided') {
          expect(steps).toHaveLength(1);
          return;
        }
        expect(made.maxParallel).toBeLessThanOrEqual(upTo);
        const chosen = steps.find(({ maxParallel }) => maxParallel === made.maxParallel);
        expect(chosen).toBeDefined();
        // What had trouble is never chosen where there is something smaller.
        if (steps.length > 1) expect(chosen?.rateLimits).toBe(0);
        expect(made.because).not.toMatch(/NaN|undefined|Infinity/);
      }),
    );
  });

  test('a pace that doubles goes on to the bound; one that stays is answered by 1', () => {
    fc.assert(
      fc.property(bound, fc.double({ min: 1e-6, max: 1e6, noNaN: true }), (upTo, pace) => {
        const linear = run((maxParallel) => step(maxParallel, pace * maxParallel), upTo);
        expect(linear.choice).toMatchObject({ maxParallel: upTo, reason: 'up-to' });
        const flat = run((maxParallel) => step(maxParallel, pace), upTo);
        expect(flat.choice).toMatchObject({ maxParallel: 1 });
        expect(flat.steps.length).toBeLessThanOrEqual(2);
      }),
    );
  });

  test('a service that asks to wait above some number is given no more than that', () => {
    fc.assert(
      fc.property(bound, fc.integer({ min: 1, max: 5000 }), (upTo, most) => {
        const measure = (n: number): CalibrationStep => step(n, n, { rateLimits: Number(n > most) });
        const { choice: made } = run(measure, upTo);
        expect(made.kind === 'chosen' && made.maxParallel).toBeLessThanOrEqual(most);
      }),
    );
  });
});
