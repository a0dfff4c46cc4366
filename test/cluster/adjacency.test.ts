import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Adjacency,
  adjacency,
  induced,
  quotient,
  scratchFor,
  weightBetween,
} from '../../src/cluster/adjacency.js';
import { weightsBetween } from '../../src/cluster/between.js';

type Ties = readonly (readonly [number, number, number])[];
const size = 12;
const someTies: fc.Arbitrary<Ties> = fc.array(
  fc.tuple(fc.nat(size - 1), fc.nat(size - 1), fc.integer({ min: 1, max: 5 })),
  { maxLength: 60 },
);

const graphOf = (ties: Ties): Adjacency =>
  adjacency(size, { from: ties.map(([a]) => a), to: ties.map(([, b]) => b), weight: ties.map(([, , w]) => w) });

/** The same by a table: what stands between any two, in either direction. */
const tableOf = (nodes: number, ties: Ties): number[][] => {
  const table = Array.from({ length: nodes }, () => new Array<number>(nodes).fill(0));
  for (const [a, b, weight] of ties) {
    if (a === b) continue;
    table[a][b] += weight;
    table[b][a] += weight;
  }
  return table;
};

/** Fails where a neighbour stands twice in a row, or a node beside itself. */
const asTable = ({ size: nodes, offset, neighbour, weight }: Adjacency): number[][] => {
  const table = Array.from({ length: nodes }, () => new Array<number>(nodes).fill(0));
  for (let v = 0; v < nodes; v++) {
    for (let e = offset[v]; e < offset[v + 1]; e++) {
      expect([v === neighbour[e], table[v][neighbour[e]]]).toEqual([false, 0]);
      table[v][neighbour[e]] = weight[e];
    }
  }
  return table;
};

describe('a graph in rows', () => {
  it('has each pair once in either row, with the sum of its ties, and no loops', () => {
    fc.assert(
      fc.property(someTies, (ties) => {
        expect(asTable(graphOf(ties))).toEqual(tableOf(size, ties));
      }),
    );
  });

  it('tells the weight between any two', () => {
    fc.assert(
      fc.property(someTies, fc.nat(size - 1), fc.nat(size - 1), (ties, a, b) => {
        expect(weightBetween(graphOf(ties), a, b)).toBe(tableOf(size, ties)[a][b]);
      }),
    );
  });

  it('of groups has what stands between their members', () => {
    const someGroups = fc.array(fc.nat(3), { minLength: size, maxLength: size });
    fc.assert(
      fc.property(someTies, someGroups, (ties, group) => {
        const grouped = ties.map(([a, b, weight]) => [group[a], group[b], weight] as const);
        expect(asTable(quotient(graphOf(ties), group, 4))).toEqual(tableOf(4, grouped));
      }),
    );
  });

  it('of some nodes has what stands between those, and leaves the scratch as it was', () => {
    fc.assert(
      fc.property(someTies, fc.uniqueArray(fc.nat(size - 1)), (ties, nodes) => {
        const graph = graphOf(ties);
        const scratch = scratchFor(graph);
        const whole = tableOf(size, ties);
        expect(asTable(induced(graph, nodes, scratch))).toEqual(nodes.map((a) => nodes.map((b) => whole[a][b])));
        expect(scratch).toEqual(scratchFor(graph));
      }),
    );
  });

  it('of sets leaves out ties to what is in none of them', () => {
    fc.assert(
      fc.property(someTies, fc.uniqueArray(fc.nat(size - 1)), (ties, nodes) => {
        const sets = [nodes.filter((_, i) => i % 3 === 0), nodes.filter((_, i) => i % 3 > 0)];
        const [graph, whole] = [graphOf(ties), tableOf(size, ties)];
        const scratch = scratchFor(graph);
        const between = sets[0].flatMap((a) => sets[1].map((b) => whole[a][b])).reduce((sum, one) => sum + one, 0);
        expect(asTable(weightsBetween(graph, sets, scratch))).toEqual(tableOf(2, [[0, 1, between]]));
        expect(scratch).toEqual(scratchFor(graph));
      }),
    );
  });
});
