import { describe, expect, it } from 'vitest';
import { Driven, ofType, startsIn, workOf } from './driven.js';

const leaves = (count: number, cost = 1) => workOf(Array.from({ length: count }, () => ({ cost })));
const requests = (requestsPerMinute: number) => ({ requestsPerMinute, tokensPerMinute: undefined });
const tokens = (tokensPerMinute: number) => ({ requestsPerMinute: undefined, tokensPerMinute });

describe('requests in a minute', () => {
  it('start a second of them at once, and the others evenly', () => {
    const driven = new Driven(leaves(9), { maxParallel: 9, rates: requests(180) }).begin();
    expect(driven.starts).toEqual([0, 1, 2]);
    expect(startsIn(driven.wakeAt(334))).toEqual(['3/1']);
    expect(startsIn(driven.wakeAt(2_000))).toEqual(['4/1', '5/1', '6/1']);
  });

  it('may be less than one in a second', () => {
    const driven = new Driven(leaves(3), { maxParallel: 3, rates: requests(30) }).begin();
    expect(driven.starts).toEqual([0]);
    expect(startsIn(driven.wakeAt(1_999))).toEqual([]);
    expect(startsIn(driven.wakeAt(2_000))).toEqual(['1/1']);
  });

  it('wake a run when the next may start', () => {
    const driven = new Driven(leaves(2), { maxParallel: 2, rates: requests(60) });
    driven.now = 5_000;
    expect(ofType(driven.send({ type: 'begin' }), 'wake')).toEqual([{ type: 'wake', at: 6_000 }]);
  });

  it('are used by attempts that are made again too', () => {
    const driven = new Driven(leaves(1), { rates: requests(60) }).begin();
    expect(startsIn(driven.end(0, 'displaced'))).toEqual([]);
    expect(startsIn(driven.wakeAt(1_000))).toEqual(['0/1']);
  });

  it('concern rollups only where these are work', () => {
    for (const rollUpsCost of [false, true]) {
      const driven = new Driven(workOf([{}], [[0]]), { rates: requests(60), rollUpsCost }).begin();
      driven.end(0, 'succeeded');
      expect(driven.starts).toEqual(rollUpsCost ? [0] : [0, 1]);
    }
  });
});

describe('tokens in a minute', () => {
  it('let a leaf start that is larger than a second of them, which then waits for what it took', () => {
    const driven = new Driven(workOf([{ cost: 300 }, { cost: 50 }]), { maxParallel: 2, rates: tokens(6_000) }).begin();
    expect(driven.starts).toEqual([0]);
    expect(startsIn(driven.wakeAt(2_499))).toEqual([]);
    expect(startsIn(driven.wakeAt(2_500))).toEqual(['1/1']);
  });

  it('are waited for by the next, and nothing smaller starts in its place', () => {
    const work = workOf([{ cost: 60 }, { cost: 90 }, { cost: 10 }]);
    const driven = new Driven(work, { maxParallel: 3, rates: tokens(6_000) }).begin();
    expect(driven.starts).toEqual([0]);
    expect(startsIn(driven.wakeAt(500))).toEqual(['1/1']);
  });

  it('are put right by what an attempt spent', () => {
    for (const [spent, at] of [
      [40, 400],
      [100, 1_000],
      [160, 1_600],
    ]) {
      const driven = new Driven(leaves(2, 100), { rates: tokens(6_000) }).begin();
      driven.spend(0, spent - 10);
      driven.spend(0, 10);
      driven.end(0, 'succeeded');
      expect(startsIn(driven.wakeAt(at - 1))).toEqual([]);
      expect(startsIn(driven.wakeAt(at))).toEqual(['1/1']);
    }
  });

  it('stay as expected of an attempt that does not say what it spent', () => {
    const driven = new Driven(leaves(2, 100), { rates: tokens(6_000) }).begin();
    driven.end(0, 'succeeded');
    expect(startsIn(driven.wakeAt(999))).toEqual([]);
    expect(startsIn(driven.wakeAt(1_000))).toEqual(['1/1']);
  });

  it('hold up a leaf, not one that its named limit holds up anyway', () => {
    const limits = new Map([['gpu', 1]]);
    const work = workOf([{ limits: ['gpu'] }, { limits: ['gpu'], cost: 100 }, { cost: 1 }]);
    const driven = new Driven(work, { maxParallel: 3, limits, rates: tokens(6_000) }).begin();
    expect(driven.starts).toEqual([0, 2]);
  });
});
