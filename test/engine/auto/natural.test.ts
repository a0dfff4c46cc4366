import { describe, expect, it } from 'vitest';
import { decompose, type GivenFile, type Plan } from '../../../src/index.js';
import { file, leafOf, mixed, series, within, words } from './given.js';

const areas = ['parser', 'printer', 'types', 'cli'];
/** The sizes that natural parts are split down to. */
const soft = (plan: Plan): number => Math.max(20_000, Math.ceil(plan.measures.tokens / 24));

/** Folders of so many files that import the next of their folder. */
const folders = (count: number, tokens: number): GivenFile[] =>
  areas.flatMap((area) =>
    series(count, (i) => file(`src/${area}/${words[i]}.ts`, tokens, `src/${area}/${words[(i + 1) % count]}.ts`)),
  );

describe('without a budget', () => {
  it('the parts are those that are there', async () => {
    const plan = await decompose({ files: folders(10, 900) });
    expect(plan.leaves.map(({ label, reason, files }) => [label, reason, files.length])).toEqual(
      [...areas].sort().map((area) => [area, 'natural', 10]),
    );
  });

  it('a part that is larger than a worker wants is split: along what imports each other', async () => {
    const path = (i: number) => `src/${words[i % 16]}-${words[Math.floor(i / 16)]}.ts`;
    const files = series(40, (i) => file(path(i), 1_900, path((i + 4) % 40)));
    const plan = await decompose({ files });
    expect(plan.leaves.map(({ reason, tokens }) => [reason, tokens])).toEqual(Array(4).fill(['natural', 19_000]));
    for (const { path: at, imports = [] } of files) expect(leafOf(plan, imports[0])).toBe(leafOf(plan, at));
  });

  it.each([
    ['flat', (i: number) => `src/${words[i % 16]}${i}.ts`],
    ['in folders', (i: number) => `src/${words[i % 5]}/${words[i % 16]}${i}.ts`],
    ['deep', (i: number) => `src/${words[i % 3]}/${words[i % 2]}/${words[i % 16]}${i}.ts`],
    ['numbered', (i: number) => `src/${i}.ts`],
  ])('no part is larger than a worker wants where nothing holds it together: %s', async (_, path) => {
    for (const tokens of [800, 2_500]) {
      const plan = await decompose({ files: series(240, (i) => file(path(i), tokens)) });
      for (const leaf of plan.leaves) expect([leaf.tokens <= soft(plan), leaf.reason]).toEqual([true, 'natural']);
    }
  });

  it('what imports each other all over stays whole, and says why', async () => {
    const paths = words.map((word) => `src/${word}.ts`);
    const plan = await decompose({ files: paths.map((path) => file(path, 3_000, ...paths)) });
    expect(plan.leaves.map(({ reason, files }) => [reason, files.length])).toEqual([['no-progress', words.length]]);
  });

  it('parts short of files are joined with what is small beside them, not all in one', async () => {
    const files = areas.flatMap((area) => series(4, (i) => file(`lib/${area}/${words[i]}.py`, 3_000)));
    const plan = await decompose({ files });
    expect(plan.leaves.map(({ tokens }) => tokens)).toEqual([24_000, 24_000]);
  });

  it('thirty small files in three levels stay within two levels', async () => {
    const path = (i: number) => `src/${areas[i % 3]}/${'ab'[i % 2]}/${words[i % 5]}-${i}.ts`;
    const files = series(30, (i) => file(path(i), 300, path((i + 6) % 30)));
    for (const options of [{}, { leaves: 6 }, { maxTokens: 2_000 }, { minFiles: 5 }]) {
      expect((await decompose({ files, ...options })).measures.depth).toBeLessThanOrEqual(2);
    }
  });

  it.each([1, 3, 5])('minFiles splits further where it is given: %i', async (minFiles) => {
    const files = areas.flatMap((area) =>
      series(12, (i) => file(`src/${area}/${words[i]}.ts`, 500, `src/${area}/${words[(i + 2) % 12]}.ts`)),
    );
    const natural = (await decompose({ files })).leaves.length;
    const plan = await decompose({ files, minFiles });
    expect(plan.leaves.length).toBeGreaterThanOrEqual(2 * natural);
    for (const leaf of plan.leaves) expect(leaf.files.length).toBeGreaterThanOrEqual(minFiles);
  });
});

describe('files that hold nothing', () => {
  const sources = areas.flatMap((area) => series(6, (i) => file(`lib/${area}/${words[i]}.py`, 900)));
  const empty = [
    ...areas.map((area) => file(`lib/${area}/__init__.py`, 0)),
    ...areas.flatMap((area) => series(6, (i) => file(`lib/${area}/data/${words[i]}/.gitkeep`, 0))),
    ...series(12, (i) => file(`placeholders/${words[i]}.py`, 0)),
    file('.gitkeep', 0),
  ];

  it.each([{ maxTokens: 6_000 }, {}, { leaves: 5 }])('make no leaf of their own: %j', async (options) => {
    const plan = await decompose({ files: [...sources, ...empty], ...options });
    expect(plan.leaves.length).toBeGreaterThanOrEqual(4);
    for (const { tokens } of plan.leaves) expect(tokens).toBeGreaterThan(0);
  });
});

describe('data', () => {
  const charts = series(10, (i) => file(`src/charts/${words[i]}.ts`, 1_200, `src/charts/${words[(i + 1) % 10]}.ts`));
  it.each(['svg', 'csv'])(
    'of many files stands with its folder, and with no sources but those of it: %s',
    async (ending) => {
      const data = series(200, (i) => file(`src/charts/assets/${words[i % 16]}${i}.${ending}`, 300));
      for (const options of [{ maxTokens: 30_000 }, {}, { leaves: 8 }]) {
        const plan = await decompose({ files: [...folders(10, 2_400), ...charts, ...data], ...options });
        expect(mixed(plan, within('src/charts/assets'), within(...areas.map((area) => `src/${area}`)))).toEqual([]);
        expect(leafOf(plan, charts[0].path)).toBe(leafOf(plan, charts[9].path));
      }
    },
  );
});
