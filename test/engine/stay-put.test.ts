import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DecomposeOptions,
  decompose,
  type GivenFile,
  Plan,
  type PlanJson,
  type Subplan,
} from '../../src/index.js';
import { someBounds, someFiles, someStrategy } from '../arbitrary.js';
import { rounds } from '../rounds.js';

/** What happens to the files between two plans: some go, some come, some are renamed, grow or import something else. */
const someEdit = fc.record({
  gone: fc.array(fc.nat({ max: 200 }), { maxLength: 12 }),
  come: someFiles(12),
  renamed: fc.array(fc.nat({ max: 200 }), { maxLength: 4 }),
  grown: fc.array(fc.tuple(fc.nat({ max: 200 }), fc.nat({ max: 8_000 })), { maxLength: 6 }),
  imports: fc.array(fc.tuple(fc.nat({ max: 200 }), fc.nat({ max: 200 })), { maxLength: 10 }),
});
type Edit = typeof someEdit extends fc.Arbitrary<infer T> ? T : never;

const edited = (files: readonly GivenFile[], { gone, come, renamed, grown, imports }: Edit): GivenFile[] => {
  const left = files.filter((_, i) => !gone.includes(i)).map((file) => ({ ...file }));
  const at = (i: number) => left[i % left.length];
  if (left.length > 0) {
    for (const i of renamed) at(i).path = `renamed-${i}/${at(i).path}`;
    for (const [i, tokens] of grown) at(i).tokens = tokens;
    for (const [i, to] of imports) at(i).imports = [...(at(i).imports ?? []), at(to).path];
  }
  const taken = new Set(left.map(({ path }) => path));
  return [...left, ...come.filter(({ path }) => !taken.has(path))];
};

const planned = fc.record({
  files: someFiles(),
  edit: someEdit,
  bounds: someBounds,
  before: fc.option(someBounds, { nil: undefined, freq: 2 }),
  strategy: someStrategy,
  strategyBefore: fc.option(someStrategy, { nil: undefined }),
  seed: fc.integer(),
});
type Planned = typeof planned extends fc.Arbitrary<infer T> ? T : never;

/** A plan of the edited files that stays close to one of the files as they were, perhaps with other bounds. */
const warm = async ({ files, edit, bounds, before, strategy, strategyBefore, seed }: Planned): Promise<Plan> => {
  const previous = await decompose({ files, ...(before ?? bounds), strategy: strategyBefore ?? strategy, seed });
  return decompose({ files: edited(files, edit), ...bounds, strategy, seed, previous });
};

const count = (plan: Plan, subplan: Subplan): number =>
  subplan.kind === 'leaf'
    ? subplan.files.length
    : subplan.children.reduce((sum, id) => sum + count(plan, plan.get(id)), 0);

const tree = (plan: Plan) =>
  plan.subplans().map((subplan) => ({
    ...{ id: subplan.id, label: subplan.label, depth: subplan.depth, parent: subplan.parent },
    by: subplan.kind === 'branch' ? subplan.split.by : subplan.reason,
  }));

const expectEachFileOnce = (plan: Plan, { files, edit }: Planned): void => {
  const paths = edited(files, edit).map(({ path }) => path);
  expect(plan.leaves.flatMap((leaf) => leaf.files).sort()).toEqual(paths.sort());
  for (const branch of plan.branches) expect(branch.children.length).toBeGreaterThan(1);
};

const expectWithinBounds = ({ bounds, leaves }: Plan): void => {
  const { maxDepth, maxTokens = Infinity, maxFiles = Infinity } = bounds;
  for (const leaf of leaves) {
    expect(leaf.depth).toBeLessThanOrEqual(maxDepth);
    expect(leaf.files.length).toBeLessThanOrEqual(maxFiles);
    if (leaf.tokens > maxTokens) expect([leaf.files.length, leaf.reason]).toEqual([1, 'over-budget']);
  }
};

const expectNoBranchThatFits = (plan: Plan): void => {
  const { maxTokens = Infinity, maxFiles = Infinity } = plan.bounds;
  if (maxTokens === Infinity && maxFiles === Infinity) return;
  for (const branch of plan.branches) {
    expect(branch.tokens > maxTokens || count(plan, branch) > maxFiles).toBe(true);
  }
};

const expectCounted = ({ measures }: Plan, { files }: Planned): void => {
  const { stayed } = measures;
  if (!stayed) return;
  expect(stayed.files + stayed.moved + stayed.placed).toBe(measures.files);
  expect(stayed.files + stayed.moved + stayed.gone).toBe(files.length);
};

const expectSameWhenReadAgain = (plan: Plan): void => {
  const text = JSON.stringify(plan);
  const again = Plan.from(JSON.parse(text));
  expect(JSON.stringify(again)).toBe(text);
  expect(again.measures).toEqual(plan.measures);
};

describe('a plan that stays close to an earlier one, whatever that was and whatever was edited', () => {
  it('keeps its bounds, says what stayed, and is the same when it is read again', () =>
    fc.assert(
      fc.asyncProperty(planned, async (given) => {
        const plan = await warm(given);
        expectEachFileOnce(plan, given);
        expectWithinBounds(plan);
        expectNoBranchThatFits(plan);
        expectCounted(plan, given);
        expectSameWhenReadAgain(plan);
      }),
      rounds(50),
    ));

  it('keeps every bound where there is no budget', () =>
    fc.assert(
      fc.asyncProperty(planned, async (given) => {
        const free = { ...given.bounds, maxTokens: undefined, maxFiles: undefined };
        expect((await warm({ ...given, bounds: free })).measures.relaxed).toEqual([]);
      }),
      rounds(40),
    ));

  it('is wider than maxChildren only where a plan made afresh is, or the earlier one was', () =>
    fc.assert(
      fc.asyncProperty(planned, async (given) => {
        const plan = await warm({ ...given, before: undefined });
        const isWide = ({ measures }: Plan) => measures.relaxed.some(({ bound }) => bound === 'maxChildren');
        if (!isWide(plan)) return;
        const { files, edit, bounds, strategy, seed } = given;
        const others = [files, edited(files, edit)].map((list) =>
          decompose({ files: list, ...bounds, strategy, seed }),
        );
        const leaves = plan.leaves.length > plan.bounds.maxChildren ** plan.bounds.maxDepth;
        expect(leaves || (await Promise.all(others)).some(isWide)).toBe(true);
      }),
      rounds(40),
    ));

  it('is the same, byte for byte, for every order of listing, and from the JSON of the earlier plan', () =>
    fc.assert(
      fc.asyncProperty(planned, fc.infiniteStream(fc.nat()), async (given, order) => {
        const { files, edit, bounds, strategy, seed } = given;
        const previous = await decompose({ files, ...(given.before ?? bounds), strategy, seed });
        const list = edited(files, edit);
        const shuffled = list
          .map((file) => ({ file: { ...file, imports: [...(file.imports ?? [])].reverse() }, at: order.next().value }))
          .sort((a, b) => a.at - b.at)
          .map(({ file }) => file);
        const text = async (options: DecomposeOptions) =>
          JSON.stringify(await decompose({ ...bounds, strategy, seed, ...options }));
        const expected = await text({ files: list, previous });
        expect(await text({ files: shuffled, previous })).toBe(expected);
        expect(await text({ files: list, previous: JSON.parse(JSON.stringify(previous)) as PlanJson })).toBe(expected);
      }),
      rounds(20),
    ));

  it('is the earlier tree itself where only contents were edited and the bounds still hold', () =>
    fc.assert(
      fc.asyncProperty(planned, fc.nat(), async ({ files, bounds, strategy, seed }, at) => {
        const previous = await decompose({ files, ...bounds, strategy, seed });
        const smaller = files.map((file, i) =>
          i === at % files.length ? { ...file, tokens: Math.floor((file.tokens ?? 0) * 0.98) } : file,
        );
        const plan = await decompose({ files: smaller, ...bounds, strategy, seed: seed + 1, previous });
        const { maxTokens = Infinity, maxFiles = Infinity } = bounds;
        const fits = previous.branches.some(
          (branch) =>
            branch.tokens - (files[at % files.length].tokens ?? 0) * 0.02 - 1 <= maxTokens &&
            count(previous, branch) <= maxFiles,
        );
        if (fits && maxTokens + maxFiles < Infinity) return;
        const alone = (entry: { by: string }) => ({ ...entry, by: entry.by === 'over-budget' ? 'fits' : entry.by });
        expect(tree(plan).map(alone)).toEqual(tree(previous).map(alone));
      }),
      rounds(40),
    ));
});
