import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jvm } from '../../../src/languages/jvm/jvm.js';
import { growth, linear } from '../../growth.js';

const read = (text: string, path = 'src/a.kt') => {
  const declared: string[] = [];
  const specifiers = jvm.read(text, path, (name) => declared.push(name));
  const of = (kind: string) => specifiers.filter((one) => one.kind === kind).map((one) => one.text);
  return { imports: of('import'), names: of('name'), declared };
};
const declaredIn = (text: string, path?: string) => read(text, path).declared;

test('imports of every form are found once each, in order', () => {
  const text = `@file:Suppress("unused")
package org.example.app

import org.example.Type
import org.example.someFunction; import org.example.Second
import org.example.util.*
import org.example.Long as Short
import org.example.\`in\`.Quoted
import org.mockito.Mockito.\`when\` as whenever
import org.example.C.Companion.create // why
import org.example.Type
/* import org.example.Out /* nested */ import org.example.StillOut */
// import org.example.Commented
val x: Short = Long()
`;
  const { imports, names } = read(text);
  expect(imports).toEqual([
    'org.example.Type',
    'org.example.someFunction',
    'org.example.Second',
    'org.example.util.*',
    'org.example.Long',
    'org.example.in.Quoted',
    'org.mockito.Mockito.when',
    'org.example.C.Companion.create',
  ]);
  // The alias is known by its import; what it stands for is not known by its own name.
  expect(names).toEqual(['Suppress', 'Long']);
});

test('types, functions, properties and aliases at the top are declared; what is below them or private is not', () => {
  const text = `package org.example
class A(val inner: Int, private val other: B = C { val x = 1 }) { fun member() {}; class Nested; companion object { fun f() {} } }
data class D(val x: Int)
enum class E { ONE }
annotation class Ann
sealed interface S
fun interface Run { fun run() }
object O
data object P
typealias Handler = (A) -> Unit
fun plain() = 1
fun <T : Comparable<T>> generic(x: T): T = x
fun String.extension() {}
fun <T> List<Map<String, T>>?.deep(): Int = 0
fun (A.(Int) -> B).onFunction() {}
fun @Ann A.annotated() {}
fun \`with spaces\`() {}
inline fun <reified T : () -> Unit> arrow() {}
const val LIMIT = 3
val A.property: Int get() = 1
var changing = 1
  private set
class Guarded private constructor(x: Int)
fun afterGuarded() {}
private fun hidden() {}
private class Hidden
internal fun shown() {}
val anonymous = fun(x: Int): Int { return x }
val kind = A::class
fun last() = object : Run { override fun run() {} }
`;
  expect(declaredIn(text)).toEqual([
    ...[
      'org.example.*',
      'A',
      'D',
      'E',
      'Ann',
      'S',
      'Run',
      'O',
      'P',
      'Handler',
      'plain',
      'generic',
      'extension',
      'deep',
    ],
    ...['onFunction', 'annotated', 'with spaces', 'arrow', 'LIMIT', 'property', 'changing', 'Guarded', 'afterGuarded'],
    ...['shown', 'anonymous', 'kind', 'last', 'AKt'],
  ]);
});

test('the class that Java sees for the functions of a file is declared too', () => {
  expect(declaredIn('fun f() {}', 'x/StringUtil.kt')).toEqual(['*', 'f', 'StringUtilKt']);
  expect(declaredIn('val f = 1', 'x/string-util.jvm.kt')).toEqual(['*', 'f', 'String_util_jvmKt']);
  expect(declaredIn('@file:JvmName("Strings")\npackage a\nfun f() {}')).toEqual(['a.*', 'f', 'Strings']);
  expect(declaredIn('@file:[JvmMultifileClass JvmName(name = "Texts")]\npackage a\nfun f() {}')).toEqual([
    ...['a.*', 'f', 'Texts'],
  ]);
  expect(declaredIn('@file:JvmName("Unused")\nclass A', 'A.kt')).toEqual(['*', 'A']);
  expect(declaredIn('package a\n@JvmName("other")\nfun f() {}', 'F.kt')).toEqual(['a.*', 'f', 'FKt']);
  expect(declaredIn('private fun f() {}\nclass B', 'B.kt')).toEqual(['*', 'B']);
});

test('a script gives nothing to others', () => {
  const text = 'import org.gradle.api.Task\nval version = Versions.app\nfun helper() {}\nplugins { kotlin("jvm") }\n';
  const { imports, names, declared } = read(text, 'build.gradle.kts');
  expect(imports).toEqual(['org.gradle.api.Task']);
  expect(names).toEqual(['Versions', 'plugins', 'kotlin']);
  expect(declared).toEqual(['*']);
});

test('types that are used, and functions that are called, are names; members, own and imported ones are not', () => {
  const text = `package a
import b.Imported
import b.imported
@Service class Own(val item: Item) : Base<Thing>(), Iface by Delegate.Nested {
  val x = create(Kind.ONE, item.call(), other.Member, imported(), Imported())
  fun own() = own(1) + this.create2() + x?.safe()
  val range = 0..LIMIT
  init { if (x is Checked) build { add(1) } else run<Map<Int, Int>> {} }
  val made = make<Int>(a < b, c > (d), e -> f())
  val refs = listOf(Type::member, ::Made)
  class Inner
  fun f(inner: Inner) { for (i in 0 until end()) when (i) { 1 -> done(); else -> throw Problem() } }
  val full = org.example.Full(_field, _Stub())
  fun <T> generic(): Int
}
`;
  expect(read(text).names).toEqual([
    ...['Service', 'Item', 'Base', 'Thing', 'Iface', 'Delegate', 'create', 'Kind', 'LIMIT', 'Checked', 'build', 'add'],
    ...[
      'Map',
      'Int',
      'run',
      'make',
      'listOf',
      'Type',
      'Made',
      'end',
      'done',
      'Problem',
      'org.example.Full',
      '_Stub',
      'T',
    ],
  ]);
});

test('an actual declaration uses the expected one, whose name it has', () => {
  const text = 'package a\nactual class Clock actual constructor(x: Int)\nclass Plain { val p: Plain }\n';
  expect(read(text)).toEqual({ imports: [], names: ['Clock', 'Int'], declared: ['a.*', 'Clock', 'Plain'] });
  expect(read('package a\nactual fun now(): Int = 1\nfun other() = other()').names).toEqual(['now', 'Int']);
});

test('code in the templates of strings is read, however deep; the rest of strings and comments is not', () => {
  const text = `package a
val a = "Xa \${One.x + "Xb \${ Two { "}" + '"' } } Xc"} Xd $Three $four \\\${Xe}" + Five
val raw = """Xf "Xg" \\ \${Six("""Xh \${Seven}""")} Xi"""" + Eight
val money = $$"""Xj \${Xk} $$Nine $$\{Ten} $$$\{Eleven}""" + Twelve
val brace = "}" + '}' + "{" + '{' + "\\"" + '\\''
/* Xl /* Xm */ Xn */ // Xo "
val \`Xp "\` = Last
fun top() {}
`;
  const { names, declared } = read(text);
  expect(names).toEqual([
    ...['One', 'Two', 'Three', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve', 'Last'],
  ]);
  expect(declared).toEqual(['a.*', 'a', 'raw', 'money', 'brace', 'Xp "', 'top', 'AKt']);
});

test('a string that is not closed ends with its line', () => {
  expect(read('val a = "Xa\nval b = B\nval c = "x\\\nval d = D').names).toEqual(['B', 'D']);
});

test('soft keywords are names where they introduce nothing', () => {
  const text =
    'package a\nval x = import(1)\nval y = z.import\nfun f(import: Int, value: A) {}\nval m = A::class to B::class\n';
  const { imports, declared } = read(text);
  expect(imports).toEqual([]);
  expect(declared).toEqual(['a.*', 'x', 'y', 'f', 'm', 'AKt']);
  expect(read('fun f() { \nimport a.b\n }').imports).toEqual([]);
});

test('carriage returns, a byte order mark and other scripts are nothing special', () => {
  const text =
    '\uFEFFpackage a.größe\r\n\r\nimport c.Maß\r\nimport e.*\r\nimport f.G as H\r\nclass Ä { val f: 名前 }\r\n';
  expect(read(text)).toEqual({ imports: ['c.Maß', 'e.*', 'f.G'], names: ['名前'], declared: ['a.größe.*', 'Ä'] });
});

test('half a file is read as far as it goes', () => {
  for (const text of [
    'import',
    'import ',
    'package',
    'class',
    'fun',
    'val',
    'fun <',
    'fun (',
    'val (a, b)',
    'import `a',
    'import `',
  ]) {
    expect(read(text)).toEqual({ imports: [], names: [], declared: ['*'] });
  }
});

const pieces = [
  ...['package a', 'import', 'as', 'class', 'fun', 'val', 'private', 'actual', 'A', 'a.b.C', '.', '*', ';', '{', '}'],
  ...['"', '"""', "'", '`', '$', '${', '\\', '/*', '*/', '//', '\n', '<', '>', '(', ')', '@', '::', '?', '1', '\u00df'],
];

test('no text makes it throw', () => {
  const piece = fc.constantFrom(...pieces);
  fc.assert(
    fc.property(fc.array(piece), fc.string(), (some, rest) => Array.isArray(read(some.join(' ') + rest).names)),
  );
  fc.assert(fc.property(fc.array(piece), (some) => Array.isArray(read(some.join('')).names)));
});

test.each([
  ...['/*', '//\n', '"""', '"${', '"""${', '"', '`', '` ', 'fun ', 'fun <', 'fun (', 'val a.', 'import a.', 'import '],
  ...['a.B', '$', '$"', '{', '"\\', 'JvmName ', 'fun a /* */', 'class /**/', 'import `', 'fun @a', 'fun @ ', '"$A'],
])('reading takes linear time: %j again and again', (unit) => {
  const ratio = growth(2_000, (size) => read(unit.repeat(size / unit.length)));
  expect(ratio).toBeLessThan(linear);
});
