import { describe, expect, test } from 'vitest';
import type { FileRole } from '../../src/domain/inventory.js';
import { languageOfPath } from '../../src/domain/language-names.js';
import { roleOf } from '../../src/inventory/role-of.js';

/** Paths as they stand in real projects of the languages that are read. */
const paths: Readonly<Record<FileRole, readonly string[]>> = {
  source: [
    ...[
      'fastify.js',
      'lib/route.js',
      'packages/core/injector/injector.ts',
      'src/driver/Driver.ts',
      'gin.go',
      'crates/core/main.rs',
    ],
    ...[
      'src/flask/app.py',
      'src/main/java/org/springframework/samples/petclinic/owner/Owner.java',
      'Foo/Bar.cs',
      'lib/jekyll.rb',
    ],
    ...[
      'src/Illuminate/Testing/TestResponse.php',
      'src/scripts/run.ts',
      'src/docs/page.ts',
      'app/latest.js',
      'contest.go',
    ],
  ],
  test: [
    ...[
      'test/hooks.test.js',
      'src/a.spec.ts',
      'context_test.go',
      'tests/test_basic.py',
      'src/test/java/org/x/OwnerTests.java',
    ],
    ...[
      'Foo.Tests/BarTests.cs',
      'packages/x-tests/a.ts',
      'spec/models/user_spec.rb',
      'tests/Unit/RouterTest.php',
      'crates/x/tests/it.rs',
    ],
    ...[
      'integration/hello-world/e2e/hello.spec.ts',
      'src/__tests__/util.js',
      'test/functional/cache/entity/User.ts',
      'e2e/login.ts',
    ],
  ],
  example: [
    'examples/basic/index.js',
    'sample/01-cats-app/src/main.ts',
    'sample/01-cats-app/test/app.e2e-spec.ts',
    'demo/readme.md',
  ],
  document: [
    'docs/guide.md',
    'docs/assets/search.js',
    'website/src/pages/index.tsx',
    'packages/core/README.md',
    'CONTRIBUTING/notes.rst',
  ],
  tooling: [
    '.github/workflows/ci.yml',
    'scripts/release.js',
    'tools/gulp/tasks/copy.ts',
    'benchmarks/run.js',
    '.circleci/config.yml',
  ],
  data: [
    'test/fixtures/a.json',
    'src/locales/de.json',
    'tests/__snapshots__/a.snap',
    'fonts/index.csv',
    'src/assets/logo.svg',
  ],
  project: [
    'package.json',
    'README.md',
    'LICENSE',
    'eslint.config.mjs',
    'Makefile',
    'setup.py',
    '.editorconfig',
    'gulpfile.js',
    'tsconfig.json',
  ],
};

describe('the role of a file', () => {
  test.each(Object.entries(paths).flatMap(([role, all]) => all.map((path) => [path, role])))('%s: %s', (path, role) => {
    expect(roleOf(path, languageOfPath(path))).toBe(role);
  });
});
