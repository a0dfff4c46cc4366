import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fewestLeaves, storedGraph } from '../../../bench/stored-graphs.js';
import { decompose, type GivenFile } from '../../../src/index.js';
import { rounds } from '../../rounds.js';
import { file, mixed, series, within, words } from './given.js';

const graphs = ['vue', 'babel', 'django', 'redis'] as const;

/** Room is left where it would take mixing to fill it, and no more than that. */
const mostLeaves = (files: readonly GivenFile[], maxTokens: number): number => {
  const fewest = fewestLeaves(files, maxTokens);
  return Math.max(Math.floor(1.3 * fewest), fewest + 2);
};

const ofDraw = fc.record({
  isDeep: fc.boolean(),
  files: fc.array(fc.tuple(fc.integer({ min: 100, max: 1_500 }), fc.nat(), fc.option(fc.nat(), { nil: undefined })), {
    minLength: 1,
    maxLength: 8,
    size: 'max',
  }),
});

/** Folders, most of them less than half a leaf, of sources that import one of their folder, and some one of the whole. */
const someSources: fc.Arbitrary<GivenFile[]> = fc
  .array(ofDraw, { minLength: 6, maxLength: 40, size: 'max' })
  .map((folders) => {
    const name = (i: number) => `${words[i % words.length]}-${words[Math.floor(i / words.length)]}`;
    const paths = folders.map(({ isDeep, files }, d) =>
      files.map((_, i) => `src/${isDeep ? `${words[d % 5]}/` : ''}${name(d)}/${name(i)}.ts`),
    );
    const all = paths.flat();
    return folders.flatMap(({ files }, d) =>
      files.map(([tokens, near, far], i) =>
        file(paths[d][i], tokens, paths[d][near % files.length], ...(far === undefined ? [] : [all[far % all.length]])),
      ),
    );
  });

describe('with a budget', () => {
  it('there are hardly more leaves than there have to be', () =>
    fc.assert(
      fc.asyncProperty(someSources, fc.integer({ min: 18_000, max: 40_000 }), async (files, maxTokens) => {
        const { leaves } = await decompose({ files, maxTokens });
        // Plus one that may be left where it fits beside nothing.
        expect(leaves.length).toBeLessThanOrEqual(mostLeaves(files, maxTokens) + 1);
      }),
      { ...rounds(30), endOnFailure: true },
    ));

  it.each(graphs)('there are hardly more leaves than there have to be: %s', async (name) => {
    const files = storedGraph(name);
    const { leaves } = await decompose({ files, maxTokens: 30_000 });
    expect(leaves.length).toBeLessThanOrEqual(mostLeaves(files, 30_000));
  });

  it('packages of some size are not mixed for the sake of fewer leaves', async () => {
    const packages = words.map((word) => [
      file(`packages/${word}/package.json`, 100),
      ...series(8, (i) => file(`packages/${word}/src/${words[i]}.ts`, 1_400)),
    ]);
    const plan = await decompose({ files: packages.flat(), maxTokens: 30_000 });
    expect(plan.leaves).toHaveLength(words.length);
    for (const word of words) {
      const others = words.filter((other) => other !== word).map((other) => `packages/${other}`);
      expect(mixed(plan, within(`packages/${word}`), within(...others))).toEqual([]);
    }
  });

  it('a series that does not fit is cut into runs, in its order', async () => {
    const lesson = (i: number) => `lessons/${String(i + 1).padStart(2, '0')}.md`;
    const files = series(96, (i) => file(lesson(i), 1_000));
    const plan = await decompose({ files, maxTokens: 20_000 });
    expect(plan.leaves.length).toBeLessThanOrEqual(mostLeaves(files, 20_000));
    for (const { files: its } of plan.leaves) {
      const first = Number(/\d+/.exec(its[0])?.[0]) - 1;
      expect(its).toEqual(its.map((_, i) => lesson(first + i)));
    }
  });

  it('a package of few files that is larger than a leaf is split', async () => {
    const files = [
      ...[file('src/App/App.csproj', 100), file('src/App/Alpha.cs', 2_000), file('src/App/Beta.cs', 2_000)],
      ...series(6, (i) => file(`src/Other/${words[i]}.cs`, 400)),
    ];
    const plan = await decompose({ files, maxTokens: 3_000 });
    for (const { tokens } of plan.leaves) expect(tokens).toBeLessThanOrEqual(3_000);
  });

  it('folders in folders that are deeper than the tree may be stay within it', async () => {
    const files = series(3, (a) =>
      series(3, (b) => series(3, (c) => series(3, (i) => file(`p${a}/q${b}/r${c}/${words[i]}.ts`, 400)))),
    );
    for (const maxDepth of [1, 2, 3]) {
      const { leaves } = await decompose({ files, maxTokens: 1_500, maxDepth, minFiles: 1, maxChildren: 40 });
      for (const { depth, tokens } of leaves) expect([depth <= maxDepth, tokens <= 1_500]).toEqual([true, true]);
    }
  });
});

describe('where a number of leaves is asked for', () => {
  it('there are about so many', () =>
    fc.assert(
      fc.asyncProperty(
        someSources.filter(({ length }) => length >= 60),
        async (files) => {
          const { leaves } = await decompose({ files, leaves: 8 });
          expect(leaves.length).toBeGreaterThanOrEqual(6);
          expect(leaves.length).toBeLessThanOrEqual(10);
        },
      ),
      { ...rounds(15), endOnFailure: true },
    ));

  it.each(graphs)('there are about so many: %s', async (name) => {
    const files = storedGraph(name);
    for (const leaves of [8, 40]) {
      const { length } = (await decompose({ files, leaves })).leaves;
      expect(Math.abs(length - leaves)).toBeLessThanOrEqual(leaves / 4);
    }
  });

  it('a budget goes before it', async () => {
    const files = series(40, (i) => file(`src/${words[i % 4]}/${words[i % words.length]}${i}.ts`, 1_000));
    const plan = await decompose({ files, leaves: 2, maxTokens: 5_000 });
    for (const { tokens } of plan.leaves) expect(tokens).toBeLessThanOrEqual(5_000);
    expect(plan.leaves.length).toBeLessThanOrEqual(mostLeaves(files, 5_000));
  });
});
