import { expect, test } from 'vitest';
import type { SpecifierKind } from '../../../src/domain/specifier.js';
import { csharp } from '../../../src/languages/csharp/csharp.js';
import { projectView } from '../project-view.js';

/** Resolves what a file mentions, found by its text. */
const project = (files: Record<string, string>) => {
  const view = projectView(files, { language: csharp });
  const resolve = csharp.resolver(view);
  return (from: string, text: string, kind: SpecifierKind = 'import') =>
    resolve(from, view.specifiersOf(from).find((one) => one.text === text && one.kind === kind) ?? { text, kind });
};
/** What all the names of a file lead to. */
const named = (files: Record<string, string>, from: string): Record<string, unknown> => {
  const view = projectView(files, { language: csharp });
  const resolve = csharp.resolver(view);
  const found = view.specifiersOf(from).filter(({ kind }) => kind === 'name');
  return Object.fromEntries(
    found.map((one) => [one.text, resolve(from, one)] as const).filter(([, to]) => to !== 'external'),
  );
};

test('a using leads to those files of its namespace whose types are used', () => {
  const resolve = project({
    'App.cs': 'using Lib.Shapes; using Lib; namespace App { class Main { Circle c = new Square(); } }',
    'lib/Circle.cs': 'namespace Lib.Shapes { class Circle { } }',
    'lib/Square.cs': 'namespace Lib.Shapes;\nclass Square { }',
    'lib/Line.cs': 'namespace Lib.Shapes;\nclass Line { }',
    'lib/Lib.cs': 'namespace Lib { class Tool { } }',
  });
  expect(resolve('App.cs', 'Lib.Shapes')).toEqual(['lib/Circle.cs', 'lib/Square.cs']);
  expect(resolve('App.cs', 'Lib')).toEqual(['lib/Lib.cs']);
});

test('where no type is used, extension methods are meant, or else every file of the namespace', () => {
  const resolve = project({
    'App.cs': 'using Lib.Text; using Lib.Plain; class Main { void M() { "a".Twice(); } }',
    'lib/Twice.cs': 'namespace Lib.Text { static class Twices { static string Twice(this string s) => s; } }',
    'lib/Other.cs': 'namespace Lib.Text { class Other { } }',
    'lib/One.cs': 'namespace Lib.Plain { class One { } }',
    'lib/Two.cs': 'namespace Lib.Plain { class Two { } }',
  });
  expect(resolve('App.cs', 'Lib.Text')).toEqual(['lib/Twice.cs']);
  expect(resolve('App.cs', 'Lib.Plain')).toEqual(['lib/One.cs', 'lib/Two.cs']);
});

test('of a large namespace the nearest few files stand for the rest', () => {
  const files: Record<string, string> = { 'z/App.cs': 'using Big; class Main { }', 'z/Near.cs': 'namespace Big { }' };
  for (let i = 0; i < 100; i++) files[`lib/T${i}.cs`] = `namespace Big { class T${i} { } }`;
  const found = project(files)('z/App.cs', 'Big');
  expect(found).toHaveLength(16);
  expect(found).toContain('z/Near.cs');
});

test('a namespace that no file declares is external, also one that only begins like ours', () => {
  const resolve = project({ 'A.cs': 'namespace App.Core { class A { } }', 'B.cs': '' });
  for (const text of ['System', 'App', 'App.Cor', 'App.Core.More', 'core', 'app.core', 'static System.Math']) {
    expect(resolve('B.cs', text)).toBe('external');
  }
});

test('types that a using names directly', () => {
  const resolve = project({
    'Use.cs': 'using static Lib.Tools; using T = Lib.Tools; using N = Lib; using I = Lib.Tools.Inner;',
    'Tools.cs': 'namespace Lib { static class Tools { public class Inner { } } }',
    'Other.cs': 'namespace Lib { class Other { } }',
    'Global.cs': 'class Free { }',
  });
  for (const text of ['static Lib.Tools', 'T = Lib.Tools', 'I = Lib.Tools.Inner', 'X = global::Lib.Tools']) {
    expect(resolve('Use.cs', text)).toEqual(['Tools.cs']);
  }
  expect(resolve('Use.cs', 'F = Free')).toEqual(['Global.cs']);
  expect(resolve('Use.cs', 'N = Lib')).toEqual(['Other.cs', 'Tools.cs']);
  expect(resolve('Use.cs', 'static Lib.Nothing')).toBe('missing');
  expect(resolve('Use.cs', 'X = Lib.Nothing')).toBe('missing');
  expect(resolve('Use.cs', 'X = int')).toBe('external');
});

test('what libraries add to namespaces of the platform is not what every using of those means', () => {
  const files = {
    'Use.cs': 'using System; using System.Linq; class A { Index i; }',
    'Poly.cs': 'namespace System { struct Index { } }',
    'Poly2.cs': 'namespace System.Linq { static class More { static int Count2(this int x) => x; } }',
  };
  const resolve = project(files);
  expect(resolve('Use.cs', 'System')).toEqual(['Poly.cs']);
  expect(resolve('Use.cs', 'System.Linq')).toBe('external');
  expect(resolve('Use.cs', 'static System.Math')).toBe('external');
});

test('a using within a namespace is relative to it, one outside is not', () => {
  const lib = {
    'lib/AC.cs': 'namespace A.C { class One { } }',
    'lib/ABD.cs': 'namespace A.B.D { class Two { } }',
    'lib/D.cs': 'namespace D { class Three { } }',
  };
  const resolve = project({
    ...lib,
    'In.cs': 'namespace A.B { using C; using D; using T = C.One; class X { One o; Two t; } }',
    'Out.cs': 'using C; using D; namespace A.B { class X { One o; } }',
  });
  expect(resolve('In.cs', 'C')).toEqual(['lib/AC.cs']);
  expect(resolve('In.cs', 'D')).toEqual(['lib/ABD.cs']);
  expect(resolve('In.cs', 'T = C.One')).toEqual(['lib/AC.cs']);
  expect(resolve('In.cs', 'One', 'name')).toEqual(['lib/AC.cs']);
  expect(resolve('Out.cs', 'C')).toBe('external');
  expect(resolve('Out.cs', 'D')).toEqual(['lib/D.cs']);
});

test('types of the own and of enclosing namespaces need no using; those of others do', () => {
  const files = {
    'Use.cs':
      'using U; namespace A.B.C { class Use { Same s; Outer o; Outmost m; Free f; Used u; Hidden h; Deeper d; } }',
    'Same.cs': 'namespace A.B.C { class Same { } }',
    'Outer.cs': 'namespace A.B { class Outer { } }',
    'Outmost.cs': 'namespace A { class Outmost { } }',
    'Free.cs': 'class Free { }',
    'Used.cs': 'namespace U { class Used { } }',
    'Hidden.cs': 'namespace H { class Hidden { } }',
    'Deeper.cs': 'namespace A.B.C.D { class Deeper { } }',
  };
  expect(named(files, 'Use.cs')).toEqual({
    Same: ['Same.cs'],
    Outer: ['Outer.cs'],
    Outmost: ['Outmost.cs'],
    Free: ['Free.cs'],
    Used: ['Used.cs'],
  });
});

test('of types with one name the innermost namespace wins, and usings come last', () => {
  const files = {
    'Use.cs': 'using A.B; using U; namespace A.B { class Use { Node n; Leaf l; Root r; } }',
    'AB.cs': 'namespace A.B { class Node { } }',
    'A.cs': 'namespace A { class Node { } class Leaf { } }',
    'U.cs': 'namespace U { class Node { } class Leaf { } class Root { } }',
    'G.cs': 'class Node { } class Leaf { } class Root { }',
  };
  expect(named(files, 'Use.cs')).toEqual({ Node: ['AB.cs'], Leaf: ['A.cs'], Root: ['G.cs'] });
});

test('qualified names, relative, full and global', () => {
  const files = {
    'Use.cs':
      'using S = A.Sub; namespace A.B { class Use { Sub.Type a; A.Sub.Other b; global::X.Y c; B.Deep d; S.Third e; Out.Of f; X.Y.Z g; global::No.Where h; } }',
    'Type.cs': 'namespace A.Sub { class Type { } }',
    'Other.cs': 'namespace A.Sub { class Other { } }',
    'Third.cs': 'namespace A.Sub { class Third { } }',
    'Y.cs': 'namespace X { class Y { } }',
    'Deep.cs': 'namespace A.B { class Deep { } }',
    'Out.cs': 'namespace Other.Out { class Of { } }',
  };
  expect(named(files, 'Use.cs')).toEqual({
    'Sub.Type': ['Type.cs'],
    'A.Sub.Other': ['Other.cs'],
    'global::X.Y': ['Y.cs'],
    'B.Deep': ['Deep.cs'],
    'S.Third': ['Third.cs'],
    'X.Y.Z': ['Y.cs'],
  });
});

test('an attribute may be written without its ending, and goes before a type of that very name', () => {
  const files = {
    'Use.cs': '[Test][Plain][FullAttribute] class Use { [Serializable] int x; [assembly: Test] Test t; Plain p; }',
    'TestAttribute.cs': 'class TestAttribute { }',
    'Test.cs': 'class Test { }',
    'Plain.cs': 'class Plain { }',
    'Full.cs': 'class FullAttribute { }',
  };
  expect(named(files, 'Use.cs')).toEqual({
    '[Test': ['TestAttribute.cs'],
    '[Plain': ['Plain.cs'],
    '[FullAttribute': ['Full.cs'],
    Test: ['Test.cs'],
    Plain: ['Plain.cs'],
  });
});

test('a qualified attribute may be written without its ending, too', () => {
  const files = {
    'Use.cs': '[A.Marked] class Use { [A.Plain] int x; }',
    'Marked.cs': 'namespace A { class MarkedAttribute { } class Plain { } }',
  };
  expect(named(files, 'Use.cs')).toEqual({ '[A.Marked': ['Marked.cs'], '[A.Plain': ['Marked.cs'] });
});

test('an alias that branches of an #if give to several things may mean each', () => {
  const files = {
    'Use.cs': '#if X\nusing T = Xunit.Fact;\n#else\nusing T = A.Own;\n#endif\nclass Use { [T] int x; T.Inner y; }',
    'Own.cs': 'namespace A { class Own { } }',
  };
  expect(named(files, 'Use.cs')).toEqual({ '[T': ['Own.cs'], 'T.Inner': ['Own.cs'] });
});

test('names are case-sensitive', () => {
  expect(named({ 'Use.cs': 'class Use { XML x; }', 'Xml.cs': 'class Xml { }' }, 'Use.cs')).toEqual({});
});

test('all parts of a partial type are meant, and its parts mean each other', () => {
  const files = {
    'Use.cs': 'class Use { Window w; }',
    'Window.cs': 'partial class Window { }',
    'Window.Layout.cs': 'partial class Window { Window w; }',
    'Alone.cs': 'partial class Alone { }',
  };
  expect(named(files, 'Use.cs')).toEqual({ Window: ['Window.Layout.cs', 'Window.cs'] });
  expect(named(files, 'Window.cs')).toEqual({ Window: ['Window.Layout.cs'] });
  expect(named(files, 'Window.Layout.cs')).toEqual({ Window: ['Window.cs'] });
  expect(named(files, 'Alone.cs')).toEqual({});
});

test('parts of a type may stand in several folders', () => {
  const files = {
    'ui/Use.cs': 'class Use { Window w; }',
    'ui/Window.cs': 'partial class Window { }',
    'gen/Window.g.cs': 'partial class Window { }',
  };
  expect(named(files, 'ui/Use.cs')).toEqual({ Window: ['gen/Window.g.cs', 'ui/Window.cs'] });
});

test('a type of the own project goes before a nearer one of a referenced project', () => {
  const files = {
    'app/App.csproj': '<Project><ProjectReference Include="x/lib/Lib.csproj"/></Project>',
    'app/T.cs': 'namespace Own { class T { } }',
    'app/x/Use.cs': 'using Lib; using Own; namespace A { class Use { T t; } }',
    'app/x/lib/Lib.csproj': '<Project />',
    'app/x/T.cs': '',
    'app/x/lib/T.cs': 'namespace Lib { class T { } }',
  };
  expect(named(files, 'app/x/Use.cs')).toEqual({ T: ['app/T.cs'] });
});

test('a type with the name of a namespace does not hide what is in the namespace', () => {
  const files = {
    'Use.cs': 'namespace Game.Core { class Use { Sub.Thing t; Sub.Nothing n; } }',
    'Game.cs': 'class Game { }',
    'Thing.cs': 'namespace Game.Core.Sub { class Thing { } }',
  };
  expect(named(files, 'Use.cs')).toEqual({ 'Sub.Thing': ['Thing.cs'] });
});

test('types that differ in their type parameters are all meant', () => {
  const files = {
    'U.cs': 'class U { Result r; }',
    'Result.cs': 'class Result { }',
    'ResultT.cs': 'class Result<T> { }',
  };
  expect(named(files, 'U.cs')).toEqual({ Result: ['Result.cs', 'ResultT.cs'] });
});

test('of one type in several projects the own is meant, then a referenced one, then the nearest', () => {
  const type = 'namespace N { partial class T { } }';
  const use = 'namespace N { class Use { T t; } }';
  const reference = (path: string) =>
    `<Project><ItemGroup><ProjectReference Include="${path}" /></ItemGroup></Project>`;
  const files = {
    'one/One.csproj': '<Project />',
    'one/T.cs': type,
    'one/T2.cs': type,
    'one/Use.cs': use,
    'two/Two.csproj': '<Project />',
    'two/T.cs': type,
    'test/Test.csproj': reference('..\\middle\\Middle.csproj'),
    'test/Use.cs': use,
    'middle/Middle.csproj': `<!-- ${reference('../one/One.csproj')} -->${reference('../two/Two.csproj')}`,
    'two/inner/Use.cs': use,
    'two/sample/Sample.csproj': '<Project />',
    'two/sample/Use.cs': use,
  };
  expect(named(files, 'one/Use.cs')).toEqual({ T: ['one/T.cs', 'one/T2.cs'] });
  expect(named(files, 'two/inner/Use.cs')).toEqual({ T: ['two/T.cs'] });
  expect(named(files, 'test/Use.cs')).toEqual({ T: ['two/T.cs'] });
  expect(named(files, 'two/sample/Use.cs')).toEqual({ T: ['two/T.cs'] });
});

test('without project files the nearest of several types with one name is meant', () => {
  const files = {
    'samples/one/Helper.cs': 'class Helper { }',
    'samples/one/Use.cs': 'class Use { Helper h; }',
    'samples/two/Helper.cs': 'class Helper { }',
    'samples/two/Use.cs': 'class Use { Helper h; }',
  };
  expect(named(files, 'samples/one/Use.cs')).toEqual({ Helper: ['samples/one/Helper.cs'] });
  expect(named(files, 'samples/two/Use.cs')).toEqual({ Helper: ['samples/two/Helper.cs'] });
});

test('a type that can be referenced goes before a nearer namespace that cannot', () => {
  const files = {
    'app/App.csproj': '<Project><ProjectReference Include="../lib/Lib.csproj"/></Project>',
    'app/Use.cs': 'using L; namespace A { class Use { T t; } }',
    'lib/Lib.csproj': '<Project />',
    'lib/T.cs': 'namespace L { class T { } }',
    'sample/Sample.csproj': '<Project />',
    'sample/T.cs': 'namespace A { class T { } }',
  };
  expect(named(files, 'app/Use.cs')).toEqual({ T: ['lib/T.cs'] });
});

test('types of the global namespace are seen only where they are referenced, as far as that is known', () => {
  const files = {
    'app/App.csproj': '<Project />',
    'app/Use.cs': 'class Use { Program p; }',
    'sample/Sample.csproj': '<Project />',
    'sample/Program.cs': 'class Program { }',
  };
  expect(named(files, 'app/Use.cs')).toEqual({});
  const { 'app/App.csproj': _, ...unknown } = files;
  expect(named(unknown, 'app/Use.cs')).toEqual({ Program: ['sample/Program.cs'] });
});

test('global usings hold for their project, wherever they are written', () => {
  const lib = {
    'lib/A.cs': 'namespace L.A { class InA { } }',
    'lib/B.cs': 'namespace L.B { class InB { } }',
    'lib/C.cs': 'namespace L.C { class InC { } }',
    'lib/D.cs': 'namespace L.D { class InD { } }',
    'lib/E.cs': 'namespace System.IO { class InE { } }',
  };
  const use = 'class Use { InA a; InB b; InC c; Short s; InE e; }';
  const files = {
    ...lib,
    'Directory.Build.props': '<Project><ItemGroup><Using Include="L.C" /></ItemGroup></Project>',
    'app/App.csproj':
      '<Project><PropertyGroup><ImplicitUsings>enable</ImplicitUsings></PropertyGroup><Using Include="L.B"/><Using Include="L.D.InD" Alias="Short"/><Using Include="L.D.InD" Static="true"/></Project>',
    'app/Usings.cs': 'global using L.A;',
    'app/deep/Use.cs': use,
    'other/Other.csproj': '<Project />',
    'other/Use.cs': use,
  };
  expect(named(files, 'app/deep/Use.cs')).toEqual({
    InA: ['lib/A.cs'],
    InB: ['lib/B.cs'],
    InC: ['lib/C.cs'],
    Short: ['lib/D.cs'],
    InE: ['lib/E.cs'],
  });
  expect(named(files, 'other/Use.cs')).toEqual({ InC: ['lib/C.cs'] });
  expect(project(files)('app/Usings.cs', 'L.A')).toEqual(['lib/A.cs']);
});

test('an assembly of Unity ends at the next definition', () => {
  const files = {
    'Runtime/Game.asmdef': '{}',
    'Runtime/T.cs': 'namespace N { partial class T { } }',
    'Runtime/Use.cs': 'namespace N { class Use { T t; } }',
    'Runtime/Editor/Editor.asmdef': '{}',
    'Runtime/Editor/T.cs': 'namespace N { partial class T { } }',
    'Runtime/Editor/Use.cs': 'namespace N { class Use { T t; } }',
  };
  expect(named(files, 'Runtime/Use.cs')).toEqual({ T: ['Runtime/T.cs'] });
  expect(named(files, 'Runtime/Editor/Use.cs')).toEqual({ T: ['Runtime/Editor/T.cs'] });
});

test('a script that is loaded is found beside the one that loads it', () => {
  const resolve = project({ 'a/run.csx': '#load "../util.csx"', 'util.csx': '' });
  expect(resolve('a/run.csx', '../util.csx', 'include')).toEqual(['util.csx']);
  expect(resolve('a/run.csx', 'util.csx', 'include')).toBe('missing');
  expect(resolve('a/run.csx', '../../x.csx', 'include')).toBe('missing');
});

test('a broken project file is no reason to fail', () => {
  for (const text of [
    '',
    '<',
    '<Project',
    '<Using Include=',
    '<Using Include="A',
    '<!-- <Using Include="A" />',
    '<ProjectReference Include="../../../x.csproj">',
  ]) {
    expect(named({ 'A.csproj': text, 'A.cs': 'class A { B b; }', 'B.cs': 'class B { }' }, 'A.cs')).toEqual({
      B: ['B.cs'],
    });
  }
});
