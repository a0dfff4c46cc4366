import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../src/domain/run-event.js';
import { drawLive } from '../../src/report/live-view.js';
import { painter } from '../../src/report/paint.js';
import { advance, newRunState, type RunState } from '../../src/report/run-state.js';
import { widthOf } from '../../src/report/text-width.js';
import * as run from './runs.js';

const stateAfter = (events: readonly run.Timeless[], leaves = 48): RunState => {
  const state = newRunState({ leaves, branches: 5, cost: leaves });
  for (const event of events) advance(state, { at: 0, ...event } as RunEvent, () => 1);
  return state;
};

const plain = painter(false);
const usual = { columns: 100, rows: 24, paint: plain, now: 12_000 };
const many = (count: number, first = 0) => Array.from({ length: count }, (_, i) => `${first + i}`);

describe('the live view', () => {
  it('has a bar with x/y, percentage and time, and what runs with its time, progress and last message', () => {
    const state = stateAfter([
      run.runStarted(48, 8, 5),
      ...many(12).map((id) => run.settled(id, 'succeeded', { ms: 4000 })),
      run.started('a'),
      run.progressed('a', 0.62, 'reading'),
      run.started('b', 2),
      run.logged('b', 'asking the model'),
    ]);
    const lines = drawLive(state, usual);
    expect(lines[0]).toMatch(/^█{7}░{23} {2}12\/48 {2}25 % {2}12 s, about 15 s left$/);
    expect(lines[1]).toBe('2 of 8 slots in use, 0 of 5 branches settled');
    expect(lines.slice(2)).toEqual([
      '  label of a  12 s  62 %  reading',
      '  label of b  12 s  attempt 2  asking the model',
    ]);
  });

  it('shows failures, retries, skipped ones, and being paused, stopping or cancelling', () => {
    const events = [
      run.runStarted(48, 8, 0),
      run.settled('x', 'failed'),
      run.settled('y', 'timed-out'),
      run.settled('z', 'skipped'),
      run.started('a'),
      run.attemptFailed('a', 30_000, 1, 'rate limit\nand more'),
      run.started('b'),
    ];
    const [head, phase, ...entries] = drawLive(stateAfter(events), usual);
    expect(head).toContain('2 failed');
    expect(phase).toMatch(/^1 of 8 slots in use, 1 to retry, 1 skipped/);
    expect(entries[1]).toBe('  label of a  18 s  until attempt 2: rate limit');
    const second = (event: run.Timeless) => drawLive(stateAfter([...events, event]), usual)[1];
    expect(second({ type: 'paused' })).toMatch(/^paused, 1 still runs/);
    expect(second({ type: 'stopping', because: 'so' })).toMatch(/^stopping: nothing more starts, 1 still runs/);
    expect(second({ type: 'cancelling', because: 'so' })).toMatch(/^cancelling: what runs is asked to end, 1 still/);
  });

  it('counts what it has no room for', () => {
    const state = stateAfter([run.runStarted(48, 20), ...many(20).map((id) => run.started(id))]);
    const lines = drawLive(state, { ...usual, rows: 10 });
    expect(lines).toHaveLength(9);
    expect(lines.at(-1)).toBe('  … 14 more');
  });

  it('an empty plan and one in which everything is skipped have a picture too', () => {
    expect(drawLive(stateAfter([], 0), usual)[0]).toBe('starting');
    expect(drawLive(stateAfter([run.runStarted(0)], 0), usual)[0]).toContain('0/0  100 %');
    const skipped = stateAfter([run.runStarted(2), run.settled('a', 'skipped'), run.settled('b', 'skipped')], 2);
    expect(drawLive(skipped, usual)[0]).toContain('2/2  100 %');
  });

  it.each([
    [800, 300],
    [0, 0],
    [1, 1],
    [2, 3],
    [24, 1],
    [1, 200],
    [3, 20],
  ])('fits a terminal of %i rows and %i columns', (rows, columns) => {
    const state = stateAfter([
      run.runStarted(5000, 1000, 9),
      ...many(1000).map((id) => run.started(id)),
      ...many(1000).map((id) => run.logged(id, '文字'.repeat(200))),
      run.settled('x', 'failed'),
    ]);
    const lines = drawLive(state, { ...usual, rows, columns });
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThanOrEqual(Math.max(1, rows - 1));
    expect(lines.length).toBeLessThan(50);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(Math.max(1, columns - 1));
  });

  it('lets nothing through to the terminal, whatever leaves are called and say', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (label, said) => {
        const about = { id: 'a', label, kind: 'leaf' } as const;
        const state = stateAfter([
          run.runStarted(3),
          { ...run.started('a'), ...about },
          { ...run.logged('a', `\x1b[2J${said}`), ...about },
        ]);
        for (const line of drawLive(state, usual)) expect(line).not.toMatch(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/u);
      }),
    );
  });

  it('a draw costs the same for 10,000 leaves as for 1,250', () => {
    const states = new Map(
      [1250, 10_000].map((leaves) => [
        leaves,
        stateAfter([
          run.runStarted(leaves * 3, leaves),
          ...many(leaves).map((id) => run.started(id)),
          ...many(leaves, leaves).map((id) => run.attemptFailed(id)),
          ...many(leaves, 2 * leaves).map((id) => run.settled(id)),
        ]),
      ]),
    );
    const best = new Map([...states.keys()].map((leaves) => [leaves, Number.POSITIVE_INFINITY]));
    for (let round = 0; round < 20; round++) {
      for (const [leaves, state] of states) {
        const start = performance.now();
        for (let i = 0; i < 20; i++) drawLive(state, usual);
        best.set(leaves, Math.min(best.get(leaves) as number, performance.now() - start));
      }
    }
    // Eight times as many leaves: proportional would be 8.
    expect((best.get(10_000) as number) / (best.get(1250) as number)).toBeLessThan(4);
  });
});
