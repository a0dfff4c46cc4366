import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ExecuteOptions, RunReport } from '../../dist/index.js';
import { eventually } from '../eventually.js';
import { folderOf } from '../test-folder.js';
import { openHandles, threadCount } from './handles.js';
import { fixture, leavesNamed, numbered } from './plans.js';

const task = fixture('faulty.mjs');
const run = async (names: readonly string[], options: Partial<ExecuteOptions> = {}): Promise<RunReport> =>
  (await leavesNamed(names)).execute({ task, maxParallel: 6, threads: 2, graceMs: 100, ...options });
const leaf = (report: RunReport, name: string) =>
  report.leaves.find(({ label, value }) => label === name || value === name);
const oks = numbered(12);

/** What each fault comes to. */
const faults: Readonly<Record<string, { readonly code: string; readonly message: RegExp }>> = {
  throw: { code: 'task-threw', message: /TypeError: went wrong/ },
  nothing: { code: 'task-threw', message: /threw undefined/ },
  getter: { code: 'task-threw', message: /./ },
  proxy: { code: 'task-threw', message: /./ },
  exit0: { code: 'exited', message: /process\.exit\(0\)/ },
  exit7: { code: 'exited', message: /process\.exit\(7\)/ },
  latexit: { code: 'exited', message: /process\.exit\(3\)/ },
  uncaught: { code: 'uncaught-error', message: /out of the blue/ },
  unhandled: { code: 'unhandled-rejection', message: /nobody cares/ },
  'memory-1': { code: 'out-of-memory', message: /64 MiB/ },
  'memory-2': { code: 'out-of-memory', message: /64 MiB/ },
  uncloneable: { code: 'uncloneable-output', message: /could not be cloned/ },
  throwingvalue: { code: 'uncloneable-output', message: /not for you/ },
  deep: { code: 'uncloneable-output', message: /./ },
  dies: { code: 'thread-died', message: /took the thread along/ },
};

describe('faults on threads, all in one run', () => {
  const left = () => ({ handles: openHandles(), threads: threadCount() });
  let [before, report] = [left(), {} as RunReport];
  beforeAll(async () => {
    // The first run starts threads of Node's own, which stay.
    await run(oks);
    before = left();
    report = await run([...Object.keys(faults), ...oks], { threadHeapMb: 64 });
  });

  test.each(Object.entries(faults))('%s is one failure of the one leaf that did it', (name, { code, message }) => {
    const { outcome, attempts, failure } = leaf(report, name) ?? {};
    expect({ outcome, attempts, code: failure?.code }).toEqual({ outcome: 'failed', attempts: 1, code });
    expect(failure?.message).toMatch(message);
    expect(failure?.nextStep).not.toBe('');
  });

  test('neighbours lose nothing and are charged nothing, the cap holds, and nothing is left', async () => {
    expect(report.failures.map(({ label }) => label).sort()).toEqual(Object.keys(faults).sort());
    for (const ok of oks) expect(leaf(report, ok)).toMatchObject({ outcome: 'succeeded', value: ok, attempts: 1 });
    expect(report.status).toBe('failed');
    expect(report.concurrency.peak).toBeLessThanOrEqual(6);
    await eventually(() => expect(left()).toEqual(before));
  });

  test('an error keeps its message, code, cause, stack and own properties', () => {
    const { failure } = leaf(report, 'throw') ?? {};
    expect(failure?.cause).toMatchObject({
      name: 'TypeError',
      message: 'went wrong',
      code: 'E_WRONG',
      properties: { status: 503 },
      cause: { name: 'RangeError', message: 'deep down' },
    });
    expect(failure?.stack).toMatch(/faulty\.mjs/);
    expect(failure?.cause?.cause?.stack).toMatch(/faulty\.mjs/);
  });

  test('a thread that is blocked by what a finished leaf left behind is replaced', async () => {
    const channel = new BroadcastChannel('subplan-leftover');
    const plan = await leavesNamed(['leftover', ...oks]);
    const under = plan.execute({ task, threads: 1, maxParallel: 1, order: 'plan' });
    channel.onmessage = ({ data }: { data: unknown }) => {
      if (data === 'inside') {
        // The next leaf waits until the thread is blocked.
        under.pause();
        channel.postMessage('go on');
      } else under.unpause();
    };
    expect((await under).status).toBe('succeeded');
    channel.close();
  });

  test('nobody is blamed for memory that a finished leaf left full', async () => {
    const full = await run(['hoards', 'hungry'], { threads: 1, maxParallel: 1, order: 'plan', threadHeapMb: 64 });
    expect(full.failures).toEqual([]);
  });

  test('a task that meddles with the messages of its thread harms nobody', async () => {
    const report = await run(['meddles', ...oks], { threads: 1 });
    expect(report.status).toBe('succeeded');
  });

  test('a module that throws, exits or has no task when it is imported fails its leaves and says why', async () => {
    for (const [name, message] of [
      ['throws-on-import.mjs', /not today/],
      ['exits-on-import.mjs', /process\.exit\(5\)/],
      ['no-task.mjs', /default export, got 42/],
    ] as const) {
      const report = await run(['a', 'b', 'c'], { task: fixture(name) });
      expect(report.leaves.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed']);
      for (const { failure } of report.leaves) expect(failure?.message).toMatch(message);
      expect(report.root.outcome).toBe('skipped');
    }
  });

  test('a CommonJS module is a task too', async () => {
    expect((await run(['a', 'b'], { task: fixture('common.cjs') })).leaves.map(({ value }) => value)).toEqual([
      'a',
      'b',
    ]);
  });

  test('a TypeScript module works where tsx stands beside it', async () => {
    const [only] = (await run(['a'], { task: fixture('typed.ts') })).leaves;
    expect(only.value).toBe(1);
  });

  test('a TypeScript module that nobody here can load says what to do', async () => {
    const folder = folderOf();
    copyFileSync(fixture('typed.ts'), join(folder, 'typed.ts'));
    const [only] = (await run(['a'], { task: join(folder, 'typed.ts') })).leaves;
    // Later Nodes load it by themselves.
    if (only.outcome === 'succeeded') return;
    expect(only.failure).toMatchObject({ code: 'task-not-loaded', retryable: false });
    expect(only.failure.nextStep).toMatch(/install tsx/);
  });

  test('a task that breaks its thread for others is found out alone, and they are not', async () => {
    const report = await run(['breaks', ...oks], { threads: 1, maxParallel: 1, order: 'plan' });
    expect(
      report.leaves.filter(({ label }) => label !== 'breaks').every(({ outcome }) => outcome === 'succeeded'),
    ).toBe(true);
  });

  test('a value below a branch that cannot cross to the thread of its rollup fails the branch', async () => {
    const plan = await leavesNamed(['a', 'b']);
    const report = await plan.execute({ task: () => ({ bad: () => 1 }), rollUp: fixture('echo.mjs') });
    expect(report.root).toMatchObject({ outcome: 'failed', failure: { code: 'uncloneable-output' } });
  });

  test('a rollup whose module does not load fails the branches, and no leaf', async () => {
    const report = await run(['a-1', 'ok-2'], { task: fixture('common.cjs'), rollUp: fixture('throws-on-import.mjs') });
    expect(report.leaves.map(({ outcome }) => outcome)).toEqual(['succeeded', 'succeeded']);
    expect(report.root).toMatchObject({ outcome: 'failed', coverage: { leaves: 2, covered: 0 } });
  });
});
