import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AttemptEnd } from '../../src/schedule/protocol.js';
import type { ScheduleSettings, Work } from '../../src/schedule/work.js';
import { rounds } from '../rounds.js';
import { Driven } from './driven.js';
import { Draw } from './simulation/draw.js';
import { someSettings } from './simulation/some-settings.js';
import { someWork } from './simulation/some-work.js';

const kinds: readonly Exclude<AttemptEnd['kind'], 'rate-limited'>[] = [
  'succeeded',
  'succeeded',
  'failed',
  'timed-out',
  'displaced',
  'suspected',
  'not-begun',
];

/** How the nth start of a node ends: it follows from these alone, as with a task that is deterministic. */
const endOf = (seed: number, node: number, start: number): AttemptEnd => {
  const draw = new Draw(seed ^ Math.imul(node + 1, 7_919) ^ Math.imul(start, 104_729));
  const kind = draw.pick(start > 4 ? kinds.slice(0, 4) : kinds);
  return kind === 'failed' || kind === 'timed-out' ? { kind, retryable: draw.chance(0.7) } : { kind };
};

/** Runs to the finish; `pick` says what happens next of what runs or waits. */
const run = (work: Work, settings: ScheduleSettings, pick: (nodes: readonly number[]) => number): Driven => {
  const driven = new Driven(work, settings).begin();
  const starts = new Map<number, number>();
  while (driven.running.size + driven.waits.size > 0) {
    const node = pick([...driven.running, ...driven.waits.keys()]);
    if (driven.waits.has(node)) driven.retryDue(node);
    else {
      const start = (starts.get(node) ?? 0) + 1;
      starts.set(node, start);
      driven.send({ type: 'ended', node, try: 1, end: endOf(settings.seed, node, start) });
    }
  }
  return driven;
};

describe('one slot and many', () => {
  it("give the same outcomes and attempts under 'continue', in whatever order attempts end", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 2, max: 40 }), (seed, maxParallel) => {
        const draw = new Draw(seed);
        const { work } = someWork(draw);
        const settings: ScheduleSettings = { ...someSettings(draw), onFailure: 'continue' };
        const alone = run(work, { ...settings, maxParallel: 1 }, ([first]) => first);
        const many = run(work, { ...settings, maxParallel }, (nodes) => draw.pick(nodes));
        const told = ({ settled }: Driven) =>
          [...settled.values()]
            .map(({ node, outcome, attempts }) => ({ node, outcome, attempts }))
            .sort((a, b) => a.node - b.node);
        expect(told(many)).toEqual(told(alone));
        expect(many.finish).toEqual(alone.finish);
        expect(many.settled.size).toBe(work.leaves.length + work.branches.length);
      }),
      rounds(250),
    );
  });
});
