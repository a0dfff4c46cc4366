import { describe, expect, test } from 'vitest';
import type { Fact } from '../../src/domain/fact.js';
import type { RunEvent } from '../../src/domain/run-event.js';
import { EventLog } from '../../src/run/event-log.js';
import { Outbox } from '../../src/run/outbox.js';

const fact = (node: number): Fact => ({ kind: 'started', node, attempt: 1, at: 0 });
const event = (message: string): RunEvent => ({ type: 'warning', at: 0, message });

const rig = (append?: (facts: readonly Fact[]) => void) => {
  const log = new EventLog();
  const heard: string[] = [];
  const add = log.add.bind(log);
  log.add = (one) => {
    heard.push((one as { message: string }).message);
    add(one);
  };
  const written: number[][] = [];
  const failures: unknown[] = [];
  const outbox = new Outbox({
    log,
    append: (facts) => {
      append?.(facts);
      written.push(facts.map((one) => (one as { node: number }).node));
    },
    onFailure: (error) => failures.push(error),
    onFlush: () => {},
  });
  return { outbox, heard, written, failures };
};

describe('what is announced', () => {
  test('waits for the facts before it to be durable, and keeps its order', () => {
    const { outbox, heard, written } = rig(() => expect(heard).toEqual(['first']));
    outbox.announce(event('first'));
    expect(heard).toEqual(['first']);
    outbox.add(fact(1), true);
    outbox.announce(event('second'));
    outbox.add(fact(2), true);
    outbox.announce(event('third'));
    expect(heard).toEqual(['first']);
    outbox.flush();
    expect(heard).toEqual(['first', 'second', 'third']);
    expect(written).toEqual([[1, 2]]);
    outbox.announce(event('fourth'));
    expect(heard.at(-1)).toBe('fourth');
  });

  test('comes without anybody asking for it: nothing waits for the next to come', async () => {
    const { outbox, heard, written } = rig();
    outbox.add(fact(1), true);
    outbox.announce(event('alone'));
    await expect.poll(() => heard).toEqual(['alone']);
    expect(written).toEqual([[1]]);
  });

  test('is never heard where the facts before it cannot be written', () => {
    const { outbox, heard, failures } = rig(() => {
      throw new Error('disk full');
    });
    outbox.add(fact(1), true);
    outbox.announce(event('a lie'));
    outbox.flush();
    outbox.announce(event('another'));
    outbox.add(fact(2), true);
    outbox.flush();
    expect([heard, failures.length]).toEqual([[], 1]);
  });
});

describe('facts', () => {
  test('are written at once when more outcomes wait than may', () => {
    const { outbox, written } = rig();
    for (const node of [1, 2, 3]) outbox.add(fact(node), true);
    outbox.flushAbove(3);
    expect(written).toEqual([]);
    outbox.add(fact(4), true);
    outbox.flushAbove(3);
    expect(written).toEqual([[1, 2, 3, 4]]);
  });

  test('that are taken back are not written', () => {
    const { outbox, written } = rig();
    const place = outbox.add(fact(1), false);
    outbox.add(fact(2), true);
    outbox.takeBack(place);
    outbox.flush();
    expect(written).toEqual([[2]]);
  });
});
