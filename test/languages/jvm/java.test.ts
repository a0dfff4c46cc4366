import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jvm } from '../../../src/languages/jvm/jvm.js';
import { growth, linear } from '../../growth.js';

const read = (text: string, path = 'src/A.java') => {
  const declared: string[] = [];
  const specifiers = jvm.read(text, path, (name) => declared.push(name));
  const of = (kind: string) => specifiers.filter((one) => one.kind === kind).map((one) => one.text);
  return { imports: of('import'), names: of('name'), declared };
};

test('imports of every form are found once each, in order', () => {
  const text = `/* Copyright */
package org.example.app;

import java.util.List;
import java.util.*;
import static org.example.util.Checks.notNull;
import static org.example.util.Numbers.*;
import org.example.Outer.Inner; // trailing
import  org . example . /* odd */ Spaced ;
import java.util.List;
import
  org.example.Broken;import org.example.Next;
import org.example
    .Chained;
import größe.Maß;
import org.example.$Gen$1;
// import org.example.Commented;
/* import org.example.Out; */
class A {}
`;
  expect(read(text).imports).toEqual([
    'java.util.List',
    'java.util.*',
    'org.example.util.Checks.notNull',
    'org.example.util.Numbers.*',
    'org.example.Outer.Inner',
    'org.example.Spaced',
    'org.example.Broken',
    'org.example.Next',
    'org.example.Chained',
    'größe.Maß',
    'org.example.$Gen$1',
  ]);
  expect(jvm.read('import a.B;', 'A.java')).toEqual([{ text: 'a.B', kind: 'import' }]);
});

test('a file declares its package, then its types at the top, of every kind', () => {
  const text = `@NonNullApi
package org.example . app;
public final class A<T extends B> extends C { class Nested {} enum Deep { X { class Deeper {} } } }
interface I {}
enum E { ONE, TWO }
@interface Marker {}
record Point(int x, int y) {}
record Pair<L, R>(L left, R right) {}
sealed interface Shape permits Circle {}
abstract @Deprecated class /* here */ Late {}
`;
  expect(read(text).declared).toEqual([
    ...['org.example.app.*', 'A', 'I', 'E', 'Marker', 'Point', 'Pair', 'Shape', 'Late'],
  ]);
  expect(read('class Main {}').declared).toEqual(['*', 'Main']);
  expect(read('/** Doc. */\npackage a.b;\n', 'a/b/package-info.java').declared).toEqual(['a.b.*']);
});

test('types that are used without an import are names; members, constants and own or imported ones are not', () => {
  const text = `package a;
import b.Imported;
import static b.Other.CONST;
@Service("x")
class Own<T> extends Base<Item> implements Iface, Own.Callback {
  private final Imported imported = new Factory().make(Type.NESTED, CONST);
  static final int MAX_SIZE = 0xFF + 1_000L + Limits.MAX;
  class Inner {}
  Inner inner = (Cast) this.Field;
  URL url = foo.bar().Member;
  Supplier<Made> s = Made::new;
  void run(Param... params) throws Problem { label: for (;;) { Object.Deep.Deeper.x(); } }
}
`;
  expect(read(text).names).toEqual([
    ...['Service', 'T', 'Base', 'Item', 'Iface', 'Factory', 'Type', 'Limits', 'Cast', 'URL', 'Supplier', 'Made'],
    ...['Param', 'Problem', 'Object'],
  ]);
  expect(read('class A { Größe g; Ärger a; _Stub s; int _field; $gen d; 名前 n; }').names).toEqual([
    ...['Größe', 'Ärger', '_Stub', '名前'],
  ]);
});

test('a name in full is a name with its package', () => {
  const text =
    'class A { org.example.Type t = new org.example.deep.Made.Inner(); x.y.z(); obj.Field; f().a.b.C; A.b.c.D; }';
  expect(read(text).names).toEqual(['org.example.Type', 'org.example.deep.Made']);
});

test('nothing in comments, strings, characters and text blocks is code', () => {
  const text = `package a;
// class X {} Xa
/* import a.b; Xb /* not nested */
/** {@link Xc} */
class A {
  String s = "Xd \\" Xe" + '"' + "{" + '\\'' + '{' + Used.x;
  String block = """
      import a.C; "Xf" ""  \\""" Xg
      class Y {
      """ + Real.y;
  String bad = "unclosed Xh;
  After after;
}
class Second {}
`;
  const { imports, names, declared } = read(text);
  expect(imports).toEqual([]);
  expect(names).toEqual(['String', 'Used', 'Real', 'After']);
  expect(declared).toEqual(['a.*', 'A', 'Second']);
});

test('words that are keywords elsewhere are names here', () => {
  const text = `package a;
class A {
  Object o = Foo.class; Class<?> record = record(Bar.class);
  void record(Baz record) { this.record = record; record . x(); }
  int importer, classes, packages;
  { x.import.y(); record Late; }
}
`;
  expect(read(text).declared).toEqual(['a.*', 'A']);
  expect(read(text).names).toEqual(['Object', 'Foo', 'Class', 'Bar', 'Baz', 'Late']);
  expect(read('class A { record P(int x) {} P p; enum Color { RED } Color c; }').names).toEqual(['RED']);
  expect(read('void main() { x(); }\nrecord r;\nint record;').declared).toEqual(['*']);
  expect(read('class A { import b.C; package x.y; }').imports).toEqual([]);
});

test('a module declaration and module imports name no files', () => {
  const module = 'import a.B;\nmodule org.example { requires java.base; exports a.b; provides a.C with a.D; }';
  expect(read(module, 'src/module-info.java')).toEqual({ imports: [], names: [], declared: [] });
  expect(read('import module java.base;\nimport module.Thing;\nclass A {}').imports).toEqual(['module.Thing']);
});

test('carriage returns and a byte order mark are nothing special', () => {
  const text = '\uFEFFpackage a.b;\r\n\r\nimport c.D;\r\nimport e.*;\r\n// x\r\nclass A { F f; }\r\n';
  expect(read(text)).toEqual({ imports: ['c.D', 'e.*'], names: ['F'], declared: ['a.b.*', 'A'] });
});

test('half a file is read as far as it goes', () => {
  for (const text of [
    'import',
    'import ;',
    'import static',
    'package',
    'class',
    'record',
    'enum 1',
    'import static ;',
  ]) {
    expect(read(text)).toEqual({ imports: [], names: [], declared: ['*'] });
  }
  expect(read('import a.b.').imports).toEqual(['a.b']);
});

test('a file of any length is read to its end, and nothing of one that was read before is left', () => {
  const long = `import a.B;\nclass A {${' Type x;'.repeat(400_000)} Last y; }`;
  expect(read(long)).toEqual({ imports: ['a.B'], names: ['Type', 'Last'], declared: ['*', 'A'] });
  expect(read(`class A {${' X x;'.repeat(20_000)} }`).names).toEqual(['X']);
  expect(read('class A { Y y').names).toEqual(['Y']);
});

test('no text makes it throw', () => {
  const piece = fc.constantFrom(
    ...['package a', 'import', 'static', 'class', 'record', 'A', 'a.b.C', '.', '*', ';', '{', '}', '"', '"""', "'"],
    ...['\\', '/*', '*/', '//', '\n', '<', '(', '@', '`', '$', '1', '\u00df'],
  );
  fc.assert(
    fc.property(fc.array(piece), fc.string(), (some, rest) => Array.isArray(read(some.join(' ') + rest).names)),
  );
  fc.assert(fc.property(fc.array(piece), (some) => Array.isArray(read(some.join('')).names)));
});

test.each([
  ...['/*', '//\n', '"""', '"\\', "'", '{', 'class ', 'record a ', 'import ', 'import a.', 'a.', 'a.B', 'A.', 'A.b'],
  ...['\\', 'import /**/', 'record a/**/', '\n', 'A', 'ab', 'package/* */'],
])('reading takes linear time: %j again and again', (unit) => {
  const ratio = growth(2_000, (size) => read(unit.repeat(size / unit.length)));
  expect(ratio).toBeLessThan(linear);
});
