import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Controlled, type RunAction, runKeys } from '../../src/cli/run/run-keys.js';
import type { RunEvent } from '../../src/domain/run-event.js';
import { advance, newRunState } from '../../src/report/run-state.js';
import * as run from '../report/runs.js';

/** A run that keeps what is asked of it, and a hand at its keyboard. */
const handOn = (...events: readonly run.Timeless[]) => {
  const asked: string[] = [];
  const keep =
    (name: string) =>
    (...given: readonly unknown[]): void =>
      void asked.push([name, ...given].join(' '));
  const execution: Record<keyof Controlled, (...given: readonly unknown[]) => void> = {
    pause: keep('pause'),
    unpause: keep('unpause'),
    setMaxParallel: keep('setMaxParallel'),
    cancelLeaf: keep('cancelLeaf'),
    retryLeaf: keep('retryLeaf'),
    stop: keep('stop'),
  };
  const state = newRunState({ leaves: 9, branches: 1, cost: 9 });
  const see = (...more: readonly run.Timeless[]): void => {
    for (const event of more) advance(state, { at: 0, ...event } as RunEvent, () => 1);
  };
  see(...events);
  const keys = runKeys(execution as unknown as Controlled, state);
  const press = (...actions: readonly RunAction[]): string | undefined => {
    for (const action of actions) keys.press(action);
    return keys.hand.note;
  };
  return { asked, execution, state, keys, press, see };
};

const begun = run.runStarted(9, 4, 1);
const tried = (id: string, number: number, round = 1): run.Timeless =>
  ({ ...run.started(id), sample: { try: number, round } }) as run.Timeless;
const rollUp: run.Timeless = { type: 'attempt-started', attempt: 1, id: 'top', label: 'top', kind: 'branch' };
const by = 'cancelled from the keyboard';

describe('pausing', () => {
  it('and going on take turns, also where the run has not answered yet', () => {
    const { asked, press } = handOn(begun);
    expect(press('pause', 'pause', 'pause')).toBe(undefined);
    expect(asked).toEqual(['pause', 'unpause', 'pause']);
  });
});

describe('the cap', () => {
  it('goes up and down by one, also where the run has not answered yet', () => {
    const { asked, press } = handOn(begun);
    press('more', 'more', 'fewer');
    expect(asked).toEqual(['setMaxParallel 5', 'setMaxParallel 6', 'setMaxParallel 5']);
  });

  it('is never below one', () => {
    const { asked, press } = handOn(run.runStarted(9, 2));
    expect(press('fewer', 'fewer')).toBe('at least one runs at once; p pauses');
    expect(asked).toEqual(['setMaxParallel 1']);
    press('more');
    expect(asked.at(-1)).toBe('setMaxParallel 2');
  });

  it('that is refused is told, and the next one counts from where it stood', () => {
    const { asked, execution, press } = handOn(begun);
    const { setMaxParallel } = execution;
    execution.setMaxParallel = () => {
      throw new Error('too many\nof them');
    };
    expect(press('more')).toBe('not done: too many');
    execution.setMaxParallel = setMaxParallel;
    press('more');
    expect(asked).toEqual(['setMaxParallel 5']);
  });
});

describe('choosing', () => {
  const all = [begun, run.started('a'), run.started('b'), run.attemptFailed('b'), run.settled('c', 'failed')];

  it('goes over what runs, what waits and what did not succeed, and ends at the ends', () => {
    const { keys, press } = handOn(...all);
    const chosen = (action: RunAction) => {
      press(action);
      return keys.hand.chosen?.id;
    };
    expect(keys.hand.chosen).toBe(undefined);
    expect(['down', 'down', 'down', 'down', 'up', 'up', 'up'].map((one) => chosen(one as RunAction))).toEqual([
      ...['a', 'b', 'c', 'c', 'b', 'a', 'a'],
    ]);
  });

  it('begins at the top in either direction', () => {
    const { keys, press } = handOn(...all);
    press('up');
    expect(keys.hand.chosen?.id).toBe('a');
  });

  it('says so where there is nothing', () => {
    const { keys, press } = handOn(begun);
    expect(press('down')).toBe('there is nothing to choose');
    expect(keys.hand.chosen).toBe(undefined);
  });

  it('stays with a leaf that fails, waits and runs again', () => {
    const { keys, press, see, state } = handOn(begun, run.started('a'), run.started('b'));
    press('down', 'down');
    for (const event of [run.attemptFailed('b'), run.started('b', 2), run.settled('b', 'failed')]) {
      see(event);
      expect(keys.hand.chosen?.id).toBe('b');
    }
    expect([...state.unsuccessful.keys()]).toEqual(['b']);
    press('retry');
    expect(keys.hand.note).toBe('label of b runs again');
  });

  it('goes on from where one stood that is gone', () => {
    const { keys, press, see } = handOn(begun, ...['a', 'b', 'c'].map((id) => run.started(id)));
    press('down', 'down');
    see(run.settled('b'));
    press('down');
    expect(keys.hand.chosen?.id).toBe('c');
    see(run.settled('c'));
    press('up');
    expect(keys.hand.chosen?.id).toBe('a');
    see(run.settled('a'));
    expect(press('down')).toBe('there is nothing to choose');
  });
});

describe('cancelling a leaf', () => {
  it('takes two presses', () => {
    const { asked, press } = handOn(begun, run.started('a'), run.started('b'));
    expect(press('down', 'down', 'cancel')).toBe('x again cancels label of b');
    expect(asked).toEqual([]);
    expect(press('cancel')).toBe('cancelling label of b');
    expect(asked).toEqual([`cancelLeaf b ${by}`]);
  });

  it.each(['up', 'pause', 'help', 'retry', 'retry-all', 'more'] as const)(
    'another key (%s) in between takes the first one back',
    (other) => {
      const { asked, press } = handOn(begun, run.started('a'), run.started('b'));
      press('down', 'cancel', other, 'cancel');
      expect(asked.filter((one) => one.startsWith('cancelLeaf'))).toEqual([]);
    },
  );

  it('Ctrl-C in between takes it back too', () => {
    const { asked, keys, press } = handOn(begun, run.started('a'));
    press('down', 'cancel');
    keys.forget();
    expect(keys.hand.note).toBe(undefined);
    press('cancel');
    expect(asked).toEqual([]);
  });

  it('two presses on two leaves cancel neither', () => {
    const { asked, press } = handOn(begun, run.started('a'), run.started('b'));
    press('down', 'cancel', 'down', 'cancel');
    expect(asked).toEqual([]);
  });

  it('one that waits can be cancelled as well', () => {
    const { asked, press } = handOn(begun, run.started('a'), run.attemptFailed('a'));
    press('down', 'cancel', 'cancel');
    expect(asked).toEqual([`cancelLeaf a ${by}`]);
  });

  it('one that has succeeded since is not mistaken for another', () => {
    const { asked, press, see } = handOn(begun, run.started('a'), run.started('b'));
    press('down', 'cancel');
    see(run.settled('a'));
    expect(press('cancel')).toMatch(/^label of a runs and waits no more/);
    expect(press('cancel')).toMatch(/^label of a runs and waits no more/);
    expect(asked).toEqual([]);
  });

  it('one that has failed since is left alone', () => {
    const { asked, press, see } = handOn(begun, run.started('a'));
    press('down', 'cancel');
    see(run.settled('a', 'timed-out'));
    expect(press('cancel', 'cancel')).toBe('label of a has ended already: timed out');
    expect(asked).toEqual([]);
  });

  it('a rollup cannot be', () => {
    const { asked, press } = handOn(begun, rollUp);
    expect(press('down', 'cancel', 'cancel')).toBe('roll up top: only leaves can be cancelled');
    expect(asked).toEqual([]);
  });

  it('ends all tries of a leaf, and says so', () => {
    const { asked, press } = handOn(begun, tried('a', 1), tried('a', 2));
    expect(press('down', 'down', 'cancel')).toBe('x again cancels label of a with all its tries');
    press('cancel');
    expect(asked).toEqual([`cancelLeaf a ${by}`]);
  });

  it('without a choice says how to choose', () => {
    const { asked, press } = handOn(begun, run.started('a'));
    expect(press('cancel')).toMatch(/^choose a leaf first/);
    expect(press('retry')).toMatch(/^choose a leaf first/);
    expect(asked).toEqual([]);
  });
});

describe('running a leaf again', () => {
  it.each(['failed', 'timed-out', 'cancelled', 'never-started', 'budget-stopped'] as const)('that %s', (outcome) => {
    const { asked, press } = handOn(begun, run.settled('a', outcome));
    expect(press('down', 'retry')).toBe('label of a runs again');
    expect(asked).toEqual(['retryLeaf a']);
  });

  it('that was skipped needs the one it depends on', () => {
    const { asked, press } = handOn(begun, run.settled('a', 'skipped'));
    expect(press('down', 'retry')).toBe('label of a was skipped: retry the leaf that it depends on');
    expect(asked).toEqual([]);
  });

  it('that runs or waits is not possible', () => {
    const { asked, press } = handOn(begun, run.started('a'), run.started('b'), run.attemptFailed('b'));
    expect(press('down', 'retry')).toMatch(/^label of a has not ended/);
    expect(press('down', 'retry')).toMatch(/^label of b has not ended/);
    expect(asked).toEqual([]);
  });

  it('that is retried already and waits for a slot is not retried twice', () => {
    const { asked, press, see } = handOn(begun, run.settled('a', 'failed'));
    press('down', 'retry');
    see({ type: 'reopened', id: 'a', label: 'label of a', kind: 'leaf' });
    expect(press('retry')).toMatch(/^label of a runs and waits no more, or not yet again/);
    expect(asked).toEqual(['retryLeaf a']);
  });

  it('that is refused is told', () => {
    const { execution, press } = handOn(begun, run.settled('a', 'failed'));
    execution.retryLeaf = () => {
      throw new Error('no leaf of the plan\x1b[2J has the id');
    };
    expect(press('down', 'retry')).toBe('not done: no leaf of the plan\\x1b[2J has the id');
  });
});

describe('running all again that failed', () => {
  it('takes two presses, and leaves alone what was cancelled or skipped', () => {
    const ended = [run.settled('a', 'failed'), run.settled('b', 'cancelled'), run.settled('c', 'timed-out')];
    const { asked, press } = handOn(begun, ...ended, run.settled('d', 'skipped'), run.settled('e'));
    expect(press('retry-all')).toBe('R again runs 2 leaves again that failed');
    expect(asked).toEqual([]);
    expect(press('retry-all')).toBe('2 leaves run again');
    expect(asked).toEqual(['retryLeaf a', 'retryLeaf c']);
  });

  it('says so where none has', () => {
    const { asked, press } = handOn(begun, run.settled('b', 'cancelled'));
    expect(press('retry-all', 'retry-all')).toBe('no leaf has failed');
    expect(asked).toEqual([]);
  });

  it('x and R are not two presses of one', () => {
    const { asked, press } = handOn(begun, run.started('a'), run.settled('b', 'failed'));
    press('down', 'cancel', 'retry-all', 'cancel', 'retry-all');
    expect(asked).toEqual([]);
  });
});

describe('whatever the run is at', () => {
  const because = 'so';
  const busy = [begun, run.started('a'), run.settled('b', 'failed')];
  const actions: readonly RunAction[] = ['pause', 'more', 'fewer', 'retry', 'retry-all', 'stop'];

  it('s stops it', () => {
    const { asked, press } = handOn(...busy);
    expect(press('stop')).toBe(undefined);
    expect(asked).toEqual(['stop asked for at the keyboard']);
  });

  it.each([
    ['before it begins', [], [...actions, 'cancel'], 'the run has not begun yet'],
    ['while it stops', [...busy, { type: 'stopping', because }], actions, /^the run is stopping/],
    ['while it is cancelled', [...busy, { type: 'cancelling', because }], [...actions, 'cancel'], /being cancelled$/],
    ['after it ended', [...busy, run.runEnded()], [...actions, 'cancel'], 'the run has ended'],
  ] as const)('%s nothing is asked of it that it does not take', (_, events, refused, said) => {
    const { asked, press } = handOn(...events);
    press('down');
    for (const action of refused) {
      expect(press(action)).toMatch(said);
      expect(press(action)).toMatch(said);
    }
    expect(asked).toEqual([]);
  });

  it('while it stops, a leaf that holds it up can be cancelled', () => {
    const { asked, press } = handOn(...busy, { type: 'stopping', because });
    press('down', 'cancel', 'cancel');
    expect(asked).toEqual([`cancelLeaf a ${by}`]);
  });

  it('keys never throw, and only ask for what there is', () => {
    const ids = ['a', 'b', 'c'];
    const event = fc.constantFrom(
      ...ids.flatMap((id) => [
        ...[run.started(id), run.attemptFailed(id), run.settled(id), run.settled(id, 'failed')],
        ...[tried(id, 2), { type: 'reopened', id, label: id, kind: 'leaf' } as const],
      ]),
      ...[rollUp, { type: 'stopping', because } as const, { type: 'events-dropped', count: 3 } as const],
    );
    const action = fc.constantFrom<RunAction>(...actions, 'cancel', 'cancel', 'up', 'down', 'down', 'help');
    fc.assert(
      fc.property(fc.array(fc.oneof(event, action)), (steps) => {
        const { asked, keys, press, see } = handOn(begun);
        for (const step of steps) {
          if (typeof step === 'string') press(step);
          else see(step);
          expect(keys.hand.note ?? '').not.toMatch(/[\n\x1b]|^not done/);
        }
        for (const one of asked) if (/Leaf/.test(one)) expect(ids).toContain(one.split(' ')[1]);
      }),
    );
  });
});
