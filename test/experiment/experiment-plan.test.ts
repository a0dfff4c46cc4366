import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Design } from '../../src/domain/trial.js';
import { ExperimentPlan } from '../../src/experiment/experiment-plan.js';

const design = (more: Partial<Design> = {}): Design => ({
  ...{ name: undefined, goal: undefined, replications: 2, interleave: 'alternate', seed: 1 },
  cases: [
    { id: 'a', input: 1, expected: 'secret' },
    { id: 'b', input: 2 },
  ],
  arms: [{ name: 'x', settings: { k: 1 } }, { name: 'y' }],
  ...more,
});

const names = (plan: ExperimentPlan): string[] =>
  plan.leaves.map(({ trial }) => `${trial.case.id}${trial.replication}${trial.arm.name}`);

const someDesign = fc.record({
  cases: fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 5 }),
  arms: fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 }),
  replications: fc.integer({ min: 1, max: 4 }),
  interleave: fc.constantFrom('alternate', 'random', 'blocked' as const),
  seed: fc.integer(),
});
const made = ({ cases, arms, ...rest }: typeof someDesign extends fc.Arbitrary<infer D> ? D : never): Design => ({
  ...{ name: undefined, goal: undefined, ...rest, interleave: rest.interleave as Design['interleave'] },
  cases: cases.map((id) => ({ id, input: id })),
  arms: arms.map((name) => ({ name })),
});

describe('the plan of an experiment', () => {
  test('has case, replication and arm from the top', () => {
    const { leaves, branches } = new ExperimentPlan(design());
    expect(leaves).toHaveLength(8);
    expect(branches.map(({ label, depth }) => [label, depth])).toEqual([
      ...[
        ['experiment', 0],
        ['a', 1],
        ['a · 1', 2],
        ['a · 2', 2],
        ['b', 1],
        ['b · 1', 2],
        ['b · 2', 2],
      ],
    ]);
    expect(leaves[0]).toMatchObject({
      label: 'a · x · 1',
      depth: 3,
      files: [],
      keys: ['arm=x', 'case=a', 'replication=1'],
    });
  });

  test('leaves out a level that has one member', () => {
    const one = new ExperimentPlan(design({ replications: 1 }));
    expect(one.leaves.map(({ depth }) => depth)).toEqual([2, 2, 2, 2]);
    const single = new ExperimentPlan(
      design({ replications: 1, cases: [{ id: 'a', input: 1 }], arms: [{ name: 'x' }] }),
    );
    expect([single.leaves.length, single.branches.length, single.leaves[0].depth]).toEqual([1, 0, 0]);
  });

  test('turns the order of arms round from one replication, and from one case, to the next', () => {
    expect(names(new ExperimentPlan(design()))).toEqual(['a1x', 'a1y', 'a2y', 'a2x', 'b1y', 'b1x', 'b2x', 'b2y']);
  });

  test('runs arm by arm where that is asked for', () => {
    expect(names(new ExperimentPlan(design({ interleave: 'blocked' })))).toEqual([
      ...['a1x', 'a2x', 'b1x', 'b2x', 'a1y', 'a2y', 'b1y', 'b2y'],
    ]);
  });

  test('keeps the arms of a case and replication together, and each trial once, whatever the order', () => {
    fc.assert(
      fc.property(someDesign, (some) => {
        const plan = new ExperimentPlan(made(some));
        const { cases, arms, replications, interleave } = some;
        expect(new Set(plan.leaves.map(({ id }) => id)).size).toBe(cases.length * arms.length * replications);
        expect(new Set(plan.branches.map(({ id }) => id)).size).toBe(plan.branches.length);
        if (interleave === 'blocked') return;
        plan.leaves.forEach(({ trial }, i) => {
          const first = plan.leaves[i - (i % arms.length)].trial;
          expect([trial.case.id, trial.replication]).toEqual([first.case.id, first.replication]);
        });
      }),
    );
  });

  test('draws the order from the seed: the same again, and another for another', () => {
    const many = { interleave: 'random', replications: 20 } as const;
    const order = (seed: number) => names(new ExperimentPlan(design({ ...many, seed })));
    expect(order(7)).toEqual(order(7));
    expect(order(7)).not.toEqual(order(8));
    // Both orders come up.
    const firsts = new Set(
      order(7)
        .filter((_, i) => i % 2 === 0)
        .map((name) => name.at(-1)),
    );
    expect(firsts).toEqual(new Set(['x', 'y']));
  });

  test('leaves trials as they were when replications are added: their ids, and their order', () => {
    fc.assert(
      fc.property(someDesign, (some) => {
        const before = new ExperimentPlan(made(some));
        const after = new ExperimentPlan(made({ ...some, replications: some.replications + 2 }));
        const kept = after.leaves.filter(({ trial }) => trial.replication <= some.replications);
        expect(kept.map(({ id }) => id)).toEqual(before.leaves.map(({ id }) => id));
      }),
    );
  });

  test('never tells a leaf what is expected of it', () => {
    const plan = new ExperimentPlan(design());
    expect(JSON.stringify(plan.leaves)).not.toContain('secret');
    expect(plan.expected(plan.leaves[0])).toBe('secret');
  });

  test('cannot be changed by who gets a leaf', () => {
    const given = design();
    const plan = new ExperimentPlan(given);
    const { trial } = plan.leaves[0];
    expect(() => Object.assign(trial.arm.settings, { k: 2 })).toThrow(TypeError);
    (given.arms[0].settings as { k: number }).k = 3;
    expect(plan.leaves[0].trial.arm.settings).toEqual({ k: 1 });
  });

  test('is the same plan when it is written and read again', () => {
    const plan = new ExperimentPlan(design({ goal: 'better' }));
    const read = ExperimentPlan.from(JSON.parse(JSON.stringify(plan.essence())));
    expect(read.leaves).toEqual(plan.leaves);
    expect(read.essence()).toEqual(plan.essence());
  });
});
