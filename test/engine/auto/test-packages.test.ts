import { describe, expect, it } from 'vitest';
import { decompose, type GivenFile, type Plan } from '../../../src/index.js';
import { capital, expectTogether, file, type Pair, words } from './given.js';

interface Layout {
  readonly source: (name: string, word: string) => string;
  readonly test: (name: string, word: string) => string;
  /** What makes the packages of a name. */
  readonly manifests: (name: string) => readonly string[];
  readonly root: readonly string[];
}

const names = ['Orders', 'Stock', 'Users'];
const some = words.slice(0, 8);
const lower = (name: string): string => name.toLowerCase();

/** Packages with the same names in each: only their places tell which tests are of which source. */
const project = ({ source, test, manifests, root }: Layout, imports = false): { files: GivenFile[]; pairs: Pair[] } => {
  const all = names.flatMap((name) => some.map((word) => [name, word] as const));
  return {
    files: [
      ...root.map((path) => file(path, 200)),
      ...names.flatMap((name) => manifests(name).map((path) => file(path, 100))),
      ...all.map(([name, word]) => file(source(name, word), 1_000)),
      ...all.map(([name, word], i) => file(test(name, word), 400 + i, ...(imports ? [source(name, word)] : []))),
    ],
    pairs: all.map(([name, word]) => [test(name, word), source(name, word)]),
  };
};

/** The leaves in which a file of one name stands beside a file of another. */
const mixedNames = (plan: Plan, pairs: readonly Pair[]): string[][] =>
  plan.leaves
    .map(({ files }) => {
      const own = pairs.filter((pair) => pair.some((path) => files.includes(path)));
      return names.filter((name) => own.some(([path]) => path.toLowerCase().includes(lower(name))));
    })
    .filter((found) => found.length > 1);

const java = 'src/main/java/org/shop';
const javaTest = 'src/test/java/org/shop';

const layouts: Record<string, Layout> = {
  'a .NET solution': {
    source: (name, word) => `src/Shop.${name}/${capital(word)}.cs`,
    test: (name, word) => `tests/Shop.${name}.Tests/${capital(word)}Tests.cs`,
    manifests: (name) => [`src/Shop.${name}/Shop.${name}.csproj`, `tests/Shop.${name}.Tests/Shop.${name}.Tests.csproj`],
    root: ['Shop.sln', 'Directory.Build.props'],
  },
  'a .NET solution with unit tests beside their projects': {
    source: (name, word) => `${name}/${capital(word)}.cs`,
    test: (name, word) => `${name}.UnitTests/${capital(word)}Tests.cs`,
    manifests: (name) => [`${name}/${name}.csproj`, `${name}.UnitTests/${name}.UnitTests.csproj`],
    root: ['Shop.sln'],
  },
  'Maven modules': {
    source: (name, word) => `${lower(name)}/${java}/${lower(name)}/${capital(word)}.java`,
    test: (name, word) => `${lower(name)}/${javaTest}/${lower(name)}/${capital(word)}Test.java`,
    manifests: (name) => [`${lower(name)}/pom.xml`],
    root: ['pom.xml'],
  },
  'Gradle modules': {
    source: (name, word) => `modules/${lower(name)}/src/main/kotlin/${capital(word)}.kt`,
    test: (name, word) => `modules/${lower(name)}/src/test/kotlin/${capital(word)}Test.kt`,
    manifests: (name) => [`modules/${lower(name)}/build.gradle.kts`],
    root: ['settings.gradle.kts', 'build.gradle.kts'],
  },
  'an npm workspace': {
    source: (name, word) => `packages/${lower(name)}/src/${word}.ts`,
    test: (name, word) => `packages/${lower(name)}-tests/src/${word}.test.ts`,
    manifests: (name) => [`packages/${lower(name)}/package.json`, `packages/${lower(name)}-tests/package.json`],
    root: ['package.json', 'tsconfig.json'],
  },
  'an npm workspace with tests inside its packages': {
    source: (name, word) => `packages/${lower(name)}/lib/${word}.js`,
    test: (name, word) => `packages/${lower(name)}/test/${word}.js`,
    manifests: (name) => [`packages/${lower(name)}/package.json`],
    root: ['package.json'],
  },
  'a Rust workspace with crates of tests': {
    source: (name, word) => `crates/${lower(name)}/src/${word}.rs`,
    test: (name, word) => `crates/${lower(name)}-tests/src/${word}_test.rs`,
    manifests: (name) => [`crates/${lower(name)}/Cargo.toml`, `crates/${lower(name)}-tests/Cargo.toml`],
    root: ['Cargo.toml'],
  },
  'a Rust workspace with tests/': {
    source: (name, word) => `crates/${lower(name)}/src/${word}.rs`,
    test: (name, word) => `crates/${lower(name)}/tests/${word}.rs`,
    manifests: (name) => [`crates/${lower(name)}/Cargo.toml`],
    root: ['Cargo.toml'],
  },
  'a Python repository of distributions': {
    source: (name, word) => `libs/${lower(name)}/${lower(name)}/${word}.py`,
    test: (name, word) => `libs/${lower(name)}/tests/test_${word}.py`,
    manifests: (name) => [`libs/${lower(name)}/pyproject.toml`],
    root: ['README.md'],
  },
  'one module that holds the tests of all': {
    source: (name, word) => `${lower(name)}/${java}/${lower(name)}/${capital(word)}.java`,
    test: (name, word) => `checks/${javaTest}/${lower(name)}/${capital(word)}Test.java`,
    manifests: (name) => [`${lower(name)}/pom.xml`, ...(name === names[0] ? ['checks/pom.xml'] : [])],
    root: ['pom.xml'],
  },
};

describe.each(Object.entries(layouts))('in %s', (_, layout) => {
  it.each([6_000, 7_500])(
    'a test is in the leaf of its subject, with no other package: %i tokens to a leaf',
    async (maxTokens) => {
      const { files, pairs } = project(layout);
      const plan = await decompose({ files, maxTokens });
      expectTogether(plan, pairs, 5);
      expect(mixedNames(plan, pairs)).toEqual([]);
    },
  );

  it('a package is one leaf with its tests, where it fits', async () => {
    const { files, pairs } = project(layout);
    const plan = await decompose({ files, maxTokens: 13_500 });
    expectTogether(plan, pairs);
    expect(plan.leaves.filter(({ files: its }) => pairs.some(([path]) => its.includes(path)))).toHaveLength(
      names.length,
    );
  });
});

describe('one module that holds the tests of all, with names of its own', () => {
  it('has each of them in the leaf of what it imports', async () => {
    const { manifests, source, root } = layouts['one module that holds the tests of all'];
    const test = (name: string, word: string) => `checks/${javaTest}/checks/${name}${capital(word)}CheckTest.java`;
    const { files, pairs } = project({ source, test, manifests, root }, true);
    const plan = await decompose({ files, maxTokens: 7_500 });
    expectTogether(plan, pairs, 5);
    expect(mixedNames(plan, pairs)).toEqual([]);
  });
});
