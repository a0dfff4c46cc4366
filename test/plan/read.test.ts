import { describe, expect, it } from 'vitest';
import { decompose, Plan, type PlanJson, SubplanFailure } from '../../src/index.js';

const files = Array.from({ length: 30 }, (_, i) => ({
  path: `part-${i % 3}/file-${i}.ts`,
  tokens: 100,
  imports: [`part-${i % 3}/file-${(i + 3) % 30}.ts`, `part-${i % 3}/file-${(i + 9) % 30}.ts`],
}));

type Branch = Extract<NonNullable<PlanJson['tree']>, { children: unknown }>;
type Leaf = Exclude<NonNullable<PlanJson['tree']>, Branch>;

const edited = async (edit: (json: PlanJson, root: Branch) => void): Promise<Plan> => {
  const json = JSON.parse(JSON.stringify(await decompose({ files, maxFiles: 10 }))) as PlanJson;
  edit(json, json.tree as Branch);
  return Plan.from(json);
};
const leaf = (root: Branch, i: number): Leaf => root.children[i] as Leaf;

describe('a plan edited by hand', () => {
  it.each<[string, (json: PlanJson, root: Branch) => void, RegExp]>([
    [
      'a file in two leaves',
      (_, root) => leaf(root, 1).files.push(leaf(root, 0).files[0]),
      /tree\.children\.1\.files\.\d+: expected each file in one leaf, got "part-0\/file-0\.ts", which also stands at tree\.children\.0\.files\.0/,
    ],
    [
      'a file twice in one leaf',
      (_, root) => leaf(root, 0).files.push(leaf(root, 0).files[0]),
      /also stands at tree\.children\.0\.files\.0/,
    ],
    [
      'a file in no leaf',
      (_, root) => leaf(root, 0).files.splice(0, 1),
      /expected each file in one leaf, got none with "part-0\/file-0\.ts"/,
    ],
    [
      'a file that the plan does not list',
      (_, root) => leaf(root, 0).files.push('new.ts'),
      /expected a path listed in files, got "new\.ts"/,
    ],
    [
      'an empty leaf',
      (_, root) => leaf(root, 1).files.push(...leaf(root, 0).files.splice(0)),
      /tree\.children\.0\.files: expected at least one file, got none/,
    ],
    ['a branch of one child', (_, root) => root.children.splice(1), /tree\.children: expected two or more, got 1/],
    [
      'a reason there is not',
      (_, root) => Object.assign(leaf(root, 0), { reason: 'tired' }),
      /tree\.children\.0\.reason: expected .*"fits".*, got "tired"/,
    ],
    [
      'a label that is missing',
      (_, root) => Object.assign(leaf(root, 1), { label: undefined }),
      /tree\.children\.1\.label: expected string, got undefined/,
    ],
    ['a child that is none', (_, root) => root.children.push(7 as never), /tree\.children\.3: expected object, got 7/],
    [
      'a path out of the root',
      (json) => Object.assign(json.files[0], { path: '../evil' }),
      /files\.0\.path: expected a path below the root, got "\.\.\/evil"/,
    ],
    [
      'an absolute path',
      (json) => Object.assign(json.files[0], { path: '/etc/passwd' }),
      /files\.0\.path: expected a path below the root/,
    ],
    [
      'tokens that are no number',
      (json) => Object.assign(json.files[0], { tokens: 'many' }),
      /files\.0\.tokens: expected (number|int), got "many"/,
    ],
    [
      'a tie to nowhere',
      (json) => json.ties.push([0, 999, 1, 'import']),
      /ties\.\d+: expected two different files below 30, got 0 and 999/,
    ],
    [
      'a file listed twice',
      (json) => json.files.push({ ...json.files[0] }),
      /files\.30\.path: expected each file once/,
    ],
  ])('is refused with %s', async (_, edit, message) => {
    await expect(edited(edit)).rejects.toThrow(message);
    await expect(edited(edit)).rejects.toBeInstanceOf(SubplanFailure);
  });

  it('has ids, tokens, contexts and measures made again', async () => {
    const before = await edited(() => {});
    const after = await edited((_, root) => {
      const [moved] = leaf(root, 0).files.splice(0, 1);
      leaf(root, 1).files.push(moved);
    });
    expect(after.leaves[0].id).not.toBe(before.leaves[0].id);
    expect(after.leaves[0].tokens).toBe(before.leaves[0].tokens - 100);
    expect(after.leaves[1].context).toContain('part-0/file-3.ts');
    expect(after.measures.cut.edges).toBeGreaterThan(before.measures.cut.edges);
    expect(after.measures.relaxed.map(({ bound }) => bound)).toEqual(['maxFiles']);
    expect(after.leaves.map(({ reason }) => reason)).toEqual(['fits', 'over-budget', 'fits']);
  });

  it('keeps a label that was changed', async () => {
    const plan = await edited((_, root) => Object.assign(root.children[0], { label: 'the heart of it' }));
    expect(plan.leaves[0].label).toBe('the heart of it');
  });

  it.each([
    ['another format', { format: 'other' }, /format: expected "subplan\/plan", got "other"/],
    ['nothing', undefined, /format: expected "subplan\/plan", got undefined/],
    [
      'a version to come',
      { format: 'subplan/plan', version: 99 },
      /format version 99; this subplan reads versions 1 and 2/,
    ],
  ])('is refused when it is %s', (_, json, message) => {
    expect(() => Plan.from(json)).toThrow(message);
  });
});

describe('plan.graph()', () => {
  it('has the files and their ties', async () => {
    const plan = await decompose({ files, maxFiles: 10 });
    const graph = plan.graph();
    expect(graph.order).toBe(30);
    expect(graph.getNodeAttributes('part-0/file-0.ts')).toMatchObject({ tokens: 100, leaf: plan.leaves[0].id });
    expect(graph.getEdgeAttributes('part-0/file-0.ts', 'part-0/file-3.ts')).toMatchObject({ kind: 'import' });
  });
});

describe('plan.get()', () => {
  it('says what to do when there is no such subplan', async () => {
    const plan = await decompose({ files });
    expect(() => plan.get('nowhere')).toThrow(/no subplan "nowhere"/);
  });
});
