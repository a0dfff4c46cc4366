import ts from 'typescript-api';
import { describe, expect, it } from 'vitest';
import type { SpecifierKind } from '../../../src/domain/specifier.js';
import { javascript } from '../../../src/languages/javascript/javascript.js';
import type { ProjectView } from '../../../src/languages/language.js';
import { projectView } from '../project-view.js';

type Files = Readonly<Record<string, string | object>>;
const texts = (files: Files): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, typeof text === 'string' ? text : JSON.stringify(text)]),
  );
const project = (files: Files, hidden: Files = {}): ProjectView => projectView(texts(files), { hidden: texts(hidden) });

const resolve = (view: ProjectView, from: string, text: string, kind: SpecifierKind = 'import'): string => {
  const found = javascript.resolver(view)(from, { text, kind });
  return typeof found === 'string' ? found : found.join(' + ');
};

describe('relative specifiers', () => {
  const view = project({
    'src/a.ts': '',
    'src/b.tsx': '',
    'src/c.mts': '',
    'src/d.d.ts': '',
    'src/e.js': '',
    'src/e.d.ts': '',
    'src/f/index.ts': '',
    'src/g/package.json': { main: './main.js' },
    'src/g/main.ts': '',
    'src/h.ts': '',
    'src/h/index.ts': '',
    'src/i.json': '{}',
    'src/J.vue': '',
    'src/k.css': '',
    'src/L.svelte': '',
    'src/L.svelte.d.ts': '',
    'index.js': '',
  });
  it.each([
    ['src/a.ts', './a', 'src/a.ts'],
    ['src/a.ts', './b.js', 'src/b.tsx'],
    ['src/a.ts', './b.jsx', 'src/b.tsx'],
    ['src/a.ts', './c.mjs', 'src/c.mts'],
    ['src/a.ts', './d.js', 'src/d.d.ts'],
    ['src/a.ts', './e.js', 'src/e.d.ts'],
    ['src/e.js', './e.js', 'src/e.js'],
    ['src/e.js', './e', 'src/e.js'],
    ['src/e.js', './a.js', 'src/a.ts'],
    ['src/a.ts', './f', 'src/f/index.ts'],
    ['src/a.ts', './f/', 'src/f/index.ts'],
    ['src/f/index.ts', '.', 'src/f/index.ts'],
    ['src/a.ts', './g', 'src/g/main.ts'],
    ['src/a.ts', './h', 'src/h.ts'],
    ['src/a.ts', './h/', 'src/h/index.ts'],
    ['src/a.ts', './i.json', 'src/i.json'],
    ['src/a.ts', './J.vue', 'src/J.vue'],
    ['src/a.ts', './k.css?inline', 'src/k.css'],
    ['src/a.ts', '!!raw-loader!./k.css', 'src/k.css'],
    ['src/a.ts', './L.svelte', 'src/L.svelte.d.ts'],
    ['src/J.vue', './L.svelte', 'src/L.svelte'],
    ['src/f/index.ts', '../../src//./a', 'src/a.ts'],
    ['src/a.ts', '..', 'index.js'],
    ['src/a.ts', './nowhere', 'missing'],
    ['src/a.ts', '../../outside', 'external'],
  ])('%s: %s is %s', (from, text, found) => expect(resolve(view, from, text)).toBe(found));
});

describe('tsconfig', () => {
  const view = project(
    {
      'tsconfig.base.json': `{ // shared
        "compilerOptions": { "baseUrl": ".", "paths": {
          "@app/*": ["src/*", "generated/*"], "@app/deep/*": ["src/other/*"], "exact": ["src/exact.ts"],
          "lodash/*": ["vendor/lodash/*"], /* "no": [] */ }, },
      }`,
      'tsconfig.json': { extends: './tsconfig.base' },
      'src/x.ts': '',
      'src/exact.ts': '',
      'src/other/y.ts': '',
      'generated/z.ts': '',
      'package.json': { dependencies: { lodash: '4' } },
      'web/tsconfig.json': { files: [], references: [{ path: './tsconfig.app.json' }] },
      'web/tsconfig.app.json': { compilerOptions: { paths: { '@/*': ['./client/*'] } } },
      'web/client/v.ts': '',
      'lib/tsconfig.json': { extends: ['@acme/config/strict.json'] },
      'lib/w.ts': '',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how TypeScript spells it
      'here/tsconfig.json': { compilerOptions: { paths: { 'mine/*': ['${configDir}/*'] } } },
      'here/a.ts': '',
      'multi/tsconfig.json': { compilerOptions: { rootDirs: ['src', 'made'] } },
      'multi/src/a.ts': '',
      'multi/made/b.ts': '',
    },
    { 'node_modules/@acme/config/strict.json': { compilerOptions: { paths: { 'mine/*': ['../../../lib/*'] } } } },
  );
  it.each([
    ['src/x.ts', '@app/x', 'src/x.ts'],
    ['src/x.ts', '@app/z', 'generated/z.ts'],
    ['src/x.ts', '@app/deep/y', 'src/other/y.ts'],
    ['src/x.ts', 'exact', 'src/exact.ts'],
    ['src/x.ts', 'src/other/y', 'src/other/y.ts'],
    ['src/x.ts', '@app/nowhere', 'missing'],
    ['src/x.ts', 'lodash/map', 'external'],
    ['web/client/v.ts', '@/v', 'web/client/v.ts'],
    ['web/client/v.ts', '@app/x', 'src/x.ts'],
    ['web/client/v.ts', 'generated/z', 'external'],
    ['lib/w.ts', 'mine/w', 'lib/w.ts'],
    ['here/a.ts', 'mine/a', 'here/a.ts'],
    ['multi/src/a.ts', './b', 'multi/made/b.ts'],
  ])('%s: %s is %s', (from, text, found) => expect(resolve(view, from, text)).toBe(found));

  it('agrees with TypeScript on paths', () => {
    const host: ts.ModuleResolutionHost = {
      fileExists: (path) => view.has(path.slice(1)),
      readFile: (path) => view.readText(path.slice(1)),
    };
    const options: ts.CompilerOptions = {
      baseUrl: '/',
      paths: { '@app/*': ['src/*', 'generated/*'], '@app/deep/*': ['src/other/*'], exact: ['src/exact.ts'] },
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      module: ts.ModuleKind.ESNext,
    };
    for (const text of ['@app/x', '@app/x.js', '@app/z', '@app/deep/y', '@app/other/y', 'exact', 'src/other/y']) {
      const right = ts.resolveModuleName(text, '/src/x.ts', options, host).resolvedModule?.resolvedFileName.slice(1);
      expect(resolve(view, 'src/x.ts', text)).toBe(right);
    }
  });

  it('reads configurations that extend each other once each', () => {
    const circle = project({ 'tsconfig.json': { extends: './a.json' }, 'a.json': { extends: './tsconfig.json' } });
    const reads: string[] = [];
    const readText = (path: string) => {
      reads.push(path);
      return circle.readText(path);
    };
    resolve({ ...circle, readText }, 'b.ts', 'x');
    expect(reads).toEqual(['tsconfig.json', 'a.json']);
  });

  it('survives configurations that extend each other or are no JSON', () => {
    const odd = project({
      'tsconfig.json': { extends: './a.json' },
      'a.json': { extends: './tsconfig.json' },
      'b/tsconfig.json': '{ "compilerOptions": ',
      'b/package.json': '[]',
      'b/c.ts': '',
      'c/tsconfig.json': { extends: 3, compilerOptions: { paths: [], baseUrl: {} }, references: 'x' },
    });
    expect(resolve(odd, 'b/c.ts', './c')).toBe('b/c.ts');
    expect(resolve(odd, 'c/d.ts', '../b/c')).toBe('b/c.ts');
  });
});

describe('packages of the project', () => {
  const view = project({
    'package.json': { name: 'root', private: true },
    'packages/types/package.json': { name: '@acme/types', main: './lib/index.js' },
    'packages/types/src/index.ts': '',
    'packages/types/src/builders/make.ts': '',
    'packages/core/package.json': {
      name: 'core',
      exports: {
        '.': { types: './dist/esm/main.d.ts', import: './dist/esm/main.mjs', require: './dist/cjs/main.cjs' },
        './features/*': './dist/features/*.js',
        './dual': { require: './dual.cjs', import: './dual.mjs' },
        './live': { default: './dist/live.js', '@acme/source': './code/live.ts' },
        './closed/*': null,
      },
      imports: { '#internal/*': './src/internal/*.ts', '#types': '@acme/types', '#gone': './gone.js' },
    },
    'packages/core/src/main.ts': '',
    'packages/core/src/features/one.ts': '',
    'packages/core/src/internal/two.ts': '',
    'packages/core/code/live.ts': '',
    'packages/core/dist/live.js': '',
    'packages/events/package.json': { name: 'events' },
    'packages/events/index.js': '',
    'packages/api/package.json': { name: 'only-types', types: './api-types.d.ts' },
    'packages/api/api-types.d.ts': '',
    'packages/core/dual.cjs': '',
    'packages/core/dual.mjs': '',
    'packages/core/test/a.js': '',
    'packages/bundle/package.json': { name: 'bundle', main: 'dist/bundle.cjs.js' },
    'packages/bundle/src/index.ts': '',
    'packages/empty/package.json': { name: 'empty' },
    'packages/core/test/fixtures/a/package.json': { name: 'react' },
    'packages/core/test/fixtures/a/index.js': '',
    'packages/core/test/fixtures/a/use.js': '',
    'packages/js/package.json': { name: 'typed-js', types: './index.d.ts' },
    'packages/js/index.js': '',
    'packages/js/index.d.ts': '',
    'app/a.ts': '',
    'app/b.js': '',
  });
  it.each([
    ['app/a.ts', '@acme/types', 'packages/types/src/index.ts'],
    ['app/a.ts', '@acme/types/lib/builders/make.js', 'packages/types/src/builders/make.ts'],
    ['app/a.ts', 'core', 'packages/core/src/main.ts'],
    ['app/a.ts', 'core/features/one', 'packages/core/src/features/one.ts'],
    ['app/a.ts', 'core/live', 'packages/core/code/live.ts'],
    ['app/a.ts', 'core/nowhere', 'missing'],
    ['app/a.ts', 'bundle', 'packages/bundle/src/index.ts'],
    ['app/a.ts', 'empty', 'missing'],
    ['app/a.ts', 'typed-js', 'packages/js/index.d.ts'],
    ['app/b.js', 'typed-js', 'packages/js/index.js'],
    ['packages/core/src/main.ts', 'core/features/one', 'packages/core/src/features/one.ts'],
    ['packages/core/src/main.ts', '#internal/two', 'packages/core/src/internal/two.ts'],
    ['packages/core/src/main.ts', '#types', 'packages/types/src/index.ts'],
    ['packages/core/src/main.ts', '#gone', 'missing'],
    ['packages/core/src/main.ts', '#app', 'external'],
    ['packages/core/test/a.js', '../dist/features/one.js', 'packages/core/src/features/one.ts'],
    ['app/a.ts', 'react', 'external'],
    ['packages/core/test/fixtures/a/use.js', 'react', 'packages/core/test/fixtures/a/index.js'],
    ['app/a.ts', 'node:fs', 'external'],
    ['app/a.ts', 'fs/promises', 'external'],
    ['app/a.ts', 'events', 'external'],
    ['app/b.js', 'only-types', 'packages/api/api-types.d.ts'],
    ['app/b.js', 'core/live', 'packages/core/code/live.ts'],
    ['app/a.ts', 'https://esm.sh/react', 'external'],
    ['app/a.ts', '@scope/unknown', 'external'],
    ['app/a.ts', '', 'external'],
  ])('%s: %s is %s', (from, text, found) => expect(resolve(view, from, text)).toBe(found));

  it('have one file for import and another for require', () => {
    expect(resolve(view, 'app/b.js', 'core/dual', 'import')).toBe('packages/core/dual.mjs');
    expect(resolve(view, 'app/b.js', 'core/dual', 'require')).toBe('packages/core/dual.cjs');
  });

  it('of one name: the one nearest to who asks', () => {
    const twins = project({
      'one/lib/package.json': { name: 'twin' },
      'one/lib/index.js': '',
      'two/lib/package.json': { name: 'twin' },
      'two/lib/index.js': '',
    });
    expect(resolve(twins, 'one/a.js', 'twin')).toBe('one/lib/index.js');
    expect(resolve(twins, 'two/a.js', 'twin')).toBe('two/lib/index.js');
  });
});

describe('aliases by convention', () => {
  const view = project({ 'web/package.json': {}, 'web/src/a.ts': '', 'web/src/deep/b.vue': '' });
  it.each([
    ['@/a', 'web/src/a.ts'],
    ['~/a', 'web/src/a.ts'],
    ['/src/a.ts', 'web/src/a.ts'],
    ['@/nowhere', 'missing'],
    ['/nowhere', 'external'],
  ])('%s is %s', (text, found) => expect(resolve(view, 'web/src/deep/b.vue', text)).toBe(found));
});

it('a question asked twice gets the answer of the first time, also after other files', () => {
  const answer = javascript.resolver(project({ 'a/x.ts': '', 'b/x.ts': '', 'b/x.js': '' }));
  const ask = (from: string) => answer(from, { text: './x', kind: 'import' });
  expect([ask('a/x.ts'), ask('b/x.ts'), ask('b/x.js'), ask('a/x.ts')]).toEqual([
    ['a/x.ts'],
    ['b/x.ts'],
    ['b/x.js'],
    ['a/x.ts'],
  ]);
});
