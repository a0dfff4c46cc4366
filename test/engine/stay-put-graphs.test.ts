import { beforeAll, describe, expect, it } from 'vitest';
import { stayThrough } from '../../bench/stay-put.js';
import { givenFiles, projectGraph } from '../../bench/stored-graphs.js';
import { decompose, type Plan } from '../../src/index.js';

// The same input gives the same plan, so these are claims and not measurements. `npm run bench` makes ten edits of four graphs.
describe.each(['babel', 'redis'] as const)('two edits of 1 %% in a row on %s', (name) => {
  it('move 2 % of the files each at most, and cut 4 % more than planning afresh at most', async () => {
    const { moved, warmToFresh, last } = await stayThrough(name, { edits: 2 });
    expect(moved).toBeLessThanOrEqual(2);
    expect(warmToFresh).toBeLessThanOrEqual(1.04);
    expect(last.measures.smallLeaves / last.measures.leaves).toBeLessThanOrEqual(0.03);
    for (const leaf of last.leaves) if (leaf.files.length > 1) expect(leaf.tokens).toBeLessThanOrEqual(30_000);
  });
});

describe('one edit of a stored graph', () => {
  const graph = projectGraph('babel');
  const files = givenFiles(graph);
  const options = { maxTokens: 30_000, strategy: 'imports' } as const;
  let previous: Plan;
  beforeAll(async () => {
    previous = await decompose({ files, ...options });
  });

  it('of contents alone leaves every subplan as it is', async () => {
    const grown = files.map((file, i) => (i === 700 ? { ...file, tokens: (file.tokens as number) - 3 } : file));
    const plan = await decompose({ files: grown, ...options, previous });
    expect(plan.subplans().map(({ id, label }) => [id, label])).toEqual(
      previous.subplans().map(({ id, label }) => [id, label]),
    );
  });

  it('of one import leaves nearly all subplans as they are, branches too', async () => {
    const changed = files.map((file, i) => (i === 700 ? { ...file, imports: [files[20].path] } : file));
    const plan = await decompose({ files: changed, ...options, previous });
    const before = new Set(previous.subplans().map(({ id }) => id));
    const isNew = ({ id }: { id: string }) => !before.has(id);
    expect(plan.leaves.filter(isNew).length).toBeLessThanOrEqual(4);
    expect(plan.branches.filter(isNew).length).toBeLessThanOrEqual(5);
    const label = new Map(previous.subplans().map((subplan) => [subplan.id, subplan.label]));
    for (const { id, label: now } of plan.subplans()) if (label.has(id)) expect(now).toBe(label.get(id));
  });

  it('costs a tree made by folders its drift, and the plan says so', async () => {
    const folders = await decompose({ files, ...options, strategy: 'directory' });
    const byFolder = { ...folders.toJSON(), strategy: { asked: 'imports', used: 'imports', why: 'edited by hand' } };
    const changed = files.filter((_, i) => i % 100 !== 7);
    const plan = await decompose({ files: changed, ...options, previous: byFolder });
    expect(plan.measures.stayed?.drift).toBeGreaterThan(1.2);
    expect(plan.notes).toContainEqual(
      expect.stringMatching(/cuts at least \d+ % more imports .* to plan afresh: leave out previous$/),
    );
  });
});
