import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { decompose, Plan, readPlan, type SubplanFailure } from '../../src/index.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const project = (files: Record<string, string>): string => {
  const root = mkdtempSync(join(tmpdir(), 'subplan-engine-'));
  folders.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
};

/** Two packages of six files that import each other within the package, in a language each. */
const twoPackages = (): string =>
  project({
    'web/package.json': '{ "name": "web" }',
    ...Object.fromEntries(
      Array.from({ length: 6 }, (_, i) => [
        `web/src/part-${i}.ts`,
        `import { x } from './part-${(i + 1) % 6}.js';\nimport './part-0.js';\n`,
      ]),
    ),
    ...Object.fromEntries(
      Array.from({ length: 6 }, (_, i) => [
        `service/part_${i}.py`,
        `from . import part_${(i + 1) % 6}\nfrom .part_0 import x\n`,
      ]),
    ),
  });

describe('a decomposition', () => {
  it('is lazy: nothing is read before it is awaited, and the plan is made once', async () => {
    const root = project({ 'a.ts': '' });
    const decomposition = decompose({ root });
    writeFileSync(join(root, 'b.ts'), '');
    const plan = await decomposition;
    expect(plan.leaves[0].files).toEqual(['a.ts', 'b.ts']);
    expect(await decomposition).toBe(plan);
  });

  it('can be awaited, caught and finished like a promise; a plan cannot', async () => {
    const plan = await decompose({ files: [] });
    expect(plan).toBeInstanceOf(Plan);
    expect('then' in plan).toBe(false);
    let ended = 0;
    await decompose({ files: [] }).finally(() => {
      ended++;
    });
    const caught = await decompose({ root: '/nowhere/at/all' }).catch((reason: SubplanFailure) => reason.code);
    expect([ended, caught]).toEqual([1, 'root-not-found']);
  });

  it('follows the imports of a folder in several languages', async () => {
    const plan = await decompose({ root: twoPackages() });
    expect(plan.measures.imports).toEqual({ resolved: 23, external: 0, missing: 0 });
    expect(plan.measures.strategy).toMatchObject({ asked: 'auto', used: 'imports' });
    for (const { files } of plan.leaves) expect(new Set(files.map((path) => path.split('/')[0])).size).toBe(1);
    expect(plan.leaves.map(({ label }) => label)).toEqual(['service', 'web']);
  });

  it('is stopped by a signal', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    const phases: string[] = [];
    const decomposition = decompose({
      root: twoPackages(),
      signal: stop.signal,
      onProgress: ({ phase }) => {
        phases.push(phase);
        if (phase === 'resolving') stop.abort(reason);
      },
    });
    await expect(decomposition).rejects.toBe(reason);
    expect(phases).toContain('reading');
    expect(phases).not.toContain('clustering');
  });

  it('says why a leaf stopped', async () => {
    const clique = (folder: string, count: number) =>
      Array.from({ length: count }, (_, i) => ({
        path: `${folder}/${i}.ts`,
        tokens: 10,
        imports: Array.from({ length: count }, (_, j) => `${folder}/${j}.ts`),
      }));
    const files = [...clique('tight', 12), ...clique('small', 6)];
    const reasons = async (options: object) =>
      Object.fromEntries((await decompose({ files, ...options })).leaves.map(({ label, reason }) => [label, reason]));
    expect(await reasons({})).toEqual({ tight: 'no-progress', small: 'min-files' });
    expect(await reasons({ maxDepth: 1, minFiles: 3 })).toEqual({ tight: 'max-depth', small: 'max-depth' });
    expect(await reasons({ maxTokens: 120 })).toEqual({ tight: 'fits', small: 'fits' });
  });
});

describe("a user's strategy", () => {
  const files = Array.from({ length: 12 }, (_, i) => ({ path: `${i % 2 ? 'odd' : 'even'}-${i}.ts`, tokens: 10 }));

  it('decides the parts', async () => {
    const bySize = (given: readonly { path: string }[]) => {
      const odd = given.filter(({ path }) => path.startsWith('odd')).map(({ path }) => path);
      const even = given.filter(({ path }) => path.startsWith('even')).map(({ path }) => path);
      return odd.length && even.length ? [odd, even] : undefined;
    };
    const plan = await decompose({ files, strategy: bySize });
    expect(plan.branches.map(({ split }) => split.by)).toEqual(['custom']);
    expect(plan.leaves.map(({ files: [first] }) => first)).toEqual(['even-0.ts', 'odd-1.ts']);
    expect(plan.measures.strategy).toMatchObject({ asked: 'bySize', used: 'custom' });
  });

  it.each<[string, () => unknown, RegExp]>([
    ['forgets a file', () => [['even-0.ts']], /left out "even-10\.ts" \(11 of 12 files\)/],
    ['invents a file', () => [['new.ts']], /returned "new\.ts" twice, or without having been given it/],
    ['returns something else', () => 'parts', /must return an array of arrays of paths, got string/],
    ['returns a promise', async () => [], /got a promise/],
    [
      'throws',
      () => {
        throw new Error('no idea');
      },
      /the strategy function threw: no idea/,
    ],
  ])('that %s is named', async (_, strategy, message) => {
    await expect(decompose({ files, strategy: strategy as never })).rejects.toThrow(message);
  });
});

describe('the strategies by name', () => {
  const files = Array.from({ length: 24 }, (_, i) => ({
    path: `${i % 2 ? 'a' : 'b'}/file-${i}.${i % 3 ? 'ts' : 'py'}`,
    tokens: 10,
    imports: [`${i % 2 ? 'a' : 'b'}/file-${(i + 2) % 24}.${(i + 2) % 3 ? 'ts' : 'py'}`],
  }));
  const split = async (strategy: 'directory' | 'language' | 'imports') =>
    (await decompose({ files, strategy })).branches[0].split.by;

  it('split by what they are named after', async () => {
    expect(await split('directory')).toBe('directory');
    expect(await split('language')).toBe('language');
    expect(await split('imports')).toBe('imports');
  });

  it('auto falls back to folders where nothing is imported, and says so', async () => {
    const untied = files.map(({ path, tokens }) => ({ path, tokens }));
    const plan = await decompose({ files: untied });
    expect(plan.measures.strategy).toEqual({
      asked: 'auto',
      used: 'directory',
      why: '0 of 24 files are tied by imports',
    });
    expect(plan.branches[0].split.by).toBe('directory');
  });
});

describe('readPlan', () => {
  it('reads what was written', async () => {
    const root = twoPackages();
    const plan = await decompose({ root });
    writeFileSync(join(root, 'plan.json'), JSON.stringify(plan));
    expect(JSON.stringify(await readPlan(join(root, 'plan.json')))).toBe(JSON.stringify(plan));
  });

  it('says what is wrong with a file that is no plan', async () => {
    const root = project({ 'plan.json': '{ "files": [' });
    await expect(readPlan(join(root, 'plan.json'))).rejects.toMatchObject({ code: 'invalid-plan' });
    await expect(readPlan(join(root, 'other.json'))).rejects.toMatchObject({ code: 'plan-not-found' });
  });
});
