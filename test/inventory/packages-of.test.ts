import { expect, test } from 'vitest';
import { packagesOf } from '../../src/inventory/packages-of.js';
import { projectFiles } from '../../src/inventory/project-files.js';

test.each([
  ...[
    'package.json',
    'Cargo.toml',
    'go.mod',
    'pom.xml',
    'build.gradle',
    'build.gradle.kts',
    'pyproject.toml',
    'setup.py',
  ],
  ...['composer.json', 'thing.gemspec', 'Thing.csproj', 'deno.json'],
])('a folder with %s is a package', (manifest) => {
  expect(packagesOf([`parts/one/${manifest}`, 'parts/one/src/deep/a.x', 'parts/two/b.x', 'c.x'])).toEqual([
    ...['parts/one', 'parts/one', '', ''],
  ]);
});

test('the nearest manifest counts', () => {
  expect(packagesOf(['a/b/c/x.ts', 'a/b/package.json', 'a/package.json', 'a/y.ts', 'package.json'])).toEqual([
    ...['a/b', 'a/b', 'a', 'a', ''],
  ]);
});

test('no name that merely ends like a manifest makes a package', () => {
  expect(packagesOf(['a/my-package.json', 'a/go.mod.txt', 'a/x.ts'])).toEqual(['', '', '']);
});

test('what a file says of itself counts', () => {
  const file = { path: 'a/x.test.ts', bytes: 1, tokens: 1, language: 'typescript' };
  const manifest = { path: 'a/package.json', bytes: 1, tokens: 1, language: 'json' };
  expect(projectFiles([manifest, file])[1]).toEqual({ ...file, role: 'test', package: 'a' });
  expect(projectFiles([manifest, { ...file, role: 'data', package: '' }])[1]).toEqual({
    ...file,
    role: 'data',
    package: '',
  });
});

test('a Gradle build that is named after its folder makes it a package', () => {
  expect(packagesOf(['core/core.gradle.kts', 'core/src/A.java', 'gradle/other.gradle'])).toEqual(['core', 'core', '']);
});
