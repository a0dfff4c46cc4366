import { describe, expect, it } from 'vitest';
import { decompose, type GivenFile } from '../../../src/index.js';
import { capital, expectTogether, file, leafOf, mixed, type Pair, within, words } from './given.js';

type Name = (word: string) => string;

/** One folder of sources, too large for a leaf, that import nothing: only their names say which tests are of them. */
const project = (source: Name, test: Name): { files: GivenFile[]; pairs: Pair[] } => ({
  files: words.flatMap((word, i) => [file(source(word), 1_900), file(test(word), 500 + 10 * i)]),
  pairs: words.map((word) => [test(word), source(word)]),
});

const layouts: [string, Name, Name][] = [
  ['beside it', (word) => `src/${word}.ts`, (word) => `src/${word}.test.ts`],
  ['beside it, as a spec', (word) => `src/${word}.tsx`, (word) => `src/${word}.spec.tsx`],
  ['in __tests__', (word) => `src/${word}.ts`, (word) => `src/__tests__/${word}.test.ts`],
  ['in __tests__ without an ending', (word) => `src/${word}.js`, (word) => `src/__tests__/${word}.js`],
  ['in a mirrored tree', (word) => `src/core/${word}.ts`, (word) => `test/core/${word}.test.ts`],
  ['in one folder of tests', (word) => `src/core/${word}.ts`, (word) => `test/${word}.test.ts`],
  [
    'as Maven has it',
    (word) => `src/main/java/p/${capital(word)}.java`,
    (word) => `src/test/java/p/${capital(word)}Test.java`,
  ],
  [
    'in another language',
    (word) => `src/main/java/p/${capital(word)}.java`,
    (word) => `src/test/groovy/p/${capital(word)}Spec.groovy`,
  ],
  [
    'as Kotlin has it',
    (word) => `src/main/kotlin/p/${capital(word)}.kt`,
    (word) => `src/test/kotlin/p/${capital(word)}Tests.kt`,
  ],
  ['as pytest has it', (word) => `shop/${word}.py`, (word) => `tests/test_${word}.py`],
  ['as pytest has it, inside', (word) => `shop/${word}.py`, (word) => `shop/tests/test_${word}.py`],
  ['as Go has it', (word) => `pkg/shop/${word}.go`, (word) => `pkg/shop/${word}_test.go`],
  ['as RSpec has it', (word) => `lib/shop/${word}.rb`, (word) => `spec/shop/${word}_spec.rb`],
  ['as Cargo has it', (word) => `src/${word}.rs`, (word) => `tests/${word}.rs`],
  ['as .NET has it', (word) => `src/Shop/${capital(word)}.cs`, (word) => `tests/Shop.Tests/${capital(word)}Tests.cs`],
  ['as PHPUnit has it', (word) => `src/${capital(word)}.php`, (word) => `tests/${capital(word)}Test.php`],
  ['with a word more in its name', (word) => `src/${word}.ts`, (word) => `test/${word}-errors.test.ts`],
  ['with its kind in its name', (word) => `src/${word}.ts`, (word) => `test/${word}.unit.test.ts`],
];

describe('a test stands in the leaf of what it tests', () => {
  it.each(layouts)('%s', async (_, source, test) => {
    const { files, pairs } = project(source, test);
    expectTogether(await decompose({ files, maxTokens: 9_000 }), pairs, 4);
  });

  it('by its import, where its name says nothing', async () => {
    const files = words.flatMap((word, i) => [
      file(`src/${word}.ts`, 1_900),
      file(`test/issue-${100 + ((7 * i) % words.length)}.test.ts`, 500, `src/${word}.ts`),
    ]);
    const pairs = words.map(
      (word, i): Pair => [`test/issue-${100 + ((7 * i) % words.length)}.test.ts`, `src/${word}.ts`],
    );
    expectTogether(await decompose({ files, maxTokens: 9_000 }), pairs, 4);
  });

  it('by its name, whatever else it imports', async () => {
    const { files } = project(
      (word) => `src/${word}.ts`,
      (word) => `test/${word}.test.ts`,
    );
    const importing = files.map((one) =>
      one.path.startsWith('test/') ? { ...one, imports: ['src/lexer.ts', 'src/packet.ts'] } : one,
    );
    const pairs = words.map((word): Pair => [`test/${word}.test.ts`, `src/${word}.ts`]);
    expectTogether(await decompose({ files: importing, maxTokens: 9_000 }), pairs, 4);
  });

  it('by its place, where several sources have its name', async () => {
    const areas = ['router', 'store', 'view', 'worker'];
    const names = ['index', 'types', 'util', 'parser', 'queue'];
    const source = (area: string, name: string) => `src/${area}/${name}.ts`;
    const test = (area: string, name: string) => `test/${area}/${name}.test.ts`;
    const all = areas.flatMap((area) => names.map((name) => [area, name] as const));
    const files = all.flatMap(([area, name]) => [file(source(area, name), 1_200), file(test(area, name), 500)]);
    const pairs = all.map(([area, name]): Pair => [test(area, name), source(area, name)]);
    expectTogether(await decompose({ files, maxTokens: 9_000 }), pairs);
  });

  it('and its snapshot with it', async () => {
    const test = (word: string) => `src/__tests__/${word}.test.ts`;
    const snapshot = (word: string) => `src/__tests__/__snapshots__/${word}.test.ts.snap`;
    const files = words.flatMap((word) => [
      ...[file(`src/${word}.ts`, 1_500), file(test(word), 500), file(snapshot(word), 200)],
    ]);
    const pairs = words.flatMap((word): Pair[] => [
      [test(word), `src/${word}.ts`],
      [snapshot(word), test(word)],
    ]);
    expectTogether(await decompose({ files, maxTokens: 9_000 }), pairs);
    const apart = await decompose({ files, maxTokens: 9_000, tests: 'apart' });
    expectTogether(
      apart,
      words.map((word): Pair => [snapshot(word), test(word)]),
    );
  });

  it('and no other language takes it for its own', async () => {
    const files = words.flatMap((word) => [
      ...[file(`web/${word}.ts`, 1_500), file(`service/${word}.py`, 1_500), file(`tests/test_${word}.py`, 400)],
    ]);
    const plan = await decompose({ files, maxTokens: 9_000 });
    expectTogether(
      plan,
      words.map((word): Pair => [`tests/test_${word}.py`, `service/${word}.py`]),
    );
    expect(mixed(plan, within('web'), within('tests'))).toEqual([]);
  });

  it('unless it does not fit there: then both stay within the budget', async () => {
    const { files } = project(
      (word) => `src/${word}.ts`,
      (word) => `test/${word}.test.ts`,
    );
    const large = files.map((one) => (one.path === 'test/lexer.test.ts' ? { ...one, tokens: 8_000 } : one));
    const plan = await decompose({ files: large, maxTokens: 9_000 });
    for (const { tokens } of plan.leaves) expect(tokens).toBeLessThanOrEqual(9_000);
    expect(leafOf(plan, 'test/lexer.test.ts')).not.toBe(leafOf(plan, 'src/lexer.ts'));
  });
});

describe('tests that are asked for apart', () => {
  it.each([
    ['in a mirrored tree', (word: string) => `src/core/${word}.ts`, (word: string) => `test/core/${word}.test.ts`],
    ['in __tests__', (word: string) => `src/${word}.ts`, (word: string) => `src/__tests__/${word}.test.ts`],
    [
      'as Maven has it',
      (word: string) => `src/main/java/p/${capital(word)}.java`,
      (word: string) => `src/test/java/p/${capital(word)}Test.java`,
    ],
  ])('stay in their own folders: %s', async (_, source, test) => {
    const { files, pairs } = project(source, test);
    const plan = await decompose({ files, maxTokens: 9_000, tests: 'apart' });
    const tests = new Set(pairs.map(([path]) => path));
    expect(
      mixed(
        plan,
        (path) => tests.has(path),
        (path) => !tests.has(path),
      ),
    ).toEqual([]);
  });
});
