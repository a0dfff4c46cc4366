import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { customWay } from '../../src/cluster/custom.js';
import { gather } from '../../src/cluster/gather.js';
import { type Ground, tokensOf } from '../../src/cluster/ground.js';
import { grow } from '../../src/cluster/grow.js';
import { findHomes } from '../../src/cluster/homes.js';
import { joinSmall, joinWithinBudget } from '../../src/cluster/join.js';
import { leavesWithin } from '../../src/cluster/leaves.js';
import { levels } from '../../src/cluster/levels.js';
import { packInPathOrder } from '../../src/cluster/packing.js';
import { byDirectory, byImports, byLanguage } from '../../src/cluster/strategies.js';
import type { Unit } from '../../src/cluster/unit.js';
import { fits, hasBudget } from '../../src/domain/bounds.js';
import type { ClusterTree } from '../../src/domain/cluster-tree.js';
import { allOf, leavesOf, partsOf, someDraw, someGround, sorted } from './some-ground.js';

const isSorted = (unit: Unit): boolean => unit.every((file, i) => i === 0 || unit[i - 1] < file);
const fitsLeaf = (ground: Ground, unit: Unit): boolean =>
  fits({ files: unit.length, tokens: tokensOf(ground, unit) }, ground.bounds);

describe('joining', () => {
  it('keeps units whole and each once, and joins nothing that may not be', () => {
    fc.assert(
      fc.property(someGround, someDraw, (ground, draw) => {
        const units = partsOf(allOf(ground), draw, 8);
        const groups = joinSmall(
          ground,
          units.map((unit) => [unit]),
          { needsJoin: () => true, mayJoin: (a, b) => a.units.length + b.units.length <= 3 },
        );
        for (const group of groups) expect(group.length).toBeLessThanOrEqual(3);
        expect(groups.flat().sort((a, b) => a[0] - b[0])).toEqual(units.sort((a, b) => a[0] - b[0]));
      }),
    );
  });

  it('goes on until none needs it, where all may be joined', () => {
    fc.assert(
      fc.property(someGround, someDraw, fc.integer({ min: 1, max: 6 }), (ground, draw, least) => {
        const units = partsOf(allOf(ground), draw, 8);
        const joining = { needsJoin: (group: { files: number }, count: number) => count > 1 && group.files < least };
        const joined = joinSmall(
          ground,
          units.map((unit) => [unit]),
          { ...joining, mayJoin: () => true },
        );
        if (joined.length > 1) for (const group of joined) expect(group.flat().length).toBeGreaterThanOrEqual(least);
      }),
    );
  });

  it('within the budget makes nothing that does not fit of what does, whatever the order', () => {
    fc.assert(
      fc.property(someGround, someDraw, (ground, draw) => {
        const units = partsOf(allOf(ground), draw, 8);
        const joined = joinWithinBudget(ground, units, () => true);
        const before = new Set(units.map(String));
        for (const unit of joined) expect(fitsLeaf(ground, unit) || before.has(String(unit))).toBe(true);
        for (const unit of joined) expect(isSorted(unit)).toBe(true);
        expect(joinWithinBudget(ground, [...units].reverse(), () => true)).toEqual(joined);
      }),
    );
  });
});

describe('gathering', () => {
  it('gives at most so many groups, and keeps each unit whole', () => {
    fc.assert(
      fc.property(someGround, someDraw, fc.integer({ min: 2, max: 5 }), (ground, draw, maxGroups) => {
        const units = partsOf(allOf(ground), draw, 15);
        const maxUnits = Math.ceil(units.length / maxGroups);
        const { groups } = gather(ground, units, { maxGroups, maxUnits });
        expect(groups.length).toBeLessThanOrEqual(maxGroups);
        for (const group of groups) expect(group.length).toBeLessThanOrEqual(maxUnits);
        expect(groups.flat().sort((a, b) => a[0] - b[0])).toEqual(units.sort((a, b) => a[0] - b[0]));
      }),
    );
  });
});

describe('packing in path order', () => {
  it('keeps the order and the budget, and no two neighbours but the last would fit together', () => {
    fc.assert(
      fc.property(someGround, (ground) => {
        const packed = packInPathOrder(ground, allOf(ground));
        expect(packed.flat()).toEqual(allOf(ground));
        for (const unit of packed) expect(unit.length === 1 || fitsLeaf(ground, unit)).toBe(true);
        for (let i = 0; i + 2 < packed.length; i++) {
          expect(fitsLeaf(ground, [...packed[i], packed[i + 1][0]])).toBe(false);
        }
      }),
    );
  });
});

describe('homes for files without ties', () => {
  it('take each of them once, leave others where they are, and keep the budget', () => {
    fc.assert(
      fc.property(someGround, someDraw, (ground, draw) => {
        const [loose = [], ...rest] = partsOf(allOf(ground), draw, 4);
        const leaves = rest.flatMap((part) => packInPathOrder(ground, part));
        const homes = findHomes({ ground, leaves, loose });
        expect(sorted(homes)).toEqual(allOf(ground));
        for (const [i, leaf] of leaves.entries()) expect(homes[i]).toEqual(expect.arrayContaining([...leaf]));
        for (const unit of homes) expect(unit.length === 1 || fitsLeaf(ground, unit)).toBe(true);
      }),
    );
  });
});

describe('leaves within a budget', () => {
  it('hold each file once, and fit, but for single files above it', () => {
    fc.assert(
      fc.property(
        someGround.filter(({ bounds }) => hasBudget(bounds)),
        (ground) => {
          const leaves = leavesWithin(ground);
          expect(sorted(leaves)).toEqual(allOf(ground));
          for (const leaf of leaves) expect(leaf.length === 1 || fitsLeaf(ground, leaf)).toBe(true);
          expect(leavesWithin(ground)).toEqual(leaves);
        },
      ),
      { numRuns: 8 },
    );
  });
});

const depthOf = (tree: ClusterTree): number => (tree.kind === 'leaf' ? 0 : 1 + Math.max(...tree.children.map(depthOf)));
const widthOf = (tree: ClusterTree): number =>
  tree.kind === 'leaf' ? 0 : Math.max(tree.children.length, ...tree.children.map(widthOf));

describe('levels', () => {
  it('hold each file once, none of them too wide, and none too deep where that is possible', () => {
    fc.assert(
      fc.property(someGround, someDraw, (ground, draw) => {
        const { maxDepth, maxChildren } = ground.bounds;
        const units = partsOf(allOf(ground), draw, 12);
        const leaf = (files: Unit): ClusterTree => ({ kind: 'leaf', files, reason: 'fits' });
        const tree = levels({ ground, units, depth: 0, maxDepth, by: 'imports', grow: leaf });
        expect(sorted(leavesOf(tree))).toEqual(allOf(ground));
        expect(depthOf(tree)).toBeLessThanOrEqual(maxDepth);
        // Under a budget leaves cannot be joined, so the width gives way where the depth does not suffice.
        const suffices = !hasBudget(ground.bounds) || maxChildren ** maxDepth >= units.length;
        if (suffices) expect(widthOf(tree)).toBeLessThanOrEqual(maxChildren);
      }),
    );
  });
});

describe('ways to split', () => {
  it.each(Object.entries({ byImports, byDirectory, byLanguage }))(
    '%s: parts of which each file is in one',
    (_, way) => {
      fc.assert(
        fc.property(someGround, (ground) => {
          const parts = way(ground, allOf(ground));
          if (!parts) return;
          expect(parts.length).toBeGreaterThan(1);
          expect(sorted(parts)).toEqual(allOf(ground));
          for (const part of parts) expect(part.length > 0 && isSorted(part)).toBe(true);
        }),
      );
    },
  );

  it('byImports makes no part of fewer than minFiles', () => {
    fc.assert(
      fc.property(someGround, (ground) => {
        for (const part of byImports(ground, allOf(ground)) ?? []) {
          expect(part.length).toBeGreaterThanOrEqual(ground.bounds.minFiles);
        }
      }),
    );
  });

  it('of a function is checked: a file that is lost, invented or returned twice is named', () => {
    fc.assert(
      fc.property(
        someGround.filter(({ files }) => files.length > 1),
        (ground) => {
          const split = (change: (paths: string[]) => string[]) =>
            customWay(ground, (files) => [change(files.map(({ path }) => path))]).split(allOf(ground), 0);
          expect(split((paths) => paths.reverse())).toEqual([allOf(ground)]);
          expect(() => split((paths) => paths.slice(1))).toThrow(ground.files[0].path);
          expect(() => split((paths) => [...paths, 'none.ts'])).toThrow('none.ts');
          expect(() => split((paths) => [...paths, paths[0]])).toThrow(ground.files[0].path);
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe('growing', () => {
  it('holds each file once, as deep as it may be, and leaves that fit or are one file', () => {
    fc.assert(
      fc.property(someGround, (ground) => {
        const ways = [{ by: 'directory' as const, split: (files: Unit) => byDirectory(ground, files) }];
        const tree = grow({ ground, ways, known: new WeakMap() }, allOf(ground), 0);
        expect(sorted(leavesOf(tree))).toEqual(allOf(ground));
        expect(depthOf(tree)).toBeLessThanOrEqual(ground.bounds.maxDepth);
        for (const leaf of leavesOf(tree)) expect(leaf.length === 1 || fitsLeaf(ground, leaf)).toBe(true);
      }),
    );
  });
});
