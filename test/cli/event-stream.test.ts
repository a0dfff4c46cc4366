import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { streamEvents } from '../../src/cli/run/event-stream.js';
import type { Output } from '../../src/cli/world.js';
import type { RunEvent } from '../../src/domain/run-event.js';
import { EventLog, mostBehind } from '../../src/run/event-log.js';
import * as events from '../report/runs.js';
import { folderOf } from '../test-folder.js';
import { begin, heard, scripted } from './scripted-run.js';
import { groups } from './world.js';

const at = (timeless: events.Timeless): RunEvent => ({ at: 0, ...timeless }) as RunEvent;
const log = (message: string): RunEvent => at(events.logged('a', message));

/** An output that is done with a text only when it is told to go on. */
const slowOutput = () => {
  const written: string[] = [];
  let [isOpen, goOn] = [false, (): void => {}];
  const output: Output = {
    write: (text, done) => {
      written.push(text);
      if (isOpen) queueMicrotask(() => done?.());
      else goOn = () => done?.();
    },
  };
  const open = (): void => {
    isOpen = true;
    goOn();
  };
  return { written, output, open };
};

const readAll = (written: readonly string[]) =>
  written
    .join('')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('events that are written', () => {
  it('are all there, in order and in large chunks, however slow the output', async () => {
    const { written, output, open } = slowOutput();
    const eventLog = new EventLog();
    const streaming = streamEvents({ [Symbol.asyncIterator]: () => eventLog.read() }, output, vi.fn());
    const total = 3 * mostBehind;
    for (let i = 0; i < total; i++) {
      eventLog.add(log(`${i} ${'x'.repeat(100)}`));
      if (i % 1000 === 999) await heard();
    }
    expect(written).toHaveLength(1);
    eventLog.close();
    open();
    expect(await streaming).toBe(0);
    const messages = readAll(written).map(({ message }) => Number.parseInt(message, 10));
    expect(messages).toEqual(Array.from({ length: total }, (_, i) => i));
    expect(written.length).toBeLessThan(20);
  });

  it('are left out where the output stands still and too much waits, and are counted there', async () => {
    const { written, output, open } = slowOutput();
    const all = async function* () {
      yield log('first');
      for (let i = 0; i < 9; i++) yield log('y'.repeat(100));
      yield at({ type: 'events-dropped', count: 5 });
      yield at(events.runEnded());
    };
    const streaming = streamEvents(all(), output, vi.fn(), 50);
    await heard();
    open();
    expect(await streaming).toBe(14);
    expect(readAll(written).map(({ type, count }) => [type, count])).toEqual([
      ['log', undefined],
      ['events-dropped', 14],
      ['run-ended', undefined],
    ]);
  });

  it.each([[[]], [['-q']]])('that came too fast are told of in the closing summary %j', async (more) => {
    const cwd = folderOf({ ...groups(3), 'task.mjs': '' });
    const { code, err } = await scripted(
      ['--task', 'task.mjs', '-o', 'e.ndjson', '--json', ...more],
      async (run) => {
        await begin(run);
        await run.say({ type: 'events-dropped', count: 1234 });
        await run.end();
      },
      { cwd },
    );
    expect(code).toBe(0);
    expect(err).toMatch(/ {2}missed +1,234 events are missing on stdout\n +1,234 events are missing in e\.ndjson\n/);
    expect(readFileSync(join(cwd, 'e.ndjson'), 'utf8')).toContain('"events-dropped"');
  });
});
