import fc from 'fast-check';
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
