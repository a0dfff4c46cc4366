import { describe, expect, test } from 'vitest';
import type { Fact } from '../../src/domain/fact.js';
import type { RunEvent } from '../../src/domain/run-event.js';
import { EventLog } from '../../src/run/event-log.js';
import { Outbox } from '../../src/run/outbox.js';
import { eventually } from '../eventually.js';

const fact = (node: number): Fact => ({ kind: 'started', node, attempt: 1, at: 0 });
const event = (message: string): RunEvent => ({ type: 'warning', at: 0, message });

/** An outbox over a disk that confirms what it is given when the test says so. */
const rig = () => {
  const log = new EventLog();
  const heard: string[] = [];
  log.add = (one) => void heard.push((one as { message: string }).message);
  const written: number[][] = [];
  const failures: unknown[] = [];
  const disk: { confirm: () => void; fail: (error: Error) => void }[] = [];
  const counts = { durable: 0 };
  const outbox = new Outbox({
    log,
    append: (facts) => {
      written.push(facts.map((one) => (one as { node: number }).node));
      return new Promise((confirm, fail) => disk.push({ confirm, fail }));
    },
    onFailure: (error) => failures.push(error),
    onSend: () => {},
    onDurable: () => {
      counts.durable++;
    },
  });
  const confirm = async (): Promise<void> => {
    disk.shift()?.confirm();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { outbox, heard, written, failures, disk, confirm, counts };
};

describe('what is announced', () => {
  test('waits for the facts before it to be durable, and keeps its order', async () => {
    const { outbox, heard, written, confirm } = rig();
    outbox.announce(event('first'));
    expect(heard).toEqual(['first']);
    outbox.add(fact(1), true);
    outbox.announce(event('second'));
    outbox.sendFrom(1);
    // It rests on what is being written, though no fact of its own came after that.
    outbox.announce(event('third'));
    expect([heard, written]).toEqual([['first'], [[1]]]);
    await confirm();
    expect(heard).toEqual(['first', 'second', 'third']);
    outbox.announce(event('fourth'));
    expect(heard.at(-1)).toBe('fourth');
  });

  test('waits for the next write where it came after facts of that', async () => {
    const { outbox, heard, written, confirm } = rig();
    outbox.add(fact(1), true);
    outbox.announce(event('one'));
    outbox.sendFrom(1);
    outbox.add(fact(2), true);
    outbox.announce(event('two'));
    outbox.sendFrom(1);
    expect(written).toEqual([[1]]);
    await confirm();
    expect(heard).toEqual(['one']);
    await eventually(() => expect(written).toEqual([[1], [2]]));
    await confirm();
    expect(heard).toEqual(['one', 'two']);
  });

  test('comes without anybody asking for it: nothing waits for the next to come', async () => {
    const { outbox, heard, written, confirm } = rig();
    outbox.add(fact(1), true);
    outbox.announce(event('alone'));
    await eventually(() => expect(written).toEqual([[1]]));
    await confirm();
    expect(heard).toEqual(['alone']);
  });

  test('is never heard where the facts before it cannot be written', async () => {
    const { outbox, heard, failures, disk } = rig();
    outbox.add(fact(1), true);
    outbox.announce(event('a lie'));
    outbox.sendFrom(1);
    disk[0].fail(new Error('disk full'));
    await outbox.drained();
    outbox.announce(event('another'));
    outbox.add(fact(2), true);
    await outbox.drained();
    expect([heard, failures]).toEqual([[], [new Error('disk full')]]);
  });
});

describe('facts', () => {
  test('are written one batch at a time, and told to be waiting until they are durable', async () => {
    const { outbox, written, confirm, counts } = rig();
    for (const node of [1, 2, 3]) outbox.add(fact(node), true);
    outbox.sendFrom(4);
    expect([written, outbox.outcomes]).toEqual([[], 3]);
    outbox.add(fact(4), true);
    outbox.sendFrom(4);
    expect([written, outbox.outcomes]).toEqual([[[1, 2, 3, 4]], 4]);
    outbox.add(fact(5), true);
    outbox.sendFrom(1);
    expect([written.length, outbox.outcomes]).toEqual([1, 5]);
    await confirm();
    expect([outbox.outcomes, counts.durable]).toEqual([1, 1]);
  });

  test('that are taken back are not written', async () => {
    const { outbox, written, confirm } = rig();
    const place = outbox.add(fact(1), false);
    outbox.add(fact(2), true);
    outbox.takeBack(place);
    const drained = outbox.drained();
    await confirm();
    await drained;
    expect(written).toEqual([[2]]);
  });

  test('are all durable when it is drained, also those that come meanwhile', async () => {
    const { outbox, written, confirm } = rig();
    outbox.add(fact(1), true);
    const drained = outbox.drained();
    outbox.add(fact(2), true);
    await confirm();
    await confirm();
    await drained;
    expect([written, outbox.outcomes]).toEqual([[[1], [2]], 0]);
  });
});
