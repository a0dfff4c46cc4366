import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adjacency, induced } from '../../src/cluster/adjacency.js';
import { agglomerate, sumBy } from '../../src/cluster/agglomerate.js';
import { communities, modularity } from '../../src/cluster/communities.js';
import { evolve } from '../../src/cluster/evolve.js';
import { problemOf } from '../../src/cluster/leaves.js';
import { packClusters } from '../../src/cluster/pack.js';
import { cutOf, loadsOf, type Partition, type Problem } from '../../src/cluster/problem.js';
import { settle } from '../../src/cluster/settle.js';
import { allOf, partsOf, someDraw, someGround, sorted } from './some-ground.js';

/** Files that fit a leaf by themselves: what is above the budget is taken out before. */
const someProblem: fc.Arbitrary<Problem> = someGround.map((ground) => {
  const nodes = allOf(ground).filter((file) => ground.files[file].tokens <= (ground.bounds.maxTokens ?? 300));
  return problemOf(ground, nodes);
});

const keepsBudget = (problem: Problem, partition: Partition): void => {
  const { tokens, files } = loadsOf(problem, partition);
  for (const load of tokens) expect(load).toBeLessThanOrEqual(problem.maxTokens);
  for (const count of files) expect(count).toBeLessThanOrEqual(problem.maxFiles);
  for (const leaf of partition.leaf) expect(leaf >= 0 && leaf < partition.leaves).toBe(true);
};

const makers: Readonly<Record<string, (problem: Problem, seed: number) => Partition>> = {
  'joining neighbours': agglomerate,
  'packing clusters': (problem, seed) => packClusters(problem, 2, seed),
};

describe.each(Object.entries(makers))('%s', (_, make) => {
  it('puts each node into one leaf, within the budget, and alike for the same seed', () => {
    fc.assert(
      fc.property(someProblem, fc.nat(99), (problem, seed) => {
        const made = make(problem, seed);
        keepsBudget(problem, made);
        expect([...make(problem, seed).leaf]).toEqual([...made.leaf]);
      }),
    );
  });
});

it('joining neighbours tells the graph of what it joined', () => {
  fc.assert(
    fc.property(someProblem, (problem) => {
      const { leaf, leaves, graph } = agglomerate(problem, 1);
      expect(graph.size).toBe(leaves);
      const cut = graph.weight.reduce((sum, weight) => sum + weight, 0) / 2;
      expect(cut).toBe(cutOf(problem, { leaf, leaves }));
      expect(sumBy(problem.files, { leaf, leaves }).reduce((sum, one) => sum + one, 0)).toBe(leaf.length);
    }),
  );
});

describe('evolving', () => {
  it('keeps the budget, and gives the same for the same seed', () => {
    fc.assert(
      fc.property(someProblem, fc.nat(99), (problem, seed) => {
        const made = evolve(problem, 2, seed);
        keepsBudget(problem, made);
        expect([...evolve(problem, 2, seed).leaf]).toEqual([...made.leaf]);
      }),
      { numRuns: 8 },
    );
  });

  it('cuts no more than the packing it starts from, and less in all', () => {
    let [evolved, packed] = [0, 0];
    fc.assert(
      fc.property(someProblem, fc.nat(99), (drawn, seed) => {
        const problem = { ...drawn, maxFiles: 6, maxTokens: Number.POSITIVE_INFINITY };
        const target = Math.ceil(problem.files.length / 6);
        const before = cutOf(problem, packClusters(problem, target, seed * 101));
        const after = cutOf(problem, evolve(problem, target, seed));
        expect(after).toBeLessThanOrEqual(before);
        packed += before;
        evolved += after;
      }),
      { numRuns: 15, seed: 1 },
    );
    expect(evolved).toBeLessThan(0.9 * packed);
  });
});

describe('communities', () => {
  it('hold nodes that are tied, directly or through others, and are numbered from 0', () => {
    fc.assert(
      fc.property(someProblem, fc.nat(99), ({ graph }, seed) => {
        const found = communities(graph, 1, seed);
        expect([...communities(graph, 1, seed)]).toEqual([...found]);
        const reached = componentsOf(graph);
        const component = new Map<number, number>();
        found.forEach((group, v) => {
          expect(component.get(group) ?? reached[v]).toBe(reached[v]);
          component.set(group, reached[v]);
        });
      }),
    );
  });

  it('are never worse than one for each node, nor than one for all', () => {
    fc.assert(
      fc.property(someProblem, ({ graph }) => {
        const found = communities(graph, 1, 1);
        const measured = modularity(graph, found, graph.size);
        const each = Int32Array.from(found.keys());
        expect(measured).toBeGreaterThanOrEqual(modularity(graph, each, graph.size) - 1e-9);
        expect(measured).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('of two cliques with one tie between them are the two', () => {
    const pairs = [0, 5].flatMap((start) =>
      [0, 1, 2, 3, 4].flatMap((a) => [0, 1, 2, 3, 4].filter((b) => a < b).map((b) => [start + a, start + b])),
    );
    const ties = [...pairs, [0, 5]];
    const from = ties.map(([a]) => a);
    const graph = adjacency(10, { from, to: ties.map(([, b]) => b), weight: from.map(() => 1) });
    const found = communities(graph, 1, 7);
    expect([...found]).toEqual([...Array(5).fill(found[0]), ...Array(5).fill(found[5])]);
    expect(found[0]).not.toBe(found[5]);
  });
});

/** By node: the lowest node that is reached from it. */
const componentsOf = ({ size, offset, neighbour }: Problem['graph']): number[] => {
  const lowest = Array.from({ length: size }, (_, v) => v);
  for (let round = 0; round < size; round++) {
    for (let v = 0; v < size; v++) {
      for (let e = offset[v]; e < offset[v + 1]; e++) lowest[v] = Math.min(lowest[v], lowest[neighbour[e]]);
    }
  }
  return lowest;
};

describe('settling', () => {
  it('keeps each file, and leaves no part below minFiles that was not', () => {
    fc.assert(
      fc.property(someGround, someDraw, (ground, draw) => {
        const files = allOf(ground);
        const parts = partsOf(files, draw, 3);
        const graph = induced(ground.imports, files, ground.scratch);
        const settled = settle({ ground, graph, files, parts });
        expect(sorted(settled)).toEqual(files);
        settled.forEach((part, p) => {
          expect(part.length).toBeGreaterThanOrEqual(Math.min(parts[p].length, ground.bounds.minFiles));
        });
        const partOf = (units: readonly (readonly number[])[]) =>
          Int32Array.from(files, (file) => units.findIndex((unit) => unit.includes(file)));
        // Files go only where they gain by it.
        expect(modularity(graph, partOf(settled), settled.length)).toBeGreaterThanOrEqual(
          modularity(graph, partOf(parts), parts.length) - 1e-9,
        );
      }),
    );
  });
});
