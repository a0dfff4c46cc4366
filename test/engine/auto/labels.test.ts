import { describe, expect, it } from 'vitest';
import { storedGraph } from '../../../bench/stored-graphs.js';
import { decompose, type Leaf, type Plan } from '../../../src/index.js';
import { capital, file, leafOf, series, words } from './given.js';

/** What a label says the files are of: without what it says besides, and without the number that makes it unique. */
const subjectOf = (label: string): string => label.split(': ')[0].replace(/ \(\d+\)$/, '');

/** The share of a leaf's tokens, tests aside where there are sources, that stand below what it is called. */
const truth = (plan: Plan, { files, label }: Leaf): number => {
  const known = new Map(plan.files.map((one) => [one.path, one]));
  const all = files.map((path) => known.get(path) as NonNullable<ReturnType<typeof known.get>>);
  const others = all.filter(({ role }) => role !== 'test');
  const told = others.some(({ role }) => role === 'source') ? others : all;
  const subject = subjectOf(label);
  const isOf = (path: string) =>
    subject.split(' + ').some((name) => {
      if (name === 'project files') return !path.includes('/') || path.startsWith('.');
      return path.includes(name);
    });
  const sum = (some: typeof all) => some.reduce((tokens, one) => tokens + one.tokens + 1, 0);
  return sum(told.filter(({ path }) => isOf(path))) / sum(told);
};

const graphs = ['vue', 'babel', 'django', 'redis'] as const;
const options = [{ maxTokens: 30_000 }, { leaves: 12 }, {}];

describe.each(graphs)('the labels of %s', (name) => {
  const files = storedGraph(name);

  it.each(options)('are true of most that they name, and no two are alike: %j', async (asked) => {
    const plan = await decompose({ files, ...asked });
    for (const leaf of plan.leaves) {
      expect([leaf.label, truth(plan, leaf) >= 0.6]).toEqual([leaf.label, true]);
    }
    const labels = plan.subplans().map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
  });
});

/** Packages whose manifest stands above the sources, and whose sources are in a folder of the package's name. */
const packages = ['core', 'jdbc', 'web'].flatMap((name) => [
  file(`${name}/pom.xml`, 200),
  ...series(8, (i) => file(`${name}/src/main/java/org/shop/${name}/${capital(words[i])}.java`, 1_000)),
]);

describe('a label', () => {
  it('is that of its package, where that is a leaf', async () => {
    const plan = await decompose({ files: [file('pom.xml', 300), ...packages], maxTokens: 9_000 });
    for (const name of ['core', 'jdbc', 'web']) expect(leafOf(plan, `${name}/pom.xml`).label).toBe(name);
  });

  it.each([
    ['Maven modules', packages],
    [
      'an npm workspace',
      ['core', 'dom', 'server'].flatMap((name) => [
        file(`packages/${name}/package.json`, 100),
        ...series(8, (i) => file(`packages/${name}/src/${words[i]}.ts`, 1_000)),
      ]),
    ],
    [
      'folders in folders',
      ['core', 'dom', 'server'].flatMap((name) => [
        ...series(6, (i) => file(`src/${name}/${words[i]}.ts`, 700)),
        ...series(6, (i) => file(`src/${name}/inner/${words[i]}.ts`, 700)),
      ]),
    ],
  ])('never says once more what the part above is called: %s', async (_, files) => {
    const plan = await decompose({ files, maxTokens: 5_000 });
    expect(plan.measures.depth).toBeGreaterThan(1);
    const last = (label: string) => label.split('/').at(-1);
    for (const subplan of plan.subplans()) {
      if (subplan.parent === undefined) continue;
      expect(last(subplan.label)).not.toBe(last(plan.get(subplan.parent).label));
    }
  });

  it('of the files at the root is "project files"', async () => {
    const root = ['package.json', 'README.md', 'LICENSE', 'tsconfig.json', '.gitignore', 'vite.config.ts'];
    const files = [...root.map((path) => file(path, 900)), file('.github/workflows/test.yml', 600), ...packages];
    const plan = await decompose({ files, maxTokens: 9_000 });
    expect(leafOf(plan, 'package.json').label).toBe('project files');
  });

  it('of a series is the range of its numbers', async () => {
    const files = series(30, (i) => file(`lessons/${String(i + 1).padStart(2, '0')}-${words[i % 16]}.md`, 1_000));
    const { leaves } = await decompose({ files, maxTokens: 12_000 });
    expect(leaves.length).toBeGreaterThan(2);
    for (const leaf of leaves) {
      const number = (path: string) => path.slice('lessons/'.length, 'lessons/'.length + 2);
      const last = leaf.files.at(-1) as string;
      expect(leaf.label).toBe(`lessons: ${number(leaf.files[0])} to ${number(last)}`);
    }
  });

  it('of a single file is its name, whatever tests it has', async () => {
    const files = [
      ...[file('src/core/checker.ts', 8_000), file('src/core/checker.test.ts', 800)],
      ...series(10, (i) => file(`src/core/${words[i]}.ts`, 800)),
    ];
    const plan = await decompose({ files, maxTokens: 9_000, minFiles: 1 });
    expect(leafOf(plan, 'src/core/checker.ts').label).toBe('checker.ts');
  });
});
