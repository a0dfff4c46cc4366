import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { waitBeforeRetry } from '../../src/schedule/backoff.js';
import { Driven, workOf } from './driven.js';

const aRetry = fc.record({
  backoffMs: fc.nat({ max: 100_000 }),
  seed: fc.integer(),
  node: fc.nat({ max: 200_000 }),
  attempt: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 5_000 })),
});

describe('the wait before a retry', () => {
  it('is between half and all of a time that doubles with each attempt, up to a minute', () => {
    fc.assert(
      fc.property(aRetry, (retry) => {
        let full = retry.backoffMs;
        for (let attempt = 1; attempt < retry.attempt && full < 60_000; attempt++) full *= 2;
        full = Math.min(full, 60_000);
        const ms = waitBeforeRetry(retry);
        expect(ms).toBeGreaterThanOrEqual(Math.floor(full / 2));
        expect(ms).toBeLessThanOrEqual(full);
      }),
    );
  });

  it('is a number after thousands of attempts, of no time at all too', () => {
    expect(waitBeforeRetry({ backoffMs: 0, seed: 1, node: 0, attempt: 5_000 })).toBe(0);
  });

  it('depends on seed, leaf and attempt alone, and on each of them', () => {
    fc.assert(fc.property(aRetry, (retry) => waitBeforeRetry({ ...retry }) === waitBeforeRetry(retry)));
    const retry = { backoffMs: 60_000, seed: 1, node: 1, attempt: 1 };
    for (const other of [{ seed: 2 }, { node: 2 }, { attempt: 2 }]) {
      expect(waitBeforeRetry({ ...retry, ...other })).not.toBe(waitBeforeRetry(retry));
    }
  });

  it('is spread out evenly over leaves that failed together', () => {
    const waits = Array.from({ length: 10_000 }, (_, node) =>
      waitBeforeRetry({ backoffMs: 1_000, seed: 1, node, attempt: 1 }),
    );
    for (let from = 500; from < 1_000; from += 50) {
      const share = waits.filter((ms) => ms >= from && ms < from + 50).length / waits.length;
      expect(share).toBeGreaterThan(0.08);
      expect(share).toBeLessThan(0.12);
    }
  });
});

describe('retries', () => {
  it('hold no slot while they wait', () => {
    const driven = new Driven(workOf([{}, {}]), { retries: 1 }).begin();
    driven.fail(0, true);
    expect([...driven.running]).toEqual([1]);
    expect(driven.waits.get(0)).toBe(waitBeforeRetry({ backoffMs: 1_000, seed: 1, node: 0, attempt: 1 }));
  });

  it('are as many as were asked for, and not one more or less', () => {
    const driven = new Driven(workOf([{}]), { retries: 2 }).begin();
    for (let attempt = 1; attempt <= 2; attempt++) {
      driven.fail(0, true);
      driven.retryDue(0);
    }
    expect(driven.settled.size).toBe(0);
    driven.fail(0, true);
    expect(driven.settled.get(0)).toMatchObject({ outcome: 'failed', attempts: 3 });
    expect(driven.starts).toHaveLength(3);
  });

  it('are not made of what is not worth it', () => {
    const driven = new Driven(workOf([{}]), { retries: 2 }).begin();
    driven.fail(0, false);
    expect(driven.settled.get(0)).toMatchObject({ outcome: 'failed', attempts: 1 });
  });

  it('are not used up by attempts that were lost', () => {
    const driven = new Driven(workOf([{}]), { retries: 1 }).begin();
    for (const kind of ['displaced', 'suspected', 'not-begun', 'displaced'] as const) driven.end(0, kind);
    driven.fail(0, true);
    driven.retryDue(0);
    driven.end(0, 'displaced');
    driven.fail(0, true);
    expect(driven.settled.get(0)).toMatchObject({ outcome: 'failed', attempts: 2 });
  });
});
