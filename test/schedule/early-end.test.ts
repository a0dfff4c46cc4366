import { describe, expect, it } from 'vitest';
import { Driven, workOf } from './driven.js';

const stop = { type: 'stop', why: 'enough' } as const;
const cancel = { type: 'cancel', why: 'too much' } as const;
const six = workOf(
  Array.from({ length: 4 }, () => ({})),
  [
    [5, 2, 3],
    [0, 1],
  ],
);

describe('stop', () => {
  it('lets what runs end, starts no other leaf, and rolls up what is done', () => {
    const driven = new Driven(six, { maxParallel: 2 }).begin();
    driven.send(stop);
    expect(driven.succeedAll().starts).toEqual([0, 1, 5, 4]);
    expect(driven.outcomes(0, 1, 2, 3, 5, 4)).toEqual([
      'succeeded',
      'succeeded',
      'never-started',
      'never-started',
      'succeeded',
      'succeeded',
    ]);
    expect(driven.finish).toMatchObject({ status: 'stopped', why: 'enough' });
  });

  it('that comes too late to prevent anything does not hide that all succeeded', () => {
    const driven = new Driven(six, { maxParallel: 4 }).begin();
    driven.send(stop);
    expect(driven.succeedAll().finish).toMatchObject({ status: 'succeeded', why: undefined });
  });

  it('that prevented nothing does not hide that it was a failure', () => {
    const driven = new Driven(six, { maxParallel: 4 }).begin();
    driven.send(stop);
    for (const leaf of [0, 1, 2, 3]) driven.fail(leaf);
    expect(driven.outcomes(4, 5)).toEqual(['skipped', 'skipped']);
    expect(driven.finish).toMatchObject({ status: 'failed', why: undefined });
  });

  it('starts again what ran and lost its thread, and not what had not begun', () => {
    const driven = new Driven(workOf([{}, {}, {}], [[0, 1, 2]]), { maxParallel: 3 }).begin();
    driven.end(0, 'succeeded');
    driven.send(stop);
    driven.end(1, 'displaced');
    driven.end(2, 'not-begun');
    expect(driven.outcomes(2)).toEqual(['never-started']);
    driven.end(1, 'succeeded');
    driven.end(3, 'displaced');
    expect(driven.starts).toEqual([0, 1, 2, 1, 3, 3]);
  });

  it('rolls up what had only been waiting for a slot', () => {
    const driven = new Driven(workOf([{}, {}, {}], [[0], [1, 2]]), { maxParallel: 1 }).begin();
    driven.send({ type: 'pause' });
    driven.end(0, 'succeeded');
    driven.send(stop);
    driven.send({ type: 'unpause' });
    expect(driven.starts).toEqual([0, 3]);
    expect(driven.succeedAll().outcomes(3, 4)).toEqual(['succeeded', 'never-started']);
  });

  it('makes what waits for its next attempt what its last attempt was', () => {
    const driven = new Driven(workOf([{}, {}]), { retries: 3 }).begin();
    driven.send({ type: 'ended', node: 0, try: 1, end: { kind: 'timed-out', retryable: true } });
    expect(driven.send(stop)).toContainEqual({ type: 'forget-wait', node: 0, try: 1 });
    expect(driven.settled.get(0)).toMatchObject({ outcome: 'timed-out', attempts: 1, because: { kind: 'attempt' } });
    expect(driven.retryDue(0)).toEqual([]);
  });
});

describe('cancel', () => {
  it('asks all that runs to end, once, and starts nothing more, not even rollups', () => {
    const driven = new Driven(six, { maxParallel: 3 }).begin();
    driven.end(0, 'succeeded');
    const ends = [...driven.send(cancel), ...driven.send(cancel)].filter(({ type }) => type === 'end');
    expect(ends).toEqual([1, 2, 3].map((node) => ({ type: 'end', node, try: 1 })));
    driven.end(1, 'succeeded');
    driven.end(2, 'cancelled');
    driven.end(3, 'not-begun');
    expect(driven.starts).toEqual([0, 1, 2, 3]);
    expect(driven.outcomes(0, 1, 2, 3)).toEqual(['succeeded', 'succeeded', 'cancelled', 'never-started']);
    expect(driven.outcomes(4, 5)).toEqual(['never-started', 'never-started']);
    expect(driven.finish).toMatchObject({ status: 'cancelled', why: 'too much' });
  });

  it('after a stop takes what the stop let be, rollups that wait for a slot too', () => {
    const driven = new Driven(workOf([{}, {}, {}], [[0], [1, 2]]), { maxParallel: 2 }).begin();
    driven.send({ type: 'limit', maxParallel: 1 });
    driven.end(0, 'succeeded');
    driven.send(stop);
    expect(driven.outcomes(2, 3)).toEqual(['never-started', undefined]);
    driven.send(cancel);
    expect(driven.outcomes(3)).toEqual(['never-started']);
    driven.end(1, 'cancelled');
    expect(driven.finish).toMatchObject({ status: 'cancelled', why: 'too much' });
  });

  it('tells what had begun from what had not', () => {
    const driven = new Driven(workOf([{}, {}, {}]), { maxParallel: 3 }).begin();
    driven.send({ type: 'pause' });
    driven.end(0, 'displaced');
    driven.end(1, 'not-begun');
    driven.send(cancel);
    driven.end(2, 'suspected');
    expect(driven.outcomes(0, 1, 2)).toEqual(['cancelled', 'never-started', 'cancelled']);
  });

  it('is not undone by a stop', () => {
    const driven = new Driven(six).begin();
    driven.send(cancel);
    expect(driven.send(stop)).toEqual([]);
  });
});

describe('a run', () => {
  it('that was stopped or cancelled before it began starts nothing', () => {
    for (const input of [stop, cancel]) {
      const driven = new Driven(six);
      driven.send(input);
      expect(driven.begin().starts).toEqual([]);
      expect(driven.settled.size).toBe(6);
    }
  });

  it('with nothing to do ends at once, and says so', () => {
    expect(new Driven(workOf([])).begin().finish?.status).toBe('empty');
  });

  it('that is paused starts nothing until it is unpaused, and lets what runs end', () => {
    const driven = new Driven(six, { maxParallel: 2 }).begin();
    driven.send({ type: 'pause' });
    driven.end(0, 'succeeded');
    driven.send({ type: 'limit', maxParallel: 9 });
    expect(driven.starts).toEqual([0, 1]);
    driven.send({ type: 'unpause' });
    expect(driven.starts).toEqual([0, 1, 2, 3]);
  });

  it('refuses the end of an attempt that does not run, which would free a slot twice', () => {
    const driven = new Driven(six).begin();
    expect(() => driven.end(1, 'succeeded')).toThrow('not running');
  });
});

describe('a paused run', () => {
  it('that is stopped or cancelled is paused no more, and cannot be paused again', () => {
    const driven = new Driven(workOf([{}, {}, {}], [[0, 1, 2]]), { maxParallel: 1 }).begin();
    driven.send({ type: 'pause' });
    driven.end(0, 'succeeded');
    driven.send(stop);
    driven.send({ type: 'pause' });
    // The rollup of what is done starts.
    driven.end(3, 'succeeded');
    expect(driven.finish).toMatchObject({ status: 'stopped' });
  });
});
