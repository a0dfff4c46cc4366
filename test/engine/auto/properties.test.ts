import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decompose, type GivenFile, Plan, type Subplan } from '../../../src/index.js';
import { someBounds, someProject } from '../../arbitrary.js';
import { rounds } from '../../rounds.js';

const asked = fc.record({
  bounds: someBounds,
  leaves: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
  tests: fc.constantFrom('with', 'apart'),
  seed: fc.integer(),
});
const planned = fc.record({ files: someProject(), asked });
type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never;

const planOf = (files: readonly GivenFile[], { bounds, ...others }: Asked, more: object = {}): Promise<Plan> =>
  Promise.resolve(decompose({ files, ...bounds, ...others, ...more }));

const count = (plan: Plan, subplan: Subplan): number =>
  subplan.kind === 'leaf'
    ? subplan.files.length
    : subplan.children.reduce((sum, id) => sum + count(plan, plan.get(id)), 0);

const expectEachFileOnce = (plan: Plan, files: readonly GivenFile[]): void => {
  expect(plan.leaves.flatMap((leaf) => leaf.files).sort()).toEqual(files.map(({ path }) => path).sort());
  for (const branch of plan.branches) expect(branch.children.length).toBeGreaterThan(1);
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
      expect([leaf.files.length, leaf.reason, relaxed('maxTokens', leaf)]).toEqual([1, 'over-budget', true]);
    }
    if (leaf.files.length < minFiles && files.length >= minFiles) expect(relaxed('minFiles', leaf)).toBe(true);
  }
  for (const branch of plan.branches) {
    if (branch.children.length > maxChildren) expect(relaxed('maxChildren', branch)).toBe(true);
    if (maxTokens < Infinity || maxFiles < Infinity)
      expect(branch.tokens > maxTokens || count(plan, branch) > maxFiles).toBe(true);
  }
};

describe('auto, whatever the files, what they are for, their packages and the bounds', () => {
  it('puts each file into one leaf, within the bounds or with a word on it, and no branch fits the budget', () =>
    fc.assert(
      fc.asyncProperty(planned, async ({ files, asked: options }) => {
        const plan = await planOf(files, options);
        expectEachFileOnce(plan, files);
        expectWithinBounds(plan, files);
      }),
      rounds(150),
    ));

  it('relaxes nothing where there is no budget', () =>
    fc.assert(
      fc.asyncProperty(planned, async ({ files, asked: { bounds, ...others } }) => {
        const free = { ...bounds, maxTokens: undefined, maxFiles: undefined };
        expect((await planOf(files, { bounds: free, ...others })).measures.relaxed).toEqual([]);
      }),
      rounds(150),
    ));

  it('gives each node of the tree another label, and none is empty', () =>
    fc.assert(
      fc.asyncProperty(planned, async ({ files, asked: options }) => {
        const labels = (await planOf(files, options)).subplans().map(({ label }) => label);
        expect(new Set(labels).size).toBe(labels.length);
        expect(labels).not.toContain('');
      }),
      rounds(100),
    ));

  it('gives the same bytes for the same files in another order, and when the plan is read again', () =>
    fc.assert(
      fc.asyncProperty(planned, fc.infiniteStream(fc.nat()), async ({ files, asked: options }, order) => {
        const shuffled = files
          .map((file) => ({ file: { ...file, imports: [...(file.imports ?? [])].reverse() }, at: order.next().value }))
          .sort((a, b) => a.at - b.at)
          .map(({ file }) => file);
        const text = JSON.stringify(await planOf(files, options));
        expect(JSON.stringify(await planOf(shuffled, options))).toBe(text);
        expect(JSON.stringify(Plan.from(JSON.parse(text)))).toBe(text);
      }),
      rounds(60),
    ));
});
