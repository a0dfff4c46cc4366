import { expect, test } from 'vitest';
import { decompose, type GivenFile, Plan } from '../../src/index.js';

const file = (path: string, imports: string[] = [], tokens = 100): GivenFile => ({ path, imports, tokens });

/** Two packages, each with a source that imports one of the other, and a test in a tree of tests beside them. */
const files = [
  ...['a', 'b'].flatMap((name) => [
    file(`packages/${name}/package.json`),
    file(`packages/${name}/src/${name}-util.ts`),
  ]),
  file('packages/a/src/parser.ts', ['packages/a/src/a-util.ts']),
  file('packages/b/src/writer.ts', ['packages/b/src/b-util.ts', 'packages/a/src/parser.ts']),
  file('packages/a/test/parser.test.ts', ['packages/a/src/parser.ts']),
  file('packages/b/test/writer.test.ts', ['packages/b/src/writer.ts']),
  file('packages/b/test/nothing-in-particular.test.ts'),
];

test('a plan says how well its leaves keep to packages, and tests to what they test', async () => {
  const { parts } = (await decompose({ files, maxTokens: 500, minFiles: 1 })).measures;
  expect(parts.purity).toBe(1);
  expect(parts.tests).toEqual({ known: 2, together: 2 });
  expect(parts.uniqueLabels).toBe(1);
  expect(parts.sourceCut).toEqual({ edges: 1, total: 3, share: 0.333333 });
});

test('mixed packages and tests that stand apart are seen', async () => {
  const json = JSON.parse(JSON.stringify(await decompose({ files, maxTokens: 500, minFiles: 1 })));
  const leaves: { files: string[]; label: string }[] = [];
  const visit = (node: { children?: never[]; files: string[]; label: string }): void => {
    if (node.children) node.children.forEach(visit);
    else leaves.push(node);
  };
  visit(json.tree);
  const [one, two] = leaves.filter(({ files: its }) => its.some((path) => path.startsWith('packages/')));
  const moved = ['packages/a/test/parser.test.ts', 'packages/a/src/parser.ts'];
  const [from, to] = one.files.includes(moved[0]) ? [one, two] : [two, one];
  // Only the test goes: it is then apart from what it tests, and its package is mixed with another.
  from.files.splice(from.files.indexOf(moved[0]), 1);
  to.files.push(moved[0]);
  to.label = from.label;
  const { parts } = Plan.from(json).measures;
  expect(parts.purity).toBeLessThan(1);
  expect(parts.tests).toEqual({ known: 2, together: 1 });
  expect(parts.uniqueLabels).toBeLessThan(1);
});

test('a leaf tells its task what its files are for, and which packages they are of', async () => {
  const { leaves } = await decompose({ files, maxTokens: 500, minFiles: 1 });
  const leaf = leaves.find(({ files: its }) => its.includes('packages/b/src/writer.ts'));
  expect(leaf?.roles).toEqual({ data: 1, source: 2, test: 2 });
  expect(leaf?.packages).toEqual(['packages/b']);
});
