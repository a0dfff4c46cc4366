import { expect, test } from 'vitest';
import { NoteLimit } from '../../src/run/thread/note-limit.js';
import { fixture, leavesNamed } from './plans.js';

const admitted = (limit: NoteLimit, notes: number, now: number): number =>
  Array.from({ length: notes }, () => limit.admits(now)).filter(Boolean).length;

test('ten thousand notes may come at once and twenty a millisecond, and the others are counted', () => {
  const limit = new NoteLimit(0);
  expect(admitted(limit, 12_000, 0)).toBe(10_000);
  expect([limit.takeDropped(), limit.takeDropped()]).toEqual([2_000, 0]);
  expect(admitted(limit, 100, 3)).toBe(60);
  // However long nothing was said, no more come at once.
  expect(admitted(limit, 12_000, 1e9)).toBe(10_000);
});

test('a task on a thread that says more is told of how much was dropped', async () => {
  const run = (await leavesNamed(['chatters'])).execute({ task: fixture('faulty.mjs'), threads: 1 });
  const messages: string[] = [];
  for await (const event of run) if (event.type === 'log') messages.push(event.message);
  expect((await run).status).toBe('succeeded');
  expect([messages.length, messages.at(-1)]).toEqual([10_001, '(2000 notes were dropped: too many to tell)']);
});
