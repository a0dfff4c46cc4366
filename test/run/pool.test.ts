import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { InProcessPool } from '../../dist/run/in-process-pool.js';
import { loadCode } from '../../dist/run/load-code.js';
import type { Attempt, Ended, Note, Pool, PoolListener, Subject } from '../../dist/run/pool.js';
import { ProcessPool } from '../../dist/run/process/process-pool.js';
import { SlotTable, slotBuffers } from '../../dist/run/slot-table.js';
import { ThreadPool } from '../../dist/run/thread-pool.js';
import { makeRedactor } from '../../dist/util/redact.js';
import { eventually } from '../eventually.js';
import { sharedFolderOf } from '../test-folder.js';
import conform from './fixtures/conform.mjs';
import { openHandles } from './handles.js';
import { fixture } from './plans.js';
import { settings } from './process/rig.js';

// One specification, and every pool must meet it.
const module = fixture('conform.mjs').href;

interface Told {
  readonly begun: number[];
  readonly notes: Note[];
  readonly order: string[];
  readonly ended: Promise<Ended>;
}

const facts = { root: fileURLToPath(fixture('.')), goal: 'a goal', runId: 'run-1' };
type MakePool = (
  timing: { timeoutMs: number | undefined; graceMs: number },
  buffers: ReturnType<typeof slotBuffers>,
  listener: PoolListener,
) => Promise<Pool>;

/** Holds attempts inside, and tells how many there are. */
interface Gate {
  readonly until: (count: number) => Promise<void>;
  readonly open: () => void;
}

interface Conforming {
  readonly make: MakePool;
  readonly makeGate: () => Gate;
  /** What can leave it: anything that can be cloned, or JSON only. */
  readonly value: unknown;
  readonly nothing: unknown;
  /** Whether an attempt says that it is ready to be asked to end: a process begins before its code does. */
  readonly saysReady: boolean;
  /** Whether the task is code that gets a context; a command has none, and cannot throw. */
  readonly isCode: boolean;
}

/** Hears by a channel who is inside. */
const channelGate = (): Gate => {
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
    until: (count) =>
      new Promise<void>((resolve) => {
        wanted = count;
        onEnough = resolve;
        if (inside.length >= count) resolve();
      }),
    open: () => channel.postMessage('open'),
  };
};

const gateFolder = sharedFolderOf();

/** Sees by files who is inside. */
const fileGate = (): Gate => ({
  until: (count) =>
    eventually(() => expect(readdirSync(gateFolder).filter((name) => name.startsWith('in-'))).toHaveLength(count)),
  open: () => writeFileSync(join(gateFolder, 'open'), ''),
});

const known = new Map([['a', [1]]]);
const ofCode = {
  value: { text: 'done', when: new Date(0), known },
  nothing: undefined,
  saysReady: false,
  isCode: true,
};

const pools: Readonly<Record<string, Conforming>> = {
  threads: {
    ...ofCode,
    makeGate: channelGate,
    make: async (timing, buffers, listener) =>
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
  },
  'in process': {
    ...ofCode,
    makeGate: channelGate,
    make: async (timing, buffers, listener) => {
      const { code } = await loadCode(module, undefined);
      return new InProcessPool({ ...facts, ...timing, buffers, code, seesFiles: false }, listener);
    },
  },
  processes: {
    ...{ value: { text: 'done' }, nothing: null, saysReady: true, isCode: false },
    makeGate: fileGate,
    make: async (timing, buffers, listener) => {
      const script = fileURLToPath(fixture('conform.sh'));
      const rollUp = `const { label, values, children, coverage } = JSON.parse(require('fs').readFileSync(0, 'utf8'));
        console.log(JSON.stringify({ label, values, outcomes: children.map((c) => c.outcome), coverage }))`;
      const common = { stdin: 'json', output: 'json' } as const;
      const env = { ...process.env, GATE: gateFolder };
      return new ProcessPool(
        {
          ...{ ...facts, ...timing, buffers, env, redact: makeRedactor({}), seesFiles: false },
          task: settings(['sh', script, '{files}'], { ...common, schema: conform.output }),
          rollUp: settings([process.execPath, '-e', rollUp], common),
        },
        listener,
      );
    },
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
    process: () => {},
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
    pool.start({ slot, subject: name, family, place: 1, attempt: 1, sample: undefined, alone: false, ...more });
    return { slot, ...of(slot) };
  };
  return { pool, start, buffers, warnings };
};

for (const [name, { make, makeGate, value, nothing, saysReady, isCode }] of Object.entries(pools)) {
  describe(`a pool that carries attempts: ${name}`, () => {
    test('gives the value, with times in order', async () => {
      const { start } = await rig(make);
      const end = await start('value').ended;
      expect(end).toMatchObject({ kind: 'succeeded', value });
      if ('startedAt' in end) expect(end.endedAt).toBeGreaterThanOrEqual(end.startedAt);
      expect(await start('sync').ended).toMatchObject({ kind: 'succeeded', value: 7 });
      expect(await start('nothing').ended).toMatchObject({ kind: 'succeeded', value: nothing });
    });

    test.runIf(isCode)(
      'makes what was thrown a failure with message, code, cause and stack, and heeds retryable',
      async () => {
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
      },
    );

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
      const [one, two] = [
        { kind: 'log', message: 'one' },
        { kind: 'log', message: 'two' },
      ];
      const half = { kind: 'progress', fraction: 0.5, message: 'half' };
      const [first, second] = [
        { kind: 'spent', usage: { tokens: 3 } },
        { kind: 'spent', usage: { tokens: 4, usd: 0.5 } },
      ];
      // What a command spent is known when it has ended.
      const atEnd = { kind: 'spent', usage: { tokens: 7, usd: 0.5 } };
      expect(told.notes).toEqual(isCode ? [one, half, first, two, second] : [one, two, atEnd]);
      expect(told.order).toEqual(['begun', ...told.notes.map(() => 'note'), 'ended']);
    });

    test.runIf(isCode)('refuses spending and progress that are no numbers', async () => {
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
      await begun(saysReady, heeds, finishes);
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
      await begun(saysReady, deaf);
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
      const { until, open } = makeGate();
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
      await eventually(() => expect(openHandles()).toEqual(before));
    });
  });
}

/** Resolves when the attempts have begun, and where they say so, are ready. */
const begun = async (
  saysReady: boolean,
  ...all: readonly { readonly begun: readonly number[]; readonly notes: readonly Note[] }[]
): Promise<void> => {
  const isThere = ({ begun, notes }: (typeof all)[number]): boolean =>
    begun.length > 0 && (!saysReady || notes.length > 0);
  while (!all.every(isThere)) await new Promise((resolve) => setImmediate(resolve));
};
