import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decompose, Plan, type Subplan } from '../../src/index.js';
import { someBounds, someFiles, someStrategy } from '../arbitrary.js';

const planned = fc.record({ files: someFiles(), bounds: someBounds, strategy: someStrategy, seed: fc.integer() });
const runs = { numRuns: 150 };

describe('whatever the files and the bounds', () => {
  it('each file stands in exactly one leaf, and children name their parents', () =>
    fc.assert(
      fc.asyncProperty(planned, async ({ files, bounds, strategy, seed }) => {
        const plan = await decompose({ files, ...bounds, strategy, seed });
        const standing = plan.leaves.flatMap((leaf) => leaf.files);
        expect([...standing].sort()).toEqual(files.map(({ path }) => path).sort());
        for (const branch of plan.branches) {
          expect(branch.children.length).toBeGreaterThan(1);
          for (const id of branch.children) {
            const child = plan.get(id);
            expect(child.parent).toBe(branch.id);
            expect(child.depth).toBe(branch.depth + 1);
          }
        }
      }),
      runs,
    ));

  it('a bound holds or is named as relaxed, with each subplan that breaks it', () =>
    fc.assert(
      fc.asyncProperty(planned, async ({ files, bounds, strategy, seed }) => {
        const plan = await decompose({ files, ...bounds, strategy, seed });
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
      }),
      runs,
    ));

  it('without a budget no leaf is below minFiles, and maxChildren holds', () =>
    fc.assert(
      fc.asyncProperty(planned, async ({ files, bounds, strategy, seed }) => {
        const free = { ...bounds, maxTokens: undefined, maxFiles: undefined };
        const plan = await decompose({ files, ...free, strategy, seed });
        expect(plan.measures.relaxed).toEqual([]);
      }),
      runs,
    ));

  it('no branch itself fits the budget', () =>
    fc.assert(
      fc.asyncProperty(planned, async ({ files, bounds, strategy, seed }) => {
        const plan = await decompose({ files, ...bounds, strategy, seed });
        if (bounds.maxTokens === undefined && bounds.maxFiles === undefined) return;
        const count = (subplan: Subplan): number =>
          subplan.kind === 'leaf'
            ? subplan.files.length
            : subplan.children.reduce((sum, id) => sum + count(plan.get(id)), 0);
        for (const branch of plan.branches) {
          const over = branch.tokens > (bounds.maxTokens ?? Infinity) || count(branch) > (bounds.maxFiles ?? Infinity);
          expect(over).toBe(true);
        }
      }),
      runs,
    ));

  it('dependsOn is acyclic and context lies outside the leaf', () =>
    fc.assert(
      fc.asyncProperty(planned, async ({ files, bounds, strategy, seed }) => {
        const plan = await decompose({ files, ...bounds, strategy, seed });
        const done = new Set<string>();
        let left = [...plan.leaves];
        while (left.length > 0) {
          const ready = left.filter(({ dependsOn }) => dependsOn.every((id) => done.has(id)));
          expect(ready.length).toBeGreaterThan(0);
          for (const { id } of ready) done.add(id);
          left = left.filter(({ id }) => !done.has(id));
        }
        for (const { context, files: own } of plan.leaves) for (const path of context) expect(own).not.toContain(path);
      }),
      runs,
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
      runs,
    ));

  it('a plan written and read again is the same plan', () =>
    fc.assert(
      fc.asyncProperty(planned, async ({ files, bounds, strategy, seed }) => {
        const plan = await decompose({ files, ...bounds, strategy, seed, goal: 'review' });
        const text = JSON.stringify(plan);
        const again = Plan.from(JSON.parse(text));
        expect(JSON.stringify(again)).toBe(text);
        expect(again.measures).toEqual(plan.measures);
      }),
      runs,
    ));
});
