import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outcomes } from '../../src/domain/outcome.js';
import type { RunEvent } from '../../src/domain/run-event.js';
import { advance, doneLeaves, newRunState, type RunState } from '../../src/report/run-state.js';
import { timeLeft } from '../../src/report/time-left.js';
import { growth, linear } from '../growth.js';
import * as run from './runs.js';

const stateAfter = (events: readonly (run.Timeless & { at?: number })[], leaves = 4): RunState => {
  const state = newRunState({ leaves, branches: 1, cost: leaves * 100 });
  for (const event of events) advance(state, { at: 0, ...event } as RunEvent, () => 100);
  return state;
};

describe('what a run looks like now', () => {
  it('follows each leaf from start to end', () => {
    const state = stateAfter([run.runStarted(4), run.started('a'), run.started('b')]);
    expect([...state.running.keys()]).toEqual(['a', 'b']);
    expect(state).toMatchObject({ phase: 'running', limit: 2, settledLeaves: 0 });
    const later = stateAfter([run.runStarted(4), run.started('a'), run.started('b'), run.settled('a', 'failed')]);
    expect([...later.running.keys()]).toEqual(['b']);
    expect(later).toMatchObject({ settledLeaves: 1, outcomes: { failed: 1, succeeded: 0 } });
  });

  it('a failed attempt waits, and runs again', () => {
    const failed = [run.runStarted(1), run.started('a'), { ...run.attemptFailed('a', 500), at: 10 }];
    expect(stateAfter(failed).waiting.get('a')).toMatchObject({ until: 510, attempt: 1 });
    expect(stateAfter(failed).running.size).toBe(0);
    const again = stateAfter([...failed, run.started('a', 2)]);
    expect([again.waiting.size, again.running.get('a')?.attempt]).toEqual([0, 2]);
  });

  it('keeps the last thing a leaf said, on one line, without colours and made safe', () => {
    const said = (message: string) =>
      stateAfter([run.runStarted(1), run.started('a'), run.logged('a', message)]).running.get('a')?.message;
    expect(said('one\ntwo\n\n')).toBe('two');
    expect(said('10%\r20%')).toBe('20%');
    expect(said('\x1b[32mgreen\x1b[0m \x1b]0;owned\x07')).toBe('green \\x1b]0;owned\\x07');
    expect(said('')).toBe('');
    expect(said('x'.repeat(1e6))?.length).toBeLessThan(1000);
  });

  it('a lost attempt neither runs nor has settled', () => {
    const lost = { type: 'attempt-lost', attempt: 1, why: 'a neighbour', id: 'a', label: 'a', kind: 'leaf' } as const;
    const state = stateAfter([run.runStarted(1), run.started('a'), lost]);
    expect([state.running.size, state.waiting.size, state.settledLeaves]).toEqual([0, 0, 0]);
  });

  it('rollups run, but do not count as leaves', () => {
    const top = { id: 'top', label: 'top', kind: 'branch' } as const;
    const state = stateAfter([run.runStarted(1), { ...run.started('x'), ...top }, { ...run.settled('x'), ...top }]);
    expect(state).toMatchObject({ settledLeaves: 0, settledBranches: 1 });
    expect(state.running.size).toBe(0);
  });

  it('is paused, stopping, cancelling and ended in turn; cancelling is not taken back', () => {
    const paused = stateAfter([run.runStarted(1), { type: 'paused' }]);
    expect(paused.paused).toBe(true);
    const because = 'so';
    const state = stateAfter([run.runStarted(1), { type: 'cancelling', because }, { type: 'stopping', because }]);
    expect(state.phase).toBe('cancelling');
    expect(stateAfter([run.runStarted(1), run.runEnded()]).phase).toBe('ended');
  });

  it('a leaf that never started has settled and is not done', () => {
    const state = stateAfter([run.runStarted(4), run.settled('a'), run.settled('b', 'never-started')]);
    expect([state.settledLeaves, doneLeaves(state)]).toEqual([2, 1]);
  });

  it('what it missed it does not make up: what runs is forgotten and fills again', () => {
    const state = stateAfter([run.runStarted(4), run.started('a'), { type: 'events-dropped', count: 9 }]);
    expect([state.missed, state.running.size]).toEqual([9, 0]);
    expect(stateAfter([{ type: 'events-dropped', count: 9 }])).toMatchObject({ phase: 'running', leaves: 4 });
  });

  it('a leaf that ended without success is kept until it runs again, and then is not done', () => {
    const opened = { type: 'reopened', id: 'a', label: 'label of a', kind: 'leaf' } as const;
    const failed = [run.runStarted(4), run.settled('a', 'failed')];
    expect([...stateAfter(failed).unsuccessful.values()]).toMatchObject([{ outcome: 'failed', why: 'it broke' }]);
    const again = stateAfter([...failed, opened]);
    expect(again).toMatchObject({ settledLeaves: 0, outcomes: { failed: 0 }, pace: { left: 400 } });
    expect(again.unsuccessful.size).toBe(0);
    const done = stateAfter([...failed, opened, run.started('a', 2), run.settled('a')]);
    expect(done).toMatchObject({ settledLeaves: 1, outcomes: { failed: 0, succeeded: 1 }, pace: { left: 300 } });
  });

  it('one whose opening was missed is opened by its start, or its end', () => {
    const failed = [run.runStarted(4), run.settled('a', 'failed'), { type: 'events-dropped', count: 1 } as const];
    for (const next of [[run.started('a', 2)], [run.settled('a')]]) {
      const state = stateAfter([...failed, ...next]);
      expect([state.unsuccessful.size, state.outcomes.failed]).toEqual([0, 0]);
      expect(state.settledLeaves).toBe(state.outcomes.succeeded);
    }
  });

  it('the tries of a leaf run side by side, and end with it', () => {
    const of = (event: run.Timeless, number: number) =>
      ({ ...event, sample: { try: number, round: 1 } }) as run.Timeless;
    const tries = [run.runStarted(4), of(run.started('a'), 1), of(run.started('a'), 2), of(run.started('a'), 3)];
    expect([...stateAfter(tries).running.keys()]).toEqual(['a 1', 'a 2', 'a 3']);
    const waits = stateAfter([...tries, of(run.attemptFailed('a'), 2)]);
    expect([[...waits.running.keys()], [...waits.waiting.keys()]]).toEqual([['a 1', 'a 3'], ['a 2']]);
    const over = stateAfter([...tries, of(run.attemptFailed('a'), 2), run.settled('a')]);
    expect([over.running.size, over.waiting.size, over.tries.size, over.pace.running]).toEqual([0, 0, 0, 0]);
  });

  it('counts hold for any order of events', () => {
    const ids = fc.constantFrom('a', 'b', 'c');
    const anyEvent = fc.oneof(
      ids.map((id) => run.started(id)),
      ids.map((id) => run.attemptFailed(id)),
      ids.map((id) => run.logged(id, 'x')),
      fc.tuple(ids, fc.constantFrom(...outcomes)).map(([id, outcome]) => run.settled(id, outcome)),
      ids.map((id) => ({ type: 'reopened', id, label: id, kind: 'leaf' }) as const),
      ids.map((id) => ({ ...run.started(id), sample: { try: 2, round: 1 } }) as run.Timeless),
    );
    fc.assert(
      fc.property(fc.array(anyEvent), (events) => {
        const state = stateAfter([run.runStarted(3), ...events]);
        expect(state.pace.running).toBe(state.running.size);
        expect(Object.values(state.outcomes).reduce((a, b) => a + b)).toBe(state.settledLeaves);
        for (const id of state.running.keys()) expect(state.waiting.has(id)).toBe(false);
        for (const { id } of state.running.values()) expect(state.unsuccessful.has(id)).toBe(false);
        for (const count of Object.values(state.outcomes)) expect(count).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('many leaves cost as much each as few', () => {
    const ratio = growth(150, (leaves) => {
      const state = newRunState({ leaves, branches: 0, cost: leaves });
      const take = (event: run.Timeless) => advance(state, { at: 0, ...event } as RunEvent, () => 1);
      for (let i = 0; i < leaves; i++) take(run.started(`${i}`));
      for (let i = 0; i < leaves; i++) take(run.logged(`${i}`, 'at work'));
      for (let i = 0; i < leaves; i++) take(run.settled(`${i}`));
    });
    expect(ratio).toBeLessThan(linear);
  });
});

describe('the time left', () => {
  const three = ['a', 'b', 'c'].map((id) => run.settled(id, 'succeeded', { ms: 10_000 }));

  it('is not told without a basis, when paused, or when nothing more starts', () => {
    expect(timeLeft(stateAfter([run.runStarted(9)], 9), 5000)).toBe(undefined);
    expect(timeLeft(stateAfter([run.runStarted(9), ...three.slice(1)], 9), 5000)).toBe(undefined);
    expect(timeLeft(stateAfter([run.runStarted(9), ...three, { type: 'paused' }], 9), 5000)).toBe(undefined);
    const stopping = { type: 'stopping', because: 'so' } as const;
    expect(timeLeft(stateAfter([run.runStarted(9), ...three, stopping], 9), 5000)).toBe(undefined);
    const failed = ['a', 'b', 'c'].map((id) => run.settled(id, 'failed', { ms: 1 }));
    expect(timeLeft(stateAfter([run.runStarted(9), ...failed], 9), 5000)).toBe(undefined);
  });

  it('follows from what cost took so far, over the slots, less what runs has behind it', () => {
    const state = stateAfter([run.runStarted(9, 2), ...three], 9);
    // Six leaves of ten seconds each, two at once.
    expect(timeLeft(state, 20_000)).toBe(30_000);
    advance(state, { at: 20_000, ...run.started('d') } as RunEvent, () => 100);
    expect(timeLeft(state, 24_000)).toBe(28_000);
  });

  it('is not told when the running ones take longer than thought', () => {
    const state = stateAfter([run.runStarted(4, 2), ...three, run.started('d')], 4);
    expect(timeLeft(state, 4_000)).toBe(6_000);
    expect(timeLeft(state, 60_000)).toBe(undefined);
  });

  const leftAfter = (costs: readonly [cost: number, ms: number][], left: readonly number[]) => {
    const all = [...costs.map(([cost]) => cost), ...left];
    const state = newRunState({ leaves: all.length, branches: 0, cost: all.reduce((sum, cost) => sum + cost, 0) });
    advance(state, { at: 0, ...run.runStarted(all.length, 1) } as RunEvent, () => 0);
    for (const [i, [cost, ms]] of costs.entries())
      advance(state, { at: 0, ...run.settled(`${i}`, 'succeeded', { ms }) } as RunEvent, () => cost);
    return timeLeft(state, 0);
  };

  it('follows cost where time does, and the number of leaves where it does not', () => {
    expect(
      leftAfter(
        [
          [30, 3000],
          [20, 2000],
          [10, 1000],
        ],
        [5, 5],
      ),
    ).toBeCloseTo(1000);
    expect(
      leftAfter(
        [
          [30, 2000],
          [20, 2000],
          [10, 2000],
        ],
        [5, 5],
      ),
    ).toBeCloseTo(4000);
    expect(
      leftAfter(
        [
          [30, 4000],
          [20, 3000],
          [10, 2000],
        ],
        [5, 5],
      ),
    ).toBeCloseTo(3000);
  });

  it('is told for leaves that cost nothing, and never below zero for those that are far apart', () => {
    expect(
      leftAfter(
        [
          [0, 1000],
          [0, 1000],
          [0, 1000],
        ],
        [0, 0],
      ),
    ).toBe(2000);
    expect(
      leftAfter(
        [
          [100, 9000],
          [90, 1000],
          [95, 5000],
        ],
        [1, 1],
      ),
    ).toBeGreaterThan(0);
    expect(
      leftAfter(
        [
          [100, 1000],
          [90, 9000],
          [95, 5000],
        ],
        [1, 1],
      ),
    ).toBe(10_000);
  });
});
