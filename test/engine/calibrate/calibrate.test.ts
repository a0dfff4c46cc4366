import { availableParallelism } from 'node:os';
import { describe, expect, expectTypeOf, onTestFinished, test, vi } from 'vitest';
import {
  type CalibrationResult,
  calibrate,
  decompose,
  defineTask,
  memoryLedger,
  RateLimited,
  type RunEvent,
  type RunReport,
} from '../../../dist/index.js';
import { openHandles, threadCount } from '../../run/handles.js';
import { fixture, leavesNamed, numbered } from '../../run/plans.js';
import { virtualTime } from '../../virtual-time.js';
import { eventsOf } from '../events-of.js';
import { crowd, pause, until } from './crowd.js';

/** A task behind which so many are served at once. */
const served = (servers: number, ms: number) => {
  let free = servers;
  const waiting: (() => void)[] = [];
  return async (): Promise<number> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    await pause(ms);
    const next = waiting.shift();
    if (next) next();
    else free++;
    return 1;
  };
};

/** The highest number of leaves that ran at once under each cap, by the events. */
const peaks = (events: readonly RunEvent[]): Map<number, number> => {
  const running = new Set<string>();
  const most = new Map<number, number>();
  let cap = 0;
  for (const event of events) {
    if (event.type === 'run-started' || event.type === 'limit-changed') cap = event.limit;
    if (event.type === 'attempt-started') running.add(event.id);
    if (event.type === 'settled') running.delete(event.id);
    most.set(cap, Math.max(most.get(cap) ?? 0, running.size));
  }
  return most;
};

const done = ({ leaves }: RunReport): string[] =>
  leaves.filter(({ outcome }) => outcome === 'succeeded').map(({ id }) => id);

describe('a search', () => {
  test('ends near the number that is served at once, and says why', async () => {
    virtualTime();
    // How long a leaf takes has nothing to do with its tokens, so leaves are what is counted.
    const files = numbered(600).map((path, i) => ({ path, tokens: 5 + (i % 20) }));
    const plan = await decompose({ files, maxFiles: 1, minFiles: 1, maxChildren: 1_000 });
    const result = await calibrate(plan, { task: served(4, 20), upTo: 32 });
    expect(result).toMatchObject({ kind: 'chosen', reason: 'knee', unit: 'leaves' });
    if (result.kind !== 'chosen') return;
    expect(result.maxParallel).toBeGreaterThanOrEqual(2);
    expect(result.maxParallel).toBeLessThanOrEqual(8);
    expect(result.because).toMatch(/^\d at once do [\d.]+ leaves a second; \d+ do \d+ % (more|less), which/);
    expect(result.steps.map(({ maxParallel }) => maxParallel)).toEqual(result.steps.map((_, i) => 2 ** i));
    expect(result.report).toMatchObject({ status: 'stopped', stoppedBecause: `calibrated. ${result.because}` });
    // What was done meanwhile is there.
    expect(done(result.report as RunReport).length).toBeGreaterThan(20);
    expect(result.report.root.value).toBe(done(result.report as RunReport).length);
  });

  test('never lets more run than the step says, beginning with one', async () => {
    virtualTime();
    const plan = await leavesNamed(numbered(200));
    const { task, seen } = crowd(() => undefined);
    const calibration = calibrate(plan, { task, upTo: 8 });
    const [events, result] = await Promise.all([eventsOf(calibration.execution), calibration]);
    expect(events[0]).toMatchObject({ type: 'run-started', limit: 1 });
    const most = peaks(events);
    for (const [cap, peak] of most) expect(peak).toBe(cap);
    expect(seen.most).toBe(Math.max(...most.keys()));
    expect(result.report.concurrency).toMatchObject({ limit: seen.most, peak: seen.most });
    expect(seen.most).toBeLessThanOrEqual(8);
  });

  test('has one leaf inside at a time, until there is enough to compare two with', async () => {
    const plan = await leavesNamed(numbered(30));
    const doors: (() => void)[] = [];
    const task = (): Promise<void> => new Promise((resolve) => doors.push(resolve));
    const calibration = calibrate(plan, { task, upTo: 2 });
    let open = 0;
    for (;;) {
      await until(() => doors.length > open);
      for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
      if (doors.length - open > 1) break;
      doors[open++]();
    }
    // The first passes, and at least four are measured.
    expect(open).toBeGreaterThanOrEqual(5);
    expect(doors).toHaveLength(open + 2);
    for (const door of doors) door();
    calibration.execution.cancel();
    expect((await calibration).report.concurrency.peak).toBe(2);
  });

  test('has all threads from the start that the most slots would have', async () => {
    const plan = await leavesNamed(numbered(120));
    const calibration = calibrate(plan, { task: fixture('echo.mjs'), upTo: 4, threads: 3 });
    const [[first], result] = await Promise.all([eventsOf(calibration.execution), calibration]);
    expect(first).toMatchObject({ type: 'run-started', limit: 1, threads: 3 });
    expect(result.report.leaves.every(({ failure }) => !failure || failure.code === 'never-started')).toBe(true);
    const other = calibrate(plan, { task: fixture('echo.mjs'), upTo: 64 });
    for await (const event of other.execution) {
      expect(event).toMatchObject({ threads: availableParallelism() });
      break;
    }
    other.execution.cancel();
    expect((await other).kind).toBe('undecided');
  });

  test('takes leaves in plan order, not the largest first; by dependencies where that is asked', async () => {
    const files = numbered(12).map((path, i) => ({
      path,
      tokens: 10 + i,
      imports: i < 11 ? [numbered(12)[i + 1]] : [],
    }));
    const plan = await decompose({ files, maxFiles: 1, minFiles: 1, maxChildren: 100 });
    const orderOf = async (options: object): Promise<string[]> => {
      const seen: string[] = [];
      const task = ({ files: [name] }: { files: readonly string[] }) => void seen.push(name);
      await calibrate(plan, { task, upTo: 1, ...options });
      return seen;
    };
    const inPlan = plan.leaves.map((leaf) => leaf.files[0]);
    const some = await orderOf({});
    expect(some).toEqual(inPlan.slice(0, some.length));
    expect(await orderOf({ order: 'cost' })).toEqual(some);
    expect((await orderOf({ order: 'dependencies' }))[0]).toBe('ok-00011');
  });

  test('works on a project that is still to be split', async () => {
    const files = numbered(60).map((path) => ({ path, tokens: 10 }));
    const split = decompose({ files, maxFiles: 1, minFiles: 1, maxChildren: 100 });
    const result = await calibrate(split, { task: () => 1, upTo: 1 });
    expect(result).toMatchObject({ kind: 'chosen', maxParallel: 1, reason: 'up-to' });
    const broken = decompose({ root: '/no/such/folder' });
    await expect(calibrate(broken, { task: () => 1 })).rejects.toThrow(/folder/);
  });

  test('has the types of its task', async () => {
    const plan = await leavesNamed(['a', 'b']);
    const result = await calibrate(plan, { task: async (leaf) => leaf.files.length });
    expectTypeOf(result.report.leaves[0].value).toEqualTypeOf<number | undefined>();
    expectTypeOf(result).toExtend<CalibrationResult<number>>();
  });
});

describe('trouble ends it below', () => {
  test('a service that asks to wait above so many', async () => {
    virtualTime();
    const plan = await leavesNamed(numbered(400));
    const { task } = crowd((inside) => {
      if (inside > 5) throw new RateLimited({ retryAfterMs: 1 });
    });
    const result = await calibrate(plan, { task });
    expect(result).toMatchObject({ kind: 'chosen', reason: 'rate-limit' });
    expect(result.kind === 'chosen' && result.maxParallel).toBeLessThanOrEqual(4);
    expect(result.steps.at(-1)?.rateLimits).toBe(1);
    // Nothing more starts after that: what was turned away is left for the run that goes on.
    expect(result.report.status).toBe('stopped');
  });

  test('leaves that fail above so many, also where they are tried again', async () => {
    virtualTime();
    for (const retries of [0, 2]) {
      const plan = await leavesNamed(numbered(400));
      const { task } = crowd((inside) => {
        if (inside > 3) throw new Error('too many');
      });
      const result = await calibrate(plan, { task, retries, backoffMs: 1 });
      expect(result).toMatchObject({ kind: 'chosen', reason: 'errors' });
      expect(result.kind === 'chosen' && result.maxParallel).toBeLessThanOrEqual(2);
      expect(result.because).toMatch(/^With 4 at once \d+ of \d+ attempts failed, with fewer none of \d+\.$/);
    }
  });
});

describe('there is no choice', () => {
  test('where it is cancelled, stopped or its signal aborted: it says so, and what is known', async () => {
    virtualTime();
    const plan = await leavesNamed(numbered(400));
    const ends: [(stop: AbortController, end: ReturnType<typeof calibrate>) => void, RegExp, string][] = [
      [(_, { execution }) => execution.cancel('enough'), /^The run was cancelled before .* \(enough\)\./, 'cancelled'],
      [(_, { execution }) => execution.stop('enough'), /^The run was stopped before .* \(enough\)\./, 'stopped'],
      [(controller) => controller.abort(), /^The run was cancelled before .* \(the signal was aborted/, 'cancelled'],
    ];
    for (const [end, because, status] of ends) {
      const controller = new AbortController();
      const { task, seen } = crowd(() => undefined, 2);
      const calibration = calibrate(plan, { task, signal: controller.signal });
      await until(() => seen.most === 2);
      end(controller, calibration as never);
      const result = await calibration;
      expect(result).toMatchObject({ kind: 'undecided', report: { status } });
      expect(result).not.toHaveProperty('maxParallel');
      expect(result.because).toMatch(because);
      expect(result.because).toMatch(/Up to \d+ at once, [\d.,]+ leaves a second, there was no knee\.$/);
    }
  });

  test('where the task fails as such', async () => {
    virtualTime();
    const plan = await leavesNamed(numbered(40));
    const task = async (): Promise<never> => {
      await pause(1);
      throw new Error('always');
    };
    const result = await calibrate(plan, { task });
    expect(result).toMatchObject({ kind: 'undecided', because: expect.stringMatching(/4 of 4 attempts failed/) });
    expect(result.report.leaves.filter(({ attempts }) => attempts > 0).length).toBeLessThan(10);
  });

  test('where a budget or failures end it before', async () => {
    virtualTime();
    const plan = await leavesNamed(numbered(100));
    const { task } = crowd(() => undefined);
    const spending = async (_: unknown, { spend }: { spend: (usage: { usd: number }) => void }): Promise<void> => {
      spend({ usd: 1 });
      await task();
    };
    const spent = await calibrate(plan, { task: spending, budget: { usd: 3 } });
    expect(spent).toMatchObject({ kind: 'undecided', report: { status: 'stopped', stoppedBy: 'budget' } });
    const once = crowd(() => {
      if (once.seen.inside > 1) throw new Error('more than one');
    });
    const failed = await calibrate(plan, { task: once.task, onFailure: 'stop' });
    expect(failed).toMatchObject({ kind: 'undecided', because: expect.stringMatching(/onFailure is "stop"/) });
  });

  test('where there are no leaves, or too few', async () => {
    const none = await calibrate(await leavesNamed([]), { task: () => 1 });
    expect(none).toMatchObject({ kind: 'undecided', because: 'There were no leaves.' });
    const few = await calibrate(await leavesNamed(['a', 'b', 'c']), { task: () => 1 });
    expect(few).toMatchObject({ kind: 'undecided', report: { status: 'succeeded' } });
    expect(few.because).toBe('There are too few leaves to compare one at a time with more: 3 were run.');
  });
});

test('what it has done is kept: the run goes on with the rest, in its own order', async () => {
  virtualTime();
  const plan = await leavesNamed(numbered(400));
  const ran: string[] = [];
  const serve = served(2, 5);
  const task = defineTask({
    ...{ name: 'kept', version: '1' },
    run: async (leaf): Promise<number> => {
      ran.push(leaf.id);
      return serve();
    },
  });
  const ledger = memoryLedger();
  const first = await calibrate(plan, { task, ledger, upTo: 8 });
  expect(first.report.status).toBe('stopped');
  const kept = ran.splice(0);
  expect(kept.length).toBeLessThan(400);
  const maxParallel = first.kind === 'chosen' ? first.maxParallel : 1;
  const report = await plan.execute({ task, ledger, resume: first.report.runId, maxParallel });
  expect(report.status).toBe('succeeded');
  expect([...kept, ...ran].sort()).toEqual(plan.leaves.map(({ id }) => id).sort());
  expect(report.root.value).toBe(400);
  // Nothing of how it was measured is left in the settings.
  expect(report.sessions?.map(({ changed }) => changed)).toEqual([
    [],
    [{ option: 'maxParallel', class: 'throughput', before: null, now: maxParallel }],
  ]);
});

test('nobody else changes the cap meanwhile', async () => {
  virtualTime();
  const plan = await leavesNamed(numbered(40));
  const calibration = calibrate(plan, { task: () => pause(1), upTo: 2 });
  expect(() => calibration.execution.setMaxParallel(8)).toThrow(/the cap is what is being looked for/);
  expect((await calibration).report.concurrency.limit).toBeLessThanOrEqual(2);
});

test('nothing is left of it', async () => {
  const plan = await leavesNamed(numbered(40));
  const before = [openHandles(), threadCount()];
  const [set, cleared] = [vi.spyOn(globalThis, 'setInterval'), vi.spyOn(globalThis, 'clearInterval')];
  onTestFinished(() => void vi.restoreAllMocks());
  await calibrate(plan, { task: fixture('echo.mjs'), upTo: 2 });
  const timers = set.mock.results.map(({ value }) => value);
  expect(timers.length).toBeGreaterThan(0);
  for (const timer of timers) expect(cleared).toHaveBeenCalledWith(timer);
  await vi.waitFor(() => expect([openHandles(), threadCount()]).toEqual(before), 50_000);
});

describe('options', () => {
  test('are checked at the call, all at once, by name', async () => {
    const plan = await leavesNamed(['a']);
    const wrong = { task: 5, upTo: 0, maxParallel: 8, resume: 'x', retries: -1, upto: 3, budget: { usd: -1 } };
    expect(() => calibrate(plan, wrong as never)).toThrow(
      expect.objectContaining({
        code: 'invalid-options',
        problems: expect.arrayContaining(
          ['task', 'upTo', 'maxParallel', 'resume', 'retries', 'upto', 'budget.usd'].map((field) =>
            expect.objectContaining({ field }),
          ),
        ),
      }),
    );
    expect(() => calibrate(plan, { task: () => 1, upto: 3 } as never)).toThrow(/upto: .*did you mean upTo\?/);
    expect(() => calibrate(plan, { task: './none.js' })).toThrow(/the task cannot be found/);
    expect(() => calibrate(plan, undefined as never)).toThrow(/options: expected an object/);
  });

  test.each([0, -1, 1.5, Number.NaN, '4', 65_537])('upTo %s is refused', async (upTo) => {
    const plan = await leavesNamed(['a']);
    expect(() => calibrate(plan, { task: () => 1, upTo: upTo as number })).toThrow(
      /upTo: expected a whole number from 1 to 65536/,
    );
  });

  test('maxParallel is what is looked for', async () => {
    const plan = await leavesNamed(['a']);
    expect(() => calibrate(plan, { task: () => 1, maxParallel: 4 } as never)).toThrow(
      /maxParallel: expected no such option here: it is what is looked for \(upTo bounds it\), got 4/,
    );
    expect(() => calibrate(plan, { task: () => 1, maxParallel: undefined } as never)).not.toThrow();
  });
});
