import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groundFor } from '../../src/cluster/ground.js';
import { changedFiles } from '../../src/cluster/stay/changes.js';
import { clumpsOf } from '../../src/cluster/stay/clumps.js';
import { driftOfLeaves } from '../../src/cluster/stay/drift.js';
import { countMoved } from '../../src/cluster/stay/moved.js';
import { relieve } from '../../src/cluster/stay/overflow.js';
import { placeWaiting } from '../../src/cluster/stay/place.js';
import { Standing } from '../../src/cluster/stay/standing.js';
import { fits } from '../../src/domain/bounds.js';
import type { FileGraph } from '../../src/domain/file-graph.js';
import { projectFiles } from '../../src/inventory/project-files.js';
import { allOf, someDraw, someGraph, someGround, sorted } from './some-ground.js';

const leaves = 4;

/** Where files stood in an earlier plan of four leaves; some are new. */
const someStanding: fc.Arbitrary<Standing> = fc.tuple(someGround, someDraw).map(([ground, draw]) => {
  const home = Int32Array.from(ground.files, (_, file) => (draw[file % draw.length] % (leaves + 1)) - 1);
  return new Standing(ground, home, leaves);
});

const overBudget = ({ ground }: Standing, units: readonly (readonly number[])[]): number[][] =>
  units.flatMap((unit) => {
    const tokens = unit.reduce((sum, file) => sum + ground.files[file].tokens, 0);
    return unit.length > 1 && !fits({ files: unit.length, tokens }, ground.bounds) ? [[...unit]] : [];
  });

describe('a standing', () => {
  it('knows the load of each leaf after any moves', () => {
    fc.assert(
      fc.property(someStanding, fc.array(fc.tuple(fc.nat(), fc.nat(leaves))), (standing, moves) => {
        const { ground } = standing;
        for (const [file, to] of moves) standing.move(file % ground.files.length, to - 1);
        standing.units().forEach((unit, leaf) => {
          const tokens = unit.reduce((sum, file) => sum + ground.files[file].tokens, 0);
          expect(standing.load(leaf)).toEqual({ files: unit.length, tokens });
        });
        expect(sorted([...standing.units(), standing.waiting()])).toEqual(allOf(ground));
      }),
    );
  });

  it('is left within the budget: what leaves a full leaf waits, or has one of its own', () => {
    fc.assert(
      fc.property(someStanding, (standing) => {
        relieve(standing);
        expect(overBudget(standing, standing.units())).toEqual([]);
        expect(sorted([...standing.units(), standing.waiting()])).toEqual(allOf(standing.ground));
      }),
      { numRuns: 20 },
    );
  });

  it('finds a leaf for each file that waits, within the budget, and moves no other', () => {
    fc.assert(
      fc.property(someStanding, fc.constantFrom('imports', 'directory', 'language'), (standing, way) => {
        relieve(standing);
        const before = standing.leaf.slice();
        placeWaiting(standing, way as 'imports');
        expect(standing.waiting()).toEqual([]);
        expect(overBudget(standing, standing.units())).toEqual([]);
        before.forEach((leaf, file) => {
          if (leaf >= 0) expect(standing.leaf[file]).toBe(leaf);
        });
      }),
      { numRuns: 30 },
    );
  });
});

it('files that came together and are tied to nothing else are a leaf of their own, if they are enough', () => {
  const files = projectFiles(
    Array.from({ length: 8 }, (_, i) => ({ path: `f${i}.ts`, bytes: 4, tokens: 1, language: 'typescript' })),
  );
  const chain = Uint32Array.of(0, 1, 2, 4, 5, 6);
  const graph: FileGraph = {
    ...{ files, from: chain, to: chain.map((file) => file + 1), unread: [] },
    ...{ weight: new Float64Array(6).fill(1), kind: new Uint8Array(6) },
    imports: { resolved: 6, external: 0, leftOut: 0, missing: 0 },
  };
  const placed = (minFiles: number): number[][] => {
    const bounds = { maxDepth: 3, maxTokens: undefined, maxFiles: 20, maxChildren: 5, minFiles };
    const standing = new Standing(groundFor(graph, bounds, 1), Int32Array.of(0, 0, 0, 0, -1, -1, -1, -1), 1);
    placeWaiting(standing);
    return standing.units().filter(({ length }) => length > 0);
  };
  const [old, young] = [
    [0, 1, 2, 3],
    [4, 5, 6, 7],
  ];
  expect(placed(4)).toEqual([old, young]);
  expect(placed(5)).toEqual([[...old, ...young]]);
});

describe('clumps', () => {
  it('hold each file that may move once, all of one leaf, and nothing else there is tied to a larger one', () => {
    fc.assert(
      fc.property(someStanding, (standing) => {
        const movable = allOf(standing.ground).filter((file) => file % 3 > 0);
        const clumps = clumpsOf(standing, movable);
        expect(sorted(clumps)).toEqual(movable);
        const { offset, neighbour } = standing.ground.imports;
        for (const clump of clumps.filter(({ length }) => length > 1)) {
          for (const file of clump) {
            for (const other of neighbour.subarray(offset[file], offset[file + 1])) {
              if (standing.leaf[other] === standing.leaf[file]) expect(clump).toContain(other);
            }
          }
        }
      }),
    );
  });
});

describe('what moved', () => {
  it('is nothing where leaves only have other numbers', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1, max: 5 }), { maxLength: 30 }), (drawn) => {
        const home = Int32Array.from(drawn);
        const renumbered = home.map((leaf) => (leaf < 0 ? 3 : 17 - leaf));
        expect(countMoved(home, renumbered)).toBe(0);
      }),
    );
  });

  it('is at most all that were there, and one where one file left a leaf of several', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { maxLength: 30 }), (pairs) => {
        const [home, leaf] = [Int32Array.from(pairs, ([a]) => a), Int32Array.from(pairs, ([, b]) => b)];
        const moved = countMoved(home, leaf);
        expect(moved >= 0 && moved <= home.length).toBe(true);
      }),
    );
    expect(countMoved(Int32Array.of(0, 0, 0, 1, 1), Int32Array.of(0, 0, 1, 1, 1))).toBe(1);
  });
});

describe('files whose ties changed', () => {
  const bounds = { maxDepth: 3, maxTokens: undefined, maxFiles: undefined, maxChildren: 5, minFiles: 1 };

  it('are none where the graph is the same', () => {
    fc.assert(
      fc.property(someGraph, (graph) => {
        const before = Int32Array.from(graph.files.keys());
        expect([...changedFiles(groundFor(graph, bounds, 1).imports, graph, before)]).toEqual(graph.files.map(() => 0));
      }),
    );
  });

  it('are the two ends of a tie that is new, and no other', () => {
    fc.assert(
      fc.property(
        someGraph.filter(({ files }) => files.length > 1),
        fc.nat(),
        (graph, draw) => {
          const a = draw % graph.files.length;
          const b = (a + 1) % graph.files.length;
          const more = {
            ...graph,
            from: Uint32Array.of(...graph.from, a),
            to: Uint32Array.of(...graph.to, b),
            kind: Uint8Array.of(...graph.kind, 0),
            weight: Float64Array.of(...graph.weight, 1),
          };
          const before = Int32Array.from(graph.files.keys());
          const changed = changedFiles(groundFor(more, bounds, 1).imports, graph, before);
          expect([...changed]).toEqual(graph.files.map((_, file) => Number(file === a || file === b)));
        },
      ),
    );
  });
});

it('drift is told alike each time, and the leaves it is told of stay as they are', () => {
  fc.assert(
    fc.property(someStanding, (standing) => {
      const leaf = standing.home.map((home) => Math.max(0, home));
      const before = leaf.slice();
      const drift = driftOfLeaves(standing.ground, leaf);
      expect(driftOfLeaves(standing.ground, leaf)).toBe(drift);
      expect(leaf).toEqual(before);
    }),
    { numRuns: 5 },
  );
});
