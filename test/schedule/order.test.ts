import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Driven, workOf } from './driven.js';

const startsOf = (
  work: ReturnType<typeof workOf>,
  order: 'cost' | 'dependencies' | 'plan',
  maxParallel = 1,
): number[] => new Driven(work, { order, maxParallel }).begin().succeedAll().starts;

describe("order 'cost'", () => {
  it('starts the longest first, and ties in plan order', () => {
    expect(startsOf(workOf([3, 7, 3, 9, 7, 0].map((cost) => ({ cost }))), 'cost')).toEqual([3, 1, 4, 0, 2, 5]);
  });

  it('sorts any costs so, at any cap', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 9 })), fc.integer({ min: 1, max: 9 }), (costs, maxParallel) => {
        const sorted = costs.map((_, leaf) => leaf).sort((a, b) => costs[b] - costs[a] || a - b);
        expect(startsOf(workOf(costs.map((cost) => ({ cost }))), 'cost', maxParallel)).toEqual(sorted);
      }),
    );
  });

  it('does not wait for dependencies', () => {
    expect(startsOf(workOf([{ dependsOn: [1] }, {}]), 'cost')).toEqual([0, 1]);
  });
});

describe("order 'plan'", () => {
  it('starts leaves as the plan stands, whatever they cost', () => {
    expect(startsOf(workOf([1, 9, 5].map((cost) => ({ cost, dependsOn: [] }))), 'plan')).toEqual([0, 1, 2]);
  });

  it('keeps its place in the queue for a leaf that runs again', () => {
    const driven = new Driven(workOf([{}, {}, {}])).begin();
    driven.end(0, 'displaced');
    expect(driven.succeedAll().starts).toEqual([0, 0, 1, 2]);
  });
});

describe("order 'dependencies'", () => {
  it('starts the longest chain first, and ties in plan order', () => {
    // 0 alone costs most, but 3 → 2 → 1 together cost more.
    const work = workOf([
      { cost: 5 },
      { cost: 2, dependsOn: [2] },
      { cost: 2, dependsOn: [3] },
      { cost: 2 },
      { cost: 5 },
    ]);
    expect(startsOf(work, 'dependencies')).toEqual([3, 0, 4, 2, 1]);
  });

  it('counts the costliest of several chains, not the most numerous', () => {
    // 1 → 3 costs 11, 0 → 2 and 0 → 4 and 0 → 5 cost 5 each.
    const work = workOf([
      { cost: 1 },
      { cost: 1 },
      { cost: 4, dependsOn: [0] },
      { cost: 10, dependsOn: [1] },
      { cost: 4, dependsOn: [0] },
      { cost: 4, dependsOn: [0] },
    ]);
    expect(startsOf(work, 'dependencies')).toEqual([1, 3, 0, 2, 4, 5]);
  });

  it('starts a leaf as soon as its own dependencies have succeeded: there are no waves', () => {
    const driven = new Driven(workOf([{}, {}, { dependsOn: [1] }, { dependsOn: [0, 2] }]), {
      order: 'dependencies',
      maxParallel: 9,
    }).begin();
    expect(driven.starts).toEqual([1, 0]);
    driven.end(1, 'succeeded');
    expect(driven.starts).toEqual([1, 0, 2]);
    expect(driven.running).toContain(0);
    driven.end(2, 'succeeded');
    expect(driven.starts).toEqual([1, 0, 2]);
    driven.end(0, 'succeeded');
    expect(driven.starts).toEqual([1, 0, 2, 3]);
  });

  it('waits once for a leaf that is named twice', () => {
    const driven = new Driven(workOf([{}, { dependsOn: [0, 0] }]), { order: 'dependencies' }).begin();
    expect(driven.succeedAll().outcomes(0, 1)).toEqual(['succeeded', 'succeeded']);
  });
});

describe('a rollup', () => {
  const tree = workOf(
    [{}, {}, {}, {}],
    [
      [5, 6],
      [0, 1],
      [2, 3],
    ],
  );

  it('starts before leaves that wait, and as soon as its own children have settled', () => {
    expect(startsOf(tree, 'plan')).toEqual([0, 1, 5, 2, 3, 6, 4]);
  });

  it('does not start while a child runs', () => {
    const driven = new Driven(tree, { maxParallel: 9 }).begin();
    driven.end(0, 'succeeded');
    expect(driven.starts).toEqual([0, 1, 2, 3]);
    driven.end(1, 'succeeded');
    expect(driven.starts).toEqual([0, 1, 2, 3, 5]);
  });

  it('runs when a child failed but another has a value, and is skipped when none has', () => {
    const driven = new Driven(tree, { maxParallel: 9 }).begin();
    for (const leaf of [0, 1, 2]) driven.fail(leaf);
    driven.succeedAll();
    expect(driven.outcomes(4, 5, 6)).toEqual(['succeeded', 'skipped', 'succeeded']);
    expect(driven.settled.get(5)?.because).toEqual({ kind: 'no-values', node: 0 });
    expect(driven.finish?.status).toBe('failed');
  });

  it('that fails fails its branch and not its siblings', () => {
    const driven = new Driven(tree, { maxParallel: 9 }).begin();
    for (const leaf of [0, 1, 2, 3]) driven.end(leaf, 'succeeded');
    driven.fail(5);
    expect(driven.succeedAll().outcomes(4, 5, 6)).toEqual(['succeeded', 'failed', 'succeeded']);
    expect(driven.finish?.status).toBe('failed');
  });
});
