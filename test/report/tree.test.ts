import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { painter } from '../../src/report/paint.js';
import { widthOf } from '../../src/report/text-width.js';
import { drawTree } from '../../src/report/tree.js';
import { planOf, ringsOf } from './plans.js';

const plain = { columns: undefined, rows: undefined, paint: painter(false) };

describe('the drawn tree', () => {
  it('has a line for each subplan: label, files, tokens, id, and why', async () => {
    const plan = await planOf(ringsOf(3, 6));
    const lines = drawTree(plan, plain);
    expect(lines).toHaveLength(1 + plan.leaves.length + plan.branches.length);
    expect(lines[0]).toMatch(/^subplan +files +tokens +id +split by/);
    expect(lines[1]).toMatch(/ 18 +1\.8k +[0-9a-f]{4} +by imports, cuts 2$/);
    for (const leaf of plan.leaves) {
      const line = lines.find((one) => one.includes(leaf.id.slice(0, 4)));
      expect(line).toMatch(/^(├─|└─) .* 6 +600 .*too few files to split$/);
    }
    expect(lines.at(-1)).toMatch(/^└─ /);
  });

  it('has aligned columns', async () => {
    const lines = drawTree(await planOf(ringsOf(4, 6)), plain);
    const ends = lines.map((line) => line.search(/(?:id {2}|[0-9a-f]{4}) {2}(?:split|by|too)/));
    expect(new Set(ends).size).toBe(1);
    expect(ends[0]).toBeGreaterThan(0);
  });

  it('clips from below: the top levels stay, and what is hidden is counted', async () => {
    const plan = await planOf(ringsOf(30, 6), { maxChildren: 4 });
    const lines = drawTree(plan, { ...plain, rows: 8 });
    expect(lines.length).toBeLessThanOrEqual(1 + 8 + 1);
    const shownLeaves = lines.filter((line) => line.includes('too few')).length;
    expect(lines.at(-1)).toBe(`… ${plan.leaves.length - shownLeaves} more leaves (--all shows them)`);
    expect(lines.join('\n')).toMatch(/▸ \d+ leaves, /);
    const root = plan.root;
    if (root?.kind !== 'branch') throw new Error('expected a branch');
    for (const id of root.children) expect(lines.some((line) => line.includes(id.slice(0, 4)))).toBe(true);
  });

  it('survives more children than lines', async () => {
    const plan = await planOf(ringsOf(40, 6), { maxDepth: 1, maxFiles: 6 });
    const lines = drawTree(plan, { ...plain, rows: 10 });
    expect(lines).toHaveLength(1 + 10 + 1);
    expect(lines.at(-1)).toBe(`… ${plan.leaves.length - 9} more leaves (--all shows them)`);
  });

  it('is one line for a plan of one leaf, and nothing for a plan of none', async () => {
    expect(drawTree(await planOf([{ path: 'a.ts' }]), plain)).toHaveLength(2);
    expect(drawTree(await planOf([]), plain)).toEqual([]);
  });

  it('has colours only when asked', async () => {
    const plan = await planOf(ringsOf(3, 6));
    expect(drawTree(plan, plain).join('')).not.toContain('\x1b');
    expect(drawTree(plan, { ...plain, paint: painter(true) }).join('')).toContain('\x1b[1m');
  });

  it('never emits a control character and never exceeds the width, whatever files are called', async () => {
    const name = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 30 })
      .map((text) => text.replaceAll(/[/\\.]/g, '_'));
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(name, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 120 }),
        async (names, columns) => {
          const files = ringsOf(names.length, 5, (group, file) => `${names[group]}/${names[group]}${file}`);
          const plan = await planOf(files);
          for (const line of drawTree(plan, { ...plain, columns, rows: 12 })) {
            expect(line).not.toMatch(/\p{Cc}/u);
            expect(widthOf(line)).toBeLessThanOrEqual(columns);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
