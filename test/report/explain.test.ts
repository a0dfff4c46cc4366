import { describe, expect, it } from 'vitest';
import type { Leaf } from '../../src/domain/subplan.js';
import { explainBranch } from '../../src/report/explain-branch.js';
import { drawBranchExplanation } from '../../src/report/explain-branch-view.js';
import { explainLeaf } from '../../src/report/explain-leaf.js';
import { drawLeafExplanation } from '../../src/report/explain-leaf-view.js';
import { painter } from '../../src/report/paint.js';
import { widthOf } from '../../src/report/text-width.js';
import { planOf, ringsOf } from './plans.js';

type Plan = Awaited<ReturnType<typeof planOf>>;

const leafWith = (plan: Plan, path: string): Leaf => plan.leaves.find(({ files }) => files.includes(path)) as Leaf;
const wordsOf = (lines: readonly string[]): string => lines.join(' ').replace(/\s+/g, ' ');
const pageOf = (plan: Plan, more = {}) => ({
  columns: undefined,
  most: undefined,
  bounds: plan.bounds,
  paint: painter(false),
  ...more,
});

describe('a leaf explained', () => {
  it('tells what ties its files, what was cut and what it depends on', async () => {
    const plan = await planOf(ringsOf(3, 6));
    const explained = explainLeaf(plan, leafWith(plan, 'g1/f0.ts'));
    expect(explained.ties.imports).toBe(12);
    expect(explained.ties.pairs).toHaveLength(12);
    expect(explained.cut).toMatchObject({ imports: 1, importedBy: 1 });
    const before = leafWith(plan, 'g0/f0.ts');
    const after = leafWith(plan, 'g2/f0.ts');
    expect(explained.cut.leaves.map(({ id }) => id).sort()).toEqual([before.id, after.id].sort());
    expect(explained.dependsOn).toEqual([{ id: before.id, label: before.label }]);
    expect(explained.context).toEqual([
      { path: 'g0/f0.ts', leaf: before.label, weight: 1 },
      { path: 'g2/f0.ts', leaf: after.label, weight: 1 },
    ]);
  });

  it('agrees with the plan on every leaf: the cut seen from both sides is the cut', async () => {
    const plan = await planOf(ringsOf(12, 7));
    const all = plan.leaves.map((leaf) => explainLeaf(plan, leaf));
    const sum = all.reduce((total, { cut }) => total + cut.imports, 0);
    expect(sum).toBe(plan.measures.cut.edges);
    expect(all.reduce((total, { cut }) => total + cut.importedBy, 0)).toBe(sum);
    for (const [i, { context }] of all.entries())
      expect(context.map(({ path }) => path)).toEqual(plan.leaves[i].context);
  });

  it('names leaves in a circle, of which none comes first', async () => {
    const files = ringsOf(2, 6);
    const plan = await planOf(
      files.map((file) =>
        file.path === 'g0/f0.ts' ? { ...file, imports: [...(file.imports ?? []), 'g1/f0.ts'] } : file,
      ),
    );
    const explained = explainLeaf(plan, leafWith(plan, 'g0/f0.ts'));
    expect(explained.dependsOn).toEqual([]);
    expect(explained.circular).toHaveLength(1);
    const drawn = wordsOf(drawLeafExplanation(explained, pageOf(plan)));
    expect(drawn).toMatch(/which import it in turn/);
    expect(drawn).toContain('It and 1 other leaf import each other in a circle, and share the generation.');
  });

  it('says how central it is, and what comes before it', async () => {
    const plan = await planOf(ringsOf(4, 6), { maxTokens: 600 });
    const explained = (path: string) => explainLeaf(plan, leafWith(plan, path));
    const drawn = (path: string) => wordsOf(drawLeafExplanation(explained(path), pageOf(plan)));
    expect(explained('g0/f0.ts').place).toEqual({
      ...{ leaves: 4, importedBy: 1, importedThrough: 2, before: 0, circle: 0, rank: 1 },
      ...{ generation: 1, generations: 4 },
    });
    expect(drawn('g0/f0.ts')).toContain(
      '1 leaf imports it, 2 more through others. By centrality (PageRank over the imports) it is number 1 of 4. ' +
        'It is in generation 1 of 4: no other leaf has to come before it.',
    );
    expect(explained('g3/f0.ts').place).toMatchObject({ importedBy: 0, before: 3, generation: 4, rank: 4 });
    expect(drawn('g3/f0.ts')).toContain('No other leaf imports it.');
    expect(drawn('g3/f0.ts')).toContain('through others, from 3 leaves that come before it.');
  });

  it('says when it is the only leaf', async () => {
    const plan = await planOf([{ path: 'a.ts' }]);
    const lines = drawLeafExplanation(explainLeaf(plan, plan.leaves[0]), pageOf(plan));
    expect(lines.at(-1)).toBe('It is the only leaf.');
  });

  it('says which files nothing ties', async () => {
    const plan = await planOf([{ path: 'a.ts', imports: ['b.ts'] }, { path: 'b.ts' }, { path: 'c.ts' }]);
    const explained = explainLeaf(plan, plan.leaves[0]);
    expect(explained.ties.loose).toEqual(['c.ts']);
    expect(drawLeafExplanation(explained, pageOf(plan)).join('\n')).toMatch(
      /1 file has no import to the others.*c\.ts/,
    );
  });

  it('is drawn in words, clipped to the width and by length, and whole when asked', async () => {
    const plan = await planOf(ringsOf(3, 30), { minFiles: 20 });
    const explained = explainLeaf(plan, plan.leaves[0]);
    const whole = wordsOf(drawLeafExplanation(explained, pageOf(plan)));
    for (const words of [
      'Why these files are together',
      'Between them: 60 imports',
      'What was cut',
      'Context (',
      'Depends on',
      'at least 20 files (min-files)',
    ]) {
      expect(whole).toContain(words);
    }
    for (const { path } of explained.files) expect(whole).toContain(path);
    const clipped = drawLeafExplanation(explained, pageOf(plan, { columns: 40, most: 10 }));
    expect(clipped.join('\n')).toContain('20 more (--all shows them)');
    for (const line of clipped) expect(widthOf(line)).toBeLessThanOrEqual(40);
  });

  it('neutralises file names', async () => {
    const plan = await planOf([{ path: 'a\x1b[2J.ts', imports: ['b\n.ts'] }, { path: 'b\n.ts' }]);
    const lines = drawLeafExplanation(explainLeaf(plan, plan.leaves[0]), pageOf(plan));
    for (const line of lines) expect(line).not.toMatch(/\p{Cc}/u);
    expect(lines.join('\n')).toContain('a\\x1b[2J.ts');
  });
});

describe('a branch explained', () => {
  it('compares its cut with that of chunks in path order', async () => {
    // Files of a group are spread over the path order, so that chunks cut nearly everything.
    const plan = await planOf(ringsOf(3, 6, (group, file) => `f${file}-${group}.ts`));
    const [root] = plan.branches;
    const explained = explainBranch(plan, root);
    expect(explained.imports.cut).toBe(root.split.cut);
    expect(explained.imports.total).toBe(plan.measures.cut.total);
    expect(explained.imports.chunkCut).toBe(plan.measures.levels[0].chunkCut);
    expect(explained.children).toHaveLength(root.children.length);
    expect(explained.between.reduce((sum, { imports }) => sum + imports, 0)).toBe(root.split.cut);
    const text = wordsOf(drawBranchExplanation(explained, pageOf(plan)));
    expect(text).toMatch(/2 of 38 imports inside this branch \(5 %\) join two of its children/);
    expect(text).toMatch(/path order would cut \d+, \d+\.\d times as many/);
  });
});
