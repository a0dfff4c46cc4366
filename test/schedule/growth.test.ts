import { describe, expect, it } from 'vitest';
import type { Work } from '../../src/schedule/work.js';
import { growth, linear } from '../growth.js';
import { Driven, workOf } from './driven.js';

const flat = (size: number): Work => {
  const leaves = Array.from({ length: size }, (_, i) => ({ cost: (i * 7_919) % 1_000, limits: [`limit-${i % 4}`] }));
  return workOf(leaves, [leaves.map((_, i) => i)]);
};

const chained = (size: number): Work =>
  workOf(Array.from({ length: size }, (_, i) => ({ dependsOn: i < 4 ? [] : [i - 4, i >> 1] })));

const runAll = (work: Work, order: 'cost' | 'dependencies'): void => {
  const limits = new Map([0, 1, 2, 3].map((i) => [`limit-${i}`, 3]));
  expect(new Driven(work, { order, limits, maxParallel: 10 }).begin().succeedAll().finish?.status).toBe('succeeded');
};

describe('what a decision costs does not grow with the plan', () => {
  it('for leaves side by side', () => {
    expect(growth(5_000, (size) => runAll(flat(size), 'cost'))).toBeLessThan(linear);
  });

  it('for leaves that depend on each other', () => {
    expect(growth(5_000, (size) => runAll(chained(size), 'dependencies'))).toBeLessThan(linear);
  });

  it('for a run that is cancelled with everything still to do', () => {
    const cancelled = (size: number): void => {
      const driven = new Driven(chained(size), { order: 'dependencies' }).begin();
      driven.send({ type: 'cancel', why: 'enough' });
      expect(driven.settled.size).toBe(size - 1);
    };
    expect(growth(5_000, cancelled)).toBeLessThan(linear);
  });
});
