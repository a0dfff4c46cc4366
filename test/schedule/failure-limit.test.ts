import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OnFailure } from '../../src/domain/order.js';
import { failureLimit } from '../../src/schedule/failure-limit.js';
import { rounds } from '../rounds.js';
import { Driven, workOf } from './driven.js';

describe('the failures that end a run', () => {
  it.each<[OnFailure, number, number, 'stop' | 'cancel' | undefined]>([
    ['continue', 10, Number.POSITIVE_INFINITY, undefined],
    ['stop', 10, 1, 'stop'],
    ['cancel', 10, 1, 'cancel'],
    [1, 10, 1, 'stop'],
    [5, 2, 5, 'stop'],
    ['1%', 1, 1, 'stop'],
    ['1%', 100, 1, 'stop'],
    ['1%', 101, 2, 'stop'],
    ['0.5%', 1_000, 5, 'stop'],
    ['7%', 100, 7, 'stop'],
    ['0.07%', 10_000, 7, 'stop'],
    ['50%', 3, 2, 'stop'],
    ['100%', 3, 3, 'stop'],
    ['1%', 0, 1, 'stop'],
  ])('onFailure %j of %i leaves: %d, then %s', (onFailure, leaves, most, then) => {
    expect(failureLimit(onFailure, leaves)).toEqual(then ? { most, then } : expect.objectContaining({ most }));
  });

  it('are the least number that is at least the share', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 100_000 }), (percent, leaves) => {
        const { most } = failureLimit(`${percent}%`, leaves);
        expect(most * 100).toBeGreaterThanOrEqual(percent * leaves);
        expect((most - 1) * 100).toBeLessThan(percent * leaves);
      }),
      rounds(500),
    );
  });

  const failing = (onFailure: OnFailure): Driven => {
    const driven = new Driven(workOf(Array.from({ length: 10 }, () => ({}))), { onFailure, maxParallel: 2 }).begin();
    for (let leaf = 0; leaf < 4 && driven.running.has(leaf); leaf++) driven.fail(leaf);
    return driven;
  };

  it.each<[OnFailure, number]>([
    ['continue', 6],
    ['stop', 2],
    [2, 3],
    ['30%', 4],
  ])('onFailure %j: of leaves that all fail, two at a time, %i are started', (onFailure, count) => {
    expect(failing(onFailure).starts).toHaveLength(count);
  });

  it('leave the rest never started, and let what runs end', () => {
    const driven = failing('stop');
    expect(driven.outcomes(0, 1, 2, 9)).toEqual(['failed', 'failed', 'never-started', 'never-started']);
    expect(driven.finish).toMatchObject({ status: 'failed', why: 'onFailure is "stop", and there was a failure' });
  });

  it('tell how many there were', () => {
    expect(failing(2).finish?.why).toBe('onFailure is 2, and there were 2 failures');
  });

  it("ask what runs to end with 'cancel'", () => {
    const driven = new Driven(workOf([{}, {}, {}]), { onFailure: 'cancel', maxParallel: 2 }).begin();
    expect(driven.fail(0)).toContainEqual({ type: 'end', node: 1, try: 1 });
    driven.end(1, 'cancelled');
    expect(driven.outcomes(0, 1, 2)).toEqual(['failed', 'cancelled', 'never-started']);
    expect(driven.finish?.status).toBe('failed');
  });

  it('are counted after the last attempt only', () => {
    const driven = new Driven(workOf([{}, {}]), { onFailure: 'stop', retries: 1 }).begin();
    expect(driven.fail(0, true).map(({ type }) => type)).toEqual(['wait', 'start']);
  });
});
