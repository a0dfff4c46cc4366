import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AttemptEnd, Recalled } from '../../src/schedule/protocol.js';
import type { ScheduleSettings, Work } from '../../src/schedule/work.js';
import { rounds } from '../rounds.js';
import { Driven, ofType, workOf } from './driven.js';
import { Draw } from './simulation/draw.js';
import { someSettings } from './simulation/some-settings.js';
import { someWork } from './simulation/some-work.js';

/** How the nth attempt of a node ends that counts: it follows from these alone, as with a task that is deterministic. */
const endOf = (seed: number, node: number, attempt: number): AttemptEnd => {
  const draw = new Draw(seed ^ Math.imul(node + 1, 7_919));
  const failures = draw.pick([0, 0, 0, 1, 2]);
  return attempt > failures ? { kind: 'succeeded' } : { kind: 'failed', retryable: true };
};

/** What is recorded of a run: what would be read from its ledger. */
class Ledger {
  readonly attempts: number[];
  readonly done: boolean[];

  constructor(count: number) {
    this.attempts = new Array(count).fill(0);
    this.done = new Array(count).fill(false);
  }

  recalled(work: Work): Recalled[] {
    const done = [...this.done];
    for (let node = done.length - 1; node >= work.leaves.length; node--) {
      done[node] &&= work.branches[node - work.leaves.length].children.every((child) => done[child]);
    }
    return done.map((isDone, node) => ({ node, attempts: this.attempts[node], isDone, forgiven: 0 }));
  }
}

interface Session {
  readonly work: Work;
  readonly settings: ScheduleSettings;
  readonly record: Ledger;
  readonly draw: Draw;
  /** Killed after so many ends; undefined: not at all. */
  readonly killAfter: number | undefined;
}

/** One process at work: from what is recorded to its end, or to a kill. Keeps the record. */
const run = ({ work, settings, record, draw, killAfter }: Session): Driven => {
  const driven = new Driven(work, settings);
  const recalled = record.recalled(work);
  driven.send({ type: 'recall', recalled });
  const known = recalled.filter(({ isDone }) => isDone).map(({ node }) => node);
  expect([...driven.settled.keys()].sort((a, b) => a - b)).toEqual(known);
  expect(driven.starts).toEqual([]);
  driven.begin();
  for (let ends = 0; driven.running.size + driven.waits.size > 0 && ends !== killAfter; ) {
    const node = draw.pick([...driven.running, ...driven.waits.keys()]);
    if (driven.waits.has(node)) {
      driven.retryDue(node);
      continue;
    }
    ends++;
    const attempt = record.attempts[node] + 1;
    driven.send({ type: 'ended', node, try: 1, end: endOf(settings.seed, node, attempt) });
    record.attempts[node] = attempt;
    if (driven.settled.get(node)?.outcome === 'succeeded') record.done[node] = true;
  }
  for (const node of known) expect(driven.starts).not.toContain(node);
  return driven;
};

const countOf = ({ leaves, branches }: Work): number => leaves.length + branches.length;

const told = ({ settled }: Driven) =>
  [...settled.values()]
    .map(({ node, outcome, attempts }) => ({ node, outcome, attempts }))
    .sort((a, b) => a.node - b.node);

describe('a run that is recalled', () => {
  it('ends as one that nobody disturbed, however often it was killed and whatever cap it had then', () => {
    fc.assert(
      fc.property(fc.integer(), fc.array(fc.nat(30), { maxLength: 4 }), (seed, kills) => {
        const draw = new Draw(seed);
        const { work } = someWork(draw);
        // With as many retries as it takes: what failed for good runs again when a run is resumed, and so may end otherwise.
        const settings: ScheduleSettings = { ...someSettings(draw), onFailure: 'continue', retries: 2 };
        const calm = run({ work, settings, record: new Ledger(countOf(work)), draw, killAfter: undefined });
        const record = new Ledger(countOf(work));
        for (const killAfter of kills) {
          run({ work, settings: { ...settings, maxParallel: draw.between(1, 9) }, record, draw, killAfter });
        }
        const last = run({ work, settings, record, draw, killAfter: undefined });
        expect(told(last)).toEqual(told(calm));
        expect(last.finish).toEqual(calm.finish);
      }),
      rounds(250),
    );
  });

  it('finishes at once where all is done', () => {
    const work = workOf([{}, {}], [[0, 1]]);
    const driven = new Driven(work);
    driven.send({
      type: 'recall',
      recalled: [0, 1, 2].map((node) => ({ node, attempts: 1, isDone: true, forgiven: 1 })),
    });
    expect(driven.finish).toBeUndefined();
    driven.begin();
    expect(driven.finish).toMatchObject({ status: 'succeeded' });
    expect(driven.starts).toEqual([]);
  });

  it('rolls up first what only waits for that', () => {
    const driven = new Driven(
      workOf(
        [{}, {}, {}],
        [
          [3 + 1, 2],
          [0, 1],
        ],
      ),
    );
    driven.send({ type: 'recall', recalled: [0, 1].map((node) => ({ node, attempts: 1, isDone: true, forgiven: 0 })) });
    driven.begin();
    expect(driven.starts).toEqual([4]);
  });

  it('charges the attempts that failed before, but for those before it had ended', () => {
    for (const [forgiven, left] of [
      [0, 1],
      [2, 3],
    ]) {
      const driven = new Driven(workOf([{}]), { retries: 2, backoffMs: 0 });
      driven.send({ type: 'recall', recalled: [{ node: 0, attempts: 2, isDone: false, forgiven }] });
      driven.begin();
      for (let more = 1; more <= left; more++) {
        expect(driven.settled.size).toBe(0);
        driven.fail(0, true);
        if (driven.waits.has(0)) driven.retryDue(0);
      }
      expect(driven.settled.get(0)).toMatchObject({ outcome: 'failed', attempts: 2 + left });
    }
  });

  it('waits before the first retry as it did the first time, for one that is run anew', () => {
    const waitOf = (recalled: Recalled[]): number | undefined => {
      const driven = new Driven(workOf([{}]), { retries: 1, backoffMs: 1_000 });
      driven.send({ type: 'recall', recalled });
      driven.begin().fail(0, true);
      return driven.waits.get(0);
    };
    expect(waitOf([{ node: 0, attempts: 6, isDone: false, forgiven: 6 }])).toBe(waitOf([]));
  });

  it('goes on with the rounds of a try where they had ended', () => {
    const sampling = { breadth: 3, depth: 3, pick: 'lowest', selects: false } as const;
    const driven = new Driven(workOf([{}]), { maxParallel: 9, sampling });
    const tries = [
      { try: 1, rounds: 2, isAccepted: false },
      { try: 2, rounds: 3, isAccepted: false },
    ];
    driven.send({ type: 'recall', recalled: [{ node: 0, attempts: 5, isDone: false, forgiven: 0, tries }] });
    expect(ofType(driven.send({ type: 'begin' }), 'start')).toMatchObject([
      { try: 1, round: 3, attempt: 1 },
      { try: 3, round: 1, attempt: 1 },
    ]);
    driven.judge(0, 1, true);
    driven.end(0, 'cancelled', 3);
    expect(driven.settled.get(0)).toMatchObject({ attempts: 7, sample: { try: 1, round: 3 } });
  });

  it('has the value of a try that had been accepted, and starts none that could not win', () => {
    for (const [pick, started] of [
      ['first', []],
      ['lowest', [1]],
    ] as const) {
      const sampling = { breadth: 3, depth: 2, pick, selects: false };
      const driven = new Driven(workOf([{}]), { maxParallel: 9, sampling });
      const tries = [{ try: 2, rounds: 2, isAccepted: true }];
      driven.send({ type: 'recall', recalled: [{ node: 0, attempts: 2, isDone: false, forgiven: 0, tries }] });
      expect(ofType(driven.send({ type: 'begin' }), 'start').map((start) => start.try)).toEqual(started);
      if (pick === 'lowest') driven.fail(0);
      expect(driven.settled.get(0)).toMatchObject({ outcome: 'succeeded', sample: { try: 2, round: 2 } });
    }
  });

  it('waits for dependencies that are not done, and not for those that are', () => {
    const work = workOf([{}, { dependsOn: [0] }, { dependsOn: [1] }]);
    const driven = new Driven(work, { order: 'dependencies' });
    driven.send({ type: 'recall', recalled: [{ node: 0, attempts: 1, isDone: true, forgiven: 0 }] });
    driven.begin();
    expect(driven.starts).toEqual([1]);
    driven.end(1, 'succeeded');
    expect(driven.starts).toEqual([1, 2]);
  });

  it('leaves out what is not to run, and rolls up the rest', () => {
    const driven = new Driven(workOf([{}, {}, {}], [[0, 1, 2]]), { maxParallel: 2 });
    driven.send({ type: 'recall', recalled: [{ node: 0, attempts: 1, isDone: true, forgiven: 0 }] });
    driven.send({ type: 'leave-out', nodes: [2], why: 'not now' });
    driven.begin().succeedAll();
    expect(driven.outcomes(0, 1, 2, 3)).toEqual(['succeeded', 'succeeded', 'never-started', 'succeeded']);
    expect(driven.starts).toEqual([1, 3]);
    expect(driven.finish).toMatchObject({ status: 'failed' });
  });
});
