import { describe, expect, it } from 'vitest';
import type { Work } from '../../src/schedule/work.js';
import { growth, linear } from '../growth.js';
import { Driven, ofType, workOf } from './driven.js';

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

const runSampled = (size: number): void => {
  const driven = new Driven(flat(size), {
    maxParallel: 10,
    sampling: { breadth: 2, depth: 2, pick: 'lowest', selects: false },
    rates: { requestsPerMinute: 60_000_000, tokensPerMinute: 60_000_000_000 },
    budget: {
      tokens: 1e12,
      usd: 1e6,
      timeMs: 1e9,
      softAt: 0.8,
      perAttempt: {},
      usdPerMillionTokens: 1,
      spent: { tokens: 0, usd: 0, ms: 0 },
    },
  });
  const running = ofType(driven.send({ type: 'begin' }), 'start');
  for (const { node, try: number, round } of running) {
    driven.spend(node, 1, 1e-6, number);
    const end = { kind: 'succeeded', accepted: round === 2 || node >= size } as const;
    running.push(...ofType(driven.send({ type: 'ended', node, try: number, end }), 'start'));
  }
  expect(driven.finish?.status).toBe('succeeded');
};

describe('what a decision costs does not grow with the plan', () => {
  it('for leaves side by side', () => {
    expect(growth(500, (size) => runAll(flat(size), 'cost'))).toBeLessThan(linear);
  });

  it('for leaves that depend on each other', () => {
    expect(growth(500, (size) => runAll(chained(size), 'dependencies'))).toBeLessThan(linear);
  });

  it('for leaves that are sampled, with rates and a budget', () => {
    expect(growth(250, runSampled)).toBeLessThan(linear);
  });

  it('for a run that is cancelled with everything still to do', () => {
    const cancelled = (size: number): void => {
      const driven = new Driven(chained(size), { order: 'dependencies' }).begin();
      driven.send({ type: 'cancel', why: 'enough' });
      expect(driven.settled.size).toBe(size - 1);
    };
    expect(growth(500, cancelled)).toBeLessThan(linear);
  });
});
