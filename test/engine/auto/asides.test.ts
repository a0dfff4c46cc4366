import { describe, expect, it } from 'vitest';
import { decompose, type GivenFile } from '../../../src/index.js';
import { expectTogether, file, mixed, type Pair, series, within } from './given.js';

const areas = ['parser', 'printer', 'types', 'cli'];
const manifests = [file('package.json', 500), file('README.md', 1_200), file('tsconfig.json', 100)];
const pairs = areas.flatMap((area) =>
  Array.from({ length: 10 }, (_, i): Pair => [`src/${area}/${area}-${i}.test.ts`, `src/${area}/${area}-${i}.ts`]),
);
/** Four folders of sources of 25,000 tokens each, with their tests. */
const sources = pairs.flatMap(([test, source], i) => [
  file(source, 1_800, pairs[(i + 1) % pairs.length][1]),
  file(test, 700, source),
]);

const imported = 'src/cli/cli-0.ts';
const many = (path: (i: number) => string, tokens = 900): GivenFile[] =>
  series(12, (i) => file(path(i), tokens + i, imported, 'src/parser/parser-1.ts'));

const asides: [string, readonly string[], GivenFile[]][] = [
  ['an end-to-end suite', ['e2e'], many((i) => `e2e/flow-${i}.spec.ts`)],
  ['an end-to-end suite among the tests', ['test/e2e'], many((i) => `test/e2e/flow-${i}.spec.ts`)],
  ['an integration suite', ['test/integration'], many((i) => `test/integration/flow-${i}.test.ts`)],
  [
    'a suite that is named as the sources are',
    ['e2e'],
    areas.flatMap((area) => series(4, (i) => file(`e2e/${area}-${i}.spec.ts`, 900, imported))),
  ],
  ['fixtures', ['test/fixtures'], series(40, (i) => file(`test/fixtures/case-${i}/input.ts`, 250))],
  ['fixtures of data', ['test/fixtures'], series(40, (i) => file(`test/fixtures/case-${i}.json`, 250))],
  ['samples', ['samples'], many((i) => `samples/app-${i}/index.ts`)],
  ['examples', ['examples'], many((i) => `examples/app-${i}.ts`)],
  [
    'examples with tests of their own',
    ['examples'],
    series(8, (i) => [file(`examples/app-${i}/cli.ts`, 900, imported), file(`examples/app-${i}/cli.test.ts`, 400)]),
  ],
  ['benchmarks', ['bench'], many((i) => `bench/case-${i}.ts`)],
  ['documents', ['docs'], many((i) => `docs/page-${i}.md`)],
  ['scripts', ['scripts'], many((i) => `scripts/release-${i}.mjs`)],
];

describe('what is no source of the project shares no leaf with the sources', () => {
  it.each(asides)('%s', async (_, folders, files) => {
    const plan = await decompose({ files: [...manifests, ...sources, ...files], maxTokens: 30_000 });
    expect(mixed(plan, within(...folders), within('src'))).toEqual([]);
    expectTogether(plan, pairs, 5);
  });

  it.each(asides)('%s, without a budget', async (_, folders, files) => {
    const plan = await decompose({ files: [...manifests, ...sources, ...files] });
    expect(mixed(plan, within(...folders), within('src'))).toEqual([]);
  });

  it('all of it together, and each is a part by itself', async () => {
    const kinds = [
      ...[many((i) => `e2e/flow-${i}.spec.ts`), many((i) => `examples/app-${i}.ts`), many((i) => `bench/case-${i}.ts`)],
      ...[many((i) => `docs/page-${i}.md`, 1_500)],
    ];
    const plan = await decompose({ files: [...manifests, ...sources, ...kinds.flat()], maxTokens: 15_000 });
    const folders = ['e2e', 'examples', 'bench', 'docs'];
    for (const folder of folders) {
      const others = folders.filter((other) => other !== folder);
      expect(mixed(plan, within(folder), within('src', ...others))).toEqual([]);
    }
  });

  it('files of the root that build the project, which stand together', async () => {
    const root = ['.gitignore', 'LICENSE', 'Makefile', 'gulpfile.js', 'vite.config.ts'].map((path) => file(path, 900));
    const plan = await decompose({ files: [...manifests, ...root, ...sources], maxTokens: 30_000 });
    const isOfRoot = (path: string) => !path.includes('/');
    expect(plan.leaves.filter(({ files }) => files.some(isOfRoot))).toHaveLength(1);
    expect(mixed(plan, isOfRoot, within('src'))).toEqual([]);
  });
});
