import { describe, expect, it } from 'vitest';
import { decompose, type GivenFile } from '../../src/index.js';

/** One leaf a folder: each of the folders is a clique of five files, and the first file imports what is asked for. */
const folders = (imports: Record<string, string[]>): GivenFile[] =>
  Object.entries(imports).flatMap(([folder, others]) =>
    Array.from({ length: 5 }, (_, i) => ({
      path: `${folder}/${i}.ts`,
      tokens: 100,
      imports: [
        ...Array.from({ length: 5 }, (_, j) => `${folder}/${j}.ts`),
        ...(i === 0 ? others.map((other) => `${other}/0.ts`) : []),
      ],
    })),
  );

const dependencies = async (imports: Record<string, string[]>): Promise<Record<string, string[]>> => {
  const plan = await decompose({ files: folders(imports), maxTokens: 500 });
  const folderOf = (id: string) => plan.leaves.find((leaf) => leaf.id === id)?.files[0].split('/')[0] as string;
  return Object.fromEntries(plan.leaves.map(({ id, dependsOn }) => [folderOf(id), dependsOn.map(folderOf)]));
};

describe('dependsOn', () => {
  it('names the leaves a leaf imports from', async () => {
    expect(await dependencies({ a: ['b', 'c'], b: ['c'], c: [] })).toEqual({ a: ['b', 'c'], b: ['c'], c: [] });
  });

  it('leaves out what runs in a circle, and keeps what leads into and out of it', async () => {
    expect(await dependencies({ a: ['b'], b: ['c'], c: ['b', 'd'], d: [] })).toEqual({
      a: ['b'],
      b: [],
      c: ['d'],
      d: [],
    });
  });
});

describe('context', () => {
  it('has what a leaf imports and what imports it, strongest tie first', async () => {
    const files = folders({ a: ['b'], b: [], c: ['b'] }).map((file) =>
      file.path === 'c/1.ts' ? { ...file, imports: [...(file.imports ?? []), 'b/0.ts', 'b/1.ts'] } : file,
    );
    const plan = await decompose({ files, maxTokens: 500 });
    const b = plan.leaves.find((leaf) => leaf.files[0] === 'b/0.ts');
    expect(b?.context).toEqual(['c/1.ts', 'a/0.ts', 'c/0.ts']);
  });
});
