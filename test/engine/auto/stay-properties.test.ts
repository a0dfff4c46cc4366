import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decompose, type GivenFile, Plan, type PlanJson } from '../../../src/index.js';
import { someBounds, someProject } from '../../arbitrary.js';
import { rounds } from '../../rounds.js';

const planned = fc.record({
  files: someProject(60),
  come: someProject(20),
  gone: fc.array(fc.nat({ max: 100 }), { maxLength: 8 }),
  grown: fc.array(fc.tuple(fc.nat({ max: 100 }), fc.nat({ max: 8_000 })), { maxLength: 4 }),
  bounds: someBounds,
  before: fc.option(someBounds, { nil: undefined, freq: 2 }),
  leaves: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined, freq: 2 }),
  tests: fc.constantFrom('with', 'apart'),
});
type Planned = typeof planned extends fc.Arbitrary<infer T> ? T : never;

const edited = ({ files, come, gone, grown }: Planned): GivenFile[] => {
  const left = files.filter((_, i) => !gone.includes(i)).map((one) => ({ ...one }));
  for (const [i, tokens] of grown) if (left.length > 0) left[i % left.length].tokens = tokens;
  const taken = new Set(left.map(({ path }) => path));
  return [...left, ...come.filter(({ path }) => !taken.has(path))];
};

const earlier = ({ files, bounds, before, leaves, tests }: Planned) =>
  decompose({ files, ...(before ?? bounds), leaves, tests });

describe('auto with a plan to stay close to, whatever that was and whatever was edited', () => {
  it('puts each file into one leaf within the budget, and counts what it did', () =>
    fc.assert(
      fc.asyncProperty(planned, async (given) => {
        const { files: before, bounds, leaves, tests } = given;
        const files = edited(given);
        const plan = await decompose({ files, ...bounds, leaves, tests, previous: await earlier(given) });
        expect(plan.leaves.flatMap((leaf) => leaf.files).sort()).toEqual(files.map(({ path }) => path).sort());
        const { maxDepth = Infinity, maxTokens = Infinity, maxFiles = Infinity } = bounds;
        for (const leaf of plan.leaves) {
          expect([leaf.depth <= maxDepth, leaf.files.length <= maxFiles]).toEqual([true, true]);
          if (leaf.tokens > maxTokens) expect([leaf.files.length, leaf.reason]).toEqual([1, 'over-budget']);
        }
        for (const branch of plan.branches) expect(branch.children.length).toBeGreaterThan(1);
        const { stayed } = plan.measures;
        if (!stayed) return;
        expect(stayed.files + stayed.moved + stayed.placed).toBe(files.length);
        expect(stayed.files + stayed.moved + stayed.gone).toBe(before.length);
      }),
      rounds(100),
    ));

  it('relaxes nothing where there is no budget, and no two nodes have one label', () =>
    fc.assert(
      fc.asyncProperty(planned, async (given) => {
        const bounds = { ...given.bounds, maxTokens: undefined, maxFiles: undefined };
        const previous = await earlier({ ...given, bounds, before: undefined });
        const { leaves, tests } = given;
        const plan = await decompose({ files: edited(given), ...bounds, leaves, tests, previous });
        expect(plan.measures.relaxed).toEqual([]);
        const labels = plan.subplans().map(({ label }) => label);
        expect(new Set(labels).size).toBe(labels.length);
      }),
      rounds(100),
    ));

  it('gives the same bytes from the JSON of the earlier plan, and when it is read again', () =>
    fc.assert(
      fc.asyncProperty(planned, async (given) => {
        const previous = await earlier(given);
        const { bounds, leaves, tests } = given;
        const options = { files: edited(given), ...bounds, leaves, tests };
        const text = JSON.stringify(await decompose({ ...options, previous }));
        const json = JSON.parse(JSON.stringify(previous)) as PlanJson;
        expect(JSON.stringify(await decompose({ ...options, previous: json }))).toBe(text);
        expect(JSON.stringify(Plan.from(JSON.parse(text)))).toBe(text);
      }),
      rounds(50),
    ));

  it('is the earlier plan where nothing was edited', () =>
    fc.assert(
      fc.asyncProperty(planned, async (given) => {
        const previous = await earlier({ ...given, before: undefined });
        const { files, bounds, leaves, tests } = given;
        const plan = await decompose({ files, ...bounds, leaves, tests, previous });
        expect(plan.subplans().map(({ id, label }) => [id, label])).toEqual(
          previous.subplans().map(({ id, label }) => [id, label]),
        );
      }),
      rounds(50),
    ));
});
