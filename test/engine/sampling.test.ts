import { describe, expect, test } from 'vitest';
import { decompose, defineTask, memoryLedger, type TaskContext } from '../../dist/index.js';
import { groupsProject } from '../durable/projects.js';
import { fixture, leavesNamed, numbered } from '../run/plans.js';
import { eventsOf } from './events-of.js';

/** Waits until the attempt is asked to end. */
const forEver = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

const tryOf = ({ sample }: TaskContext): number => sample?.try ?? 0;

describe('the first accepted try', () => {
  test('wins, and nothing of the others is in flight when the leaf settles', async () => {
    const plan = await leavesNamed(['a', 'b']);
    let inFlight = 0;
    const atSettle: number[] = [];
    const task = async (_: unknown, context: TaskContext): Promise<number> => {
      inFlight++;
      try {
        if (tryOf(context) === 3) return 3;
        // Slow to end: the leaf has to wait for it.
        return await forEver(context.signal).catch(async () => {
          for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
          throw new Error('ended');
        });
      } finally {
        inFlight--;
      }
    };
    const execution = plan.execute({ task, sampling: { breadth: 4 }, maxParallel: 4 });
    for await (const event of execution) {
      if (event.type === 'settled' && event.kind === 'leaf') atSettle.push(inFlight);
    }
    const report = await execution;
    expect(report.leaves.map(({ value }) => value)).toEqual([3, 3]);
    // The second leaf's tries start when the first has settled.
    expect(atSettle[1]).toBe(0);
    expect(report.leaves[0].sampling).toMatchObject({
      chosen: { try: 3, round: 1, by: 'accept' },
      rounds: { made: 4, allowed: 4 },
      samples: [
        { result: 'cancelled' },
        { result: 'cancelled' },
        { result: 'accepted', value: 3 },
        { result: 'cancelled' },
      ],
    });
    expect(report.concurrency.peak).toBe(4);
  });

  test('is the lowest one where that is asked for, whichever comes first', async () => {
    const plan = await leavesNamed(['a', 'b']);
    for (const order of [
      [3, 2, 1],
      [2, 3, 1],
      [1, 2, 3],
    ]) {
      const doors = new Map<string, () => void>();
      const task = async (leaf: { id: string }, context: TaskContext): Promise<number> => {
        await new Promise<void>((resolve) => doors.set(`${leaf.id} ${tryOf(context)}`, resolve));
        return tryOf(context);
      };
      const accept = (value: unknown) => (value as number) >= 2;
      const execution = plan.execute({ task, sampling: { breadth: 3, accept, pick: 'lowest' }, maxParallel: 6 });
      let started = 0;
      for await (const { type } of execution) if (type === 'attempt-started' && ++started === 6) break;
      for (const number of order) {
        for (const { id } of plan.leaves) doors.get(`${id} ${number}`)?.();
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect((await execution).leaves.map(({ value }) => value)).toEqual([2, 2]);
    }
  });
});

describe('rounds', () => {
  test('are told what was wrong with the round before', async () => {
    const plan = await leavesNamed(['a', 'b']);
    const seen: unknown[] = [];
    const task = (leaf: { files: readonly string[] }, { sample }: TaskContext) => {
      seen.push([leaf.files[0], sample?.round, sample?.previous, sample?.feedback]);
      return `${leaf.files[0]}${sample?.round}`;
    };
    const accept = (value: unknown) => ({ accepted: String(value).endsWith('3'), feedback: `${value} is too low` });
    const report = await plan.execute({ task, sampling: { depth: 3, accept }, maxParallel: 1 });
    expect(seen).toEqual(
      ['a', 'b'].flatMap((name) => [
        [name, 1, undefined, undefined],
        [name, 2, `${name}1`, `${name}1 is too low`],
        [name, 3, `${name}2`, `${name}2 is too low`],
      ]),
    );
    expect(report.leaves[0]).toMatchObject({ value: 'a3', attempts: 3 });
  });

  test('after the first are made by repair, which may be a command', async () => {
    const plan = await leavesNamed(['a', 'b']);
    const sampling = {
      depth: 2,
      accept: (value: unknown) => ({ accepted: value === 'mended: bad', feedback: 'bad' }),
      repair: { exec: ['sh', '-c', 'echo "mended: $SUBPLAN_FEEDBACK"'] },
    };
    const report = await plan.execute({ task: () => 'broken', sampling, maxParallel: 2, root: '/' });
    expect(report.leaves.map(({ value }) => value)).toEqual(['mended: bad', 'mended: bad']);
  });

  test('fail where the value before cannot reach the thread that repairs it', async () => {
    const plan = await leavesNamed(['a', 'b']);
    const sampling = { depth: 2, accept: () => false, repair: fixture('echo.mjs') };
    const report = await plan.execute({ task: () => ({ bad: () => 1 }), sampling, maxParallel: 2 });
    expect(report.leaves[0].sampling?.samples[1]).toMatchObject({
      result: 'failed',
      failure: { code: 'uncloneable-output' },
    });
  });

  test('are judged by a command: exit code 0 accepts, and what it says otherwise is the feedback', async () => {
    const plan = await leavesNamed(['a', 'b']);
    const accept = { exec: ['sh', '-c', 'grep -q \'"value":"good"\' || { echo "not good" >&2; exit 1; }'] };
    const task = (_: unknown, { sample }: TaskContext) => (sample?.feedback === 'not good' ? 'good' : 'bad');
    const report = await plan.execute({ task, sampling: { depth: 2, accept }, maxParallel: 2, root: '/' });
    expect(report.leaves.map(({ value }) => value)).toEqual(['good', 'good']);
  });
});

describe('where no try is accepted', () => {
  const task = (_: unknown, { sample }: TaskContext) => `${sample?.try}.${sample?.round}`;
  const never = () => ({ accepted: false, feedback: 'no' });

  test('select chooses among all of them, by try and round', async () => {
    const plan = await leavesNamed(['a', 'b']);
    const seen: string[][] = [];
    const select = (candidates: readonly { value: unknown }[]) => {
      seen.push(candidates.map(({ value }) => String(value)));
      return 2;
    };
    const sampling = { breadth: 2, depth: 2, accept: never, select };
    const report = await plan.execute({ task, sampling, maxParallel: 3 });
    expect(seen).toEqual([
      ['1.1', '1.2', '2.1', '2.2'],
      ['1.1', '1.2', '2.1', '2.2'],
    ]);
    expect(report.leaves[0]).toMatchObject({ value: '2.1', sampling: { chosen: { try: 2, round: 1, by: 'select' } } });
  });

  test('the leaf fails without select, and says what was said', async () => {
    const plan = await leavesNamed(['a', 'b']);
    const report = await plan.execute({ task, sampling: { breadth: 2, accept: never }, maxParallel: 2 });
    expect(report.leaves[0]).toMatchObject({
      outcome: 'failed',
      failure: { code: 'not-accepted', message: 'no value was accepted in 2 rounds of 2 tries: no' },
    });
  });

  test.each([
    ['that throws', () => Promise.reject(new Error('no taste')), /select: no taste/],
    ['that names none of them', () => 9, /select: expected the place of a candidate/],
  ])('a select %s fails the leaf', async (_, select, message) => {
    const plan = await leavesNamed(['a', 'b']);
    const report = await plan.execute({ task, sampling: { accept: never, select: select as never }, maxParallel: 2 });
    expect(report.leaves[0]).toMatchObject({ outcome: 'failed', failure: { message: expect.stringMatching(message) } });
  });
});

describe('an error in a try', () => {
  test('is seen although another succeeds', async () => {
    const plan = await leavesNamed(['a', 'b']);
    const task = (_: unknown, context: TaskContext) => {
      if (tryOf(context) === 1) throw new Error('bad luck');
      return 'fine';
    };
    const execution = plan.execute({ task, sampling: { breadth: 2, pick: 'lowest' }, maxParallel: 1 });
    const [events, report] = await Promise.all([eventsOf(execution), execution]);
    expect(report.status).toBe('succeeded');
    expect(report.leaves[0].sampling?.samples[0]).toMatchObject({ result: 'failed', failure: { message: 'bad luck' } });
    const told = events.filter((event) => event.type === 'sampled' && event.failure?.message === 'bad luck');
    expect(told.map((event) => 'sample' in event && event.sample)).toEqual([
      { try: 1, round: 1 },
      { try: 1, round: 1 },
    ]);
  });

  test('is one of all causes where all fail', async () => {
    const plan = await leavesNamed(['a', 'b']);
    const task = (_: unknown, context: TaskContext) => {
      throw new Error(`trouble ${tryOf(context)}`);
    };
    const report = await plan.execute({ task, sampling: { breadth: 3 }, maxParallel: 4 });
    expect(report.leaves[0].failure).toMatchObject({
      code: 'all-tries-failed',
      message: 'all 3 tries failed: try 1: trouble 1; try 2: trouble 2; try 3: trouble 3',
      causes: [1, 2, 3].map((number) => ({ try: number, failure: { message: `trouble ${number}` } })),
    });
  });

  test('of accept is that of its try', async () => {
    const plan = await leavesNamed(['a', 'b']);
    const accept = () => {
      throw new Error('cannot judge');
    };
    const report = await plan.execute({ task: () => 1, sampling: { accept }, maxParallel: 2 });
    expect(report.leaves[0].failure).toMatchObject({ message: 'accept: cannot judge' });
  });
});

describe('a recorded run', () => {
  const version = { name: 'sampled', version: '1' };

  test('has each sample with its own index and fingerprint, and the leaf with its own', async () => {
    const ledger = memoryLedger();
    const { options } = groupsProject(2);
    const task = defineTask({ ...version, run: (_, { sample }) => `${sample?.try}.${sample?.round}` });
    const accept = { exec: ['grep', '-q', '"value":"2.2"'] };
    const sampling = { breadth: 2, depth: 2, accept, pick: 'lowest' } as const;
    const report = await decompose(options).execute({ task, ledger, sampling, maxParallel: 1 });
    expect(report.status).toBe('succeeded');
    const { facts } = ledger.read(report.runId);
    const samples = facts.flatMap((fact) => (fact.kind === 'ended' && fact.sample && fact.node === 0 ? [fact] : []));
    expect(samples.map(({ sample, verdict }) => [sample, verdict?.accepted])).toEqual([
      [{ try: 1, round: 1 }, false],
      [{ try: 1, round: 2 }, false],
      [{ try: 2, round: 1 }, false],
      [{ try: 2, round: 2 }, true],
    ]);
    const chosen = facts.find((fact) => fact.kind === 'chosen' && fact.node === 0);
    expect(chosen).toMatchObject({ sample: { try: 2, round: 2 }, by: 'accept' });
    const prints = [...samples, chosen].map((fact) => fact && 'fingerprint' in fact && fact.fingerprint);
    expect(new Set(prints).size).toBe(5);
    expect(prints).not.toContain(undefined);
    const again = await decompose(options).execute({ task, ledger, sampling, reuse: true });
    expect(again.leaves.map(({ origin, value }) => [origin, value])).toEqual([
      ['reused', '2.2'],
      ['reused', '2.2'],
    ]);
  });

  test('goes on amid the rounds of a leaf', async () => {
    const ledger = memoryLedger();
    const { options } = groupsProject(2);
    const made: string[] = [];
    const state = { stops: true };
    const task = defineTask({
      ...version,
      run: async (_, { sample, signal }) => {
        if (state.stops && sample?.round === 3) return forEver(signal);
        made.push(`${sample?.try}.${sample?.round} after ${sample?.previous}`);
        return `v${sample?.round}`;
      },
    });
    const accept = (value: unknown) => ({ accepted: value === 'v3', feedback: 'more' });
    const sampling = { depth: 3, accept };
    const execution = decompose(options).execute({ task, ledger, sampling, maxParallel: 2 });
    let rejected = 0;
    for await (const event of execution) {
      if (event.type === 'sampled' && event.result === 'rejected' && ++rejected === 4) execution.cancel();
    }
    expect((await execution).status).toBe('cancelled');
    expect(made.sort()).toEqual(['1.1 after undefined', '1.1 after undefined', '1.2 after v1', '1.2 after v1']);
    made.length = 0;
    state.stops = false;
    const report = await decompose(options).execute({ task, ledger, resume: true, sampling });
    expect(report.status).toBe('succeeded');
    expect(made).toEqual(['1.3 after v2', '1.3 after v2']);
    expect(report.leaves[0].sampling?.samples.map(({ result }) => result)).toEqual([
      'rejected',
      'rejected',
      'accepted',
    ]);
  });

  test('is not resumed with other sampling, and asks for functions that no ledger holds', async () => {
    const ledger = memoryLedger();
    const { options } = groupsProject(2);
    const task = defineTask({ ...version, run: () => 1 });
    await decompose(options).execute({ task, ledger, sampling: { breadth: 2, accept: () => false } });
    await expect(decompose(options).execute({ task, ledger, resume: true })).rejects.toThrow(
      /sampled by functions \(accept\)/,
    );
    const other = { breadth: 3, accept: () => false };
    await expect(decompose(options).execute({ task, ledger, resume: true, sampling: other })).rejects.toThrow(
      /sampling/,
    );
    const report = await decompose(options).execute({ task, ledger, resume: true, sampling: { accept: () => true } });
    expect(report.status).toBe('succeeded');
  });
});

test.each([
  [{ breadth: 0 }, /sampling\.breadth: expected a whole number from 1/],
  [{ depth: 2 }, /sampling\.depth: expected sampling\.accept beside it/],
  [{ pick: 'best' }, /sampling\.pick: expected "first" or "lowest"/],
  [{ accept: 7 }, /sampling\.accept: expected a function/],
  [{ accept: { exec: '' } }, /sampling\.accept\.exec: expected a command/],
  [{ width: 2 }, /sampling\.width: expected no such option/],
])('sampling %j is refused', async (sampling, message) => {
  const plan = await leavesNamed(numbered(2));
  expect(() => plan.execute({ task: () => 1, sampling: sampling as never })).toThrow(message);
});
