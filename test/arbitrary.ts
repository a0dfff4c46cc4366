import fc from 'fast-check';
import { fileRoles } from '../src/domain/inventory.js';
import type { DecomposeOptions, GivenFile } from '../src/index.js';

const folder = fc.array(fc.constantFrom('a', 'b', 'core', 'src', 'ui', 'deep', 'x-1'), { maxLength: 4 });
const name = fc.tuple(fc.nat({ max: 40 }), fc.constantFrom('ts', 'py', 'md', 'c', 'test.ts'));

/** Files in folders that import each other at random: some heavily, some not at all. */
export const someFiles = (max = 80): fc.Arbitrary<GivenFile[]> =>
  fc
    .uniqueArray(
      fc.record({
        folder,
        name,
        tokens: fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: 6_000 })),
        imports: fc.array(fc.nat({ max: 1_000 }), { maxLength: 6 }),
      }),
      { maxLength: max, selector: ({ folder: at, name: [number, ending] }) => `${at.join('/')}/${number}.${ending}` },
    )
    .map((drawn) => {
      const paths = drawn.map(({ folder: at, name: [number, ending] }) =>
        [...at, `file-${number}.${ending}`].join('/'),
      );
      return drawn.map(({ tokens, imports }, i) => ({
        path: paths[i],
        tokens,
        bytes: tokens * 4,
        imports: imports.map((target) => paths[target % paths.length]),
      }));
    });

const places = [
  'src',
  'core',
  'ui',
  'packages/a',
  'packages/b',
  'test',
  '__tests__',
  'e2e',
  'examples',
  '.tools',
  'A.Tests',
];
const endings = ['.ts', '.test.ts', '.test.ts.snap', '_test.go', '.go', 'Test.java', '.java', '.csv', '.md'];

/** Sources, tests, manifests and all the rest, in packages or not; for some it is said what they are and belong to. */
export const someProject = (max = 80): fc.Arbitrary<GivenFile[]> =>
  fc
    .uniqueArray(
      fc.record({
        at: fc.array(fc.constantFrom(...places), { maxLength: 3 }),
        name: fc.oneof(
          fc.tuple(fc.constantFrom('parser', 'parserUtil', 'index', 'part-1', 'part-12'), fc.constantFrom(...endings)),
          fc.tuple(fc.constantFrom('package', 'Cargo', 'A.Tests'), fc.constantFrom('.json', '.toml', '.csproj')),
        ),
        role: fc.option(fc.constantFrom(...fileRoles), { nil: undefined, freq: 8 }),
        package: fc.option(fc.constantFrom('', 'core', 'packages/a', 'nowhere/at/all'), { nil: undefined, freq: 8 }),
        tokens: fc.oneof(fc.constantFrom(0, 1), fc.nat({ max: 300 }), fc.nat({ max: 6_000 })),
        imports: fc.array(fc.nat({ max: 1_000 }), { maxLength: 3 }),
      }),
      {
        maxLength: max,
        size: 'max',
        selector: ({ at, name: [start, ending] }) => [...at, `${start}${ending}`].join('/'),
      },
    )
    .map((drawn) => {
      const paths = drawn.map(({ at, name: [start, ending] }) => [...at, `${start}${ending}`].join('/'));
      return drawn.map(({ tokens, imports, role, package: said }, i) => ({
        ...{ path: paths[i], tokens, bytes: tokens * 4 },
        ...(role && { role }),
        ...(said !== undefined && { package: said }),
        imports: imports.map((target) => paths[target % paths.length]),
      }));
    });

export const someBounds: fc.Arbitrary<
  Pick<DecomposeOptions, 'minFiles' | 'maxDepth' | 'maxChildren' | 'maxTokens' | 'maxFiles'>
> = fc
  .record({
    minFiles: fc.integer({ min: 1, max: 8 }),
    maxDepth: fc.integer({ min: 1, max: 6 }),
    maxChildren: fc.integer({ min: 2, max: 9 }),
    maxTokens: fc.option(fc.integer({ min: 100, max: 20_000 }), { nil: undefined }),
    maxFiles: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
  })
  .filter(({ minFiles, maxFiles }) => maxFiles === undefined || minFiles <= maxFiles);

export const someStrategy = fc.constantFrom('auto', 'imports', 'directory', 'language') as fc.Arbitrary<
  'auto' | 'imports' | 'directory' | 'language'
>;
