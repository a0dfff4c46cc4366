import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../src/domain/run-event.js';
import type { Hand } from '../../src/report/live-keys.js';
import { drawLive } from '../../src/report/live-view.js';
import { painter } from '../../src/report/paint.js';
import { advance, newRunState, type RunState } from '../../src/report/run-state.js';
import { widthOf } from '../../src/report/text-width.js';
import { visible } from '../../src/report/visible.js';
import { countWork } from '../work/count-work.js';
import * as run from './runs.js';

const stateAfter = (events: readonly run.Timeless[], leaves = 48): RunState => {
  const state = newRunState({ leaves, branches: 5, cost: leaves });
  for (const event of events) advance(state, { at: 0, ...event } as RunEvent, () => 1);
  return state;
};

const plain = painter(false);
const usual = { columns: 100, rows: 24, paint: plain, now: 12_000, hand: undefined };
const handOn = (id?: string, note?: string): Hand => ({
  chosen: id === undefined ? id : { key: id, id, label: id },
  note,
});
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

  it('a draw costs the same for 10,000 leaves as for 1,250, also where a hand has chosen one', () => {
    const states = new Map(
      [1250, 10_000].map((leaves) => [
        leaves,
        stateAfter([
          run.runStarted(leaves * 3, leaves),
          ...many(leaves).map((id) => run.started(id)),
          ...many(leaves, leaves).map((id) => run.attemptFailed(id)),
          ...many(leaves, 2 * leaves).map((id, i) => run.settled(id, i % 2 === 0 ? 'succeeded' : 'failed')),
        ]),
      ]),
    );
    const work = (leaves: number): number => {
      const state = states.get(leaves) as NonNullable<ReturnType<typeof stateAfter>>;
      const draw = () => void drawLive(state, { ...usual, hand: handOn('60') });
      draw();
      return countWork(draw);
    };
    // Eight times as many leaves: proportional would be 8.
    expect(work(10_000) / work(1250)).toBeLessThan(1.5);
  });
});

describe('what holds a run back, and what it spends', () => {
  const third = (...events: readonly run.Timeless[]) =>
    drawLive(stateAfter([run.runStarted(48, 8), ...events]), { ...usual, hand: undefined })[2];
  const slowed = (limit: number, waitMs: number) => ({ type: 'slowed-down', isNew: true, waitMs, limit }) as const;

  it('is not told where there is nothing of the kind', () => {
    expect(third()).toBe(undefined);
    expect(drawLive(stateAfter([], 0), usual)).toHaveLength(2);
  });

  it('a rate limit: how long nothing starts, and how many run then', () => {
    expect(third(slowed(4, 24_000))).toBe('rate limited: 12 s, then at most 4');
    expect(third(slowed(4, 10_000))).toBe('at most 4 of 8 after a rate limit');
    expect(third(slowed(8, 24_000))).toBe('rate limited: 12 s');
    expect(third(slowed(8, 10_000))).toBe(undefined);
  });

  it('a cap that grows again, also while nothing may start yet', () => {
    expect(third(slowed(4, 10_000), { type: 'sped-up', limit: 5 })).toBe('at most 5 of 8 after a rate limit');
    expect(third(slowed(4, 24_000), { type: 'sped-up', limit: 5 })).toBe('rate limited: 12 s, then at most 5');
    expect(third(slowed(4, 10_000), { type: 'sped-up', limit: 8 })).toBe(undefined);
  });

  it('one that has all its slots again and is given more is not held back', () => {
    const raised = { type: 'limit-changed', limit: 10 } as const;
    expect(third(slowed(4, 1), { type: 'sped-up', limit: 8 }, raised)).toBe('cap 10, 8 at first');
    expect(third(slowed(4, 1), raised)).toBe('at most 4 of 10 after a rate limit  ·  cap 10, 8 at first');
  });

  it('budgets', () => {
    const soft = { type: 'budget', level: 'soft', of: 'usd', used: 8.06, limit: 10 } as const;
    const hard = { type: 'budget', level: 'hard', of: 'time', used: 9000, limit: 9000 } as const;
    expect(third(soft)).toBe('budget: over 80 % of money used');
    expect(third(soft, hard)).toBe('budget: over 80 % of money used, time used up');
    expect(third(soft, { ...soft, level: 'hard' })).toBe('budget: money used up');
  });

  it('what was spent, by the names that budgets count', () => {
    const spent = (usage: Record<string, number>) =>
      ({ type: 'spent', attempt: 1, id: 'a', label: 'a', kind: 'leaf', usage }) as const;
    expect(third(spent({ inputTokens: 1000, outputTokens: 500 }), spent({ tokens: 700, usd: 0.5 }))).toBe(
      'spent 2.2k tokens, $0.50',
    );
    expect(third(spent({ usd: 1.25 }), spent({ usd: 1 }))).toBe('spent $2.25');
    expect(third(spent({ characters: 99 }))).toBe(undefined);
    expect(third(spent({ usd: 1 }), { type: 'events-dropped', count: 3 })).toBe('spent at least $1.00');
  });

  it('the time left heeds how many may run', () => {
    const ended = ['a', 'b', 'c'].map((id) => run.settled(id, 'succeeded', { ms: 10_000 }));
    const first = (...events: readonly run.Timeless[]) =>
      drawLive(stateAfter([run.runStarted(11, 8), ...ended, ...events], 11), usual)[0];
    expect(first()).toContain('about 10 s left');
    expect(first(slowed(4, 1))).toContain('about 20 s left');
  });
});

describe('the live view with a hand at the keyboard', () => {
  const busy = [
    run.runStarted(48, 8),
    run.started('a'),
    run.started('b'),
    run.attemptFailed('b', 30_000, 1, 'too slow'),
    run.settled('c', 'failed', { failure: run.failure('it broke\nhere') }),
    run.settled('d', 'skipped', { failure: run.failure('needs c') }),
  ];
  const draw = (hand: Hand | undefined, more: object = {}, events: readonly run.Timeless[] = busy) =>
    drawLive(stateAfter(events), { ...usual, hand, ...more });

  it('lists what did not succeed after what runs and waits, and which keys there are', () => {
    expect(draw(handOn('c')).slice(2)).toEqual([
      '  label of a  12 s  ',
      '  label of b  18 s  until attempt 2: too slow',
      '› label of c        failed: it broke',
      '  label of d        skipped: needs c',
      '↑↓ choose  x cancel  r retry  R all  p pause  +/- cap  s stop  ? help',
    ]);
  });

  it('without one neither', () => {
    expect(draw(undefined).slice(2)).toEqual(['  label of a  12 s  ', '  label of b  18 s  until attempt 2: too slow']);
  });

  it('says what the last key came to in place of the keys', () => {
    expect(draw(handOn('a', 'x again cancels a')).at(-1)).toBe('x again cancels a');
  });

  it('offers only what there is: to go on when paused, less when stopping, nothing at the end', () => {
    const last = (...events: readonly run.Timeless[]) => draw(handOn(), {}, [...busy, ...events]).at(-1);
    expect(last({ type: 'paused' })).toContain('p go on');
    expect(last({ type: 'stopping', because: 'so' })).toBe('↑↓ choose  x cancel  ? help');
    expect(last({ type: 'cancelling', because: 'so' })).toContain('label of d');
    expect(last(run.runEnded())).toContain('label of d');
  });

  it('tells the tries of a leaf apart', () => {
    const tried = (number: number, round: number) =>
      ({ ...run.started('a'), sample: { try: number, round } }) as run.Timeless;
    const failed = { ...run.attemptFailed('a'), sample: { try: 2, round: 1 } } as run.Timeless;
    const hand = { chosen: { key: 'a 2', id: 'a', label: 'a' }, note: undefined };
    const lines = draw(hand, {}, [run.runStarted(3), tried(1, 3), tried(2, 1), failed]);
    expect(lines.slice(2, 4)).toEqual([
      '  label of a (try 1, round 3)  12 s  ',
      '› label of a (try 2, round 1)   0 s  until attempt 2: it broke',
    ]);
  });

  it('marks nothing where the chosen one is gone', () => {
    expect(draw(handOn('gone')).join('\n')).not.toContain('›');
  });

  it.each([0, 1, 4, 5, 6, 7, 30, 59])('keeps the chosen one in sight: place %i of 60', (place) => {
    const events = [run.runStarted(99, 60), ...many(40).map((id) => run.started(id))];
    const failed = many(20, 40).map((id) => run.settled(id, 'failed'));
    const lines = draw(handOn(`${place}`), { rows: 10 }, [...events, ...failed]);
    expect(lines).toHaveLength(9);
    expect(lines.filter((line) => line.startsWith('› '))).toHaveLength(1);
    expect(lines.find((line) => line.startsWith('› '))).toContain(`label of ${place} `);
    expect(lines.at(-2)).toBe('  … 55 more');
  });

  it('says what a key came to even in a terminal of one line', () => {
    expect(draw(handOn('a', 'said'), { rows: 2 })).toEqual(['said']);
    expect(draw(handOn('a', 'said'), { rows: 3 })).toHaveLength(2);
    expect(draw(handOn('a'), { rows: 3 })[1]).toMatch(/slots in use/);
  });

  it('fits any terminal, whatever is chosen, said and spent, and lets nothing through to it', () => {
    const text = fc.string({ unit: 'binary', maxLength: 30 });
    const ids = fc.constantFrom('a', 'b', 'c');
    const event = fc.oneof(
      fc.tuple(ids, text).map(([id, label]) => ({ ...run.started(id), label }) as run.Timeless),
      fc.tuple(ids, text).map(([id, said]) => run.logged(id, said)),
      fc.tuple(ids, text).map(([id, said]) => run.attemptFailed(id, 500, 1, said)),
      fc.tuple(ids, text).map(([id, said]) => run.settled(id, 'failed', { label: said, failure: run.failure(said) })),
      fc.nat().map((limit) => ({ type: 'slowed-down', isNew: true, waitMs: limit, limit }) as const),
      fc
        .double({ min: 0, noNaN: true })
        .map(
          (usd) =>
            ({ type: 'spent', attempt: 1, id: 'a', label: 'a', kind: 'leaf', usage: { usd, tokens: usd } }) as const,
        ),
      fc.constant({ type: 'budget', level: 'soft', of: 'tokens', used: 9, limit: 10 } as const),
      fc.nat().map((limit) => ({ type: 'limit-changed', limit }) as const),
    );
    const size = fc.record({ rows: fc.nat(40), columns: fc.nat(120) });
    fc.assert(
      fc.property(fc.array(event), fc.option(ids), fc.option(text), size, (events, id, note, { rows, columns }) => {
        const hand = handOn(id ?? undefined, note === null ? undefined : visible(note));
        const lines = draw(hand, { rows, columns }, [run.runStarted(9), ...events]);
        expect(lines.length).toBeLessThanOrEqual(Math.max(1, rows - 1));
        for (const line of lines) {
          expect(widthOf(line)).toBeLessThanOrEqual(Math.max(1, columns - 1));
          expect(line).not.toMatch(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/u);
        }
      }),
    );
  });
});
