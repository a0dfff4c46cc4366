import { describe, expect, it } from 'vitest';
import { namesIn } from './surveyed.js';

describe('public names', () => {
  it('of TypeScript are what is declared with export', () => {
    const text = [
      'export interface Shape { readonly sides: number }',
      'export type Sides = 3 | 4;',
      'export const count = 3;',
      'export const area = (shape: Shape): number => 0;',
      'export const typed: (a: number) => string = (a) => String(a);',
      'export async function* walk() {}',
      'export default class Square {}',
      'export abstract class Base {}',
      'export const enum Colour { Red }',
      'export declare function outside(): void;',
      'const hidden = 1;',
      'function alsoHidden() {}',
    ].join('\n');
    expect(namesIn('a.ts', text)).toEqual([
      'interface Shape',
      'type Sides',
      'const count',
      'function area',
      'function typed',
      'function walk',
      'class Square',
      'class Base',
      'enum Colour',
      'function outside',
    ]);
  });

  it('of TypeScript are what lists name, with the kind of what they name', () => {
    const text = [
      'class Inner {}',
      'const make = () => new Inner();',
      'export { Inner as Outer, make };',
      "export { passed, type Kind as Sort, default as chosen } from './other.js';",
      "export * as tools from './tools.js';",
      "export * from './all.js';",
    ].join('\n');
    expect(namesIn('a.ts', text)).toEqual([
      'class Outer',
      'function make',
      're-export passed',
      're-export Sort',
      're-export chosen',
      'namespace tools',
    ]);
  });

  it('of JavaScript are also what CommonJS exports', () => {
    expect(namesIn('a.js', 'exports.one = 1;\nmodule.exports.two = () => 2;\nif (exports.three == 3) {}\n')).toEqual([
      'value one',
      'value two',
    ]);
    const text = 'function a() {}\nconst b = 1;\nmodule.exports = { a, c: b, d() { return { x: 1 }; }, ...rest };\n';
    expect(namesIn('a.js', text)).toEqual(['function a', 'const c', 'value d']);
    expect(namesIn('a.js', 'class Only {}\nmodule.exports = Only;\n')).toEqual(['class Only']);
    expect(namesIn('a.js', 'function f() {}\nexport default f;\n')).toEqual(['function f']);
  });

  it('are not found in comments, strings, templates and what comes after a regular expression with quotes', () => {
    const text = [
      '/*',
      'export const no1 = 1;',
      '*/',
      'const a = `',
      'export const no2 = 1;',
      '${`',
      'export const no3 = 1;',
      '`}',
      'export const no4 = 1;',
      '`;',
      'const quote = /[\'"`]/;',
      'export const yes = 1;',
    ].join('\n');
    expect(namesIn('a.js', text)).toEqual(['const yes']);
  });

  it('of Python are classes, functions, constants and typed variables without an underscore', () => {
    const text = [
      'MAX_SIZE = 10',
      '_LIMIT = 3',
      'class Thing:',
      '    def method(self): ...',
      'async def fetch(): ...',
      'def _private(): ...',
      'current: "App" = make()',
      'lower = 1',
      'Alias = dict[str, int]',
      "text = '''",
      'def inside(): ...',
      "'''",
    ].join('\n');
    expect(namesIn('a.py', text)).toEqual([
      'constant MAX_SIZE',
      'class Thing',
      'function fetch',
      'variable current',
      'type Alias',
    ]);
  });

  it('of Python are what __all__ lists, where there is one', () => {
    const text = '__all__ = ["run", \'Task\',\n  "passed"]\n\ndef run(): ...\ndef other(): ...\nclass Task: ...\n';
    expect(namesIn('a.py', text)).toEqual(['re-export passed', 'function run', 'class Task']);
  });

  it('of a Python package are also what it takes from its own modules', () => {
    const text = 'from .app import Flask as Flask\nfrom .b import (one,\n  two as second)\nfrom os import path\n';
    expect(namesIn('p/__init__.py', text)).toEqual(['re-export Flask', 're-export one', 're-export second']);
    expect(namesIn('p/other.py', text)).toEqual([]);
  });

  it('of Go begin with a capital; a program has none', () => {
    const text = [
      'package shapes',
      'type Shape interface {',
      '}',
      'type Square struct {',
      '}',
      'type side int',
      'func New() Shape { return nil }',
      'func (s Square) Area() int { return 0 }',
      'const (',
      '\tThree = iota',
      '\tfour',
      '\tFive // five',
      ')',
      'var Default = New()',
    ].join('\n');
    expect(namesIn('a.go', text)).toEqual([
      'interface Shape',
      'struct Square',
      'func New',
      'const Three',
      'const Five',
      'var Default',
    ]);
    expect(namesIn('main.go', 'package main\nfunc Run() {}\n')).toEqual([]);
  });

  it('of a C header are its functions, types and macros', () => {
    const text = [
      '#ifndef LIST_H',
      '#define LIST_H',
      '#define LIST_MAX 10',
      '#define LIST_EACH(l) for (;;)',
      'typedef struct list {',
      '  struct list *next;',
      '} list;',
      'typedef int (*compare)(void *, void *);',
      'typedef unsigned long size;',
      'enum kind { A, B };',
      'struct node;',
      'list *list_new(void);',
      'static inline int list_len(list *l) { return 0; }',
      'LIST_API int (list_add) (list *l,',
      '                         void *value);',
      'static int hidden(void);',
      '#endif',
    ].join('\n');
    expect(namesIn('list.h', text)).toEqual([
      'macro LIST_MAX',
      'macro LIST_EACH',
      'struct list',
      'type compare',
      'type size',
      'enum kind',
      'function list_new',
      'function list_len',
      'function list_add',
    ]);
  });

  it('of a C file are the functions that are not static', () => {
    const text = [
      'static int helper(int a) { return a; }',
      'int declared(void);',
      'list *list_new(void)',
      '{',
      '  if (x) { call(1); }',
      '}',
      'int',
      'gnu_style (void)',
      '{',
      '}',
      'int main(int argc, char **argv) { return 0; }',
    ].join('\n');
    expect(namesIn('list.c', text)).toEqual(['function list_new', 'function gnu_style']);
  });

  it('of C++ headers are classes and functions outside of them', () => {
    const text = 'class Box : public Base {\n public:\n  int size();\n};\nint Box::size() { return 1; }\nBox make();\n';
    expect(namesIn('box.hpp', text)).toEqual(['class Box', 'function make']);
  });

  it('of Rust are what is pub', () => {
    const text = [
      'pub struct Point;',
      'pub(crate) struct Inner;',
      'pub const fn origin() -> Point { Point }',
      'pub unsafe extern "C" fn call() {}',
      'fn hidden() {}',
      'pub trait Draw {}',
      'pub static mut COUNT: u32 = 0;',
      'pub use crate::shape::Square;',
      '#[macro_export]',
      'macro_rules! shout { () => {} }',
      'let s = r#"',
      'pub fn inside() {}',
      '"#;',
      "fn lifetime<'a>(x: &'a str) {}",
      'pub enum Kind {}',
    ].join('\n');
    expect(namesIn('lib.rs', text)).toEqual([
      'struct Point',
      'fn origin',
      'fn call',
      'trait Draw',
      'static COUNT',
      're-export Square',
      'macro shout',
      'enum Kind',
    ]);
  });

  it('of Java are its public types', () => {
    const text = 'package a;\npublic final class Gson {\n  public int x() { return 1; }\n}\nclass Hidden {}\n';
    expect(namesIn('Gson.java', text)).toEqual(['class Gson']);
    expect(namesIn('A.java', 'public @interface Marked {}\n')).toEqual(['@interface Marked']);
  });

  it.each([
    ['a.kt', 'data class User(val a: Int)\nprivate class No\nfun greet() {}\n', ['class User', 'fun greet']],
    ['a.cs', 'namespace N {\n    public sealed class C {}\n    internal class D {}\n}\n', ['class C']],
    ['a.swift', 'public struct S {}\nstruct T {}\nopen class U {}\n', ['struct S', 'class U']],
    ['a.rb', 'module M\n  class C\n  end\nend\n', ['module M', 'class C']],
    ['a.php', '<?php\nfinal class A {}\nfunction b() {}\n', ['class A', 'function b']],
    ['a.proto', 'message M {\n}\nservice S {\n}\n', ['message M', 'service S']],
    ['a.sql', 'CREATE TABLE IF NOT EXISTS users (id int);\n', ['TABLE users']],
    ['ui/Button.vue', '<template/>', ['component Button']],
  ])('of %s are found by their pattern', (path, text, names) => {
    expect(namesIn(path, text)).toEqual(names);
  });
});
