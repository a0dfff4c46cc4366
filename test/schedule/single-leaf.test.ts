import { describe, expect, it } from 'vitest';
import type { Input } from '../../src/schedule/protocol.js';
import { Driven, ofType, startsIn, workOf } from './driven.js';

const cancel = (node: number): Input => ({ type: 'cancel-leaf', node, why: `not ${node}` });
const retry = (node: number): Input => ({ type: 'retry-leaf', node });
const reopened = (driven: Driven, node: number): number[] =>
  ofType(driven.send(retry(node)), 'reopen').map((command) => command.node);

describe('a leaf that is cancelled', () => {
  it('is asked to end where it runs, once, and others go on', () => {
    const driven = new Driven(workOf([{}, {}]), { maxParallel: 2 }).begin();
    expect(driven.send(cancel(0))).toEqual([{ type: 'end', node: 0, try: 1 }]);
    expect(driven.send(cancel(0))).toEqual([]);
    driven.end(0, 'cancelled');
    const because = { kind: 'ended-early', why: 'not 0' };
    expect(driven.settled.get(0)).toMatchObject({ outcome: 'cancelled', because });
    driven.end(1, 'succeeded');
    expect(driven.finish).toMatchObject({ status: 'failed', by: undefined });
  });

  it('never starts where it has not begun', () => {
    const driven = new Driven(workOf([{}, {}])).begin();
    driven.send(cancel(1));
    const because = { kind: 'ended-early', why: 'not 1' };
    expect(driven.settled.get(1)).toMatchObject({ outcome: 'never-started', attempts: 0, because });
    expect(driven.succeedAll().starts).toEqual([0]);
  });

  it.each([
    ['succeeded', 'succeeded'],
    ['displaced', 'cancelled'],
    ['suspected', 'cancelled'],
    ['not-begun', 'never-started'],
  ] as const)('and ends %s all the same is %s', (kind, outcome) => {
    const driven = new Driven(workOf([{}]), { retries: 3 }).begin();
    driven.send(cancel(0));
    driven.end(0, kind);
    expect(driven.outcomes(0)).toEqual([outcome]);
    expect(driven.starts).toEqual([0]);
  });

  it('is failed without a retry where it failed', () => {
    const driven = new Driven(workOf([{}]), { retries: 3 }).begin();
    driven.send(cancel(0));
    driven.fail(0, true);
    expect(driven.settled.get(0)).toMatchObject({ outcome: 'failed', attempts: 1 });
  });

  it('does not wait for another attempt any more', () => {
    const driven = new Driven(workOf([{}]), { retries: 3 }).begin();
    driven.fail(0, true);
    expect(ofType(driven.send(cancel(0)), 'forget-wait')).toHaveLength(1);
    expect(driven.settled.has(0)).toBe(true);
  });

  it('is not run again by the rate limit it met', () => {
    const driven = new Driven(workOf([{}])).begin();
    driven.send(cancel(0));
    driven.rateLimit(0, 10);
    expect(driven.settled.get(0)).toMatchObject({ outcome: 'cancelled', attempts: 0 });
  });

  it('leaves those that depend on it never started, or skipped where it had begun', () => {
    const chain = workOf([{}, { dependsOn: [0] }]);
    const waiting = new Driven(chain, { order: 'dependencies' });
    waiting.send(cancel(0));
    expect(waiting.outcomes(0, 1)).toEqual(['never-started', 'never-started']);
    const running = new Driven(chain, { order: 'dependencies' }).begin();
    running.send(cancel(0));
    running.end(0, 'cancelled');
    expect(running.outcomes(0, 1)).toEqual(['cancelled', 'skipped']);
  });

  it('is not cancelled where it has settled, is decided, or is no leaf', () => {
    const sampling = { breadth: 2, depth: 1, pick: 'first', selects: false } as const;
    const driven = new Driven(workOf([{}, {}], [[0, 1]]), { maxParallel: 3, sampling }).begin();
    expect(driven.send(cancel(2))).toEqual([]);
    driven.judge(0, 1, true);
    expect(driven.send(cancel(0))).toEqual([]);
    driven.end(0, 'cancelled', 2);
    expect(driven.outcomes(0)).toEqual(['succeeded']);
    expect(driven.send(cancel(0))).toEqual([]);
  });

  it('ends what is below an accepted try, which it then has, and lets nothing of it go on', () => {
    const sampling = { breadth: 3, depth: 2, pick: 'lowest', selects: false } as const;
    const driven = new Driven(workOf([{}]), { maxParallel: 3, sampling, retries: 1 }).begin();
    driven.judge(0, 3, true);
    expect(ofType(driven.send(cancel(0)), 'end').map((end) => end.try)).toEqual([1, 2]);
    expect(startsIn(driven.judge(0, 1, false))).toEqual([]);
    expect(ofType(driven.fail(0, true, 2), 'wait')).toEqual([]);
    expect(driven.settled.get(0)).toMatchObject({ outcome: 'succeeded', sample: { try: 3, round: 1 } });
  });
});

describe('a leaf that is retried', () => {
  it('runs again at once, with all its retries, and attempts go on counting', () => {
    const driven = new Driven(workOf([{}, {}]), { retries: 1, backoffMs: 0, maxParallel: 2 }).begin();
    driven.fail(0, true);
    driven.retryDue(0);
    driven.fail(0, true);
    expect(driven.settled.get(0)).toMatchObject({ outcome: 'failed', attempts: 2 });
    expect(driven.send(retry(0)).map(({ type }) => type)).toEqual(['reopen', 'start']);
    driven.fail(0, true);
    driven.retryDue(0);
    driven.end(0, 'succeeded');
    expect(driven.settled.get(0)).toMatchObject({ outcome: 'succeeded', attempts: 4 });
    driven.end(1, 'succeeded');
    expect(driven.finish?.status).toBe('succeeded');
  });

  it('has fresh tries', () => {
    const sampling = { breadth: 2, depth: 2, pick: 'first', selects: false } as const;
    const driven = new Driven(workOf([{}, {}]), { maxParallel: 4, sampling }).begin();
    driven.judge(0, 1, false);
    driven.fail(0, false, 1);
    driven.fail(0, false, 2);
    expect(ofType(driven.send(retry(0)), 'start')).toMatchObject([
      { try: 1, round: 1, attempt: 1 },
      { try: 2, round: 1, attempt: 1 },
    ]);
    driven.judge(0, 2, true);
    driven.end(0, 'cancelled', 1);
    expect(driven.settled.get(0)).toMatchObject({ outcome: 'succeeded', attempts: 5, sample: { try: 2, round: 1 } });
  });

  it('is opened again with what was skipped because of it, and the branches above all of them', () => {
    const work = workOf([{}, { dependsOn: [0] }, { dependsOn: [1] }, {}], [[5, 6], [0, 1], [2], [3]]);
    const driven = new Driven(work, { order: 'dependencies', maxParallel: 2 }).begin();
    driven.fail(0);
    expect(driven.outcomes(1, 2, 5, 6)).toEqual(['skipped', 'skipped', 'skipped', 'skipped']);
    expect(reopened(driven, 0).sort()).toEqual([0, 1, 2, 4, 5, 6]);
    driven.succeedAll();
    expect(driven.outcomes(0, 1, 2, 4, 5, 6)).toEqual(new Array(6).fill('succeeded'));
    expect(driven.finish?.status).toBe('succeeded');
  });

  it('does not open what someone else cancelled', () => {
    const work = workOf([{}, { dependsOn: [0] }, {}]);
    const driven = new Driven(work, { order: 'dependencies', maxParallel: 2 }).begin();
    driven.send(cancel(1));
    driven.fail(0);
    expect(reopened(driven, 0)).toEqual([0]);
  });

  it('does not open what cannot run because of another', () => {
    const work = workOf([{}, {}, { dependsOn: [0, 1] }, {}]);
    const driven = new Driven(work, { order: 'dependencies', maxParallel: 3 }).begin();
    driven.fail(0);
    driven.fail(1);
    expect(reopened(driven, 0)).toEqual([0]);
    expect(reopened(driven, 1)).toEqual([1, 2]);
  });

  it('makes the rollup that runs above it void, which is made again without a charge', () => {
    const driven = new Driven(workOf([{}, {}, {}], [[0, 1]]), { maxParallel: 3, retries: 0 }).begin();
    driven.fail(0);
    driven.end(1, 'succeeded');
    expect(startsIn(driven.send(retry(0)))).toEqual(['0/1']);
    expect(driven.fail(3)).toEqual([]);
    expect(startsIn(driven.end(0, 'succeeded'))).toEqual(['3/1']);
    driven.end(3, 'succeeded');
    expect(driven.settled.get(3)).toMatchObject({ outcome: 'succeeded', attempts: 1 });
  });

  it.each([
    ['waits for its next attempt', false],
    ['runs again', true],
  ])('takes from a rollup that %s how it had failed before', (_, runs) => {
    const driven = new Driven(workOf([{}, {}], [[0, 1]]), { maxParallel: 3, retries: 1 }).begin();
    driven.fail(0);
    driven.end(1, 'succeeded');
    driven.fail(2, true);
    if (runs) driven.retryDue(2);
    expect(ofType(driven.send(retry(0)), 'forget-wait')).toHaveLength(runs ? 0 : 1);
    driven.send({ type: 'pause' });
    if (runs) driven.end(2, 'succeeded');
    driven.end(0, 'succeeded');
    driven.send({ type: 'cancel', why: 'enough' });
    expect(driven.settled.get(2)).toMatchObject({ outcome: 'cancelled', attempts: 1 });
  });

  it('waits for a void rollup to end before it is made again', () => {
    const driven = new Driven(workOf([{}, {}], [[0, 1]]), { maxParallel: 3 }).begin();
    driven.fail(0);
    driven.end(1, 'succeeded');
    driven.send(retry(0));
    expect(startsIn(driven.end(0, 'succeeded'))).toEqual([]);
    expect(startsIn(driven.end(2, 'succeeded'))).toEqual(['2/1']);
  });

  it('counts as a failure no more', () => {
    const driven = new Driven(workOf([{}, {}, {}]), { maxParallel: 3, onFailure: 2 }).begin();
    driven.fail(0);
    driven.send(retry(0));
    expect(ofType(driven.fail(1), 'stopping')).toEqual([]);
    expect(ofType(driven.fail(0), 'stopping')).toHaveLength(1);
  });

  it('is not retried where it succeeded, has not settled, is no leaf, or the run has ended', () => {
    const driven = new Driven(workOf([{}, {}, {}], [[0]]), { maxParallel: 3 }).begin();
    driven.end(0, 'succeeded');
    driven.fail(3);
    for (const node of [0, 1, 3]) expect(driven.send(retry(node))).toEqual([]);
    driven.fail(1);
    driven.send({ type: 'stop', why: 'enough' });
    expect(driven.send(retry(1))).toEqual([]);
    driven.end(2, 'succeeded');
    expect(driven.send(retry(1))).toEqual([]);
  });

  it('does not start before the run begins', () => {
    const driven = new Driven(workOf([{}, {}]));
    driven.send(cancel(0));
    expect(driven.send(retry(0))).toEqual([{ type: 'reopen', node: 0 }]);
    expect(driven.begin().succeedAll().outcomes(0, 1)).toEqual(['succeeded', 'succeeded']);
  });

  it('may be one that was cancelled, or did not start', () => {
    const driven = new Driven(workOf([{}, {}])).begin();
    driven.send(cancel(1));
    expect(reopened(driven, 1)).toEqual([1]);
    driven.end(0, 'succeeded');
    driven.end(1, 'succeeded');
    expect(driven.finish?.status).toBe('succeeded');
  });
});
