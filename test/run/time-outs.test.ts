import { describe, expect, test } from 'vitest';
import type { ExecuteOptions, RunReport } from '../../dist/index.js';
import { fixture, leavesNamed, numbered } from './plans.js';

/**
 * A time-out is an event that is waited for here; nothing asks how long it took. The neighbours do nothing at all, so
 * that none of them can come near it.
 */
const timeoutMs = 500;
const task = fixture('faulty.mjs');
const run = async (names: readonly string[], options: Partial<ExecuteOptions> = {}): Promise<RunReport> =>
  (await leavesNamed(names)).execute({ task, maxParallel: 6, threads: 2, graceMs: 50, timeoutMs, ...options });
const idle = numbered(6, 'idle');
const succeeded = ({ leaves }: RunReport) => leaves.filter(({ outcome }) => outcome === 'succeeded');

describe('the time of an attempt on a thread', () => {
  test('ends those that block every thread or ignore their signal, each by itself, and no other', async () => {
    const bad = ['deaf-4', 'lateloop-3', 'loop-1', 'loop-2'];
    const report = await run([...bad, ...idle]);
    expect(report.failures.map(({ label, outcome, failure }) => [label, outcome, failure.code])).toEqual(
      bad.map((name) => [name, 'timed-out', 'timed-out']),
    );
    for (const { failure } of report.failures) expect(failure.message).toMatch(/did not end within 500 ms/);
    expect(report.failures[0].failure.message).toMatch(/its thread was ended/);
    expect(report.leaves.map(({ attempts }) => attempts)).toEqual(report.leaves.map(() => 1));
    expect(succeeded(report)).toHaveLength(idle.length);
  });

  test('is not charged with the loop that a finished leaf left behind', async () => {
    const report = await run(['latecomer', ...idle], { threads: 1, maxParallel: 1, order: 'plan' });
    expect(report.status).toBe('succeeded');
  });

  test('ends one that logs without end, and its spending is kept', async () => {
    const report = await run(['floods', ...idle], { maxParallel: 2 });
    expect(report.failures.map(({ label, outcome }) => [label, outcome])).toEqual([['floods', 'timed-out']]);
    expect(report.usage.told).toBeGreaterThan(0);
  });

  test('does not begin before its module is loaded', async () => {
    const report = await run(idle, { task: fixture('slow-to-load.mjs') });
    expect(report.status).toBe('succeeded');
  });
});
