import { describe, expect, it } from 'vitest';
import { decompose, type GivenFile, type Plan } from '../../../src/index.js';
import { expectTogether, file, leafOf, mixed, series, within, words } from './given.js';

const areas = ['router', 'store', 'view', 'worker', 'codec'];
const some = words.slice(0, 7);

const sources = areas.flatMap((area) =>
  some.map((word, i) => file(`src/${area}/${word}.ts`, 800, `src/${area}/${some[(i + 1) % some.length]}.ts`)),
);
const tests = areas.flatMap((area) => some.map((word) => file(`test/${area}/${word}.test.ts`, 300)));

const layouts: Record<string, GivenFile[]> = {
  'folders with a mirrored tree of tests': [...sources, ...tests],
  'folders in folders': areas.flatMap((area) =>
    ['model', 'draw', 'read'].flatMap((inner) => some.map((word) => file(`lib/${area}/${inner}/${word}.py`, 500))),
  ),
  packages: areas.flatMap((area) => [
    file(`packages/${area}/package.json`, 100),
    ...some.map((word) => file(`packages/${area}/src/${word}.ts`, 700)),
    ...some.map((word) => file(`packages/${area}/test/${word}.test.ts`, 200, `packages/${area}/src/${word}.ts`)),
  ]),
  'one folder of sources': words.flatMap((word, i) =>
    some.map((other, k) => file(`src/${word}-${other}.ts`, 400, `src/${word}-${some[(k + i) % some.length]}.ts`)),
  ),
  'a numbered series': series(60, (i) => file(`lessons/${String(i).padStart(2, '0')}.md`, 500)),
  'sources with all that stands around them': [
    ...[...sources, file('package.json', 300), file('README.md', 900), file('vite.config.ts', 200)],
    ...series(8, (i) => [file(`docs/${words[i]}.md`, 900), file(`examples/${words[i]}.ts`, 700, sources[0].path)]),
  ],
};

const asked = [{ maxTokens: 7_000 }, { maxFiles: 16 }, {}, { leaves: 6 }, { minFiles: 4 }];
const cases = Object.entries(layouts).flatMap(([name, files]) =>
  asked.map((options) => [name, JSON.stringify(options), files, options] as const),
);

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
const some5 = <T>(list: readonly T[]): T[] => list.filter((_, i) => i % Math.ceil(list.length / 5) === 0);

/** That no file left those it stood with. */
const expectUnmoved = (plan: Plan, previous: Plan): void => {
  expect(plan.measures.stayed?.moved).toBe(0);
  for (const { files } of previous.leaves) {
    const there = files.filter((path) => plan.files.some((one) => one.path === path));
    if (there.length > 0) expect(leafOf(plan, there[0]).files).toEqual(expect.arrayContaining([...there]));
  }
};

describe.each(cases)('%s, with %s', (_, __, files, options) => {
  it('a file that is added to a folder moves no other', async () => {
    const previous = await decompose({ files, ...options });
    const ending = files[0].path.slice(files[0].path.lastIndexOf('.'));
    for (const folder of some5([...new Set(files.map(({ path }) => folderOf(path)))])) {
      const more = [...files, file(`${folder}quarry${ending}`, 50)];
      const plan = await decompose({ files: more, ...options, previous });
      expectUnmoved(plan, previous);
      expect(plan.measures.stayed).toMatchObject({ placed: 1, gone: 0, files: files.length });
    }
  });

  it('a file that is gone moves no other', async () => {
    const previous = await decompose({ files, ...options });
    const left = files.filter((_, i) => i !== 3);
    const plan = await decompose({ files: left, ...options, previous });
    expect(plan.measures.stayed).toMatchObject({ moved: 0, placed: 0, gone: 1 });
  });

  it('a file whose contents are edited leaves every subplan as it was', async () => {
    const previous = await decompose({ files, ...options });
    const edited = files.map((one, i) => (i === 5 ? { ...one, tokens: (one.tokens ?? 0) - 20 } : one));
    const plan = await decompose({ files: edited, ...options, previous });
    const shown = (one: Plan) => one.subplans().map(({ id, label, depth }) => [id, label, depth]);
    expect(shown(plan)).toEqual(shown(previous));
  });
});

describe('what is new', () => {
  const all = [...sources, ...tests];
  const options = { maxTokens: 9_000 };

  it('goes to the leaf of its folder, whatever it imports', async () => {
    const previous = await decompose({ files: all, ...options });
    const fresh = file('src/view/quarry.ts', 300, 'src/store/lexer.ts', 'src/store/binder.ts');
    const plan = await decompose({ files: [...all, fresh], ...options, previous });
    expectTogether(plan, [['src/view/quarry.ts', 'src/view/lexer.ts']]);
    expectUnmoved(plan, previous);
  });

  it.each([
    ['mirrored', 'test/codec/journal.test.ts', 'src/codec/journal.ts'],
    ['beside it', 'src/codec/journal.test.ts', 'src/codec/journal.ts'],
    ['in one folder of tests', 'test/quarry.test.ts', 'src/worker/quarry.ts'],
  ])('as a test goes to the leaf of its subject: %s', async (_, test, subject) => {
    const files = [...all, file(subject, 300)];
    for (const bounds of [options, {}]) {
      const previous = await decompose({ files, ...bounds });
      const plan = await decompose({ files: [...files, file(test, 200)], ...bounds, previous });
      expectTogether(plan, [[test, subject]]);
      expectUnmoved(plan, previous);
    }
  });

  it('as a folder of enough files is a leaf of its own', async () => {
    const folder = some.map((word) => file(`src/signal/${word}.ts`, 900, 'src/view/lexer.ts'));
    for (const bounds of [options, {}]) {
      const previous = await decompose({ files: all, ...bounds });
      const plan = await decompose({ files: [...all, ...folder], ...bounds, previous });
      expect(leafOf(plan, 'src/signal/lexer.ts').files).toEqual(folder.map(({ path }) => path).sort());
      expect(leafOf(plan, 'src/signal/lexer.ts').label).toBe('signal');
      expectUnmoved(plan, previous);
    }
  });

  it('as a folder of few files joins what stands in the folder above', async () => {
    const folder = some.slice(0, 2).map((word) => file(`src/store/deep/${word}.ts`, 100));
    const previous = await decompose({ files: all, ...options });
    const plan = await decompose({ files: [...all, ...folder], ...options, previous });
    expectTogether(
      plan,
      folder.map(({ path }) => [path, 'src/store/lexer.ts']),
    );
    expectUnmoved(plan, previous);
  });

  it('with its tests goes together, and with no other folder', async () => {
    const fresh = some.flatMap((word) => [
      ...[file(`src/signal/${word}.ts`, 700), file(`test/signal/${word}.test.ts`, 200)],
    ]);
    const previous = await decompose({ files: all, ...options });
    const plan = await decompose({ files: [...all, ...fresh], ...options, previous });
    expectTogether(
      plan,
      some.map((word) => [`test/signal/${word}.test.ts`, `src/signal/${word}.ts`]),
    );
    const others = areas.flatMap((area) => [`src/${area}`, `test/${area}`]);
    expect(mixed(plan, within('src/signal', 'test/signal'), within(...others))).toEqual([]);
  });
});
