import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/schedule/protocol.js';
import type { SamplingSettings, ScheduleSettings } from '../../src/schedule/work.js';
import { Driven, ofType, startsIn, workOf } from './driven.js';

const sampled = (sampling: Partial<SamplingSettings>, settings: Partial<ScheduleSettings> = {}, leaves = 1): Driven =>
  new Driven(workOf(Array.from({ length: leaves }, () => ({}))), {
    maxParallel: 9,
    sampling: { breadth: 3, depth: 1, pick: 'first', selects: false, ...sampling },
    ...settings,
  });

const begun = (sampling: Partial<SamplingSettings>, settings: Partial<ScheduleSettings> = {}): Driven =>
  sampled(sampling, settings).begin();

const ended = (commands: readonly Command[]): number[] => ofType(commands, 'end').map(({ try: number }) => number);

describe('tries of a leaf', () => {
  it('start side by side, by leaf and then by number, and each holds a slot', () => {
    const driven = sampled({}, { maxParallel: 5 }, 2);
    expect(startsIn(driven.send({ type: 'begin' }))).toEqual(['0/1', '0/2', '0/3', '1/1', '1/2']);
  });

  it('each use a named limit', () => {
    const work = workOf([{ limits: ['gpu'] }]);
    const sampling = { breadth: 3, depth: 1, pick: 'first', selects: false } as const;
    const driven = new Driven(work, { maxParallel: 9, limits: new Map([['gpu', 2]]), sampling });
    expect(startsIn(driven.send({ type: 'begin' }))).toEqual(['0/1', '0/2']);
  });

  it('have retries of their own, and together the attempts of the leaf', () => {
    const driven = begun({ breadth: 2 }, { retries: 1 });
    for (const one of [1, 2]) {
      driven.fail(0, true, one);
      expect(ofType(driven.retryDue(0, one), 'start')).toMatchObject([{ try: one, attempt: 2 }]);
      driven.fail(0, true, one);
    }
    expect(driven.settled.get(0)).toMatchObject({ outcome: 'failed', attempts: 4, because: { kind: 'attempt' } });
  });

  it('timed out together make it timed out, and one that failed makes it failed', () => {
    for (const [kind, outcome] of [
      ['timed-out', 'timed-out'],
      ['failed', 'failed'],
    ] as const) {
      const driven = begun({ breadth: 2 });
      driven.send({ type: 'ended', node: 0, try: 1, end: { kind: 'timed-out', retryable: false } });
      driven.send({ type: 'ended', node: 0, try: 2, end: { kind, retryable: false } });
      expect(driven.outcomes(0)).toEqual([outcome]);
    }
  });

  it('are one failure of a leaf, not several', () => {
    const driven = sampled({ breadth: 2 }, { onFailure: 2 }, 2).begin();
    for (const one of [1, 2]) driven.fail(0, false, one);
    expect(driven.finish).toBeUndefined();
    expect(driven.outcomes(0, 1)).toEqual(['failed', undefined]);
  });

  it('are not what rollups and leaves that are not sampled have', () => {
    const driven = new Driven(workOf([{}], [[0]])).begin();
    expect(driven.judge(0, 1, true).filter(({ type }) => type === 'start')).toMatchObject([{ node: 1, try: 1 }]);
  });
});

describe("pick 'first'", () => {
  it('takes the first that is accepted, and waits for the others to end', () => {
    const driven = begun({});
    expect(ended(driven.judge(0, 2, true))).toEqual([1, 3]);
    driven.judge(0, 1, true);
    expect(driven.settled.size).toBe(0);
    driven.end(0, 'cancelled', 3);
    expect(driven.settled.get(0)).toMatchObject({ outcome: 'succeeded', attempts: 3, sample: { try: 2, round: 1 } });
  });

  it('takes back what waits for another attempt, and drops what waits for a slot', () => {
    const driven = begun({ breadth: 4 }, { maxParallel: 3, retries: 1 });
    driven.send({ type: 'limit', maxParallel: 2 });
    driven.fail(0, true, 1);
    const commands = driven.judge(0, 2, true);
    expect(ofType(commands, 'forget-wait')).toEqual([{ type: 'forget-wait', node: 0, try: 1 }]);
    expect(startsIn(commands)).toEqual([]);
    driven.end(0, 'cancelled', 3);
    expect(driven.settled.get(0)).toMatchObject({ outcome: 'succeeded', sample: { try: 2 } });
  });

  it('starts nothing of the leaf again, however the others end', () => {
    for (const kind of ['displaced', 'suspected', 'not-begun'] as const) {
      const driven = begun({ breadth: 2 }, { retries: 3 });
      driven.judge(0, 1, true);
      expect(startsIn(driven.end(0, kind, 2))).toEqual([]);
      expect(driven.settled.get(0)).toMatchObject({ outcome: 'succeeded', attempts: 1 });
    }
    const driven = begun({ breadth: 2 }, { retries: 3 });
    driven.judge(0, 1, true);
    driven.fail(0, true, 2);
    expect(driven.outcomes(0)).toEqual(['succeeded']);
  });
});

describe("pick 'lowest'", () => {
  it('ends what is above, and waits for what is below', () => {
    const driven = begun({ pick: 'lowest' });
    expect(ended(driven.judge(0, 2, true))).toEqual([3]);
    driven.end(0, 'cancelled', 3);
    expect(driven.settled.size).toBe(0);
    driven.fail(0, false, 1);
    expect(driven.settled.get(0)).toMatchObject({ outcome: 'succeeded', sample: { try: 2, round: 1 } });
  });

  it('takes a lower one that is accepted later in its place, in a further round too', () => {
    const driven = begun({ breadth: 2, depth: 2, pick: 'lowest' });
    driven.judge(0, 2, true);
    expect(ofType(driven.judge(0, 1, false), 'start')).toMatchObject([{ try: 1, round: 2 }]);
    driven.judge(0, 1, true);
    expect(driven.settled.get(0)).toMatchObject({ sample: { try: 1, round: 2 } });
  });

  it('does not take a higher one that was accepted before it could end', () => {
    const driven = begun({ breadth: 2, pick: 'lowest' });
    driven.judge(0, 1, true);
    driven.judge(0, 2, true);
    expect(driven.settled.get(0)).toMatchObject({ sample: { try: 1, round: 1 } });
  });

  it('takes the one that was accepted where a stop ends the others', () => {
    const driven = begun({ breadth: 2, depth: 2, pick: 'lowest' });
    driven.judge(0, 2, true);
    driven.send({ type: 'stop', why: 'enough' });
    expect(startsIn(driven.judge(0, 1, false))).toEqual([]);
    expect(driven.settled.get(0)).toMatchObject({ outcome: 'succeeded', sample: { try: 2 } });
  });
});

describe('rounds', () => {
  it('follow one another where a value is not accepted, up to the depth, each with attempts of its own', () => {
    const driven = begun({ breadth: 1, depth: 2 }, { retries: 1 });
    driven.fail(0, true);
    driven.retryDue(0);
    expect(ofType(driven.judge(0, 1, false), 'start')).toMatchObject([{ round: 2, attempt: 1 }]);
    driven.fail(0, true);
    driven.retryDue(0);
    driven.judge(0, 1, false);
    expect(driven.settled.get(0)).toMatchObject({
      outcome: 'failed',
      attempts: 4,
      because: { kind: 'not-accepted' },
    });
  });

  it('that came to a value count where a later one failed', () => {
    const driven = begun({ breadth: 1, depth: 2 });
    driven.judge(0, 1, false);
    driven.fail(0);
    expect(driven.settled.get(0)).toMatchObject({ outcome: 'failed', because: { kind: 'not-accepted' } });
    const choosing = begun({ breadth: 1, depth: 2, selects: true });
    choosing.judge(0, 1, false);
    expect(ofType(choosing.fail(0), 'select')).toHaveLength(1);
  });
});

describe('a choice', () => {
  const choosing = (settings: Partial<ScheduleSettings> = {}): Driven => {
    const driven = sampled({ breadth: 2, selects: true }, { maxParallel: 2, ...settings }, 2).begin();
    driven.judge(0, 2, false);
    driven.judge(1, 1, false);
    expect(ofType(driven.judge(0, 1, false), 'select')).toEqual([{ type: 'select', node: 0, try: 1 }]);
    return driven;
  };

  it('is made once all are over and none was accepted, and holds the slot of the last', () => {
    const driven = choosing();
    expect(startsIn(driven.send({ type: 'selected', node: 0, sample: { try: 2, round: 1 }, how: 'chosen' }))).toEqual(
      [],
    );
    expect(driven.settled.get(0)).toMatchObject({ outcome: 'succeeded', sample: { try: 2, round: 1 } });
  });

  it('keeps a slot from others until it is made', () => {
    const driven = sampled({ breadth: 1, selects: true }, { maxParallel: 1 }, 2).begin();
    expect(startsIn(driven.judge(0, 1, false))).toEqual([]);
    expect(startsIn(driven.send({ type: 'selected', node: 0, sample: undefined, how: 'none' }))).toEqual(['1/1']);
  });

  it.each([
    ['none', 'failed', { kind: 'not-accepted' }],
    ['failed', 'failed', { kind: 'attempt' }],
    ['cancelled', 'cancelled', { kind: 'attempt' }],
  ] as const)('that comes to %s makes the leaf %s', (how, outcome, because) => {
    const driven = choosing();
    driven.send({ type: 'selected', node: 0, sample: undefined, how });
    expect(driven.settled.get(0)).toMatchObject({ outcome, because, attempts: 2 });
  });

  it('is asked to end where the run or the leaf is cancelled', () => {
    for (const input of [
      { type: 'cancel', why: 'enough' },
      { type: 'cancel-leaf', node: 0, why: 'enough' },
    ] as const) {
      const driven = choosing();
      expect(ofType(driven.send(input), 'end')).toContainEqual({ type: 'end', node: 0, try: 1 });
      driven.send({ type: 'selected', node: 0, sample: undefined, how: 'cancelled' });
      const because = { kind: 'ended-early', why: 'enough' };
      expect(driven.settled.get(0)).toMatchObject({ outcome: 'cancelled', because });
    }
  });

  it('is not made where one was accepted, or nothing has a value', () => {
    const accepted = begun({ breadth: 2, selects: true });
    accepted.judge(0, 1, false);
    expect(ofType(accepted.judge(0, 2, true), 'select')).toEqual([]);
    const failed = begun({ breadth: 1, selects: true });
    expect(ofType(failed.fail(0), 'select')).toEqual([]);
  });

  it('is not made after a stop', () => {
    const driven = begun({ breadth: 1, selects: true });
    driven.send({ type: 'stop', why: 'enough' });
    expect(ofType(driven.judge(0, 1, false), 'select')).toEqual([]);
    expect(driven.settled.get(0)).toMatchObject({ outcome: 'cancelled', because: { kind: 'ended-early' } });
  });
});

describe('a stop', () => {
  it('lets an attempt that runs decide its leaf', () => {
    const driven = begun({ breadth: 2 }, { maxParallel: 1 });
    driven.send({ type: 'stop', why: 'enough' });
    driven.judge(0, 1, true);
    expect(driven.outcomes(0)).toEqual(['succeeded']);
  });

  it('starts no further round and no further try, and leaves the leaf cancelled', () => {
    const driven = begun({ breadth: 2, depth: 2 }, { maxParallel: 1 });
    driven.send({ type: 'stop', why: 'enough' });
    expect(startsIn(driven.judge(0, 1, false))).toEqual([]);
    expect(driven.settled.get(0)).toMatchObject({ outcome: 'cancelled', because: { kind: 'ended-early' } });
  });

  it('leaves a leaf failed of which all tries failed by themselves', () => {
    const driven = begun({ breadth: 2 }, { retries: 1 });
    driven.fail(0, true, 1);
    driven.send({ type: 'stop', why: 'enough' });
    driven.fail(0, true, 2);
    expect(driven.settled.get(0)).toMatchObject({ outcome: 'failed', because: { kind: 'attempt' } });
  });
});
