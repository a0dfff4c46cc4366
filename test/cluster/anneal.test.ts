import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adjacency } from '../../src/cluster/adjacency.js';
import { anneal } from '../../src/cluster/anneal.js';
import { evolve } from '../../src/cluster/evolve.js';
import { packClusters } from '../../src/cluster/pack.js';
import { cutOf, loadsOf, type Problem } from '../../src/cluster/problem.js';

const someProblem: fc.Arbitrary<Problem> = fc
  .record({
    sizes: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 2, maxLength: 60 }),
    ties: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 150 }),
    maxTokens: fc.integer({ min: 100, max: 600 }),
    maxFiles: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.integer({ min: 1, max: 20 })),
  })
  .map(({ sizes, ties, maxTokens, maxFiles }) => ({
    graph: adjacency(sizes.length, {
      from: ties.map(([a]) => a % sizes.length),
      to: ties.map(([, b]) => b % sizes.length),
      weight: ties.map(([, , weight]) => weight),
    }),
    tokens: Float64Array.from(sizes),
    files: new Float64Array(sizes.length).fill(1),
    maxTokens,
    maxFiles,
  }));

const schedule = { steps: 5_000, hot: 2, cold: 0.1, seed: 3, minFiles: 0 };
const shortOf = (problem: Problem, partition: ReturnType<typeof packClusters>, minFiles: number): number => {
  const { files } = loadsOf(problem, partition);
  return [...files].reduce((sum, count) => sum + (count > 0 && count < minFiles ? minFiles - count : 0), 0);
};

describe('annealing', () => {
  it('never exceeds the budget, whatever the graph', () => {
    fc.assert(
      fc.property(someProblem, fc.integer(), (problem, seed) => {
        const partition = packClusters(problem, 1, seed);
        anneal(problem, partition, { ...schedule, seed });
        const { tokens, files } = loadsOf(problem, partition);
        for (const load of tokens) expect(load).toBeLessThanOrEqual(problem.maxTokens);
        for (const count of files) expect(count).toBeLessThanOrEqual(problem.maxFiles);
      }),
      { numRuns: 200 },
    );
  });

  it('never makes leaves shorter of files than they were', () => {
    fc.assert(
      fc.property(someProblem, fc.integer({ min: 2, max: 6 }), (problem, minFiles) => {
        const partition = packClusters(problem, 1, 1);
        const before = shortOf(problem, partition, minFiles);
        anneal(problem, partition, { ...schedule, minFiles });
        expect(shortOf(problem, partition, minFiles)).toBeLessThanOrEqual(before);
      }),
      { numRuns: 200 },
    );
  });

  it('gives the same partition for the same seed', () => {
    fc.assert(
      fc.property(someProblem, fc.integer(), (problem, seed) => {
        const [one, two] = [packClusters(problem, 2, seed), packClusters(problem, 2, seed)];
        anneal(problem, one, { ...schedule, seed });
        anneal(problem, two, { ...schedule, seed });
        expect([...two.leaf]).toEqual([...one.leaf]);
      }),
      { numRuns: 50 },
    );
  });

  it('finds the two halves of a graph that was made of two', () => {
    const half = (start: number) =>
      Array.from({ length: 10 }, (_, i) => Array.from({ length: 10 }, (_, j) => [start + i, start + j])).flat();
    const ties = [...half(0), ...half(10)].filter(([a, b]) => a < b);
    const graph = adjacency(20, {
      from: [...ties.map(([a]) => a), 0],
      to: [...ties.map(([, b]) => b), 10],
      weight: new Float64Array(ties.length + 1).fill(1),
    });
    const problem: Problem = {
      graph,
      tokens: new Float64Array(20).fill(10),
      files: new Float64Array(20).fill(1),
      maxTokens: 100,
      maxFiles: Number.POSITIVE_INFINITY,
    };
    expect(cutOf(problem, evolve(problem, 2, 1))).toBe(1);
  });
});
