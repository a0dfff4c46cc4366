import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AttemptFailure, nextStep } from '../../src/domain/attempt-failure.js';
import { libraryWords, option, say, type Wording, worded } from '../../src/domain/message.js';
import type { Outcome } from '../../src/domain/outcome.js';
import type { RunEvent } from '../../src/domain/run-event.js';
import type { Level } from '../../src/report/event-levels.js';
import { eventLines } from '../../src/report/event-lines.js';
import { painter } from '../../src/report/paint.js';
import { advance, newRunState } from '../../src/report/run-state.js';
import { cancelled, endedEarly, neverStarted } from '../../src/run/failures.js';
import * as run from './runs.js';

const words: Wording = { ...libraryWords, option: ({ option: name }) => `<${name}>` };

const linesOf = (events: readonly run.Timeless[], level: Level = 'normal'): string[] => {
  const state = newRunState({ leaves: 48, branches: 1, cost: 48 });
  return events.flatMap((timeless) => {
    const event = { at: 0, ...timeless } as RunEvent;
    advance(state, event, () => 1);
    return eventLines(event, state, { level, paint: painter(false), words });
  });
};

describe('events as lines', () => {
  const story = [
    run.runStarted(48, 8, 1),
    run.started('a'),
    run.logged('a', 'hello'),
    run.attemptFailed('a', 1500, 1, 'rate limit'),
    run.started('a', 2),
    run.settled('a', 'succeeded', { attempts: 2 }),
    run.settled('b', 'failed', { failure: run.failure('it broke\nin two') }),
    run.settled('c', 'never-started', { ms: undefined }),
    run.settled('d', 'skipped', { ms: undefined, failure: run.failure('it depends on "x"') }),
    run.runEnded('failed'),
  ];

  it('have how far it is, the label, the outcome and the time', () => {
    expect(linesOf(story)).toEqual([
      '48 leaves, at most 8 at once on 2 threads',
      'label of a | hello',
      '[ 0/48] label of a: attempt 1 failed, again in 1.5 s: rate limit',
      '[ 1/48] label of a: succeeded (1.2 s, 2 attempts)',
      '[ 2/48] label of b: failed (1.2 s)',
      '    it broke',
      '    in two',
      '    Mend it.',
      '[ 3/48] label of d: skipped: it depends on "x"',
    ]);
  });

  it('are only failures where quiet, and also starts where verbose', () => {
    expect(linesOf(story, 'failures')).toEqual([
      '[ 2/48] label of b: failed (1.2 s)',
      ...['    it broke', '    in two', '    Mend it.'],
    ]);
    const verbose = linesOf(story, 'verbose');
    expect(verbose).toContain('[ 0/48] label of a: started');
    expect(verbose).toContain('[ 0/48] label of a: attempt 2 started');
    expect(verbose).toContain('[ 2/48] label of c: never started: it broke');
  });

  it('a failed rollup is told, and one that succeeded only where verbose', () => {
    const top = { id: 'top', label: 'top', kind: 'branch' } as const;
    const rollUps = [
      { ...run.settled('top'), ...top },
      { ...run.settled('top', 'failed'), ...top },
    ];
    expect(linesOf(rollUps)[0]).toBe('[ 0/48] roll up top: failed (1.2 s)');
    expect(linesOf(rollUps, 'verbose')[0]).toBe('[ 0/48] roll up top: succeeded (1.2 s)');
  });

  it('what one should know is told beside a drawing as well', () => {
    const events: run.Timeless[] = [
      { type: 'warning', message: 'mind\nthe gap' },
      { type: 'stopping', because: '3 failures' },
      { type: 'cancelling', because: 'the signal was aborted' },
      { type: 'limit-changed', limit: 3 },
      { type: 'paused' },
      { type: 'unpaused' },
      { type: 'events-dropped', count: 5 },
      { type: 'attempt-lost', attempt: 1, why: 'its thread died', id: 'a', label: 'a', kind: 'leaf' },
    ];
    expect(linesOf(events, 'notable')).toEqual([
      'warning: mind',
      'warning: the gap',
      'stopping, nothing more starts: 3 failures',
      'cancelling what runs: the signal was aborted',
      'at most 3 at once from here on',
      'paused: nothing more starts',
      'goes on',
      '5 events were too many to show; the run itself missed none',
      '[ 0/48] a: attempt 1 lost, runs again: its thread died',
    ]);
    expect(linesOf(events, 'failures')).toEqual([]);
    expect(linesOf(story, 'notable')).toEqual(linesOf(story, 'failures'));
  });

  it('logs of leaves that run at once stay readable: each line says whose it is', () => {
    const lines = linesOf([
      run.logged('a', 'one\ntwo\n'),
      run.logged('b', '\x1b[31mred\x1b[0m\tcolumn\r\nnext'),
      run.logged('a', '10%\r20%\r'),
    ]);
    expect(lines).toEqual([
      'label of a | one',
      'label of a | two',
      'label of b | red    column',
      'label of b | next',
      'label of a | 10%',
      'label of a | 20%',
    ]);
  });

  it('a page of a message is cut; where verbose it is whole, with the stack and its causes', () => {
    const stack = 'Error: 1\n    at one (task.js:1:1)\n    at two (task.js:2:2)';
    const inner = { name: 'TypeError', message: 'deep down' };
    const cause = { name: 'Error', message: '1', stack, cause: inner };
    const page = Array.from({ length: 30 }, (_, i) => `${i}`).join('\n');
    const failed = run.settled('a', 'failed', { failure: run.failure(page, { cause, stack }) });
    const lines = linesOf([failed]);
    expect(lines).toHaveLength(12);
    expect(lines.slice(-3)).toEqual(['    …', '        at one (task.js:1:1)', '    Mend it.']);
    const verbose = linesOf([failed], 'verbose');
    expect(verbose).toContain('    29');
    expect(verbose.slice(-3)).toEqual([
      '        at two (task.js:2:2)',
      '    caused by TypeError: deep down',
      '    Mend it.',
    ]);
  });

  it('next steps are in the words of the surface where they are data, and as recorded where they are text', () => {
    const step = nextStep(say`Raise ${option('timeoutMs')}, not timeoutMs.`);
    const [data, text] = [step, { nextStep: step.nextStep }].map((said) => run.failure('slow', said));
    expect(linesOf([run.settled('a', 'timed-out', { failure: data })]).at(-1)).toBe(
      '    Raise <timeoutMs>, not timeoutMs.',
    );
    expect(linesOf([run.settled('a', 'timed-out', { failure: text })]).at(-1)).toBe(
      '    Raise timeoutMs, not timeoutMs.',
    );
  });

  it('warnings are, too', () => {
    const says = say`see ${option('task', 'spends')}`;
    expect(linesOf([{ type: 'warning', message: worded(says), says }])).toEqual(['warning: see <task>']);
    expect(linesOf([{ type: 'warning', message: worded(says) }])).toEqual(['warning: see task.spends']);
  });

  it('the reason of an end says nothing that its outcome has said', () => {
    const told = (outcome: Outcome, failure: AttemptFailure): string =>
      linesOf([run.settled('a', outcome, { failure, ms: undefined })], 'verbose').join('\n');
    expect(told('never-started', neverStarted('Ctrl-C'))).toBe('[ 0/48] label of a: never started: Ctrl-C');
    expect(told('cancelled', endedEarly('Ctrl-C'))).toBe('[ 1/48] label of a: cancelled: Ctrl-C');
    expect(told('cancelled', cancelled(undefined))).toBe('[ 1/48] label of a: cancelled: while it ran');
    // As ledgers of earlier versions have it.
    const { why: _, ...before } = neverStarted('Ctrl-C');
    expect(told('never-started', before)).toContain('never started: it was never started: Ctrl-C');
  });

  it('let nothing through to the terminal, whatever leaves are called and say', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, text, (label, said) => {
        const evil = { label, kind: 'leaf' } as const;
        const lines = linesOf(
          [
            { ...run.logged('a', said), ...evil },
            { ...run.attemptFailed('a', 0, 1, said), ...evil },
            { ...run.settled('a', 'failed', { failure: run.failure(said, { stack: said, nextStep: said }) }), ...evil },
            { type: 'stopping', because: said },
            { type: 'warning', message: said },
          ],
          'verbose',
        );
        for (const line of lines) expect(line).not.toMatch(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});
