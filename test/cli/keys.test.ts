import { describe, expect, it, vi } from 'vitest';
import type { Interrupt, Keyboard } from '../../src/cli/world.js';
import * as events from '../report/runs.js';
import { begin, heard, type ScriptedRun, scripted } from './scripted-run.js';
import type { Trial } from './world.js';

const task = ['--task', 'task.mjs', '--no-color'];
const stderr = { isTTY: true, columns: 90, rows: 24 };

/** A keyboard that a test presses, and that keeps what is done to it. */
class TestKeyboard implements Keyboard {
  readonly done: string[] = [];
  isOn = true;
  #onText: (text: string) => void = () => {};

  listen(onText: (text: string) => void) {
    this.done.push('listen');
    this.#onText = onText;
    return {
      isOn: () => this.isOn,
      pass: (signal: string) => void this.done.push(`pass ${signal}`),
      stop: () => void this.done.push('stop'),
    };
  }

  press(keys: string): void {
    this.#onText(keys);
  }
}

interface Table {
  readonly run: ScriptedRun;
  readonly drawn: string[];
  /** Presses keys a second after the last, and lets them be handled. */
  press(keys: string): Promise<void>;
  tick(): Promise<void>;
  interrupt(signal: Interrupt): Promise<void>;
}

/** A run with two leaves under way, and a hand at its keyboard. */
const atKeyboard = async (
  script: (table: Table) => Promise<void>,
  { argv = task, keyboard = new TestKeyboard(), ...trial }: Trial & { argv?: string[]; keyboard?: TestKeyboard } = {},
) => {
  let [time, timer, listener] = [0, (): void => {}, (_: Interrupt): void => {}];
  let asked: readonly string[] = [];
  /** What was expected amid the run and did not hold: the run fails of it, and so does the test. */
  let missed: { readonly error: unknown } | undefined;
  const drawn: string[] = [];
  const later = async (act: () => void): Promise<void> => {
    time += 1000;
    act();
    await heard();
  };
  const ran = await scripted(
    argv,
    async (run) => {
      asked = run.asked;
      await begin(run);
      const [a, b] = run.plan.leaves;
      for (const { id, label } of [a, b]) await run.say({ ...events.started(id), label } as events.Timeless);
      const table: Table = {
        ...{ run, drawn },
        press: (keys) => later(() => keyboard.press(keys)),
        tick: () => later(() => timer()),
        interrupt: (signal) => later(() => listener(signal)),
      };
      await table.tick();
      await script(table).catch((error: unknown) => {
        missed = { error };
        throw error;
      });
    },
    {
      ...{ stderr, keyboard, now: () => time },
      onTimer: (one) => {
        timer = one;
      },
      onListening: (one) => {
        listener = one;
      },
      onErr: (text) => drawn.push(text),
      ...trial,
    },
  );
  if (missed) throw missed.error;
  return { ...ran, asked, done: keyboard.done, drawn };
};

describe('the keyboard', () => {
  it.each([
    ['with -q', { argv: [...task, '-q'] }],
    ['with events on the same terminal', { argv: [...task, '--json'], stdout: { isTTY: true } }],
    ['in CI', { env: { CI: '1' } }],
    ['in a dumb terminal', { env: { TERM: 'dumb' } }],
    ['where stderr is no terminal', { stderr: { isTTY: false } }],
  ])('is left alone %s', async (_, trial) => {
    const { done, code } = await atKeyboard(({ run }) => run.end(), trial);
    expect([done, code]).toEqual([[], 0]);
  });

  it.each([
    ['', {}],
    [', also where events go elsewhere', { argv: [...task, '--json'] }],
  ])('is listened to while the run is drawn%s, and let go at its end', async (_, trial) => {
    const { done, drawn } = await atKeyboard(({ run }) => run.end(), trial);
    expect(done).toEqual(['listen', 'stop']);
    expect(drawn.join('')).toContain('? help');
  });

  it('that is not there changes nothing', async () => {
    const { code, err } = await scripted(task, undefined, { stderr });
    expect(code).toBe(0);
    expect(err).not.toContain('? help');
  });

  it('of a job in the background is not offered', async () => {
    const keyboard = new TestKeyboard();
    keyboard.isOn = false;
    const { drawn } = await atKeyboard(({ run }) => run.end(), { keyboard });
    expect(drawn.join('')).toContain('slots in use');
    expect(drawn.join('')).not.toContain('? help');
  });

  it('is let go when the run cannot go on', async () => {
    const ran = await atKeyboard(async ({ run }) => run.fail(new Error('a bug')));
    expect(ran).toMatchObject({ code: 70, done: ['listen', 'stop'], timers: 0, listeners: 0 });
  });

  it('is let go with a view that can no longer write: nobody would see what keys do', async () => {
    let isBroken = false;
    const ran = await atKeyboard(
      async ({ run, press, tick }) => {
        isBroken = true;
        await tick();
        isBroken = false;
        await press('p');
        await run.end();
      },
      { stderrError: (text) => (isBroken && text.includes('in use') ? new Error('EIO') : undefined) },
    );
    expect(ran).toMatchObject({ code: 0, asked: [], done: ['listen', 'stop'] });
    expect(ran.err).toContain('the view of the run failed and is gone');
  });
});

describe('a key', () => {
  it('is applied, and seen at once', async () => {
    const { asked } = await atKeyboard(async ({ run, press, drawn }) => {
      const { id, label } = run.plan.leaves[0];
      await press('+');
      expect(run.asked).toEqual(['setMaxParallel: 3']);
      await press('\x1b[');
      await press('B');
      expect(drawn.at(-1)).toContain(`› ${label} `);
      await press('x');
      expect(drawn.at(-1)).toMatch(new RegExp(`x again cancels ${label}\x1b\\[K$`));
      await press('x');
      expect(run.asked.at(-1)).toBe(`cancelLeaf: ${id}: cancelled from the keyboard`);
      await run.say(events.settled(id, 'failed'));
      await press('r');
      expect(run.asked.at(-1)).toBe(`retryLeaf: ${id}`);
      await press('pp s?');
      await run.end();
    });
    expect(asked.slice(3)).toEqual(['pause', 'unpause', 'pause', 'stop: asked for at the keyboard']);
  });

  it('on a leaf that the plan does not have is told of in one line', async () => {
    await atKeyboard(async ({ run, press, drawn }) => {
      await run.say(events.settled('nobody', 'failed'));
      await press('jjj');
      await press('r');
      expect(drawn.at(-1)).toContain('not done: no leaf of the plan has the id "nobody"');
      await run.end();
    });
  });

  it.each([
    ['not printed, since it is seen', task, false],
    ['printed with -v', [...task, '-v'], true],
  ])('what it comes to is %s', async (_, argv, isPrinted) => {
    const { err } = await atKeyboard(
      async ({ run, tick }) => {
        await run.say({ type: 'paused' }, { type: 'unpaused' }, { type: 'limit-changed', limit: 7 });
        await tick();
        await run.end();
      },
      { argv },
    );
    expect(err.includes('paused: nothing more starts\n')).toBe(isPrinted);
    expect(err.includes('at most 7 at once from here on\n')).toBe(isPrinted);
    expect(err).toContain('cap 7, 2 at first');
  });

  it('where nobody listens any more does nothing', async () => {
    const keyboard = new TestKeyboard();
    const ran = await atKeyboard(({ run }) => run.end(), { keyboard });
    const before = ran.drawn.length;
    keyboard.press('p\x1a\x03');
    expect([ran.drawn.length, ran.asked, keyboard.done]).toEqual([before, [], ['listen', 'stop']]);
  });

  it('that throws for a bug takes the view along, and not the run', async () => {
    const keyboard = new TestKeyboard();
    const listen = keyboard.listen.bind(keyboard);
    vi.spyOn(keyboard, 'listen').mockImplementation((onText) => ({
      ...listen(onText),
      pass: () => {
        throw new TypeError('a bug');
      },
    }));
    const ran = await atKeyboard(
      async ({ run, press }) => {
        await press('\x1a');
        await run.end();
      },
      { keyboard },
    );
    expect(ran).toMatchObject({ code: 0, done: ['listen', 'stop'] });
    expect(ran.err).toContain('the view of the run failed and is gone (a bug)');
  });
});

describe('Ctrl-C as a key', () => {
  it('takes the steps of the signal: stops, cancels, leaves at once with the terminal clean', async () => {
    const ran = await atKeyboard(async ({ press }) => {
      await press('\x03');
      await press('\x03');
      await press('\x03');
      // The run never ends.
    });
    expect(ran).toMatchObject({ code: 130, asked: ['stop: Ctrl-C', 'cancel: Ctrl-C'], timers: 0, listeners: 0 });
    expect(ran.done).toEqual(['listen', 'stop']);
    expect(ran.err).toMatch(/nothing more starts, 2 running ones may end; Ctrl-C again cancels\n/);
    expect(ran.err).toMatch(/cancelling 2 running ones; Ctrl-C again leaves at once\n/);
    expect(ran.err).toMatch(/\r\x1b\[\d+A\x1b\[K\n\x1b\[J\x1b\[Asubplan: interrupted\n$/);
  });

  it('counts together with signals', async () => {
    const ran = await atKeyboard(async ({ press, interrupt }) => {
      await press('\x03');
      await interrupt('SIGINT');
      await press('\x03');
    });
    expect(ran).toMatchObject({ code: 130, asked: ['stop: Ctrl-C', 'cancel: Ctrl-C'] });
  });

  it('twice within a moment is one, as the signal is', async () => {
    const ran = await atKeyboard(async ({ run, press }) => {
      await press('\x03\x03');
      await run.end({ status: 'stopped' });
    });
    expect(ran.asked).toEqual(['stop: Ctrl-C']);
  });

  it('nothing is drawn for what came together with the one that left', async () => {
    const ran = await atKeyboard(async ({ press }) => {
      await press('\x03');
      await press('\x03');
      await press('\x03jjp');
    });
    expect(ran.asked).toHaveLength(2);
    expect(ran.err).toMatch(/subplan: interrupted\n$/);
  });

  it('takes back what was asked twice for', async () => {
    const { asked } = await atKeyboard(async ({ run, press }) => {
      await press('jx');
      await press('\x03');
      await press('x');
      await run.end({ status: 'stopped' });
    });
    expect(asked).toEqual(['stop: Ctrl-C']);
  });
});

describe('a key of the terminal', () => {
  it.each([
    ['\x1a', 'SIGTSTP'],
    ['\x1c', 'SIGQUIT'],
  ])('%j becomes %s, with nothing drawn; what is drawn after begins anew', async (key, signal) => {
    const { done, asked } = await atKeyboard(async ({ run, press, tick, drawn }) => {
      await press(key);
      expect(drawn.at(-1)).toMatch(/^\r\x1b\[\d+A\x1b\[K\n\x1b\[J\x1b\[A$/);
      await tick();
      expect(drawn.at(-1)).toMatch(/^░+/);
      await run.end();
    });
    expect(done).toEqual(['listen', `pass ${signal}`, 'stop']);
    expect(asked).toEqual([]);
  });
});
