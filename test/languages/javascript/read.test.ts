// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code that is read here has templates
import { describe, expect, it } from 'vitest';
import { javascript } from '../../../src/languages/javascript/javascript.js';

/** What is read, as `kind text`. */
const read = (text: string, path = 'a.ts'): string[] =>
  javascript.read(text, path).map(({ kind, text }) => `${kind} ${text}`);

describe('every way to mention a file is found', () => {
  it.each([
    ["import a from 'x'", 'import x'],
    ["import a, { b } from 'x'", 'import x'],
    ["import a, * as b from 'x'", 'import x'],
    ["import * as a from 'x'", 'import x'],
    ["import { a as b, type C, 'd-e' as f } from 'x'", 'import x'],
    ["import{a}from'x'", 'import x'],
    ["import { // '}' from 'y'\n a /* } */ } from \"x\"", 'import x'],
    ["import 'x'", 'import x'],
    ["import x from './data.json' with { type: 'json' }", 'import ./data.json'],
    ["import defer * as a from 'x'", 'import x'],
    ["import type from 'x'", 'import x'],
    ["import type, { a } from 'x'", 'import x'],
    ["import from from 'x'", 'import x'],
    ["import type A from 'x'", 'type x'],
    ["import type { A } from 'x'", 'type x'],
    ["import type * as A from 'x'", 'type x'],
    ["import type from from 'x'", 'type x'],
    ["import typeof A from 'x'", 'type x'],
    ["export * from 'x'", 'import x'],
    ["export * as a from 'x'", 'import x'],
    ["export { a, default as b } from 'x'", 'import x'],
    ["export type { A } from 'x'", 'type x'],
    ["export type * from 'x'", 'type x'],
    ["const a = await import('x')", 'dynamic x'],
    ['import(`x`)', 'dynamic x'],
    ["import(/* webpackChunkName: 'a' */ 'x')", 'dynamic x'],
    ["import('x', { with: { type: 'json' } })", 'dynamic x'],
    ["f(...import('x'))", 'dynamic x'],
    ["type A = import('x').A", 'dynamic x'],
    ["new URL('./x.js', import.meta.url)", 'dynamic ./x.js'],
    ["const a = require('x')", 'require x'],
    ["require.resolve('x')", 'require x'],
    ["import a = require('x')", 'require x'],
    ["export import a = require('x')", 'require x'],
    ['/// <reference path="./globals.d.ts" />\nconst a = 1', 'type ./globals.d.ts'],
    ["#!/usr/bin/env node `\nimport 'x'", 'import x'],
    ["\uFEFFimport 'x'", 'import x'],
    ["import '\\x2e/\\u0061\\u{62}'", 'import ./ab'],
  ])('%s', (text, found) => expect(read(text)).toEqual([found]));

  it('finds them in order of appearance, each text and kind once', () => {
    const text = "import 'b'; import 'a'; import type { A } from 'a'; import 'b'; require('a')";
    expect(read(text)).toEqual(['import b', 'import a', 'type a', 'require a']);
  });

  it('names many specifiers once too', () => {
    const text = Array.from({ length: 100 }, (_, index) => `import './m${index % 50}';`).join('\n');
    expect(read(text)).toEqual(Array.from({ length: 50 }, (_, index) => `import ./m${index}`));
  });

  it('keeps specifiers apart that were read before with another kind or text', () => {
    expect(read("import './one-and-the-same'")).toEqual(['import ./one-and-the-same']);
    expect(read("require('./one-and-the-same')")).toEqual(['require ./one-and-the-same']);
    expect(read("import './one-and-the-same'")).toEqual(['import ./one-and-the-same']);
  });

  it('shares one frozen list among files without imports', () => {
    expect(javascript.read('const a = 1', 'a.ts')).toBe(javascript.read('const b = 2', 'b.ts'));
    expect(Object.isFrozen(javascript.read('', 'a.ts'))).toBe(true);
  });
});

describe('what only looks like an import is passed over', () => {
  it.each([
    ['a comment', "// import 'x'\n/* import 'x'; require('x') */"],
    ['a string', `const a = "import 'x'"; const b = 'require("x")'`],
    ['a string continued on the next line', 'const a = \'one \\\n import "x"\''],
    ['a template', "const a = `import 'x' ${1} require('x')`"],
    ['a regular expression', "const a = /import('x')/; const b = /[/'\"]require('x')/"],
    ['a regular expression after a condition', "if (a) /'/.test(b); const c = \"import('x')\" // '"],
    ['a regular expression after a block', "{ a }\n/'/.test(b); const c = \"import('x')\" // '"],
    ['a method', "foo.import('x'); foo.require('x'); foo?.require('x'); foo\n  .require('x')"],
    ['a property', "const a = { import: 'x', require: 'x', from: 'x' }"],
    ['another word', "myrequire('x'); $require('x'); requires('x'); this.#require('x'); imports('x')"],
    ['import.meta', "import.meta.resolve; const a = import.meta.env, from = 'x'"],
    ['a name that is put together', "import('a' + b); require(`a/${b}`); require(a)"],
    ['an export of its own', "export { a }; const b = Array.from('x'); export const from = 'x'"],
    ['a reference after the first statement', 'const a = 1\n/// <reference path="x" />'],
    ['an empty specifier', "import ''"],
  ])('%s', (_, text) => expect(read(text)).toEqual([]));
});

describe('what follows is still read', () => {
  it.each([
    ['a division', "const a = b / c; import('x'); d / e"],
    ['a division after a bracket', "a[0] / 2; import('x') / 2"],
    ['a division after a parenthesis', "f(a) / 2; import('x') / 2"],
    ['a division after ++', "a++ / 2; import('x') / 2"],
    ['a division after !', "a! / 2; import('x') / 2"],
    ['a division after an object', "a = {} / 2; import('x') / 2"],
    ['a division by a property that is a keyword', "a.return / 2; import('x') / 2"],
    ['a regular expression with a quote', "const a = /'/; import('x') // '"],
    ['a regular expression with a class', "a(/[/`]/, import('x')) // `"],
    ['a regular expression after return', "return /`/.test(a) && import('x') // `"],
    ['a regular expression after a condition', "if (a) /'/.test(b); import('x') // '"],
    ['a regular expression after a block', "{ a }\n/'/.test(b); import('x') // '"],
    ['a substitution with a parenthesis too many', "`${(} ' `; import('x') // '"],
    ['a template in a template', "const a = `${`${`}`}`} ${b ? `'` : `\\``}`; import('x')"],
    ['a brace in a substitution', "const a = `${{ b: {} }.b} import('y')`; import('x')"],
    ['a string that is never closed', "const a = 'oops\nimport('x')"],
    ['parentheses that are never closed', "function f() { ((( } `${1}`; import('x')"],
    ['a cast', "const a = <any>b; import('x')"],
    ['generics', "const a = <T>(b: T): Array<T> => b; f<A<B>>(c); import('x')"],
  ])('after %s', (_, text) => expect(read(text)).toEqual(['dynamic x']));

  it('within the substitutions of a template', () => {
    expect(read("`${import('x')} import('y') ${`${require('z')}`}`")).toEqual(['dynamic x', 'require z']);
  });
});
