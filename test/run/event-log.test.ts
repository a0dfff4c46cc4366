import { expect, test } from 'vitest';
import type { RunEvent } from '../../src/domain/run-event.js';
import { EventLog, mostBehind } from '../../src/run/event-log.js';

const event = (n: number): RunEvent => ({ type: 'warning', at: n, message: `${n}` });
const rest = async (events: AsyncIterator<RunEvent, undefined>): Promise<RunEvent[]> => {
  const all: RunEvent[] = [];
  for (let next = await events.next(); !next.done; next = await events.next()) all.push(next.value);
  return all;
};

test('every reader gets all events from the start, whenever it begins', async () => {
  const log = new EventLog();
  const early = rest(log.read());
  log.add(event(1));
  await Promise.resolve();
  log.add(event(2));
  log.close();
  const both = [event(1), event(2)];
  expect(await early).toEqual(both);
  expect(await rest(log.read())).toEqual(both);
});

test('a reader that is too far behind is told how many it missed, and gets the newest', async () => {
  const log = new EventLog();
  for (let n = 0; n < mostBehind + 5; n++) log.add(event(n));
  log.close();
  const all = await rest(log.read());
  expect(all[0]).toEqual({ type: 'events-dropped', at: 5, count: 5 });
  expect(all.slice(1).map(({ at }) => at)).toEqual(Array.from({ length: mostBehind }, (_, i) => i + 5));
});

test('a reader at exactly the limit misses nothing', async () => {
  const log = new EventLog();
  for (let n = 0; n < mostBehind; n++) log.add(event(n));
  log.close();
  expect(await rest(log.read())).toHaveLength(mostBehind);
});

test('a reader that leaves while it waits is let go', async () => {
  const log = new EventLog();
  const reader = log.read();
  const waiting = reader.next();
  await reader.return?.();
  expect(await waiting).toEqual({ done: true, value: undefined });
  log.add(event(1));
  expect(await reader.next()).toEqual({ done: true, value: undefined });
});
