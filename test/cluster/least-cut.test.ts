import fc from 'fast-check';
import { expect, it } from 'vitest';
import { adjacency } from '../../src/cluster/adjacency.js';
import { evolve } from '../../src/cluster/evolve.js';
import { leastCut } from '../../src/cluster/least-cut.js';
import { cutOf, loadsOf, type Problem } from '../../src/cluster/problem.js';
import { countWork } from '../work/count-work.js';

type Tie = readonly [from: number, to: number, weight: number];

const problemOf = (
  tokens: readonly number[],
  ties: readonly Tie[],
  bounds: Pick<Problem, 'maxTokens' | 'maxFiles'>,
) => ({
  graph: adjacency(tokens.length, {
    from: ties.map(([from]) => from),
    to: ties.map(([, to]) => to),
    weight: ties.map(([, , weight]) => weight),
  }),
  tokens: Float64Array.from(tokens),
  files: new Float64Array(tokens.length).fill(1),
  ...bounds,
});

const node = fc.nat(6);
const someProblem = fc
  .record({
    tokens: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 7, maxLength: 7 }),
    ties: fc.array(fc.tuple(node, node, fc.constantFrom(0.25, 1, 3)), { maxLength: 12 }),
    bounds: fc.record({ maxTokens: fc.integer({ min: 9, max: 40 }), maxFiles: fc.integer({ min: 1, max: 7 }) }),
  })
  .map(({ tokens, ties, bounds }) => problemOf(tokens, ties, bounds));

it('no partition within the bounds cuts less', () => {
  const leaves = 7;
  const somePartition = fc.array(fc.nat(leaves - 1), { minLength: 7, maxLength: 7 });
  fc.assert(
    fc.property(someProblem, somePartition, (problem, leaf) => {
      const partition = { leaf: Int32Array.from(leaf), leaves };
      const { tokens, files } = loadsOf(problem, partition);
      fc.pre(tokens.every((load) => load <= problem.maxTokens) && files.every((count) => count <= problem.maxFiles));
      expect(cutOf(problem, partition)).toBeGreaterThanOrEqual(leastCut(problem));
    }),
  );
});

const rings = (count: number, size: number): Tie[] =>
  Array.from({ length: count * size }, (_, v): Tie => {
    const first = v - (v % size);
    return [v, first + ((v + 1) % size), 1];
  });
const sameSize = new Array(18).fill(1);
const bounds = { maxTokens: 100, maxFiles: 6 };
const apart = problemOf(sameSize, rings(3, 6), bounds);
const chained = problemOf(sameSize, [...rings(3, 6), [0, 6, 1], [6, 12, 1]], bounds);
const allTied = problemOf(sameSize, rings(1, 18), bounds);

it('is what groups that fit a leaf are tied to each other by', () => {
  expect([apart, chained, allTied].map(leastCut)).toEqual([0, 2, 2]);
  expect(cutOf(chained, evolve(chained, 4, 1))).toBe(2);
});

// Coverage takes the counters.
it.skipIf(process.env.SUBPLAN_COVERAGE)('looking for a partition ends where one cuts no more', () => {
  const best = countWork(() => evolve(chained, 4, 1));
  // A ring of 18 is cut three times at least.
  expect(cutOf(allTied, evolve(allTied, 4, 1))).toBe(3);
  expect(best).toBeLessThan(countWork(() => evolve(allTied, 4, 1)) / 4);
});
