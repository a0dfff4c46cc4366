import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recordedCode } from '../../src/engine/code-identity.js';
import { folderOf } from '../test-folder.js';
import { put } from './projects.js';

const identityOf = (root: string, file = 'task.mjs'): string | undefined =>
  recordedCode({ kind: 'module', url: new URL(`file://${join(root, file)}`).href }).identity;

test.each([
  ['a file it imports', { 'task.mjs': "import './a.mjs';" }, 'a.mjs'],
  [
    'a file that such a file imports',
    { 'task.mjs': "import './b.mjs';", 'b.mjs': "export * from './a.mjs';" },
    'a.mjs',
  ],
  ['what it imports later', { 'task.mjs': "export default () => import('./a.mjs');" }, 'a.mjs'],
  ['what it requires', { 'task.mjs': "require('./a.cjs')" }, 'a.cjs'],
  [
    'the main file of a folder',
    { 'task.mjs': "require('./sub')", 'sub/package.json': '{ "main": "m.cjs" }' },
    'sub/m.cjs',
  ],
  ['data', { 'task.mjs': "import data from './a.json' with { type: 'json' };" }, 'a.json'],
  ['TypeScript by what it becomes', { 'task.mjs': "import './a.js';" }, 'a.ts'],
  [
    'a name of its own package',
    { 'task.mjs': "import '#one';", 'package.json': '{ "imports": { "#one": { "import": "./sub/one.js" } } }' },
    'sub/one.js',
  ],
  [
    'a pattern of such names',
    { 'task.mjs': "import '#lib/one.js';", 'package.json': '{ "imports": { "#lib/*": "./sub/*" } }' },
    'sub/one.js',
  ],
])('a module is another one when %s changes', (_, files, changed) => {
  const root = folderOf({ ...files, [changed]: '1' });
  const before = identityOf(root);
  expect(identityOf(root)).toBe(before);
  put(root, changed, '2');
  expect(identityOf(root)).not.toBe(before);
});

test('a package that is linked from elsewhere is local code, whatever it exports', () => {
  const root = folderOf({ 'task.mjs': "import 'lib';", 'node_modules/.keep': '' });
  const linked = folderOf({ 'package.json': '{ "exports": { ".": { "import": "./index.js" } } }', 'index.js': '1' });
  symlinkSync(linked, join(root, 'node_modules/lib'));
  const before = identityOf(root);
  put(linked, 'index.js', '2');
  expect(identityOf(root)).not.toBe(before);
});

test('a package that is installed is not', () => {
  const root = folderOf({ 'task.mjs': "import 'lib';", 'node_modules/lib/index.js': '1' });
  const before = identityOf(root);
  put(root, 'node_modules/lib/index.js', '2');
  expect(identityOf(root)).toBe(before);
});
