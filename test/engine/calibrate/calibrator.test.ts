import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CalibrationResult, CalibrationStep } from '../../../src/domain/calibration.js';
import type { RunEvent } from '../../../src/domain/run-event.js';
import { Calibrator } from '../../../src/engine/calibrate/calibrator.js';
import { attemptFailed, runStarted, settled, started, type Timeless } from '../../report/runs.js';
import { irregular, simulate } from './simulated.js';

const chosen = (result: CalibrationResult) =>
  result.kind === 'chosen' ? [result.reason, result.maxParallel] : ['undecided'];

const paceAt = ({ steps }: CalibrationResult, maxParallel: number): number | undefined =>
  steps.find((step: CalibrationStep) => step.maxParallel === maxParallel)?.pace?.leavesPerSecond;

describe('leaves that take alike', () => {
  test.each([1, 2, 3, 6, 8, 12, 30])('are measured as they are, with %i served at once', (servers) => {
    const { result } = simulate({ leaves: 2000, servers });
    for (const { maxParallel, pace } of result.steps) {
      const real = Math.min(maxParallel, servers);
      // Where some wait for a server, they come in bursts, of which a part may be counted.
      const most = maxParallel > servers ? 0.08 : 1e-9;
      expect(Math.abs((pace?.leavesPerSecond ?? 0) / real - 1)).toBeLessThan(most);
    }
    // The smallest power of two that uses all of them, or the one below where that would hardly gain.
    const enough = 2 ** Math.ceil(Math.log2(servers));
    const isWorth = servers / (enough / 2) >= 1.2;
    expect(chosen(result)).toEqual(['knee', isWorth ? enough : enough / 2]);
  });

  test('need no more than they have to: three times the slots for each step, and a few for the first ones', () => {
    const { result, started } = simulate({ leaves: 2000, servers: 8 });
    expect(result.steps.map(({ ended }) => ended)).toEqual([5, 6, 12, 24, 48]);
    expect(started).toBeLessThan(120);
  });

  test('that run out before a step could be measured are not taken for a knee', () => {
    for (let leaves = 0; leaves < 200; leaves++) {
      const { result } = simulate({ leaves });
      for (const { maxParallel, pace } of result.steps)
        if (pace) expect(pace.leavesPerSecond).toBeCloseTo(maxParallel, 6);
      if (result.kind === 'chosen') expect(result.reason).toBe('leaves');
    }
    expect(chosen(simulate({ leaves: 8 }).result)).toEqual(['undecided']);
    expect(chosen(simulate({ leaves: 13 }).result)).toEqual(['leaves', 2]);
  });

  test('are not slow because threads that are new load the task first', () => {
    const { result } = simulate({ leaves: 5000, upTo: 8, msOf: () => 10, coldMs: 700 });
    expect(chosen(result)).toEqual(['up-to', 8]);
    expect(paceAt(result, 8)).toBeCloseTo(800, 0);
  });

  test('are measured for a while where they are short, and no longer than four times as many would take', () => {
    expect(simulate({ leaves: 2000, upTo: 1, msOf: () => 20 }).result.steps[0].ended).toBe(11);
    expect(simulate({ leaves: 2000, upTo: 1, msOf: () => 1 }).result.steps[0].ended).toBe(17);
  });

  test('do not wait for one that has the slot of a step first and takes for ever', () => {
    const { result } = simulate({ leaves: 5000, upTo: 2, msOf: (leaf) => (leaf === 5 ? 1e6 : 1000) });
    expect(result.steps[1].ended).toBeLessThan(12);
  });
});

describe('leaves that do not take alike', () => {
  test('are measured for longer and looked at twice, so that chance is rarely taken for a knee', () => {
    const choices = Array.from({ length: 60 }, (_, seed) =>
      chosen(simulate({ leaves: 4000, upTo: 16, servers: 8, msOf: irregular, seed }).result),
    );
    expect(choices.filter(([, maxParallel]) => maxParallel === 8).length).toBeGreaterThanOrEqual(40);
    expect(choices.filter(([, maxParallel]) => Number(maxParallel) < 8).length).toBeLessThanOrEqual(3);
    expect(simulate({ leaves: 4000, msOf: irregular }).result.steps[0].ended).toBe(17);
  });

  test('are compared by tokens where their times follow those, and by leaves where they do not', () => {
    // Larger and larger leaves: by their number each step would look slower than it is.
    const tokensOf = (leaf: number): number => 100 + 20 * leaf;
    const growing = simulate({ leaves: 600, upTo: 16, servers: 16, tokensOf, msOf: (leaf) => tokensOf(leaf) });
    expect([growing.result.unit, ...chosen(growing.result)]).toEqual(['tokens', 'up-to', 16]);
    const alike = simulate({ leaves: 600, upTo: 16, tokensOf: (leaf) => 10 + (leaf % 7) ** 4 });
    expect([alike.result.unit, ...chosen(alike.result)]).toEqual(['leaves', 'up-to', 16]);
    expect(simulate({ leaves: 600, tokensOf: () => 0, msOf: irregular }).result.unit).toBe('leaves');
  });
});

describe('trouble', () => {
  test('in a step ends it, before it is measured', () => {
    const failing = simulate({ leaves: 500, fails: (running) => running > 5 });
    expect(chosen(failing.result)).toEqual(['errors', 4]);
    expect(failing.result.steps.at(-1)).toMatchObject({ maxParallel: 8, pace: undefined });
    const limited = simulate({
      leaves: 500,
      meanwhile: (ended, say) => {
        if (ended === 12) say({ type: 'slowed-down', isNew: true, waitMs: 5, limit: 1 });
      },
    });
    expect(chosen(limited.result)).toEqual(['rate-limit', 2]);
  });

  test('with the memory is seen by the least that was free', () => {
    const { result } = simulate({ leaves: 500, freeMemory: (running) => 0.5 - 0.06 * running });
    expect(chosen(result)).toEqual(['memory', 4]);
    expect(result.steps.map(({ freeMemory }) => freeMemory)[1]).toBeCloseTo(0.4, 1);
  });

  test('that was there all along is none: a fifth of the attempts fail whatever runs', () => {
    const { result } = simulate({ leaves: 2000, servers: 8, fails: (_, leaf) => leaf % 5 === 0 });
    expect(chosen(result)).toEqual(['knee', 8]);
    // Only what succeeds is done.
    expect(paceAt(result, 8)).toBeCloseTo(8 * 0.8, 0);
  });

  test('between two steps counts for the next', () => {
    const calibrator = new Calibrator({ upTo: 64, tokensOf: () => 1, freeMemory: () => 0.5 });
    let at = 0;
    const see = (event: Timeless) => calibrator.see({ ...event, at } as RunEvent);
    const run = (id: string) => {
      see(started(id));
      at += 1000;
      return see(settled(id));
    };
    see(runStarted(100, 1));
    const decisions = ['a', 'b', 'c', 'd', 'e'].map(run);
    expect(decisions.at(-1)).toEqual({ kind: 'go-on', maxParallel: 2 });
    expect(see({ type: 'slowed-down', isNew: true, waitMs: 5, limit: 1 })).toBe(undefined);
    see({ type: 'limit-changed', limit: 2 });
    expect(run('f')).toMatchObject({ kind: 'stop', choice: { maxParallel: 1, reason: 'rate-limit' } });
  });

  test('in a step in which nothing ended is told with the memory that was free', () => {
    const { result } = simulate({
      leaves: 500,
      meanwhile: (ended, say) => ended === 5 && say({ type: 'slowed-down', isNew: true, waitMs: 5, limit: 1 }),
    });
    expect(chosen(result)).toEqual(['rate-limit', 1]);
    expect(result.steps.at(-1)).toMatchObject({ maxParallel: 2, ended: 0, freeMemory: 0.5 });
  });

  test('with an attempt that is tried again is an error too', () => {
    const { result } = simulate({
      leaves: 500,
      meanwhile: (ended, say) => ended > 5 && say(attemptFailed(String(ended))),
    });
    expect(chosen(result)).toEqual(['errors', 1]);
  });
});

describe('what spoils a measurement', () => {
  test.each([
    ['a pause', [{ type: 'paused' }, { type: 'unpaused' }] as const],
    ['events that were missed', [{ type: 'events-dropped', count: 7 }] as const],
  ])('%s makes the step begin again', (_, spoiling) => {
    const plain = simulate({ leaves: 2000, servers: 4 });
    const { result } = simulate({
      leaves: 2000,
      servers: 4,
      meanwhile: (ended, say) => ended === 14 && say(...spoiling),
    });
    expect(chosen(result)).toEqual(['knee', 4]);
    expect(result.steps[2].ended).toBeGreaterThan(plain.result.steps[2].ended);
  });

  test('events that were missed may have been starts: too few leaves is said rather than a knee', () => {
    const { result } = simulate({
      leaves: 400,
      meanwhile: (ended, say) => ended === 14 && say({ type: 'events-dropped', count: 10_000 }),
    });
    expect(chosen(result)).toEqual(['leaves', 2]);
  });

  test('a run that somebody else stops has no choice, and says how far it came', () => {
    const { result } = simulate({
      leaves: 500,
      meanwhile: (ended, say) => ended === 20 && say({ type: 'stopping', because: 'as asked' }),
    });
    expect(result.kind).toBe('undecided');
    expect(result.because).toBe(
      'The run was stopped before there was a choice (as asked). Up to 4 at once, 4 leaves a second, there was no knee.',
    );
    expect(result.steps.map(({ maxParallel }) => maxParallel)).toEqual([1, 2, 4]);
  });
});

test('a cap that was asked for before somebody else stopped the run begins no step: leaves that are given up did not run out', () => {
  const { result } = simulate({
    leaves: 500,
    meanwhile: (ended, say) => {
      if (ended !== 20) return;
      say({ type: 'stopping', because: 'as asked' });
      for (let leaf = 0; leaf < 500; leaf++) say(settled(String(leaf), 'never-started', { ms: undefined }));
      say({ type: 'limit-changed', limit: 8 });
    },
  });
  expect(chosen(result)).toEqual(['undecided']);
  expect(result.steps.map(({ maxParallel }) => maxParallel)).toEqual([1, 2, 4]);
});

test('whatever happens, it never asks for more than the bound, and never lets fewer run than before', () => {
  const world = fc.record({
    leaves: fc.nat({ max: 400 }),
    upTo: fc.integer({ min: 1, max: 40 }),
    servers: fc.integer({ min: 1, max: 50 }),
    seed: fc.nat(),
    coldMs: fc.nat({ max: 3000 }),
  });
  fc.assert(
    fc.property(world, fc.nat({ max: 9 }), (some, failing) => {
      const fails = (_: number, leaf: number): boolean => (leaf * 7) % 10 < failing;
      const { result, events } = simulate({ ...some, msOf: irregular, fails });
      const caps = events.flatMap((event) => (event.type === 'limit-changed' ? [event.limit] : []));
      expect(caps).toEqual([...caps].sort((a, b) => a - b));
      expect(Math.max(1, ...caps)).toBeLessThanOrEqual(some.upTo);
      if (result.kind === 'chosen') expect(result.maxParallel).toBeLessThanOrEqual(some.upTo);
    }),
  );
});
