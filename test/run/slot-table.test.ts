import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { askedForTime, type SlotBuffers, SlotTable, slotBuffers } from '../../dist/run/slot-table.js';

const tableModule = new URL('../../dist/run/slot-table.js', import.meta.url).href;

/** A thread that runs this code with `table`, `words`, `threadId` and `done` at hand. */
const thread = (code: string, buffers: SlotBuffers): Worker =>
  new Worker(
    `import('${tableModule}').then(({ SlotTable }) => {
       const { workerData: buffers, threadId, parentPort } = require('node:worker_threads');
       const table = new SlotTable(buffers, threadId);
       const words = new Int32Array(buffers.words);
       const done = (value) => parentPort.postMessage(value);
       ${code}
     });`,
    { eval: true, workerData: buffers },
  );

describe('the table of slots', () => {
  test('the peak is that of attempts inside at once, for any order of entering and leaving', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(7), { maxLength: 200 }), (toggles) => {
        const table = new SlotTable(slotBuffers(8));
        const inside = new Map<number, number>();
        let [peak, now, key] = [0, 1000, 0];
        for (const slot of toggles) {
          now += 5;
          const held = inside.get(slot);
          if (held === undefined) {
            table.send(slot, ++key);
            expect(table.enter(slot, key, now)).toBe('begun');
            inside.set(slot, key);
          } else {
            table.leave(slot, held, now);
            inside.delete(slot);
          }
          peak = Math.max(peak, inside.size);
        }
        expect(table.measured().peak).toBe(peak);
        expect(table.measured().mean).toBeLessThanOrEqual(peak);
      }),
    );
  });

  test('the mean is the area over the time', () => {
    const table = new SlotTable(slotBuffers(2));
    table.send(0, 1);
    table.send(1, 2);
    table.enter(0, 1, 1000);
    table.enter(1, 2, 1010);
    table.leave(1, 2, 1020);
    table.leave(0, 1, 1040);
    expect(table.measured()).toEqual({ peak: 2, mean: (10 + 2 * 10 + 20) / 40 });
  });

  test('an attempt that was withdrawn cannot begin, nor can a job of before take the place of the next', () => {
    const table = new SlotTable(slotBuffers(1));
    table.send(0, 1);
    expect(table.withdraw(0, 1)).toBe(true);
    expect(table.enter(0, 1, 5)).toBe('withdrawn');
    table.send(0, 2);
    expect(table.enter(0, 1, 5)).toBe('withdrawn');
    expect(table.enter(0, 2, 6)).toBe('begun');
    expect(table.withdraw(0, 2)).toBe(false);
    expect(table.measured().peak).toBe(1);
  });

  test('many threads entering and leaving at once lose no count', async () => {
    const buffers = slotBuffers(8);
    const ended = await Promise.all(
      Array.from({ length: 4 }, async (_, i) => {
        const code = `for (let n = 1; n <= 5000; n++) { const key = n * 8 + ${i}; table.send(${i}, key);
          table.enter(${i}, key, n); table.leave(${i}, key, n); } done(true);`;
        const worker = thread(code, buffers);
        // Both at once: the end may come together with the message.
        const [[said]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
        return said as boolean;
      }),
    );
    expect(ended).toEqual([true, true, true, true]);
    const table = new SlotTable(buffers);
    expect(table.measured().peak).toBeLessThanOrEqual(4);
    // Had a count been lost, the next one inside would not be the first.
    const fresh = new Int32Array(buffers.words);
    expect(fresh[2]).toBe(0);
  });

  test('a thread that dies inside the lock holds up nobody once it is buried', async () => {
    const buffers = slotBuffers(4);
    const dying = thread(
      'table.send(0, 1); table.enter(0, 1, 10); words[0] = threadId + 1; done(threadId); process.exit();',
      buffers,
    );
    const [[dead]] = (await Promise.all([once(dying, 'message'), once(dying, 'exit')])) as [[number], unknown];
    const table = new SlotTable(buffers);
    table.send(1, 2);
    // The coordinator must not wait for a lock whose owner is dead: only it can find that out.
    expect(table.enter(1, 2, 11)).toBe('busy');
    const waiting = thread("table.send(2, 3); done('waits'); done(table.enter(2, 3, 12));", buffers);
    await once(waiting, 'message');
    expect(table.runningOn(dead)).toEqual([0]);
    while (!table.bury(dead, 13)) await new Promise((resolve) => setImmediate(resolve));
    expect(await once(waiting, 'message')).toEqual(['begun']);
    expect(table.runningOn(dead)).toEqual([]);
    while (table.enter(1, 2, 14) === 'busy') await new Promise((resolve) => setImmediate(resolve));
    // The dead one does not count any more: two were inside at once, never three.
    expect(table.measured().peak).toBe(2);
    await waiting.terminate();
  });

  test('a thread hears what is asked of it, and whether it answered a call is known', async () => {
    const buffers = slotBuffers(2);
    const table = new SlotTable(buffers);
    const code = `const place = table.register(); table.send(0, 1); table.enter(0, 1, 1); done(threadId);
      table.waitForCall(0).then((call) => { table.hear(0, 5); table.answer(place, call); done(table.asked(0)); });
      setInterval(() => {}, 1000);`;
    const worker = thread(code, buffers);
    const [id] = (await once(worker, 'message')) as [number];
    expect(table.hasAnswered(id, 1)).toBe(false);
    expect(table.hasAnswered(id + 1, 1)).toBe(true);
    table.ask(0, askedForTime, 4);
    expect(await once(worker, 'message')).toEqual([askedForTime]);
    expect(table.hasAnswered(id, 1)).toBe(true);
    expect(table.wasHeard(0)).toBe(true);
    await worker.terminate();
  });

  test('a thread that heard late was blocked', () => {
    const table = new SlotTable(slotBuffers(1));
    table.send(0, 1);
    table.ask(0, askedForTime, 1000);
    expect(table.wasHeard(0)).toBe(false);
    table.hear(0, 1000 + 60_000);
    expect(table.wasHeard(0)).toBe(false);
  });
});
