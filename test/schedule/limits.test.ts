import { describe, expect, it } from 'vitest';
import { Driven, workOf } from './driven.js';

const gpu = { limits: ['gpu'] };
const net = { limits: ['net'] };
const both = { limits: ['net', 'gpu'] };

describe('named limits', () => {
  it('do not starve one another: what is full holds up its own and no other', () => {
    const limits = new Map([
      ['gpu', 1],
      ['net', 2],
    ]);
    const driven = new Driven(workOf([gpu, gpu, gpu, net, net, net, {}]), { limits, maxParallel: 5 }).begin();
    expect(driven.starts).toEqual([0, 3, 4, 6]);
    driven.end(3, 'succeeded');
    expect([...driven.running]).toEqual([0, 4, 6, 5]);
    driven.end(0, 'succeeded');
    expect([...driven.running]).toEqual([4, 6, 5, 1]);
  });

  it('all hold for a leaf that carries several names', () => {
    const limits = new Map([
      ['gpu', 1],
      ['net', 1],
    ]);
    const driven = new Driven(workOf([gpu, both, net, both]), { limits, maxParallel: 9 }).begin();
    expect([...driven.running]).toEqual([0, 2]);
    driven.end(0, 'succeeded');
    expect([...driven.running]).toEqual([2]);
    driven.end(2, 'succeeded');
    expect([...driven.running]).toEqual([1]);
    expect(driven.succeedAll().outcomes(1, 3)).toEqual(['succeeded', 'succeeded']);
  });

  it('count a leaf once that carries a name twice', () => {
    const driven = new Driven(workOf([{ limits: ['gpu', 'gpu'] }, gpu, gpu]), {
      limits: new Map([['gpu', 2]]),
      maxParallel: 3,
    });
    expect(driven.begin().starts).toEqual([0, 1]);
  });

  it('are given back by every end, and not held while backing off', () => {
    const driven = new Driven(workOf([gpu, gpu]), {
      limits: new Map([['gpu', 1]]),
      retries: 1,
      maxParallel: 2,
    }).begin();
    driven.end(0, 'displaced');
    driven.end(0, 'not-begun');
    driven.end(0, 'suspected');
    expect(driven.starts).toEqual([0, 0, 0, 0]);
    driven.fail(0, true);
    expect([...driven.running]).toEqual([1]);
    driven.retryDue(0);
    expect([...driven.running]).toEqual([1]);
    driven.end(1, 'succeeded');
    expect([...driven.running]).toEqual([0]);
  });

  it('concern leaves, not rollups, and names without a limit concern nothing', () => {
    const driven = new Driven(workOf([gpu, gpu, { limits: ['unknown'] }, { limits: ['unknown'] }], [[0], [2, 3]]), {
      limits: new Map([['gpu', 1]]),
      maxParallel: 9,
    }).begin();
    expect(driven.starts).toEqual([0, 2, 3]);
    driven.end(0, 'succeeded');
    expect([...driven.running]).toEqual([2, 3, 4, 1]);
  });

  it('hold in more combinations than 16 bits can tell apart', () => {
    const names = Array.from({ length: 17 }, (_, bit) => `limit-${bit}`);
    const combination = (bits: number) => names.filter((_, bit) => (bits >> bit) & 1);
    const leaves = Array.from({ length: 2 ** 16 + 1 }, (_, i) => ({ limits: combination(i), cost: 0 }));
    const twice = [1, 2].map((cost) => ({ limits: ['limit-16'], cost }));
    const limits = new Map(names.map((name) => [name, 1]));
    const driven = new Driven(workOf([...leaves, ...twice]), { limits, order: 'cost', maxParallel: 2 }).begin();
    expect(driven.starts).toEqual([2 ** 16 + 2, 0]);
  });
});

describe('the cap', () => {
  it('holds after failures and lost attempts too', () => {
    const driven = new Driven(workOf(Array.from({ length: 9 }, () => ({}))), { maxParallel: 2 }).begin();
    driven.fail(0);
    driven.end(1, 'displaced');
    driven.end(1, 'suspected');
    expect([...driven.running]).toEqual([2, 1]);
    expect(driven.alone).toEqual([1]);
  });

  it('that is lowered stops nothing, and starts nothing until fewer run', () => {
    const driven = new Driven(workOf(Array.from({ length: 9 }, () => ({}))), { maxParallel: 3 }).begin();
    driven.send({ type: 'limit', maxParallel: 1 });
    driven.end(0, 'succeeded');
    driven.end(1, 'succeeded');
    expect([...driven.running]).toEqual([2]);
    driven.end(2, 'succeeded');
    expect([...driven.running]).toEqual([3]);
  });

  it('that is raised is used at once', () => {
    const driven = new Driven(workOf(Array.from({ length: 9 }, () => ({})))).begin();
    driven.send({ type: 'limit', maxParallel: 4 });
    expect([...driven.running]).toEqual([0, 1, 2, 3]);
  });

  it('of 1 runs a tree of any depth to its end', () => {
    const deep = workOf(
      [{}],
      Array.from({ length: 50 }, (_, i) => [i === 49 ? 0 : i + 2]),
    );
    expect(new Driven(deep).begin().succeedAll().finish?.status).toBe('succeeded');
  });
});
