import { describe, expect, it } from 'vitest';
import { Driven, ofType, startsIn, workOf } from './driven.js';

const many = workOf(Array.from({ length: 40 }, () => ({})));

/** How far a wait of `ms` may be stretched. */
const expectWait = (until: number, from: number, ms: number): void => {
  expect(until - from).toBeGreaterThanOrEqual(ms);
  expect(until - from).toBeLessThanOrEqual(ms * 1.05 + 1e-6);
};

describe('an attempt that is rate-limited', () => {
  it('runs again, and is not charged', () => {
    const driven = new Driven(workOf([{}]), { retries: 0 }).begin();
    const [slowDown] = ofType(driven.rateLimit(0, 100), 'slow-down');
    const [start] = ofType(driven.wakeAt(slowDown.until), 'start');
    expect(start).toMatchObject({ node: 0, attempt: 1 });
    driven.end(0, 'succeeded');
    expect(driven.settled.get(0)).toMatchObject({ outcome: 'succeeded', attempts: 1 });
  });

  it('halves what may run at once, once for all that ran with it', () => {
    const driven = new Driven(many, { maxParallel: 8 }).begin();
    const first = ofType(driven.rateLimit(0, 1_000), 'slow-down');
    expect(first).toMatchObject([{ isNew: true, cap: 4 }]);
    driven.now = 100;
    expect(ofType(driven.rateLimit(1, 2_000), 'slow-down')).toMatchObject([{ isNew: false, cap: 4 }]);
    expect(ofType(driven.rateLimit(2, 10), 'slow-down')).toEqual([]);
  });

  it('halves what ran where that is less than what might', () => {
    const driven = new Driven(workOf(Array.from({ length: 4 }, () => ({}))), { maxParallel: 50 }).begin();
    expect(ofType(driven.rateLimit(0, 10), 'slow-down')).toMatchObject([{ cap: 2 }]);
  });

  it('leaves one at least', () => {
    const driven = new Driven(workOf([{}])).begin();
    expect(ofType(driven.rateLimit(0, 10), 'slow-down')).toMatchObject([{ cap: 1 }]);
  });

  it('that started after the wait cuts again', () => {
    const driven = new Driven(many, { maxParallel: 8 }).begin();
    const [{ until }] = ofType(driven.rateLimit(0, 1_000), 'slow-down');
    for (const leaf of [1, 2, 3, 4, 5, 6, 7]) driven.end(leaf, 'cancelled');
    expect(startsIn(driven.wakeAt(until))).toHaveLength(4);
    expect(ofType(driven.rateLimit(0, 10), 'slow-down')).toMatchObject([{ isNew: true, cap: 2 }]);
  });

  it('is given up where the run was cancelled', () => {
    const driven = new Driven(workOf([{}])).begin();
    driven.send({ type: 'cancel', why: 'enough' });
    driven.rateLimit(0, 10);
    expect(driven.settled.get(0)).toMatchObject({ outcome: 'cancelled', attempts: 0 });
  });

  it('runs again after a stop, like what lost its thread', () => {
    const driven = new Driven(workOf([{}, {}])).begin();
    driven.send({ type: 'stop', why: 'enough' });
    const [{ until }] = ofType(driven.rateLimit(0, 10), 'slow-down');
    expect(startsIn(driven.wakeAt(until))).toEqual(['0/1']);
  });
});

describe('the wait', () => {
  it('is the one the service asks for, a little longer at random', () => {
    const driven = new Driven(many, { maxParallel: 2, backoffMs: 7 }).begin();
    driven.now = 500;
    const [{ until }] = ofType(driven.rateLimit(0, 90_000), 'slow-down');
    expectWait(until, 500, 90_000);
  });

  it('doubles with each episode where the service does not say, up to a minute', () => {
    const driven = new Driven(workOf([{}]), { backoffMs: 1_000 }).begin();
    for (const ms of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
      const from = driven.now;
      const [{ until }] = ofType(driven.rateLimit(0), 'slow-down');
      expectWait(until, from, ms);
      driven.wakeAt(until);
    }
  });

  it('begins anew after a clean round', () => {
    const driven = new Driven(many, { maxParallel: 2, backoffMs: 1_000 }).begin();
    driven.wakeAt(ofType(driven.rateLimit(0), 'slow-down')[0].until);
    driven.end(1, 'succeeded');
    const from = driven.now;
    expectWait(ofType(driven.rateLimit(0), 'slow-down')[0].until, from, 1_000);
  });

  it('keeps everything from starting, rollups too, until it is over', () => {
    const driven = new Driven(workOf([{}, {}, {}], [[0], [1, 2]]), { maxParallel: 2 }).begin();
    const commands = driven.rateLimit(1, 1_000);
    const [{ until }] = ofType(commands, 'slow-down');
    expect(startsIn(driven.end(0, 'succeeded'))).toEqual([]);
    expect(startsIn(driven.wakeAt(until - 0.001))).toEqual([]);
    expect(startsIn(driven.wakeAt(until))).toEqual(['3/1', '1/1']);
  });

  it('ends with a wake', () => {
    const driven = new Driven(workOf([{}])).begin();
    const commands = driven.rateLimit(0, 1_000);
    expect(ofType(commands, 'wake')).toEqual([{ type: 'wake', at: ofType(commands, 'slow-down')[0].until }]);
    // A timer that goes off too early is set again.
    expect(ofType(driven.wakeAt(10), 'wake')).toHaveLength(1);
  });

  it('is never shortened', () => {
    const driven = new Driven(many, { maxParallel: 4 }).begin();
    const [{ until }] = ofType(driven.rateLimit(0, 60_000), 'slow-down');
    driven.rateLimit(1, 1);
    expect(startsIn(driven.wakeAt(until - 1))).toEqual([]);
  });

  it('differs with the seed', () => {
    const waitOf = (seed: number): number => {
      const driven = new Driven(workOf([{}]), { seed }).begin();
      return ofType(driven.rateLimit(0, 10_000), 'slow-down')[0].until;
    };
    expect(waitOf(1)).toBe(waitOf(1));
    expect(waitOf(1)).not.toBe(waitOf(2));
  });
});

describe('what may run at once', () => {
  const slowed = (): Driven => {
    const driven = new Driven(many, { maxParallel: 6 }).begin();
    const [{ until }] = ofType(driven.rateLimit(0, 10), 'slow-down');
    for (const leaf of [1, 2, 3, 4, 5]) driven.end(leaf, 'displaced');
    driven.wakeAt(until);
    expect([...driven.running]).toEqual([0, 1, 2]);
    return driven;
  };

  it('grows by one after each clean round, and is told', () => {
    const driven = slowed();
    expect([driven.end(0, 'succeeded'), driven.fail(1)].flatMap((all) => ofType(all, 'speed-up'))).toEqual([]);
    expect(ofType(driven.end(2, 'succeeded'), 'speed-up')).toEqual([{ type: 'speed-up', cap: 4 }]);
    expect(driven.running.size).toBe(4);
  });

  it('is all of it again in the end, and grows no further', () => {
    const driven = slowed();
    const caps: number[] = [];
    for (const node of driven.running) {
      for (const { cap } of ofType(driven.end(node, 'succeeded'), 'speed-up')) caps.push(cap);
      if (caps.at(-1) === 6) break;
    }
    expect(caps).toEqual([4, 5, 6]);
    expect([...driven.running].flatMap((node) => ofType(driven.end(node, 'succeeded'), 'speed-up'))).toEqual([]);
  });

  it('does not grow by attempts that were lost or cancelled', () => {
    const driven = slowed();
    const ends = (['displaced', 'suspected', 'not-begun', 'displaced'] as const).flatMap((kind) => driven.end(0, kind));
    expect(ofType([...ends, ...driven.end(1, 'cancelled')], 'speed-up')).toEqual([]);
  });

  it('keeps its cut where the cap is changed', () => {
    const driven = slowed();
    driven.send({ type: 'limit', maxParallel: 20 });
    expect(driven.running.size).toBe(3);
    driven.send({ type: 'limit', maxParallel: 2 });
    driven.end(0, 'cancelled');
    driven.end(1, 'cancelled');
    expect(driven.running.size).toBe(2);
  });
});
