import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { liveScreen } from '../../src/cli/run/live-screen.js';
import { sturdyView } from '../../src/cli/run/run-view.js';
import { libraryWords } from '../../src/domain/message.js';
import type { RunEvent } from '../../src/domain/run-event.js';
import { painter } from '../../src/report/paint.js';
import { advance, newRunState } from '../../src/report/run-state.js';
import * as events from '../report/runs.js';
import { folderOf } from '../test-folder.js';
import { begin, heard, scripted } from './scripted-run.js';
import { groups } from './world.js';

const task = ['--task', 'task.mjs'];

describe('lines on stderr, where it is no terminal', () => {
  it('tell what happens, each with whom it is about, and end with the summary', async () => {
    const { code, err } = await scripted(task, async (run) => {
      await begin(run);
      await run.say(events.started('a'), events.started('b'));
      await run.say(events.logged('a', 'one\ntwo'), events.logged('b', 'three'), events.logged('a', 'four'));
      await run.say(events.settled('a'), events.settled('b'), events.settled('c'));
      await run.end();
    });
    expect(code).toBe(0);
    expect(err.split('\n').slice(0, 8)).toEqual([
      '3 leaves, at most 2 at once on 2 threads',
      'label of a | one',
      'label of a | two',
      'label of b | three',
      'label of a | four',
      '[1/3] label of a: succeeded (1.2 s)',
      '[2/3] label of b: succeeded (1.2 s)',
      '[3/3] label of c: succeeded (1.2 s)',
    ]);
    expect(err).toMatch(/all succeeded\n {2}leaves +3 succeeded\n[\s\S]*peak 8 of 8 slots, 7\.4 on average/);
    expect(err).not.toContain('\x1b');
  });

  it('also what starts with -v', async () => {
    const { err } = await scripted([...task, '-v'], async (run) => {
      await begin(run);
      await run.say(events.started('a'));
      await run.end();
    });
    expect(err).toContain('[0/3] label of a: started\n');
  });

  it.each([
    ['CI', { CI: 'true' }],
    ['a dumb terminal', { TERM: 'dumb' }],
  ])('are used in %s as well', async (_, env) => {
    const onTimer = vi.fn();
    const { err } = await scripted(task, undefined, { env, stderr: { isTTY: true }, onTimer });
    expect(err).toMatch(/^[^\n]*3 leaves, at most 2/m);
    expect(onTimer).not.toHaveBeenCalled();
  });

  it('escape codes of a task do not reach the terminal', async () => {
    const { err } = await scripted(task, async (run) => {
      await begin(run);
      await run.say(events.logged('a', '\x1b]0;owned\x07\x1b[2J'));
      await run.end();
    });
    expect(err).toContain('label of a | \\x1b]0;owned\\x07\\x1b[2J');
    expect(err).not.toMatch(/[\x1b\x07]/);
  });
});

describe('the drawing on a terminal', () => {
  const stderr = { isTTY: true, columns: 80, rows: 24 };

  it('is drawn by the clock, shows failures above it, and is gone at the end', async () => {
    let tick = (): void => {};
    let time = 0;
    const drawn: string[] = [];
    const ran = await scripted(
      [...task, '--no-color'],
      async (run) => {
        await begin(run);
        drawn.length = 0;
        tick();
        await heard();
        await run.say(events.started('a'), events.logged('a', 'at work'));
        time += 100;
        tick();
        await heard();
        await run.say(events.settled('b', 'failed'));
        time += 100;
        tick();
        await heard();
        await run.end({ status: 'failed' });
      },
      {
        stderr,
        now: () => time,
        onTimer: (one) => {
          tick = one;
        },
        onErr: (text) => drawn.push(text),
      },
    );
    expect(drawn[0]).toMatch(/^░{29} {2}0\/3 {2}0 % {2}0 s\n0 of 2 slots in use/);
    expect(drawn[1]).toMatch(
      /^\r\x1b\[1A░+ {2}0\/3 .*\x1b\[K\n1 of 2 slots .*\x1b\[K\n {2}label of a {2}0 s {2}at work\x1b\[K$/,
    );
    expect(drawn[2]).toMatch(
      /^\r\x1b\[2A\x1b\[K\n\x1b\[J\x1b\[A\[1\/3\] label of b: failed \(1\.2 s\)\n {4}it broke\n {4}Mend it\.\n█+░+ {2}1\/3 /,
    );
    expect(drawn[3]).toBe('\r\x1b[2A\x1b[K\n\x1b[J\x1b[A');
    expect(drawn[4]).toMatch(/: not all succeeded\n/);
    expect(ran).toMatchObject({ code: 1, timers: 0, listeners: 0 });
  });

  it.each([
    ['-q', [...task, '-q'], {}],
    ['events on the same terminal', [...task, '--json'], { isTTY: true }],
  ])('is not drawn with %s', async (_, argv, stdout) => {
    const onTimer = vi.fn();
    const { err } = await scripted(argv, undefined, { stderr, stdout, onTimer });
    expect(onTimer).not.toHaveBeenCalled();
    expect(err).not.toMatch(/\x1b\[[AJ]|slots in use/);
  });

  it('a view that can no longer write is dropped with a warning, and the run goes on', async () => {
    let tick = (): void => {};
    const ran = await scripted(
      task,
      async (run) => {
        await begin(run);
        tick();
        await heard();
        await run.say(events.settled('a'));
        await run.end({ root: 'done' });
      },
      {
        stderr,
        onTimer: (one) => {
          tick = one;
        },
        stderrError: (text) => (text.includes('slots in use') ? new Error('EIO') : undefined),
      },
    );
    expect(ran).toMatchObject({ code: 0, out: 'done\n', timers: 0 });
    expect(ran.err).toMatch(/subplan: the view of the run failed and is gone \(.*EIO.*\); the run goes on\n/);
  });

  it('a stderr that is closed altogether does not stop the run either', async () => {
    const stderrError = () => Object.assign(new Error('closed'), { code: 'EPIPE' });
    const ran = await scripted(task, undefined, { stderrError });
    expect(ran).toMatchObject({ code: 0, out: 'value of the root\n', err: '' });
  });
});

describe('the screen', () => {
  const screenOf = (size = { columns: 60, rows: 10 }) => {
    const written: string[] = [];
    const done: (() => void)[] = [];
    let [time, tick] = [0, (): void => {}];
    const state = newRunState({ leaves: 9, branches: 0, cost: 9 });
    const output = {
      isTTY: true,
      ...size,
      write: (text: string, finished?: () => void) => {
        written.push(text);
        if (finished) done.push(finished);
      },
    };
    const every = (_: number, one: () => void) => {
      tick = one;
      return () => {
        tick = () => {};
      };
    };
    const onError = vi.fn();
    const telling = { level: 'notable', paint: painter(false), words: libraryWords } as const;
    const view = liveScreen({ output, state, telling, world: { now: () => time, every }, control: undefined })(onError);
    const see = (timeless: events.Timeless): void => {
      const event = { at: 5000 + time, ...timeless } as RunEvent;
      advance(state, event, () => 1);
      view.see(event);
    };
    const draw = async (ms = 0): Promise<void> => {
      time += ms;
      tick();
      for (const finished of done.splice(0)) finished();
      await heard();
    };
    return { view, see, draw, written, output, onError, tick: () => tick() };
  };

  it('is written only where something changed or the clock moved', async () => {
    const { see, draw, written } = screenOf();
    await draw();
    expect(written).toEqual([]);
    see(events.runStarted(9));
    await draw();
    await draw(100);
    await draw(100);
    expect(written).toHaveLength(1);
    await draw(1000);
    expect(written).toHaveLength(2);
    see(events.started('a'));
    await draw(100);
    expect(written).toHaveLength(3);
  });

  it('waits for a terminal that does not keep up, and loses no line', async () => {
    const { see, draw, written, tick } = screenOf();
    see(events.runStarted(9));
    tick();
    see(events.settled('a', 'failed'));
    tick();
    tick();
    expect(written).toHaveLength(1);
    await draw();
    await draw();
    expect(written).toHaveLength(2);
    expect(written[1]).toContain('label of a: failed');
  });

  it('erases what a narrower terminal has broken into more lines, and fits a smaller one', async () => {
    const { see, draw, written, output } = screenOf({ columns: 60, rows: 10 });
    see(events.runStarted(9));
    see(events.started('a'));
    see(events.logged('a', 'x'.repeat(100)));
    await draw();
    Object.assign(output, { columns: 20, rows: 3 });
    await draw();
    // Two lines of up to 20 cells stay one each or become two; the third, 59 cells wide, became three.
    expect(written[1]).toMatch(/^\r\x1b\[[456]A[^\n]*\x1b\[K\n[^\n]+\x1b\[J$/);
  });

  it('clears below only where it has fewer rows than before, and never from where it begins', async () => {
    const { view, see, draw, written } = screenOf();
    see(events.runStarted(9));
    see(events.started('a'));
    await draw();
    see(events.started('b'));
    await draw();
    see(events.settled('a'));
    await draw();
    see(events.settled('b', 'failed'));
    await draw();
    await draw(1000);
    void view.close();
    expect(written).toHaveLength(6);
    expect(written.map((text) => text.includes('\x1b[J'))).toEqual([false, false, true, true, false, true]);
    // From there some terminals take it for a cleared screen, and keep a copy each time.
    for (const text of written) expect(text).not.toMatch(/^(?:\r(?:\x1b\[\d*A)?)?(?:\x1b\[K)?\x1b\[J/);
  });

  it.each([
    ['0 rows and columns', { columns: 0, rows: 0 }],
    ['one cell', { columns: 1, rows: 1 }],
    ['800 rows', { columns: 300, rows: 800 }],
  ])('works with %s', async (_, size) => {
    const { view, see, draw, written, onError } = screenOf(size);
    see(events.runStarted(9));
    for (let i = 0; i < 900; i++) see(events.started(`${i}`));
    await draw();
    expect(written[0].split('\n').length).toBeLessThanOrEqual(Math.max(1, (size.rows || 24) - 1));
    void view.close();
    expect(written.at(-1)).toMatch(/^\r(?:\x1b\[\d+A\x1b\[K\n\x1b\[J\x1b\[A|\x1b\[K)$/);
    expect(onError).not.toHaveBeenCalled();
  });

  it('closing prints what is still to be told and leaves nothing behind; nothing is drawn after', async () => {
    const { view, see, draw, written } = screenOf();
    see(events.runStarted(9));
    await draw();
    see(events.settled('a', 'failed'));
    void view.close();
    expect(written.at(-1)).toMatch(/^\r\x1b\[1A\x1b\[K\n\x1b\[J\x1b\[A\[1\/9\] label of a: failed[^\x1b]*Mend it\.\n$/);
    const count = written.length;
    await draw(5000);
    expect(written).toHaveLength(count);
  });
});

describe('a view that throws', () => {
  it('is dropped once, told of once, and asked no more', async () => {
    const warn = vi.fn();
    const see = vi.fn(() => {
      throw new TypeError('a bug');
    });
    const close = vi.fn(async () => {});
    const view = sturdyView(() => ({ see, tell: vi.fn(), close }), warn);
    const event = { at: 0, type: 'paused' } as const;
    view.see(event);
    view.see(event);
    view.tell('still told');
    await view.close();
    expect(see).toHaveBeenCalledTimes(1);
    expect(close).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls.map(([text]) => text)).toEqual([
      'subplan: the view of the run failed and is gone (a bug); the run goes on',
      'still told',
    ]);
  });
});

describe('a reader of --json that went away', () => {
  const gone = Object.assign(new Error('gone'), { code: 'EPIPE' });

  it('cancels the run at once and ends it with 1', async () => {
    let asked: string[] = [];
    const ran = await scripted(
      [...task, '--json', '-q'],
      async (run) => {
        ({ asked } = run);
        await begin(run);
        expect(asked).toEqual(['cancel: nobody reads its events any more']);
        await run.end({ status: 'cancelled' });
      },
      { stdoutError: gone },
    );
    expect(ran).toMatchObject({ code: 1, out: '', timers: 0, listeners: 0 });
    expect(ran.err).toMatch(/^[^\n]*: cancelled\n/);
    expect(asked).toHaveLength(1);
  });

  it('does not matter where all had succeeded by then', async () => {
    expect(await scripted([...task, '--json', '-q'], undefined, { stdoutError: gone })).toMatchObject({ code: 0 });
  });

  it.each([
    ['succeeded', 0],
    ['failed', 1],
  ] as const)('does not cancel a run that also goes to a file: it has %s and ends with %i', async (status, code) => {
    const cwd = folderOf({ ...groups(3), 'task.mjs': '' });
    let asked: string[] = [];
    const ran = await scripted(
      [...task, '--json', '-o', 'r.json', '-o', 'r.ndjson'],
      async (run) => {
        ({ asked } = run);
        await begin(run);
        await run.say(events.started('a'));
        await run.end({ status });
      },
      { cwd, stdoutError: gone },
    );
    expect(ran.code).toBe(code);
    expect(asked).toEqual([]);
    expect(JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8')).status).toBe(status);
    expect(readFileSync(join(cwd, 'r.ndjson'), 'utf8').trimEnd().split('\n')).toHaveLength(3);
  });

  it('a full disk is told, with 2', async () => {
    const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
    const ran = await scripted([...task, '--json'], undefined, { stdoutError: full });
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(/the output cannot be written \(ENOSPC\)/);
  });

  it('one of the result only loses nothing but the result', async () => {
    const ran = await scripted(task, undefined, { stdoutError: gone });
    expect(ran.code).toBe(0);
    expect(ran.err).toContain('all succeeded');
  });
});
