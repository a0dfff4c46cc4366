import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { InProcessPool } from '../../dist/run/in-process-pool.js';
import { loadCode } from '../../dist/run/load-code.js';
import type { Attempt, Ended, Note, Pool, PoolListener, Subject } from '../../dist/run/pool.js';
import { SlotTable, slotBuffers } from '../../dist/run/slot-table.js';
import { ThreadPool } from '../../dist/run/thread-pool.js';
import { openHandles } from './handles.js';
import { fixture } from './plans.js';

// One specification, and every pool must meet it.
const module = fixture('conform.mjs').href;

interface Told {
  readonly begun: number[];
  readonly notes: Note[];
  readonly order: string[];
  readonly ended: Promise<Ended>;
}

const facts = { root: '/project', goal: 'a goal', runId: 'run-1' };
type MakePool = (
  timing: { timeoutMs: number | undefined; graceMs: number },
  buffers: ReturnType<typeof slotBuffers>,
  listener: PoolListener,
) => Promise<Pool>;

const pools: Readonly<Record<string, MakePool>> = {
  threads: async (timing, buffers, listener) =>
    new ThreadPool(
      {
        ...facts,
        ...timing,
        buffers,
        threads: 2,
        threadHeapMb: 128,
        task: module,
        rollUp: undefined,
        captureOutput: false,
        seesFiles: false,
      },
      listener,
    ),
  'in process': async (timing, buffers, listener) => {
    const { code } = await loadCode(module, undefined);
    return new InProcessPool({ ...facts, ...timing, buffers, code, seesFiles: false }, listener);
  },
};

const leafNamed = (name: string): Subject => ({
  kind: 'leaf',
  leaf: {
    ...{ kind: 'leaf', id: name, label: name, depth: 1, tokens: 1, parent: 'root', reason: 'fits' },
    ...{ keys: [name], files: [name], context: [], dependsOn: [] },
  },
});

/** A pool with the means to start attempts on it and to hear what becomes of them. */
const rig = async (make: MakePool, timing: { timeoutMs?: number; graceMs?: number } = {}) => {
  const buffers = slotBuffers(64);
  const told = new Map<number, Told & { end: (end: Ended) => void }>();
  const warnings: string[] = [];
  const of = (slot: number) => told.get(slot) as Told & { end: (end: Ended) => void };
  const listener: PoolListener = {
    begun: (slot, at) => {
      of(slot).begun.push(at);
      of(slot).order.push('begun');
    },
    note: (slot, note) => {
      of(slot).notes.push(note);
      of(slot).order.push('note');
    },
    ended: (slot, end) => {
      of(slot).order.push('ended');
      of(slot).end(end);
    },
    warn: (message) => warnings.push(message),
  };
  const pool = await make({ timeoutMs: timing.timeoutMs, graceMs: timing.graceMs ?? 100 }, buffers, listener);
  onTestFinished(() => pool.close());
  let slots = 0;
  const start = (subject: Subject | string, more: Partial<Attempt> = {}) => {
    const slot = slots++;
    let end!: (end: Ended) => void;
    const ended = new Promise<Ended>((resolve) => {
      end = resolve;
    });
    told.set(slot, { begun: [], notes: [], order: [], ended, end });
    const name = typeof subject === 'string' ? leafNamed(subject) : subject;
    const family = { above: ['project', 'part'], members: ['one', 'two', 'three'] };
    pool.start({ slot, subject: name, family, place: 1, attempt: 1, alone: false, ...more });
    return { slot, ...of(slot) };
  };
  return { pool, start, buffers, warnings };
};

/** Hears who is inside the gate, and opens it. */
const gate = () => {
  const channel = new BroadcastChannel('subplan-conformance');
  onTestFinished(() => channel.close());
  const inside: string[] = [];
  let wanted = 0;
  let onEnough = () => {};
  channel.onmessage = ({ data }: { data: unknown }) => {
    inside.push(String(data));
    if (inside.length >= wanted) onEnough();
  };
  return {
    until: (count: number) =>
      new Promise<void>((resolve) => {
        wanted = count;
        onEnough = resolve;
        if (inside.length >= count) resolve();
      }),
    open: () => channel.postMessage('open'),
  };
};

for (const [name, make] of Object.entries(pools)) {
  describe(`a pool that carries attempts: ${name}`, () => {
    test('gives the value, with times in order', async () => {
      const { start } = await rig(make);
      const end = await start('value').ended;
      expect(end).toMatchObject({
        kind: 'succeeded',
        value: { text: 'done', when: new Date(0), known: new Map([['a', [1]]]) },
      });
      if ('startedAt' in end) expect(end.endedAt).toBeGreaterThanOrEqual(end.startedAt);
      expect(await start('sync').ended).toMatchObject({ kind: 'succeeded', value: 7 });
      expect(await start('nothing').ended).toMatchObject({ kind: 'succeeded', value: undefined });
    });

    test('makes what was thrown a failure with message, code, cause and stack, and heeds retryable', async () => {
      const { start } = await rig(make);
      const end = await start('throws').ended;
      expect(end).toMatchObject({
        kind: 'failed',
        failure: {
          code: 'task-threw',
          message: 'TypeError: went wrong',
          retryable: false,
          cause: { name: 'TypeError', code: 'E_WRONG', cause: { message: 'reasons' } },
        },
      });
      if ('failure' in end) expect(end.failure.stack).toMatch(/conform\.mjs/);
    });

    test('hands over the leaf and the context', async () => {
      const { start } = await rig(make);
      expect(await start('context', { attempt: 3 }).ended).toMatchObject({
        value: {
          ...facts,
          lineage: { labels: ['project', 'part', 'two'], siblings: ['one', 'three'] },
          attempt: 3,
          files: ['context'],
        },
      });
    });

    test('tells all notes in order, after the start and before the end', async () => {
      const { start } = await rig(make);
      const told = start('notes');
      await told.ended;
      expect(told.notes).toEqual([
        { kind: 'log', message: 'one' },
        { kind: 'progress', fraction: 0.5, message: 'half' },
        { kind: 'spent', usage: { tokens: 3 } },
        { kind: 'log', message: 'two' },
        { kind: 'spent', usage: { tokens: 4, usd: 0.5 } },
      ]);
      expect(told.order).toEqual(['begun', 'note', 'note', 'note', 'note', 'note', 'ended']);
    });

    test('refuses spending and progress that are no numbers', async () => {
      const { start } = await rig(make);
      expect(await start('badspend').ended).toMatchObject({
        kind: 'failed',
        failure: { message: expect.stringMatching(/numbers by name/) },
      });
      expect(await start('badprogress').ended).toMatchObject({
        kind: 'failed',
        failure: { message: expect.stringMatching(/from 0 to 1, got 2/) },
      });
    });

    test('an attempt that is asked to end and does is cancelled; one that finishes all the same has succeeded', async () => {
      const { start, pool } = await rig(make, { graceMs: 60_000 });
      const [heeds, finishes] = [start('heeds'), start('finishes')];
      await begun(heeds, finishes);
      pool.end(heeds.slot);
      pool.end(finishes.slot);
      expect(await heeds.ended).toMatchObject({ kind: 'cancelled', failure: { code: 'cancelled' } });
      expect(await finishes.ended).toMatchObject({ kind: 'succeeded', value: 'finished all the same' });
    });

    test('an attempt that has used up its time has timed out, whatever it returns then', async () => {
      const { start } = await rig(make, { timeoutMs: 60, graceMs: 60_000 });
      for (const leaf of ['heeds', 'finishes']) {
        expect(await start(leaf).ended).toMatchObject({
          kind: 'timed-out',
          failure: { code: 'timed-out', retryable: true },
        });
      }
    });

    test('an attempt that does not end when asked is over after the grace', async () => {
      const { start, pool } = await rig(make, { graceMs: 50 });
      const deaf = start('deaf');
      await begun(deaf);
      pool.end(deaf.slot);
      expect(await deaf.ended).toMatchObject({ kind: 'cancelled' });
      const late = await rig(make, { timeoutMs: 50, graceMs: 50 });
      expect(await late.start('deaf').ended).toMatchObject({ kind: 'timed-out' });
    });

    test('checks the value against the schema', async () => {
      const { start } = await rig(make);
      expect(await start('even').ended).toMatchObject({ kind: 'succeeded', value: 4 });
      expect(await start('odd').ended).toMatchObject({
        kind: 'failed',
        failure: { code: 'invalid-output', message: expect.stringMatching(/n: must be even/) },
      });
    });

    test('runs rollups', async () => {
      const { start } = await rig(make);
      const coverage = { leaves: 2, covered: 1, missing: ['b'] };
      const child = { kind: 'leaf', id: 'a', label: 'a', outcome: 'succeeded', value: 1 } as const;
      const other = { kind: 'leaf', id: 'b', label: 'b', outcome: 'failed', value: undefined } as const;
      const branch = { id: 'x', label: 'x', depth: 0, tokens: 2, children: [child, other], values: [1], coverage };
      expect(await start({ kind: 'branch', branch }).ended).toMatchObject({
        value: { label: 'x', values: [1], outcomes: ['succeeded', 'failed'], coverage },
      });
    });

    test('runs any number at once, and measures how many were inside', async () => {
      const { start, buffers } = await rig(make);
      const { until, open } = gate();
      const all = Array.from({ length: 25 }, (_, i) => start(`gated-${i}`));
      await until(25);
      open();
      for (const { ended } of all) expect(await ended).toMatchObject({ kind: 'succeeded' });
      const { peak, mean } = new SlotTable(buffers).measured();
      expect(peak).toBe(25);
      expect(mean).toBeGreaterThan(1);
    });

    test('leaves nothing behind', async () => {
      const before = openHandles();
      const { start, pool } = await rig(make);
      await start('value').ended;
      start('deaf');
      await pool.close();
      await vi.waitFor(() => expect(openHandles()).toEqual(before), 5_000);
    });
  });
}

/** Resolves when the attempts have begun. */
const begun = async (...all: readonly { readonly begun: readonly number[] }[]): Promise<void> => {
  while (!all.every((told) => told.begun.length > 0)) await new Promise((resolve) => setImmediate(resolve));
};
