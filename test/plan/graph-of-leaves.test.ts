import fc from 'fast-check';
import { DirectedGraph } from 'graphology';
import { describe, expect, it } from 'vitest';
import { decompose, type LeafGraph, Plan, SubplanFailure } from '../../src/index.js';
import { planOfLeaves } from './plan-of-leaves.js';

const someImports = fc
  .integer({ min: 1, max: 9 })
  .chain((leaves) =>
    fc.record({
      leaves: fc.constant(leaves),
      imports: fc.uniqueArray(fc.tuple(fc.nat(leaves - 1), fc.nat(leaves - 1)), {
        maxLength: 20,
        selector: ([a, b]) => a * 10 + b,
      }),
    }),
  )
  .map(({ leaves, imports }) => ({ leaves, imports: imports.filter(([a, b]) => a !== b) }));

/** Whether one leaf leads to another, by trying every leaf in between. */
const reachability = (leaves: number, imports: readonly (readonly [number, number])[]): boolean[][] => {
  const reach = Array.from({ length: leaves }, (_, a) => Array.from({ length: leaves }, (_, b) => a === b));
  for (const [a, b] of imports) reach[a][b] = true;
  for (let via = 0; via < leaves; via++)
    for (let a = 0; a < leaves; a++) for (let b = 0; b < leaves; b++) reach[a][b] ||= reach[a][via] && reach[via][b];
  return reach;
};

const nodesOf = (graph: LeafGraph) => graph.mapNodes((_, attributes) => attributes);
const centralities = (graph: LeafGraph) => nodesOf(graph).map(({ centrality }) => centrality);

describe("plan.graph('leaves')", () => {
  it('is empty where the plan is', async () => {
    const graph = (await decompose({ files: [] })).graph('leaves');
    expect([graph.order, graph.size]).toEqual([0, 0]);
  });

  it('has one node for a plan of one leaf', () => {
    const plan = planOfLeaves(1, []);
    const graph = plan.graph('leaves');
    expect(graph.nodes()).toEqual([plan.leaves[0].id]);
    expect(nodesOf(graph)).toEqual([
      {
        ...{ label: 'leaf 0', files: 1, tokens: 1, depth: 0, parent: undefined, lineage: [], part: 'leaf 0' },
        ...{ component: 0, generation: 0, centrality: 1 },
      },
    ]);
  });

  it('has the leaves of a project in tree order, with where they stand and what they import', async () => {
    const group = (name: string, imports: readonly string[]) =>
      Array.from({ length: 5 }, (_, i) => ({
        path: `${name}/${i}.ts`,
        tokens: 100,
        imports: [...Array.from({ length: 5 }, (_, j) => `${name}/${j}.ts`), ...imports],
      }));
    const files = [...group('a', ['b/0.ts', 'b/1.ts']), ...group('b', []), ...group('c', ['a/0.ts'])];
    const plan = await decompose({ files, maxTokens: 500 });
    const graph = plan.graph('leaves');
    expect(graph.nodes()).toEqual(plan.leaves.map(({ id }) => id));
    for (const leaf of plan.leaves) {
      const { label, depth, parent } = leaf;
      expect(graph.getNodeAttributes(leaf.id)).toMatchObject({ label, depth, parent, files: 5, tokens: 500 });
    }
    const idOf = (folder: string) => plan.leaves.find((leaf) => leaf.files[0].startsWith(folder))?.id as string;
    expect(graph.getEdgeAttributes(idOf('a'), idOf('b'))).toEqual({ imports: 10, weight: 10 });
    expect(graph.getEdgeAttributes(idOf('c'), idOf('a'))).toEqual({ imports: 5, weight: 5 });
    expect(graph.size).toBe(2);
    expect(['b', 'a', 'c'].map((folder) => graph.getNodeAttribute(idOf(folder), 'generation'))).toEqual([0, 1, 2]);
  });

  it('names the part of the project and the branches above', () => {
    const tree = {
      ...{ label: 'project', split: { by: 'imports' } },
      children: [
        { label: 'left', split: { by: 'imports' }, children: ['a.ts', 'b.ts'].map(leafOf) },
        { label: 'right', reason: 'fits', files: ['c.ts'] },
      ],
    };
    const nodes = nodesOf(
      Plan.from({ ...planOfLeaves(1, []).toJSON(), files: ['a', 'b', 'c'].map(fileOf), tree }).graph('leaves'),
    );
    expect(nodes.map(({ part }) => part)).toEqual(['left', 'left', 'right']);
    expect(nodes.map(({ lineage }) => lineage)).toEqual([['project', 'left'], ['project', 'left'], ['project']]);
  });

  it('puts leaves in a circle into one component and one generation', () => {
    const nodes = nodesOf(
      planOfLeaves(5, [
        [0, 1],
        [1, 2],
        [2, 1],
        [2, 3],
      ]).graph('leaves'),
    );
    expect(nodes.map(({ generation }) => generation)).toEqual([2, 1, 1, 0, 0]);
    expect(nodes[1].component).toBe(nodes[2].component);
    expect(new Set(nodes.map(({ component }) => component)).size).toBe(4);
  });

  it('finds central what much is imported, and all alike where nothing is', () => {
    const star = centralities(
      planOfLeaves(4, [
        [0, 3],
        [1, 3],
        [2, 3],
      ]).graph('leaves'),
    );
    expect(star[3]).toBeGreaterThan(2 * star[0]);
    expect(star.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1);
    for (const one of centralities(planOfLeaves(4, []).graph('leaves'))) expect(one).toBeCloseTo(0.25);
  });

  it('has components as trying every path finds them, and generations that follow the imports', () => {
    fc.assert(
      fc.property(someImports, ({ leaves, imports }) => {
        const plan = planOfLeaves(leaves, imports);
        const nodes = nodesOf(plan.graph('leaves'));
        const reach = reachability(leaves, imports);
        for (let a = 0; a < leaves; a++) {
          for (let b = 0; b < leaves; b++) {
            const together = reach[a][b] && reach[b][a];
            expect(nodes[a].component === nodes[b].component).toBe(together);
            if (together) expect(nodes[a].generation).toBe(nodes[b].generation);
            else if (reach[a][b]) {
              expect(nodes[a].generation).toBeGreaterThan(nodes[b].generation);
              expect(nodes[a].component).toBeGreaterThan(nodes[b].component);
            }
          }
          const depends = imports.filter(([from, to]) => from === a && !reach[to][a]).map(([, to]) => to);
          const expected = depends.sort((x, y) => x - y).map((to) => plan.leaves[to].id);
          expect(plan.leaves[a].dependsOn).toEqual(expected);
          // No generation is skipped: what is in a later one imports, in its circle, from the one before.
          const before = nodes.filter((_, b) => reach[a][b] && !reach[b][a]).map(({ generation }) => generation);
          expect(nodes[a].generation).toBe(Math.max(-1, ...before) + 1);
        }
      }),
    );
  });

  it('is the same to the byte, in whatever order the plan lists its files and ties', () => {
    fc.assert(
      fc.property(someImports, fc.infiniteStream(fc.nat()), ({ leaves, imports }, order) => {
        const json = planOfLeaves(leaves, imports).toJSON();
        const shuffled = <T>(list: readonly T[]): T[] =>
          list
            .map((one) => ({ one, at: order.next().value }))
            .sort((a, b) => a.at - b.at)
            .map(({ one }) => one);
        const files = shuffled(json.files);
        const at = (file: number) => files.indexOf(json.files[file]);
        const ties = shuffled(json.ties.map(([from, to, ...rest]) => [at(from), at(to), ...rest] as const));
        const text = (plan: unknown) => JSON.stringify(Plan.from(plan).graph('leaves').export());
        expect(text({ ...json, files, ties })).toBe(text(json));
      }),
    );
  });

  it('takes 8,000 leaves that import each other in a row', () => {
    const row = Array.from({ length: 7_999 }, (_, i) => [i, i + 1] as const);
    const plan = planOfLeaves(8_000, row);
    const last = plan.leaves[7_999].id;
    expect(plan.leaves[7_998].dependsOn).toEqual([last]);
    const graph = plan.graph('leaves');
    expect(graph.getNodeAttribute(plan.leaves[0].id, 'generation')).toBe(7_999);
    expect(graph.getNodeAttribute(last, 'generation')).toBe(0);
  });
});

const leafOf = (path: string) => ({ label: path, reason: 'fits', files: [path] });
const fileOf = (name: string) => ({ path: `${name}.ts`, bytes: 1, tokens: 1, language: 'typescript' });

describe('plan.graph()', () => {
  it('is that of the files, by name too', () => {
    const plan = planOfLeaves(3, [[0, 1]]);
    expect(plan.graph('files').nodes()).toEqual(plan.files.map(({ path }) => path));
    expect(plan.graph().nodes()).toEqual(plan.graph('files').nodes());
  });

  it('is an instance of the class that users of graphology import', () => {
    const plan = planOfLeaves(2, [[0, 1]]);
    expect(plan.graph()).toBeInstanceOf(DirectedGraph);
    expect(DirectedGraph.from(plan.graph()).order).toBe(2);
    expect(DirectedGraph.from(plan.graph('leaves')).size).toBe(1);
  });

  it('refuses any other by naming those there are', () => {
    const plan = planOfLeaves(1, []);
    const asked = () => plan.graph('branches' as 'files');
    expect(asked).toThrow(SubplanFailure);
    expect(asked).toThrow(/graph: expected "files" or "leaves", got "branches"/);
    expect(asked).toThrow(expect.objectContaining({ code: 'invalid-options' }));
  });
});
