import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Interrupt } from '../../src/cli/world.js';
import * as events from '../report/runs.js';
import { folderOf } from '../test-folder.js';
import { begin, heard, type Script, type ScriptedRun, scripted } from './scripted-run.js';
import { groups } from './world.js';

const task = ['--task', 'task.mjs'];

/** A run that is interrupted by hand, a second apart. */
const interrupted = async (
  argv: readonly string[],
  script: (run: ScriptedRun, press: (signal?: Interrupt, ms?: number) => Promise<void>) => Promise<void>,
  trial: Parameters<typeof scripted>[2] = {},
) => {
  let [time, listener] = [0, (_: Interrupt): void => {}];
  let asked: readonly string[] = [];
  const press = async (signal: Interrupt = 'SIGINT', ms = 1000): Promise<void> => {
    time += ms;
    listener(signal);
    await heard();
  };
  const following: Script = async (run) => {
    asked = run.asked;
    await begin(run);
    await run.say(events.started('a'), events.started('b'));
    await script(run, press);
  };
  const ran = await scripted(argv, following, {
    now: () => time,
    onListening: (one) => {
      listener = one;
    },
    ...trial,
  });
  return { ...ran, asked };
};

describe('Ctrl-C during a run', () => {
  it('once: starts nothing more, and says that a second one cancels; what is done is reported', async () => {
    const cwd = folderOf({ ...groups(3), 'task.mjs': '' });
    const ran = await interrupted(
      [...task, '-o', 'r.json'],
      async (run, press) => {
        await press();
        expect(run.asked).toEqual(['stop: Ctrl-C']);
        await run.say({ type: 'stopping', because: 'Ctrl-C' });
        await run.end({ status: 'stopped', more: { stoppedBecause: 'Ctrl-C' } });
      },
      { cwd },
    );
    expect(ran).toMatchObject({ code: 130, listeners: 0, asked: ['stop: Ctrl-C'] });
    expect(ran.err).toContain('subplan: stopping: nothing more starts, 2 running ones may end; Ctrl-C again cancels\n');
    expect(ran.err.match(/nothing more starts/g)).toHaveLength(1);
    expect(ran.err).toMatch(/: stopped early: Ctrl-C\n {2}leaves/);
    expect(JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8')).status).toBe('stopped');
  });

  it('twice: cancels what runs', async () => {
    const ran = await interrupted(task, async (run, press) => {
      await press();
      await press();
      await run.end({ status: 'cancelled' });
    });
    expect(ran).toMatchObject({ code: 130, asked: ['stop: Ctrl-C', 'cancel: Ctrl-C'] });
    expect(ran.err).toContain('subplan: cancelling 2 running ones; Ctrl-C again leaves at once\n');
    expect(ran.err).toMatch(/: cancelled\n/);
  });

  it('three times: leaves at once, whatever the run does, with the terminal clean', async () => {
    let tick = (): void => {};
    const ran = await interrupted(
      task,
      async (_, press) => {
        tick();
        await heard();
        await press();
        await press();
        await press();
        // The run never ends.
      },
      {
        stderr: { isTTY: true, columns: 80, rows: 24 },
        onTimer: (one) => {
          tick = one;
        },
      },
    );
    expect(ran).toMatchObject({ code: 130, out: '', timers: 0, listeners: 0 });
    expect(ran.err).toMatch(/\r\x1b\[\d+A\x1b\[K\n\x1b\[J\x1b\[Asubplan: interrupted\n$/);
  });

  it('the same signal twice within a moment is one: package managers pass on what the terminal sent already', async () => {
    const ran = await interrupted(task, async (run, press) => {
      await press();
      await press('SIGINT', 5);
      await press('SIGINT', 50);
      await run.end({ status: 'stopped' });
    });
    expect(ran.asked).toEqual(['stop: Ctrl-C']);
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s cancels at once and ends with %i', async (signal, code) => {
    const ran = await interrupted(task, async (run, press) => {
      await press(signal);
      await run.end({ status: 'cancelled' });
    });
    expect(ran).toMatchObject({ code, asked: [`cancel: ${signal}`] });
    expect(ran.err).toContain(`another ${signal} leaves at once`);
  });

  it('SIGTERM after Ctrl-C cancels too; a second SIGTERM leaves', async () => {
    const ran = await interrupted(task, async (_, press) => {
      await press();
      await press('SIGTERM');
      await press('SIGTERM');
    });
    expect(ran).toMatchObject({ code: 143, asked: ['stop: Ctrl-C', 'cancel: SIGTERM'] });
  });

  it('a run that ends by itself all the same is still one that was interrupted', async () => {
    const ran = await interrupted([...task, '-q'], async (run, press) => {
      await press();
      await run.end();
    });
    expect(ran).toMatchObject({ code: 130, out: 'value of the root\n' });
    expect(ran.err).toMatch(/^subplan: stopping/);
  });

  it('when the run has ended already, the first one leaves', async () => {
    let pressed = async (): Promise<void> => {};
    const ran = await interrupted(
      task,
      async (run, press) => {
        pressed = press;
        await run.end();
      },
      {
        onErr: (text) => {
          if (text.includes('all succeeded')) void pressed();
        },
      },
    );
    expect(ran).toMatchObject({ code: 130, asked: [] });
  });

  it('while planning, the first one ends it', async () => {
    let listener = (_: Interrupt): void => {};
    const ran = await scripted(task, undefined, {
      onListening: (one) => {
        listener = one;
      },
      engine: {
        makePlan: (() => {
          listener('SIGINT');
          return new Promise(() => {});
        }) as never,
      },
    });
    expect(ran).toMatchObject({ code: 130, out: '', err: 'subplan: interrupted\n', listeners: 0 });
  });
});
