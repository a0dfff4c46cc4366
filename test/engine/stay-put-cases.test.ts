import { describe, expect, it } from 'vitest';
import { decompose, type GivenFile, Plan, type PlanJson, SubplanFailure } from '../../src/index.js';

/** Packages of files that import two others of their package. */
const packages = (count: number, size: number, tokens = 100): GivenFile[] =>
  Array.from({ length: count * size }, (_, i) => {
    const [pack, at] = [Math.floor(i / size), i % size];
    const path = (n: number) => `pack-${pack}/file-${String(n % size).padStart(2, '0')}.ts`;
    return { path: path(at), tokens, bytes: 4 * tokens + i, imports: [path(at + 1), path(at + 3)] };
  });

const leafOf = (plan: Plan, path: string): readonly string[] =>
  plan.leaves.find(({ files }) => files.includes(path))?.files ?? [];
const ids = (plan: Plan) => plan.subplans().map(({ id }) => id);
const files = packages(6, 10);
const options = { maxTokens: 1_200 };

describe('a file', () => {
  it('that is new goes to what it imports', async () => {
    const previous = await decompose({ files, ...options });
    const more = [...files, { path: 'new.ts', tokens: 100, imports: ['pack-3/file-02.ts'] }];
    const plan = await decompose({ files: more, ...options, previous });
    expect(leafOf(plan, 'new.ts')).toContain('pack-3/file-02.ts');
    expect(plan.measures.stayed).toMatchObject({ files: 60, moved: 0, placed: 1, gone: 0 });
    expect(ids(plan).filter((id) => !ids(previous).includes(id))).toHaveLength(2);
  });

  it('that is new and imports nothing goes to its folder', async () => {
    const previous = await decompose({ files, ...options });
    const more = [...files, { path: 'pack-4/notes.md', tokens: 100 }];
    const plan = await decompose({ files: more, ...options, previous });
    expect(leafOf(plan, 'pack-4/notes.md')).toContain('pack-4/file-02.ts');
  });

  it('that is gone leaves the others where they are', async () => {
    const previous = await decompose({ files, ...options });
    const fewer = files.filter(({ path }) => path !== 'pack-2/file-05.ts');
    const plan = await decompose({ files: fewer, ...options, previous });
    expect(plan.measures.stayed).toMatchObject({ files: 59, moved: 0, placed: 0, gone: 1 });
  });

  it('that was renamed stays in its leaf, though nothing ties it there any more', async () => {
    const previous = await decompose({ files, ...options });
    const renamed = files.map((file) =>
      file.path === 'pack-2/file-05.ts' ? { ...file, path: 'elsewhere/other.ts', imports: [] } : file,
    );
    const plan = await decompose({ files: renamed, ...options, previous });
    expect(leafOf(plan, 'elsewhere/other.ts')).toContain('pack-2/file-06.ts');
    expect(plan.measures.stayed).toMatchObject({ placed: 0, gone: 0, moved: 0 });
  });

  it('that grew beyond its leaf makes one file leave, and only there', async () => {
    const previous = await decompose({ files, ...options });
    const grown = files.map((file) => (file.path === 'pack-2/file-05.ts' ? { ...file, tokens: 350 } : file));
    const plan = await decompose({ files: grown, ...options, previous });
    expect(plan.measures.overBudgetLeaves).toBe(0);
    expect(plan.measures.stayed?.moved).toBeLessThanOrEqual(2);
  });

  it('that is alone above the budget stands alone, and the rest of its leaf stays', async () => {
    const previous = await decompose({ files, ...options });
    const grown = files.map((file) => (file.path === 'pack-2/file-05.ts' ? { ...file, tokens: 5_000 } : file));
    const plan = await decompose({ files: grown, ...options, previous });
    expect(leafOf(plan, 'pack-2/file-05.ts')).toHaveLength(1);
    expect(leafOf(plan, 'pack-2/file-06.ts')).toHaveLength(9);
  });

  it('that imports another package now moves there without a budget, where it gains by it', async () => {
    const previous = await decompose({ files, strategy: 'imports' });
    const path = 'pack-2/file-05.ts';
    const others = ['01', '02', '03', '04', '05', '06'].map((at) => `pack-4/file-${at}.ts`);
    const changed = files.map((file) => (file.path === path ? { ...file, imports: others } : file));
    const plan = await decompose({ files: changed, strategy: 'imports', previous });
    expect(leafOf(plan, path)).toContain('pack-4/file-01.ts');
    expect(plan.measures.stayed).toMatchObject({ moved: 1 });
  });
});

describe('an earlier plan', () => {
  it('of another project is of no help, and the plan says so', async () => {
    const other = await decompose({ files: [{ path: 'x/y.ts', tokens: 1 }] });
    const plan = await decompose({ files, ...options, previous: other });
    expect(plan.measures.stayed).toBeUndefined();
    expect(plan.notes).toEqual(['the previous plan was of no help: this one was planned afresh']);
    expect(ids(plan)).toEqual(ids(await decompose({ files, ...options })));
  });

  it('without files is as none; and a project without files needs none', async () => {
    const empty = await decompose({ files: [] });
    const plan = await decompose({ files, ...options, previous: empty });
    expect(JSON.stringify(plan)).toBe(JSON.stringify(await decompose({ files, ...options })));
    const nothing = await decompose({ files: [], ...options, previous: plan });
    expect([nothing.leaves.length, nothing.notes]).toEqual([0, []]);
  });

  it('of a single leaf stays one, and is split where it no longer fits', async () => {
    const few = files.slice(0, 10);
    const previous = await decompose({ files: few, ...options });
    expect((await decompose({ files: few.slice(1), ...options, previous })).leaves).toHaveLength(1);
    const plan = await decompose({ files: files.slice(0, 20), ...options, previous });
    expect(plan.leaves.length).toBeGreaterThan(1);
    for (const { tokens } of plan.leaves) expect(tokens).toBeLessThanOrEqual(1_200);
  });

  it('that was edited by hand is where it starts from: files, labels, limits and order stay', async () => {
    const json = JSON.parse(JSON.stringify(await decompose({ files, ...options }))) as PlanJson;
    const [first, second] = (json.tree as { children: { files: string[]; label: string; limits?: string[] }[] })
      .children;
    const [moved] = first.files.splice(0, 1);
    second.files.push(moved);
    Object.assign(second, { label: 'mine', limits: ['gpu'] });
    const previous = Plan.from(json);
    const plan = await decompose({ files, ...options, previous });
    expect(ids(plan)).toEqual(ids(previous));
    const further = files.map((file) => (file.path === 'pack-5/file-01.ts' ? { ...file, imports: [] } : file));
    const next = await decompose({ files: further, ...options, previous: plan });
    const leaf = next.leaves.find(({ label }) => label === 'mine');
    expect(leaf?.files).toContain(moved);
    expect(leaf?.limits).toEqual(['gpu']);
  });

  it('in which somebody put a few files aside keeps them there, whatever is edited elsewhere', async () => {
    const json = JSON.parse(JSON.stringify(await decompose({ files, ...options }))) as PlanJson;
    const { children } = json.tree as { children: { files: string[]; label: string; reason: string }[] };
    const aside = children[0].files.splice(0, 3);
    children.push({ label: 'aside', reason: 'fits', files: aside });
    const changed = files.map((file) => (file.path === 'pack-5/file-01.ts' ? { ...file, imports: [] } : file));
    const plan = await decompose({ files: changed, ...options, previous: json });
    expect(plan.leaves.find(({ label }) => label === 'aside')?.files).toEqual(aside);
  });

  it('gives no label to a new leaf that a sibling has', async () => {
    const json = JSON.parse(JSON.stringify(await decompose({ files, ...options }))) as PlanJson;
    (json.tree as { children: { label: string }[] }).children[1].label = 'extra';
    const extra = packages(1, 10).map(({ path, imports = [], ...file }) => ({
      ...file,
      path: path.replace('pack-0', 'extra'),
      imports: imports.map((to) => to.replace('pack-0', 'extra')),
    }));
    const plan = await decompose({ files: [...files, ...extra], ...options, previous: json });
    const labels = plan.leaves.map(({ label }) => label);
    expect(labels).toContain('extra');
    expect(labels.filter((label) => label.startsWith('extra'))).toHaveLength(2);
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('whose tree is too deep or too wide now is brought within the bounds', async () => {
    const many = packages(20, 10);
    const previous = await decompose({ files: many, ...options, maxChildren: 3 });
    expect(previous.measures.depth).toBeGreaterThan(2);
    const flat = await decompose({ files: many, ...options, maxChildren: 30, maxDepth: 1, previous });
    expect([flat.measures.depth, flat.measures.relaxed]).toEqual([1, []]);
    const narrow = await decompose({ files: many, ...options, maxChildren: 2, previous: flat });
    for (const { children } of narrow.branches) expect(children).toHaveLength(2);
  });

  it('made by folders stays a plan by folders', async () => {
    const previous = await decompose({ files, strategy: 'directory' });
    const more = [...files, { path: 'pack-1/new.ts', tokens: 100, imports: ['pack-4/file-01.ts'] }];
    const plan = await decompose({ files: more, strategy: 'directory', previous });
    expect(leafOf(plan, 'pack-1/new.ts')).toContain('pack-1/file-00.ts');
    expect(plan.measures.stayed).toMatchObject({ moved: 0 });
  });

  it('made by languages takes a new file to its language', async () => {
    const mixed = files.map((file, i) => (i % 2 === 0 ? file : { ...file, path: file.path.replace('.ts', '.py') }));
    const previous = await decompose({ files: mixed, strategy: 'language' });
    const more = [...mixed, { path: 'pack-1/new.py', tokens: 100, imports: ['pack-1/file-00.ts'] }];
    const plan = await decompose({ files: more, strategy: 'language', previous });
    for (const path of leafOf(plan, 'pack-1/new.py')) expect(path).toMatch(/\.py$/);
  });

  it('made by a function keeps its groups', async () => {
    const strategy = (given: readonly { path: string }[]) => {
      const odd = (path: string) => Number(path.slice(-4, -3)) % 2 === 1;
      const paths = given.map(({ path }) => path);
      return [paths.filter(odd), paths.filter((path) => !odd(path))];
    };
    const previous = await decompose({ files, strategy });
    const plan = await decompose({ files: files.slice(1), strategy, previous });
    expect(plan.measures.stayed).toMatchObject({ moved: 0, gone: 1 });
  });
});

describe('previous', () => {
  it.each<[unknown, RegExp]>([
    [7, /previous: expected a plan, or the JSON of one, got 7/],
    ['plan.json', /previous: expected a plan, or the JSON of one, got "plan\.json"/],
    [null, /previous: expected a plan, or the JSON of one, got null/],
    [{}, /previous\.format: expected "subplan\/plan", got undefined/],
    [{ format: 'subplan/plan', version: 9 }, /previous: expected a plan, or the JSON of one, got .*version 9/],
    [[], /previous\.format: expected "subplan\/plan"/],
  ])('%j is refused at the call', (previous, message) => {
    const call = () => decompose({ files, minFiles: 0, previous: previous as never });
    expect(call).toThrow(message);
    expect(call).toThrow(/minFiles/);
    expect(call).toThrow(SubplanFailure);
  });

  it('is told what is wrong inside it', async () => {
    const json = JSON.parse(JSON.stringify(await decompose({ files, ...options }))) as PlanJson;
    json.files[0].path = '../evil';
    expect(() => decompose({ files, previous: json })).toThrow(
      /previous\.files\.0\.path: expected a path below the root/,
    );
  });
});
