import { describe, expect, it } from 'vitest';
import { Driven, workOf } from './driven.js';

const chain = (length: number) => workOf(Array.from({ length }, (_, i) => ({ dependsOn: i === 0 ? [] : [i - 1] })));

describe('what a failure makes impossible', () => {
  it('is skipped, and names the leaf that failed, not the one between', () => {
    const driven = new Driven(chain(4), { order: 'dependencies' }).begin();
    driven.end(0, 'succeeded');
    driven.fail(1);
    expect(driven.outcomes(0, 1, 2, 3)).toEqual(['succeeded', 'failed', 'skipped', 'skipped']);
    for (const leaf of [2, 3]) expect(driven.settled.get(leaf)?.because).toEqual({ kind: 'dependency', node: 1 });
    expect(driven.starts).toEqual([0, 1]);
  });

  it('is skipped once where several dependencies fail', () => {
    const driven = new Driven(workOf([{}, {}, { dependsOn: [0, 1] }]), {
      order: 'dependencies',
      maxParallel: 2,
    }).begin();
    const settles = [...driven.fail(1), ...driven.fail(0)].filter(({ type }) => type === 'settle');
    expect(settles).toMatchObject([{ node: 1 }, { node: 2, because: { node: 1 } }, { node: 0 }]);
  });

  it('is not skipped before the last attempt has failed', () => {
    const driven = new Driven(chain(2), { order: 'dependencies', retries: 1 }).begin();
    driven.fail(0, true);
    expect(driven.settled.size).toBe(0);
    driven.retryDue(0);
    expect(driven.succeedAll().outcomes(0, 1)).toEqual(['succeeded', 'succeeded']);
  });

  it('leaves what does not depend on it alone', () => {
    const driven = new Driven(workOf([{}, {}, { dependsOn: [1] }]), { order: 'dependencies', maxParallel: 2 }).begin();
    driven.end(1, 'succeeded');
    driven.fail(2);
    expect(driven.succeedAll().outcomes(0, 1, 2)).toEqual(['succeeded', 'succeeded', 'failed']);
  });

  it('may be a chain of 100,000 leaves', () => {
    const driven = new Driven(chain(100_000), { order: 'dependencies' }).begin();
    driven.fail(0);
    expect(driven.settled.get(99_999)).toMatchObject({ outcome: 'skipped', because: { node: 0 } });
    expect(driven.finish?.status).toBe('failed');
  });

  it('may be a tree of 100,000 levels', () => {
    const levels = 100_000;
    const deep = workOf(
      [{}],
      Array.from({ length: levels }, (_, i) => [i === levels - 1 ? 0 : i + 2]),
    );
    const driven = new Driven(deep).begin();
    driven.fail(0);
    expect(driven.outcomes(1)).toEqual(['skipped']);
  });

  it('never started, where it is a stop that made it impossible', () => {
    for (const type of ['stop', 'cancel'] as const) {
      const driven = new Driven(chain(3), { order: 'dependencies', retries: 1 }).begin();
      driven.fail(0, true);
      driven.send({ type, why: 'enough' });
      expect(driven.outcomes(0, 1, 2)).toEqual(['failed', 'never-started', 'never-started']);
      expect(driven.settled.get(2)?.because).toEqual({ kind: 'ended-early', why: 'enough' });
    }
  });
});
