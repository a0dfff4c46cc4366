import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decompose, type GivenFile, Plan, type Subplan } from '../../src/index.js';
import { someBounds, someFiles, someStrategy } from '../arbitrary.js';
import { rounds } from '../rounds.js';

const planned = fc.record({ files: someFiles(), bounds: someBounds, strategy: someStrategy, seed: fc.integer() });

const expectEachFileOnce = (plan: Plan, files: readonly GivenFile[]): void => {
  expect(plan.leaves.flatMap((leaf) => leaf.files).sort()).toEqual(files.map(({ path }) => path).sort());
  for (const branch of plan.branches) {
    expect(branch.children.length).toBeGreaterThan(1);
    for (const id of branch.children) {
      const child = plan.get(id);
      expect(child.parent).toBe(branch.id);
      expect(child.depth).toBe(branch.depth + 1);
    }
  }
};

/** A bound holds or is named as relaxed, with each subplan that breaks it. */
const expectWithinBounds = (plan: Plan, files: readonly GivenFile[]): void => {
  const { minFiles, maxDepth, maxChildren, maxTokens = Infinity, maxFiles = Infinity } = plan.bounds;
  const relaxed = (bound: string, { id }: Subplan) =>
    plan.measures.relaxed.some((entry) => entry.bound === bound && entry.subplans.includes(id));
  for (const leaf of plan.leaves) {
    expect(leaf.depth).toBeLessThanOrEqual(maxDepth);
    expect(leaf.files.length).toBeLessThanOrEqual(maxFiles);
    if (leaf.tokens > maxTokens) {
      expect(leaf.files).toHaveLength(1);
      expect(leaf.reason).toBe('over-budget');
      expect(relaxed('maxTokens', leaf)).toBe(true);
    }
    if (leaf.files.length < minFiles && files.length >= minFiles) expect(relaxed('minFiles', leaf)).toBe(true);
  }
  for (const branch of plan.branches) {
    if (branch.children.length > maxChildren) expect(relaxed('maxChildren', branch)).toBe(true);
  }
};

const expectNoBranchThatFits = (plan: Plan): void => {
  const { maxTokens = Infinity, maxFiles = Infinity } = plan.bounds;
  if (maxTokens === Infinity && maxFiles === Infinity) return;
  const count = (subplan: Subplan): number =>
    subplan.kind === 'leaf' ? subplan.files.length : subplan.children.reduce((sum, id) => sum + count(plan.get(id)), 0);
  for (const branch of plan.branches) expect(branch.tokens > maxTokens || count(branch) > maxFiles).toBe(true);
};

/** What leaves depend on is acyclic, and their context lies outside them. */
const expectAnOrder = ({ leaves }: Plan): void => {
  const done = new Set<string>();
  let left = [...leaves];
  while (left.length > 0) {
    const ready = left.filter(({ dependsOn }) => dependsOn.every((id) => done.has(id)));
    expect(ready.length).toBeGreaterThan(0);
    for (const { id } of ready) done.add(id);
    left = left.filter(({ id }) => !done.has(id));
  }
  for (const { context, files } of leaves) for (const path of context) expect(files).not.toContain(path);
};

const expectSameWhenReadAgain = (plan: Plan): void => {
  const text = JSON.stringify(plan);
  const again = Plan.from(JSON.parse(text));
  expect(JSON.stringify(again)).toBe(text);
  expect(again.measures).toEqual(plan.measures);
};

describe('whatever the files and the bounds', () => {
  it('a plan has each file once, keeps its bounds, has an order, and is the same when it is read again', () =>
    fc.assert(
      fc.asyncProperty(planned, async ({ files, bounds, strategy, seed }) => {
        const plan = await decompose({ files, ...bounds, strategy, seed, goal: 'review' });
        expectEachFileOnce(plan, files);
        expectWithinBounds(plan, files);
        expectNoBranchThatFits(plan);
        expectAnOrder(plan);
        expectSameWhenReadAgain(plan);
      }),
      rounds(80),
    ));

  it('without a budget no leaf is below minFiles, and maxChildren holds', () =>
    fc.assert(
      fc.asyncProperty(planned, async ({ files, bounds, strategy, seed }) => {
        const free = { ...bounds, maxTokens: undefined, maxFiles: undefined };
        const plan = await decompose({ files, ...free, strategy, seed });
        expect(plan.measures.relaxed).toEqual([]);
      }),
      rounds(80),
    ));

  it('the same input gives the same bytes, in whatever order it is listed', () =>
    fc.assert(
      fc.asyncProperty(planned, fc.infiniteStream(fc.nat()), async ({ files, bounds, strategy, seed }, order) => {
        const shuffled = files
          .map((file) => ({ file: { ...file, imports: [...(file.imports ?? [])].reverse() }, at: order.next().value }))
          .sort((a, b) => a.at - b.at)
          .map(({ file }) => file);
        const text = async (list: typeof files) =>
          JSON.stringify(await decompose({ files: list, ...bounds, strategy, seed }));
        expect(await text(shuffled)).toBe(await text(files));
      }),
      rounds(40),
    ));
});
