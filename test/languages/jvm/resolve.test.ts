import { expect, test } from 'vitest';
import type { SpecifierKind } from '../../../src/domain/specifier.js';
import { jvm } from '../../../src/languages/jvm/jvm.js';
import type { ProjectView } from '../../../src/languages/language.js';
import { growth, linear } from '../../growth.js';
import { projectView } from '../project-view.js';

const resolver = (project: ProjectView) => {
  const resolve = jvm.resolver(project);
  const of = (kind: SpecifierKind) => (from: string, text: string) => resolve(from, { text, kind });
  return { imported: of('import'), named: of('name') };
};

/** A project whose files are read, but for those without a text, which were left out. */
const project = (texts: Record<string, string | undefined>) => {
  const all = Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, text ?? '']));
  const view = projectView(all, { language: jvm });
  return resolver({
    ...view,
    declaredBy: (path) => (texts[path] === undefined ? [] : view.declaredBy(path)),
    specifiersOf: (path) => (texts[path] === undefined ? [] : view.specifiersOf(path)),
  });
};

test('an import leads to the file that declares the type, whatever file or folder that is', () => {
  const { imported } = project({
    'app/src/main/java/org/shop/App.java': 'package org.shop; class App {}',
    'core/src/main/java/org/shop/core/Order.java': 'package org.shop.core; public class Order {} class OrderLine {}',
    'core/odd/place/Price.kt': 'package org.shop.core\nclass Price',
  });
  const from = 'app/src/main/java/org/shop/App.java';
  const order = ['core/src/main/java/org/shop/core/Order.java'];
  expect(imported(from, 'org.shop.core.Order')).toEqual(order);
  expect(imported(from, 'org.shop.core.OrderLine')).toEqual(order);
  expect(imported(from, 'org.shop.core.Order.State')).toEqual(order);
  expect(imported(from, 'org.shop.core.Order.State.OPEN')).toEqual(order);
  expect(imported(from, 'org.shop.core.Order.*')).toEqual(order);
  expect(imported(from, 'org.shop.core.Price')).toEqual(['core/odd/place/Price.kt']);
});

test('what a package of the project does not have is missing; other packages are external', () => {
  const { imported } = project({
    'src/a/A.java': 'package org.shop; class A {}',
    'src/b/B.java': 'package org.shop.deep.b; class B {}',
    'src/b/package-info.java': 'package org.shop.empty;',
  });
  const from = 'src/a/A.java';
  expect(imported(from, 'org.shop.Gone')).toBe('missing');
  expect(imported(from, 'org.shop.Gone.Inner')).toBe('missing');
  expect(imported(from, 'org.shop.Gone.*')).toBe('missing');
  expect(imported(from, 'org.shop.goneFunction')).toBe('missing');
  expect(imported(from, 'org.shop.empty.*')).toBe('missing');
  expect(imported(from, 'org.shop.library.Type')).toBe('external');
  expect(imported(from, 'org.shop.library.*')).toBe('external');
  expect(imported(from, 'org.shop.deep.Type')).toBe('external');
  expect(imported(from, 'java.util.List')).toBe('external');
  expect(imported(from, 'java.util.*')).toBe('external');
  expect(imported(from, 'constructor')).toBe('external');
  expect(imported(from, '')).toBe('external');
});

test('names mean types of the same package in any source root, then those of packages imported as a whole', () => {
  const { named } = project({
    'src/main/java/a/Used.java': 'package a; class Used {}',
    'src/main/java/b/Used.java': 'package b; class Used {}',
    'src/main/java/b/Other.java': 'package b; class Other {}',
    'src/main/java/c/Far.java': 'package c; class Far {}',
    'src/test/java/a/UsedTest.java': 'package a; import b.*; class UsedTest { Used u; Other o; Far f; }',
  });
  const from = 'src/test/java/a/UsedTest.java';
  expect(named(from, 'Used')).toEqual(['src/main/java/a/Used.java']);
  expect(named(from, 'Other')).toEqual(['src/main/java/b/Other.java']);
  expect(named(from, 'Far')).toBe('external');
  expect(named(from, 'c.Far')).toEqual(['src/main/java/c/Far.java']);
  expect(named(from, 'c.Gone')).toBe('external');
  expect(named(from, 'toString')).toBe('external');
});

test('an import of a whole package leads to what is used of it, or else to all that it declares', () => {
  const { imported } = project({
    'a/One.java': 'package a; class One {}',
    'a/Two.java': 'package a; class Two {}',
    'a/functions.kt': 'package a\nfun doIt() {}',
    'a/package-info.java': 'package a;',
    'b/Both.java': 'package b; class Both {}',
    'a/Both.java': 'package a; class Both {}',
    'b/Some.java': 'package b; import a.*; class Some { Two t; Both b; }',
    'b/None.java': 'package b; import a.*; class None {}',
    'b/Calls.kt': 'package b\nimport a.*\nval x = doIt()',
  });
  expect(imported('b/Some.java', 'a.*')).toEqual(['a/Two.java']);
  expect(imported('b/Calls.kt', 'a.*')).toEqual(['a/functions.kt']);
  const all = ['a/Both.java', 'a/One.java', 'a/Two.java', 'a/functions.kt'];
  expect([...(imported('b/None.java', 'a.*') as string[])].sort()).toEqual(all);
});

test('an import of the own package as a whole leads to what is used of it', () => {
  const { imported } = project({
    'a/One.java': 'package a; class One {}',
    'a/Two.java': 'package a; class Two {}',
    'a/Three.java': 'package a; import a.*; class Three { Two two; }',
  });
  expect(imported('a/Three.java', 'a.*')).toEqual(['a/Two.java']);
});

test('Kotlin functions, properties, objects and companions are found by name, and from Java by the class of their file', () => {
  const { imported, named } = project({
    'k/text/Strings.kt': 'package k.text\nfun String.shout() {}\nval LIMIT = 1\nobject Cache { fun clear() {} }',
    'k/text/numbers.kt': '@file:JvmName("Numbers")\npackage k.text\nfun half() {}',
    'k/User.kt': 'package k\nclass User { companion object { val x = 1 } }',
    'j/Main.java': 'package j; class Main {}',
    'k/text/Uses.kt': 'package k.text\nval y = half()',
  });
  const strings = ['k/text/Strings.kt'];
  expect(imported('k/User.kt', 'k.text.shout')).toEqual(strings);
  expect(imported('k/User.kt', 'k.text.LIMIT')).toEqual(strings);
  expect(imported('k/User.kt', 'k.text.Cache.clear')).toEqual(strings);
  expect(imported('j/Main.java', 'k.User.Companion.x')).toEqual(['k/User.kt']);
  expect(imported('j/Main.java', 'k.text.StringsKt')).toEqual(strings);
  expect(imported('j/Main.java', 'k.text.StringsKt.shout')).toEqual(strings);
  expect(imported('j/Main.java', 'k.text.StringsKt.*')).toEqual(strings);
  expect(imported('j/Main.java', 'k.text.Numbers.half')).toEqual(['k/text/numbers.kt']);
  expect(named('k/text/Uses.kt', 'half')).toEqual(['k/text/numbers.kt']);
});

test('overloads in several files of a package are all meant', () => {
  const { imported } = project({
    'k/Ints.kt': 'package k\nfun Int.show() {}',
    'k/Texts.kt': 'package k\nfun String.show() {}',
    'm/Main.kt': 'package m',
  });
  expect(imported('m/Main.kt', 'k.show')).toEqual(['k/Ints.kt', 'k/Texts.kt']);
});

test('of several modules that declare one name, the nearest is meant, and the outer rather than a copy further in', () => {
  const text = 'package a; class A {}';
  const { imported, named } = project({
    'copy/one/src/a/A.java': text,
    'one-more/src/a/B.java': 'package a; class B {}',
    'one/src/a/A.java': text,
    'two/src/a/A.java': text,
    'two/test/a/ATest.java': 'package a; class ATest {}',
    'one/src/x/X.java': 'package x; class X {}',
    'copy/one/test/b/B.java': 'package b; class B {}',
  });
  expect(named('two/test/a/ATest.java', 'A')).toEqual(['two/src/a/A.java']);
  expect(imported('one/src/x/X.java', 'a.A')).toEqual(['one/src/a/A.java']);
  expect(imported('copy/one/test/b/B.java', 'a.A')).toEqual(['copy/one/src/a/A.java']);
  expect(named('one-more/src/a/B.java', 'A')).toEqual(['one/src/a/A.java', 'two/src/a/A.java']);
});

test('what is expected in one source set and actual in others: the own source set first, else all', () => {
  const { imported, named } = project({
    'core/commonMain/kotlin/k/Clock.kt': 'package k\nexpect class Clock',
    'core/jsMain/kotlin/k/Clock.js.kt': 'package k\nactual class Clock',
    'core/jvmMain/kotlin/k/Clock.jvm.kt': 'package k\nactual class Clock',
    'core/jvmMain/kotlin/m/Use.kt': 'package m',
    'core/jvmTest/kotlin/m/UseTest.kt': 'package m',
  });
  const [common, js, own] = ['commonMain/kotlin/k/Clock', 'jsMain/kotlin/k/Clock.js', 'jvmMain/kotlin/k/Clock.jvm'].map(
    (path) => `core/${path}.kt`,
  );
  expect(imported('core/jvmMain/kotlin/m/Use.kt', 'k.Clock')).toEqual([own]);
  expect(imported('core/jvmTest/kotlin/m/UseTest.kt', 'k.Clock')).toEqual([common, js, own]);
  expect(named(own, 'Clock')).toEqual([common, js]);
});

test('files that were not read are found by their paths', () => {
  const { imported, named } = project({
    'app/src/main/java/a/A.java': 'package a; import gen.api.*; class A { Huge h; Stub s; }',
    'app/src/main/java/a/B.java': 'package a; import gen.api.*; class B {}',
    'app/src/main/java/a/Huge.java': undefined,
    'app/src/main/java/a/deep/Other.java': undefined,
    'app/build/generated/java/gen/api/Stub.java': undefined,
    'app/build/generated/java/gen/api/package-info.java': undefined,
    'old/src/b/B.java': 'package b; class B {}',
    'old/src/c/Big.kt': undefined,
    'lib/src/main/java/com/java/util/Odd.java': undefined,
    'x/y/Alone.java': undefined,
    'k/odd/Small.kt': 'package z\nclass Small',
    'k/odd/Big.kt': undefined,
    'm1/p/M.java': 'package p; class M {}',
    'm1/p/N.java': undefined,
    'm2/p/N.java': 'package p; class N {}',
  });
  const from = 'app/src/main/java/a/A.java';
  expect(named(from, 'Huge')).toEqual(['app/src/main/java/a/Huge.java']);
  expect(imported(from, 'a.deep.Other')).toEqual(['app/src/main/java/a/deep/Other.java']);
  expect(imported(from, 'gen.api.Stub.Inner')).toEqual(['app/build/generated/java/gen/api/Stub.java']);
  expect(imported(from, 'gen.api.*')).toEqual(['app/build/generated/java/gen/api/Stub.java']);
  expect(imported('app/src/main/java/a/B.java', 'gen.api.*')).toEqual(['app/build/generated/java/gen/api/Stub.java']);
  expect(imported(from, 'z.Big')).toEqual(['k/odd/Big.kt']);
  expect(named('m1/p/M.java', 'N')).toEqual(['m1/p/N.java']);
  expect(imported(from, 'c.Big')).toEqual(['old/src/c/Big.kt']);
  expect(imported(from, 'com.java.util.Odd')).toEqual(['lib/src/main/java/com/java/util/Odd.java']);
  expect(imported(from, 'x.y.Alone')).toEqual(['x/y/Alone.java']);
});

test('files without a package see each other, as build scripts see the sources of their build', () => {
  const { named, imported } = project({
    'app/build.gradle.kts': 'val x = Versions.kotlin',
    'buildSrc/src/main/kotlin/Versions.kt': 'object Versions { val kotlin = 1 }',
    'settings.gradle.kts': 'fun helper() {}',
    'Main.java': 'class Main { Helper h; }',
    'Helper.java': 'class Helper {}',
    'in/Pack.kt': 'package pack\nimport Helper',
  });
  expect(named('app/build.gradle.kts', 'Versions')).toEqual(['buildSrc/src/main/kotlin/Versions.kt']);
  expect(named('app/build.gradle.kts', 'helper')).toBe('external');
  expect(named('Main.java', 'Helper')).toEqual(['Helper.java']);
  expect(named('in/Pack.kt', 'Helper')).toBe('external');
  expect(imported('in/Pack.kt', 'Helper')).toEqual(['Helper.java']);
});

test('a project without files of the languages resolves nothing', () => {
  const { imported, named } = project({ 'README.md': 'package a' });
  expect(imported('README.md', 'a.B')).toBe('external');
  expect(named('README.md', 'B')).toBe('external');
});

test('many files that declare one name do not make resolving slow', () => {
  const ratio = growth(200, (size) => {
    const paths = Array.from({ length: size }, (_, at) => [`fixture${at}/A.java`, `fixture${at}/B.java`])
      .flat()
      .sort();
    const view = projectView({});
    const { named } = resolver({ ...view, files: paths, declaredBy: (path) => ['*', path.at(-6)!] });
    for (const path of paths) named(path, path.endsWith('A.java') ? 'B' : 'A');
  });
  expect(ratio).toBeLessThan(linear);
});
