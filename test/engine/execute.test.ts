import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import { z } from 'zod';
import {
  decompose,
  defineTask,
  mapParallel,
  Plan,
  type RollUpBranch,
  type RunEvent,
  SubplanFailure,
  taskModule,
} from '../../dist/index.js';
import { openHandles, threadCount } from '../run/handles.js';
import { fixture, leavesNamed, numbered } from '../run/plans.js';
import { until } from './calibrate/crowd.js';

/** Leaves that say when they are inside and wait to be let out. */
const turnstile = () => {
  const inside: string[] = [];
  const doors = new Map<string, () => void>();
  const sleepers: (() => void)[] = [];
  const task = (leaf: { files: readonly string[] }, { signal }: { signal: AbortSignal }) =>
    new Promise<string>((resolve, reject) => {
      const [name] = leaf.files;
      inside.push(name);
      doors.set(name, () => resolve(name));
      signal.addEventListener('abort', () => reject(signal.reason));
      for (const wake of sleepers.splice(0)) wake();
    });
  const until = async (count: number): Promise<void> => {
    while (inside.length < count) await new Promise<void>((resolve) => sleepers.push(resolve));
  };
  const letOut = (...names: readonly string[]) => {
    for (const name of names) doors.get(name)?.();
  };
  const letAllOut = async (count: number) => {
    for (let out = 0; out < count; out++) {
      await until(out + 1);
      letOut(inside[out]);
    }
  };
  return { inside, task, until, letOut, letAllOut };
};

describe('what execute takes', () => {
  test('the type of every value follows from the task', async () => {
    const plan = await leavesNamed(['a', 'b']);
    const plain = await plan.execute({ task: async (leaf) => leaf.files.length });
    expectTypeOf(plain.root.value).toEqualTypeOf<number | undefined>();
    expectTypeOf(plain.leaves[0].value).toEqualTypeOf<number | undefined>();
    expect(plain.root.value).toBe(2);

    const rolled = await plan.execute({
      task: () => 1,
      rollUp: ({ values }: RollUpBranch<number | string>) => values.join('+'),
    });
    expectTypeOf(rolled.leaves[0].value).toEqualTypeOf<number | undefined>();
    expectTypeOf(rolled.branches[0].value).toEqualTypeOf<string | undefined>();
    expect(rolled.root.value).toBe('1+1');

    const defined = defineTask({
      name: 'lengths',
      version: '2',
      output: z.object({ size: z.string().transform((text) => text.length) }),
      run: ({ files }) => ({ size: files[0] }),
      rollUp: ({ values }: RollUpBranch<{ size: number } | number>) => values.length,
    });
    const report = await plan.execute({ task: defined });
    expectTypeOf(report.leaves[0].value).toEqualTypeOf<{ size: number } | undefined>();
    expectTypeOf(report.branches[0].value).toEqualTypeOf<number | undefined>();
    expect(report.leaves.map(({ value }) => value)).toEqual([{ size: 1 }, { size: 1 }]);
    expect(report.root.value).toBe(2);

    const module = await plan.execute({
      task: taskModule<typeof import('../run/fixtures/echo.mjs')>(fixture('echo.mjs')),
    });
    expectTypeOf(module.leaves[0].value).toEqualTypeOf<{ file: string; size: number } | undefined>();
    expect(module.leaves[1].value).toEqual({ file: 'b', size: 1 });
    expect(module.root.value).toEqual({ parts: 2 });

    const unknown = await plan.execute({ task: fixture('echo.mjs') });
    expectTypeOf(unknown.root.value).toBeUnknown();
  });

  test('a module runs on threads, a function here; a rollup may be the other', async () => {
    const plan = await leavesNamed(['a', 'b']);
    const here = await plan.execute({ task: fixture('echo.mjs'), rollUp: ({ values }) => values.length });
    expect(here.root.value).toBe(2);
    const there = await plan.execute({ task: () => 1, rollUp: fixture('echo.mjs') });
    expect(there.root.value).toEqual({ parts: 2 });
  });

  test('decompose().execute() makes the plan and runs it', async () => {
    const files = ['a', 'b', 'c'].map((path) => ({ path }));
    const report = await decompose({ files, maxFiles: 1, minFiles: 1, goal: 'x' }).execute({
      task: (_, { goal }) => goal,
    });
    expect(report.leaves.map(({ value }) => value)).toEqual(['x', 'x', 'x']);
  });

  test('a plan that is read can be executed, with its root named', async () => {
    const plan = Plan.from(JSON.parse(JSON.stringify(await leavesNamed(['a', 'b']))));
    const report = await plan.execute({ task: (_, { root }) => [root], root: '/somewhere' });
    expect(report.root.value).toEqual(['/somewhere', '/somewhere']);
  });

  test('a plan of one leaf has that leaf as its root; an empty one has nothing to do', async () => {
    const one = await (await leavesNamed(['a'])).execute({ task: () => 5 });
    expect(one).toMatchObject({ status: 'succeeded', branches: [], root: { kind: 'leaf', value: 5 } });
    const none = await (await leavesNamed([])).execute({ task: () => 5 });
    expect(none).toMatchObject({ status: 'empty', leaves: [], root: { outcome: 'skipped' }, concurrency: { peak: 0 } });
  });

  test('invalid options throw at the call, all at once, by name', async () => {
    const plan = await leavesNamed(['a']);
    const wrong = {
      task: 5,
      maxParallel: 0,
      threads: 1.5,
      retries: -1,
      timeoutMs: Number.NaN,
      order: 'x',
      limits: { a: 0 },
      onFailure: '0%',
      maxParalel: 2,
    };
    let thrown: unknown;
    try {
      plan.execute(wrong as never);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(SubplanFailure);
    const { problems, message } = thrown as SubplanFailure;
    expect(problems.map(({ field }) => field)).toEqual([
      'task',
      'maxParallel',
      'threads',
      'retries',
      'timeoutMs',
      'order',
      'limits',
      'onFailure',
      'maxParalel',
    ]);
    expect(message).toMatch(
      /maxParallel: expected a whole number from 1 to 65536, or a share of the cores such as "50%", got 0/,
    );
    expect(message).toMatch(/did you mean maxParallel/);
    expect(() => decompose({ files: [] }).execute({ task: './not-there.js' })).toThrow(
      /not-there\.js", which does not exist/,
    );
    for (const task of [{ run: () => 1, rollUp: 5 }, { run: () => 1, output: 5 }, { rollUp: () => 1 }]) {
      expect(() => plan.execute({ task: task as never })).toThrow(/task: expected/);
    }
    expect(() => plan.execute({ task: () => 1, onFailure: '101%' })).toThrow(/onFailure/);
    expect(() => plan.execute({ task: 'file://elsewhere/x.mjs' })).toThrow(/file: URL of this machine/);
    expect(() => plan.execute({} as never)).toThrow(/task: expected .*, got nothing/);
    for (const maxParallel of [0, -1, 1.5, Number.NaN, '0%', '50', Number.POSITIVE_INFINITY, 65_537]) {
      expect(() => plan.execute({ task: () => 1, maxParallel: maxParallel as number })).toThrow(/maxParallel/);
    }
    await plan.execute({ task: () => 1, retries: 0, graceMs: 0, maxParallel: '50%' });
  });
});

describe('a run under way', () => {
  test('tells its events in order, to every reader from the start', async () => {
    const run = (await leavesNamed(['a', 'b'])).execute({ task: (_, { log }) => log('hi'), maxParallel: 1 });
    const read = async () => {
      const types: string[] = [];
      for await (const event of run) types.push(event.type);
      return types;
    };
    const [first, second] = await Promise.all([read(), read()]);
    const late = await read();
    const leaf = ['attempt-started', 'log', 'settled'];
    expect(first).toEqual(['run-started', ...leaf, ...leaf, 'settled', 'run-ended']);
    expect(second).toEqual(first);
    expect(late).toEqual(first);
  });

  test('a reader that throws, stops or never reads neither breaks nor blocks it', async () => {
    const run = (await leavesNamed(numbered(50))).execute({ task: () => 1 });
    const throwing = (async () => {
      for await (const event of run) throw new Error(`cannot show ${event.type}`);
    })();
    for await (const _ of run) break;
    run[Symbol.asyncIterator]();
    await expect(throwing).rejects.toThrow('cannot show run-started');
    expect((await run).status).toBe('succeeded');
  });

  test('the cap can be raised and lowered; a lower one stops nothing that runs', async () => {
    const { inside, task, until, letOut, letAllOut } = turnstile();
    const run = (await leavesNamed(numbered(9))).execute({ task, maxParallel: 2 });
    await until(2);
    run.setMaxParallel(4);
    await until(4);
    run.setMaxParallel(1);
    letOut(inside[0], inside[1], inside[2]);
    await events(run, 'settled', 3);
    expect(inside).toHaveLength(4);
    void letAllOut(9);
    expect((await run).concurrency).toMatchObject({ limit: 4, peak: 4 });
    expect(() => run.setMaxParallel(0)).toThrow(/maxParallel/);
  });

  test('paused, it starts nothing and what runs goes on', async () => {
    const { inside, task, until, letAllOut } = turnstile();
    const run = (await leavesNamed(numbered(4))).execute({ task, maxParallel: 2 });
    await until(2);
    run.pause();
    void letAllOut(4);
    await events(run, 'settled', 2);
    await new Promise((resolve) => setImmediate(resolve));
    expect(inside).toHaveLength(2);
    run.unpause();
    expect((await run).status).toBe('succeeded');
  });

  test('stopped, it starts nothing more, lets what runs end, and rolls up what is done', async () => {
    const { task, until, letAllOut } = turnstile();
    const run = (await leavesNamed(numbered(6))).execute({ task, maxParallel: 2 });
    await until(2);
    run.stop('enough');
    void letAllOut(2);
    const report = await run;
    expect(report).toMatchObject({ status: 'stopped', stoppedBecause: 'enough' });
    expect(report.leaves.map(({ outcome }) => outcome)).toEqual([
      'succeeded',
      'succeeded',
      ...Array(4).fill('never-started'),
    ]);
    expect(report.root).toMatchObject({ outcome: 'succeeded', coverage: { leaves: 6, covered: 2 } });
    for (const { attempts, startedAt } of report.leaves.slice(2)) expect([attempts, startedAt]).toEqual([0, undefined]);
  });

  test('cancelled, running leaves end and the rest never started', async () => {
    const controller = new AbortController();
    for (const cancel of [(run: { cancel(): void }) => run.cancel(), () => controller.abort(new Error('no more'))]) {
      const { task, until } = turnstile();
      const run = (await leavesNamed(numbered(5))).execute({ task, maxParallel: 2, signal: controller.signal });
      await until(2);
      cancel(run);
      const report = await run;
      expect(report.status).toBe('cancelled');
      expect(report.leaves.map(({ outcome }) => outcome)).toEqual([
        'cancelled',
        'cancelled',
        'never-started',
        'never-started',
        'never-started',
      ]);
      expect(report.root.outcome).toBe('never-started');
    }
    const late = await (await leavesNamed(['a', 'b'])).execute({ task: () => 1, signal: controller.signal });
    expect(late.leaves.map(({ outcome }) => outcome)).toEqual(['never-started', 'never-started']);
  });

  test('cancelled before its plan is made, it never starts a leaf', async () => {
    const run = decompose({ files: [{ path: 'a' }, { path: 'b' }] }).execute({ task: () => 1 });
    run.cancel('changed my mind');
    expect(await run).toMatchObject({
      status: 'cancelled',
      stoppedBecause: 'changed my mind',
      concurrency: { peak: 0 },
    });
  });

  test('a project that is not there rejects, for who awaits and for who iterates', async () => {
    const run = decompose({ root: '/not/there' }).execute({ task: () => 1 });
    await expect(
      (async () => {
        for await (const _ of run);
      })(),
    ).rejects.toThrow(SubplanFailure);
    await expect(run).rejects.toThrow('/not/there');
    await decompose({ root: '/not/there' })
      .execute({ task: () => 1 })
      .catch(({ code }) => expect(code).toBe('root-not-found'));
  });

  test('a function that ignores its signal is given up, and the peak says that it still runs', async () => {
    const doors: (() => void)[] = [];
    const task = () => new Promise<void>((resolve) => doors.push(resolve));
    const report = await (await leavesNamed(numbered(6))).execute({ task, maxParallel: 2, timeoutMs: 20, graceMs: 0 });
    expect(report.leaves.map(({ outcome }) => outcome)).toEqual(Array(6).fill('timed-out'));
    expect(report.leaves[0].failure?.message).toMatch(/may still be running/);
    expect(report.concurrency).toMatchObject({ limit: 2, peak: 6 });
    for (const open of doors) open();
  });

  test('quick leaves on threads leave the loop its turns: a timer can cancel them', async () => {
    const run = (await leavesNamed(numbered(20_000))).execute({ task: fixture('common.cjs'), maxParallel: 100 });
    for await (const event of run) if (event.type === 'settled') break;
    setTimeout(() => run.cancel('enough'), 1);
    expect((await run).status).toBe('cancelled');
  });

  test('a branch that has no value covers nothing, whatever its children have', async () => {
    const rollUp = () => {
      throw new Error('no');
    };
    const { root, leaves } = await (await leavesNamed(['a', 'b'])).execute({ task: () => 1, rollUp });
    expect(root).toMatchObject({ outcome: 'failed', coverage: { leaves: 2, covered: 0 } });
    if (root.kind === 'branch') expect(root.coverage.missing).toEqual(leaves.map(({ id }) => id));
  });

  test('spending is summed, of failed attempts too', async () => {
    let tries = 0;
    const task = (_: unknown, { spend }: { spend(usage: Record<string, number>): void }) => {
      spend({ tokens: 10 });
      if (tries++ === 0) throw new Error('again');
    };
    const report = await (await leavesNamed(['a', 'b'])).execute({ task, retries: 1, backoffMs: 1, maxParallel: 1 });
    expect(report).toMatchObject({ status: 'succeeded', usage: { tokens: 30 } });
    expect(report.leaves.map(({ attempts, usage }) => [attempts, usage.tokens])).toEqual([
      [2, 20],
      [1, 10],
    ]);
  });

  test('what a module prints can be captured, line by line', async () => {
    const run = (await leavesNamed(['a', 'b'])).execute({ task: fixture('prints.mjs'), captureOutput: true });
    const lines: string[] = [];
    for await (const event of run) if (event.type === 'log') lines.push(event.message);
    expect(lines.sort()).toEqual(['a first', 'a second', 'b first', 'b second', 'no end of line', 'no end of line']);
  });

  test('a reader misses nothing of leaves that log thousands of lines in one go', async () => {
    const run = (await leavesNamed(['a', 'b'])).execute({ task: fixture('chatty.mjs'), maxParallel: 2, threads: 2 });
    const types = new Map<string, number>();
    for await (const { type } of run) types.set(type, (types.get(type) ?? 0) + 1);
    expect([types.get('log'), types.get('events-dropped')]).toEqual([16_000, undefined]);
  });

  test('after runs of every kind no thread, handle or listener is left', async () => {
    const plan = await leavesNamed(numbered(8));
    const echo = fixture('echo.mjs');
    const controller = new AbortController();
    await plan.execute({ task: echo });
    const before = [openHandles(), threadCount()];
    const runs = [
      plan.execute({ task: echo, signal: controller.signal }),
      plan.execute({ task: fixture('faulty.mjs'), onFailure: 'cancel' }),
      plan.execute({
        task: () => new Promise(() => {}),
        graceMs: 0,
        timeoutMs: 1,
        retries: 1,
        backoffMs: 60_000,
        onFailure: 1,
      }),
      plan.execute({ task: () => 1, rollUp: echo }),
    ];
    runs[2].stop();
    await Promise.all(runs);
    runs[0].cancel();
    runs[0].pause();
    await vi.waitFor(() => expect([openHandles(), threadCount()]).toEqual(before), 50_000);
  });
});

/** Resolves when so many events of a type have come. */
const events = async (run: AsyncIterable<RunEvent>, type: string, count: number): Promise<void> => {
  let seen = 0;
  for await (const event of run) if (event.type === type && ++seen === count) return;
};

describe('mapParallel', () => {
  test('keeps the order whatever finishes first, and measures its peak', async () => {
    const doors: (() => void)[] = [];
    const run = mapParallel(
      [30, 20, 10, 0],
      (item) => new Promise<number>((resolve) => doors.push(() => resolve(item * 2))),
      { maxParallel: 2 },
    );
    await until(() => doors.length > 0);
    expect(doors).toHaveLength(2);
    for (const at of [1, 2, 0, 3]) {
      await until(() => doors[at] !== undefined);
      doors[at]();
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { results, concurrency, status } = await run;
    expect(results.map(({ value }) => value)).toEqual([60, 40, 20, 0]);
    expect(concurrency).toMatchObject({ limit: 2, peak: 2 });
    expect(status).toBe('succeeded');
    expectTypeOf(results[0].value).toEqualTypeOf<number | undefined>();
  });

  test('has the failure modes of a run', async () => {
    const fails = (item: number) => {
      if (item === 1) throw new Error('no');
      return item;
    };
    const outcomes = async (onFailure: 'continue' | 'stop' | number) =>
      (await mapParallel([0, 1, 2, 3], fails, { maxParallel: 1, onFailure })).results.map(({ outcome }) => outcome);
    expect(await outcomes('continue')).toEqual(['succeeded', 'failed', 'succeeded', 'succeeded']);
    expect(await outcomes('stop')).toEqual(['succeeded', 'failed', 'never-started', 'never-started']);
    expect(await outcomes(2)).toEqual(['succeeded', 'failed', 'succeeded', 'succeeded']);
  });

  test('takes any iterable, nothing too, and refuses what is none', async () => {
    expect(
      (await mapParallel(new Set(['a', 'b']), (text, { index }) => `${text}${index}`)).results.map(
        ({ value }) => value,
      ),
    ).toEqual(['a0', 'b1']);
    expect(await mapParallel([], () => 1)).toMatchObject({ status: 'empty', results: [] });
    expect(() => mapParallel(5 as never, () => 1, { maxParallel: 0 })).toThrow(/items.*\n.*maxParallel/);
    expect(() => mapParallel([], 'x' as never)).toThrow(/fn: expected a function/);
  });

  test('its signal reaches the function', async () => {
    const controller = new AbortController();
    const heard: AbortSignal[] = [];
    const run = mapParallel(
      [1, 2],
      (_, { signal }) => {
        heard.push(signal);
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
      { maxParallel: 1, signal: controller.signal },
    );
    await until(() => heard.length > 0);
    controller.abort();
    expect((await run).results.map(({ outcome }) => outcome)).toEqual(['cancelled', 'never-started']);
  });
});
