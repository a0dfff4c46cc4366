import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DecomposeOptions, decompose, SubplanFailure } from '../../src/index.js';
import { decomposeDefaults } from '../../src/options/decompose-options.js';
import { resolveDecompose } from '../../src/options/resolve-decompose.js';

const failure = (options: unknown): SubplanFailure => {
  try {
    decompose(options as DecomposeOptions);
  } catch (error) {
    return error as SubplanFailure;
  }
  throw new Error('nothing was refused');
};

describe('invalid options', () => {
  it('are refused at the call, all in one failure, each with what was expected and what came', () => {
    const refused = failure({ minFiles: 0, maxDepth: '3', strategy: 'best', include: 'src', goal: 7 });
    expect(refused).toBeInstanceOf(SubplanFailure);
    expect(refused.code).toBe('invalid-options');
    expect(refused.message.split('\n')).toEqual([
      '5 options are invalid',
      '  minFiles: expected a whole number, 1 or more, got 0',
      '  maxDepth: expected a whole number from 1 to 100, got "3"',
      '  strategy: expected one of "auto", "imports", "directory", "language", or a function, got "best"',
      '  include: expected an array of globs, such as ["src/**"], got "src"',
      '  goal: expected a text, got 7',
    ]);
    expect(refused.nextStep).not.toBe('');
  });

  it.each(['minFiles', 'maxDepth', 'maxChildren', 'maxTokens', 'maxFiles', 'maxFileBytes'])(
    '%s refuses 0, negative, fractional, NaN and endless numbers',
    (option) => {
      for (const value of [0, -1, 2.5, Number.NaN, Number.POSITIVE_INFINITY, '5', null]) {
        expect(failure({ [option]: value }).problems.map(({ field }) => field)).toEqual([option]);
      }
    },
  );

  it('suggest the option that was meant', () => {
    expect(failure({ maxToken: 5 }).message).toContain('no such option (did you mean maxTokens?)');
    expect(failure({ zebra: 5 }).message).toContain('zebra: expected no such option, got 5');
  });

  it('refuse a minFiles above maxFiles', () => {
    expect(failure({ minFiles: 9, maxFiles: 8 }).message).toContain('minFiles: expected at most maxFiles (8), got 9');
    expect(failure({ maxFiles: 4 }).message).toContain('minFiles: expected at most maxFiles (4), got 5');
  });

  it('are refused whatever they are, never crashed on', () => {
    fc.assert(
      fc.property(fc.anything(), (options) => {
        try {
          decompose(options as DecomposeOptions);
        } catch (error) {
          expect(error).toBeInstanceOf(SubplanFailure);
        }
      }),
    );
  });
});

describe('given files', () => {
  const paths = (files: { path: string; imports?: string[] }[], root?: string) =>
    resolveDecompose({ files, root }).files?.map(({ path, imports }) => [path, ...imports]);

  it('are sorted and made relative', () => {
    expect(paths([{ path: './b/../a.ts', imports: ['./c.ts'] }, { path: 'B.ts' }])).toEqual([
      ['B.ts'],
      ['a.ts', 'c.ts'],
    ]);
    expect(paths([{ path: '/srv/p/a.ts' }, { path: '/srv/p/b/c.ts', imports: ['/srv/p/a.ts'] }])).toEqual([
      ['a.ts'],
      ['b/c.ts', 'a.ts'],
    ]);
    expect(paths([{ path: '/srv/p/a.ts' }], '/srv')).toEqual([['p/a.ts']]);
    expect(paths([{ path: `${process.cwd()}/sub/b.ts` }], '.')).toEqual([['sub/b.ts']]);
    expect(paths([{ path: 'C:\\w\\a.ts' }, { path: 'C:\\w\\b\\c.ts' }])).toEqual([['a.ts'], ['b/c.ts']]);
  });

  it('keep a backslash that is part of a name', () => {
    expect(paths([{ path: 'odd\\name.ts' }, { path: 'a/b.ts' }])).toEqual([['a/b.ts'], ['odd\\name.ts']]);
  });

  it.each<[string, unknown, RegExp]>([
    [
      'a path twice',
      [{ path: 'a.ts' }, { path: './a.ts' }],
      /files\[1\]\.path: expected each file once, got "\.\/a\.ts" again/,
    ],
    [
      'a path outside the root',
      [{ path: '../a.ts' }],
      /files\[0\]\.path: expected a path below the root, got "\.\.\/a\.ts"/,
    ],
    [
      'a path twice, once with a slash at its end',
      [{ path: 'a' }, { path: 'a/' }],
      /files\[1\]\.path: expected each file once/,
    ],
    ['the root itself', [{ path: '.' }], /files\[0\]\.path: expected a path below the root/],
    [
      'paths of two drives',
      [{ path: 'C:/p/a.ts' }, { path: 'D:/p/a.ts' }],
      /files\[0\]\.path: expected a path below the root/,
    ],
    // biome-ignore lint/suspicious/noSparseArray: somebody may hand one in
    ['a hole', [{ path: 'a.ts' }, , { path: 'b.ts' }], /files\[1\]: expected \{ path/],
    ['no path', [{ bytes: 3 }], /files\[0\]\.path: expected a path, got undefined/],
    [
      'fractional tokens',
      [{ path: 'a.ts', tokens: 1.5 }],
      /files\[0\]\.tokens: expected a whole number, 0 or more, got 1\.5/,
    ],
    ['negative bytes', [{ path: 'a.ts', bytes: -1 }], /files\[0\]\.bytes/],
    [
      'imports that are no paths',
      [{ path: 'a.ts', imports: [1] }],
      /files\[0\]\.imports: expected an array of paths, got \[1\]/,
    ],
    ['something else than files', 'a.ts', /files: expected an array/],
  ])('are refused with %s', (_, files, message) => {
    expect(failure({ files }).message).toMatch(message);
  });
});

describe('options that cannot be followed', () => {
  it('are refused: exact tokens of files whose text is not read', () => {
    expect(failure({ files: [{ path: 'a.ts', bytes: 9 }], tokens: 'exact' }).message).toMatch(
      /tokens: expected "estimate"/,
    );
    expect(() => decompose({ files: [{ path: 'a.ts', tokens: 9 }], tokens: 'exact' })).not.toThrow();
  });

  it('are refused: a root on another machine', () => {
    expect(failure({ root: new URL('file://host/x') }).message).toMatch(/root: expected a file: URL of this machine/);
    expect(failure({ root: new URL('https://example.org/x') }).message).toMatch(/root: expected a file: URL/);
  });
});

describe('defaults', () => {
  it('stand where nothing is given, also where undefined is', () => {
    const { bounds, tokens, strategy, seed } = resolveDecompose({ minFiles: undefined });
    expect({ ...bounds, tokens, strategy, seed }).toEqual({
      minFiles: 5,
      maxDepth: 8,
      maxChildren: 8,
      maxTokens: undefined,
      maxFiles: undefined,
      tokens: decomposeDefaults.tokens,
      strategy: 'auto',
      seed: 1,
    });
  });
});
