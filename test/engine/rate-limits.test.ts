import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { decompose, RateLimited } from '../../dist/index.js';
import { leavesNamed, numbered } from '../run/plans.js';
import { folderOf } from '../test-folder.js';
import { eventsOf } from './events-of.js';
import { limitedService } from './limited-service.js';

const timely = { timeout: 50_000, interval: 1 };

describe('a service that limits rates', () => {
  test('is used by 32 leaves that all succeed, and no retry is spent', async () => {
    const { task, counts } = await limitedService({ together: 32, burst: 10 });
    const plan = await leavesNamed(numbered(32));
    const report = await plan.execute({ task, maxParallel: 32, retries: 0 });
    expect(report.status).toBe('succeeded');
    expect(report.leaves.every(({ attempts }) => attempts === 1)).toBe(true);
    expect(counts).toEqual({ served: 32, refused: 22 });
    const { episodes, cap } = report.rateLimits ?? { episodes: [], cap: 0 };
    expect(episodes[0].from).toBe(32);
    // Of those that ran by then half may run.
    expect(episodes[0].to).toBeLessThanOrEqual(16);
    expect(episodes.reduce((sum, { reports }) => sum + reports, 0)).toBe(counts.refused);
    expect(cap).toBeLessThanOrEqual(32);
  });

  test('cuts the cap once, however many leaves it turns away together, and nothing starts meanwhile', async () => {
    const plan = await leavesNamed(numbered(24));
    let [inside, open] = [0, () => {}];
    const allInside = new Promise<void>((resolve) => {
      open = resolve;
    });
    const turnedAway = new Set<string>();
    const task = async ({ id }: { id: string }): Promise<string> => {
      if (turnedAway.has(id) || turnedAway.size === 8) return id;
      turnedAway.add(id);
      if (++inside === 8) open();
      await allInside;
      throw new RateLimited({ retryAfterMs: 100 });
    };
    const execution = plan.execute({ task, maxParallel: 8 });
    const [events, report] = await Promise.all([eventsOf(execution), execution]);
    expect(report.status).toBe('succeeded');
    expect(report.rateLimits?.episodes).toMatchObject([{ from: 8, to: 4, reports: 8 }]);
    const slow = events.filter((event) => event.type === 'slowed-down');
    expect(slow.filter(({ isNew }) => isNew)).toHaveLength(1);
    // It grows by one with each clean round.
    const grown = events.flatMap((event) => (event.type === 'sped-up' ? [event.limit] : []));
    expect(grown).toEqual(grown.map((_, i) => 5 + i));
    const from = slow[0].at;
    const until = report.rateLimits?.episodes[0].until ?? 0;
    const within = events.filter(({ type, at }) => type === 'attempt-started' && at > from && at < until);
    expect(within).toEqual([]);
    expect(until - from).toBeGreaterThanOrEqual(100);
  });

  test('is told by a command through its exit code, or by what it prints', async () => {
    const root = folderOf({ 'a/x.js': '', 'b/y.js': '' });
    const limited = `test -e "$1.done" || { : > "$1.done"; echo 'Rate limit reached, retry in 0.05 seconds' >&2; exit $2; }; echo fine`;
    for (const [code, rateLimit] of [
      ['75', { exitCodes: [75] }],
      ['1', { pattern: /rate limit.*?(?<seconds>[\d.]+)/i }],
    ] as const) {
      const plan = await decompose({ root, minFiles: 1, maxFiles: 1, include: ['**/*.js'] });
      const exec = ['sh', '-c', limited, 'sh', `{id}-${code}`, code];
      const report = await plan.execute({ task: { exec, rateLimit }, root, maxParallel: 2 });
      expect(report.leaves.map(({ outcome, value, attempts }) => [outcome, value, attempts])).toEqual([
        ['succeeded', 'fine', 1],
        ['succeeded', 'fine', 1],
      ]);
      expect(report.rateLimits?.episodes.length).toBeGreaterThan(0);
    }
  });
});

describe('rates that are set ahead', () => {
  test('let no more start than they say', async () => {
    const plan = await leavesNamed(numbered(6));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const starts: number[] = [];
    const run = plan.execute({ task: () => void starts.push(1), maxParallel: 6, requestsPerMinute: 300 });
    const ended = run.then(({ status }) => status);
    // A second's worth is five; the sixth has to wait until a fifth of a second has passed.
    const pass = async (ms: number, wanted: number): Promise<boolean> => {
      await vi.advanceTimersByTimeAsync(ms);
      return starts.length >= wanted;
    };
    await vi.waitUntil(() => pass(0, 5), timely);
    await vi.advanceTimersByTimeAsync(190);
    await new Promise((resolve) => setImmediate(resolve));
    expect(starts).toHaveLength(5);
    await vi.waitUntil(() => pass(20, 6), timely);
    await vi.runAllTimersAsync();
    expect(await ended).toBe('succeeded');
  });

  test('are refused where they are none', async () => {
    const plan = await leavesNamed(['a', 'b']);
    expect(() => plan.execute({ task: () => 1, requestsPerMinute: 0 })).toThrow(/requestsPerMinute: expected a number/);
    expect(() => plan.execute({ task: () => 1, tokensPerMinute: -1 })).toThrow(/tokensPerMinute: expected a number/);
  });
});
