import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csharp } from '../../../src/languages/csharp/csharp.js';
import { kindOfWord, word, wordsByKind } from '../../../src/languages/csharp/words.js';
import { growth, linear } from '../../growth.js';
import { rounds } from '../../rounds.js';

const read = (text: string) => csharp.read(text, 'a.cs');
const imports = (text: string): string[] => texts(text, 'import');
const names = (text: string): string[] => texts(text, 'name');
const texts = (text: string, kind: string): string[] =>
  read(text)
    .filter((specifier) => specifier.kind === kind)
    .map((specifier) => specifier.text);
const declared = (text: string): string[] => {
  const found: string[] = [];
  csharp.read(text, 'a.cs', (name) => found.push(name));
  return found;
};

test('using directives of every form are found in order, each once', () => {
  const text = `\uFEFF\uFEFFextern alias Legacy;
using System;
using System . Text /* spaced */ .Json ;
using static System.Math;
using static App.Cache<int>;
using Map = System.Collections.Generic.Dictionary<string, App.Item>;
using unsafe Pointer = int*;
using global::App.Core;
using Legacy::App.Old;
global using App.Shared;
global using static App.Tools;
using @event.@class;
using Größe.Länge;
using System;
`;
  expect(imports(text)).toEqual([
    'System',
    'System.Text.Json',
    'static System.Math',
    'static App.Cache',
    'Map = System.Collections.Generic.Dictionary',
    'Pointer = int',
    'global::App.Core',
    'Legacy::App.Old',
    'App.Shared',
    'static App.Tools',
    'event.class',
    'Größe.Länge',
  ]);
  expect(names(text)).toEqual(['App.Item']);
  expect(read('using A;')).toEqual([{ text: 'A', kind: 'import' }]);
});

test('using statements and declarations are no imports', () => {
  const text = `class C { async Task M() {
    using (var a = Open()) { }
    using var b = Open();
    using Stream c = Open();
    await using System.IO.Stream d = Open();
    using
      (e) { }
  } }`;
  expect(imports(text)).toEqual([]);
  expect(names(text)).toEqual(['Task', 'Stream', 'System.IO.Stream']);
});

test('a using within a namespace knows in which', () => {
  const text = 'using A;\nnamespace X.Y { using B; namespace Z { using C; } }';
  expect(read(text)).toEqual([
    { text: 'A', kind: 'import' },
    { text: 'B', kind: 'import', names: ['X.Y'] },
    { text: 'C', kind: 'import', names: ['X.Y.Z'] },
  ]);
});

test('all branches of #if count, whatever their condition, and regions are nothing', () => {
  const text = `#if NET
using A;
#elif UNITY // "
using B;
#else
using C;
#endif
  #  region don't "mind
using D;
#endregion
#error can't /*
using E;`;
  expect(imports(text)).toEqual(['A', 'B', 'C', 'D', 'E']);
});

test('each branch of an #if begins at the depth of the first', () => {
  const text = `namespace A {
#if X
  class One : Base1 {
#else
  class One : Base2 {
#endif
  }
  class Two { }
}
class Three { }`;
  expect(declared(text)).toEqual(['A', 'A:One', 'A:One', 'A:Two', ':Three']);
});

test('a directive without its #if changes nothing', () => {
  expect(declared('#endif\n#else\nclass A {\n#else\n}\n#endif\nclass B {}')).toEqual([':A', ':B']);
});

test('scripts load others', () => {
  expect(read('#load "util.csx"\n#r "nuget: X"\n#load "util.csx"\nusing A;')).toEqual([
    { text: 'util.csx', kind: 'include' },
    { text: 'A', kind: 'import' },
  ]);
});

test('types are declared with their namespaces, nested ones are not', () => {
  const text = `namespace A.B
{
  public sealed class Box<T> : Base where T : class, new() { class Nested { } enum Inner { X } }
  struct Point { }
  class Two<T, U> where T : class where U : struct { }
  interface IShape<in T> where T : struct { }
  enum Color : byte { Red, Green = 2 }
  record Person(string Name) : Entity(Name);
  public readonly record struct Pair<T>(T Left, T Right);
  record class Plain { }
  public delegate Task<List<Item>> Handler<in T>(T value);
  namespace C { static class Deep { } }
  public partial interface IPart { }
  public class @object { }
}
class Global { }`;
  expect(declared(text)).toEqual([
    'A.B',
    'A.B:Box',
    'A.B:Point',
    'A.B:Two',
    'A.B:IShape',
    'A.B:Color',
    'A.B:Person',
    'A.B:Pair',
    'A.B:Plain',
    'A.B:Handler',
    'A.B.C',
    'A.B.C:Deep',
    'A.B:partial IPart',
    'A.B:object',
    ':Global',
  ]);
  expect(names(text)).toEqual(['T', 'Base', 'U', 'Entity', 'Name', 'Task', 'List', 'Item', 'IPart']);
});

test('a namespace for the whole file', () => {
  expect(declared('using X;\nnamespace A.B;\nclass C { class D { } }\nrecord E;\n')).toEqual(['A.B', 'A.B:C', 'A.B:E']);
});

test('words that only look like declarations declare nothing', () => {
  const text = `class A {
    void M<T>(Record record) where T : class where U : struct {
      foreach (var record in records) { }
      if (record is Foo) record.Save();
      var f = delegate (int x) { return x; };
      Run(delegate { });
      var enumerable = record with { Name = "" };
      delegate*<int, void> pointer = null;
    }
  }`;
  expect(declared(text)).toEqual([':A']);
  expect(declared('record item = new record(); record Row;')).toEqual([':Row']);
});

test('global usings are given to others', () => {
  expect(declared('global using A.B;\nglobal using static A.C;\nglobal using D = A.E;\nusing F;')).toEqual([
    'using A.B',
    'using static A.C',
    'using D = A.E',
  ]);
});

test('extension methods are told, calls that hand on this are not', () => {
  const extends_ = (line: string) => declared(`namespace A; static class E { ${line} }`).includes('A:this');
  expect(extends_('public static int Twice(this int x) => 2 * x;')).toBe(true);
  expect(extends_('static void Add([NotNull] this IList list) { }')).toBe(true);
  expect(extends_('static void Swap(this ref Point p) { }')).toBe(true);
  expect(extends_('static void Spaced(this\n  Point p) { }')).toBe(true);
  expect(extends_('extension(string s) { }')).toBe(true);
  expect(extends_('void M() { Call(this); Call(this, 1); Call(this.x); if (this is X) { } return (this as Y); }')).toBe(
    false,
  );
  expect(extends_('int this[int i] => 1; int y = (this switch { }); var z = (this with { X = 1 });')).toBe(false);
  expect(extends_('object M() => from x in this where x.Ok select x;')).toBe(false);
  expect(extends_('void M(int extension) { x.extension(2); return extension(3); extension = 4; }')).toBe(false);
});

test('types are found where they are used', () => {
  const text = `class Own : Base, IFace<Argument> {
    [Marked, Marked2(typeof(Typed))] private readonly Field field = new Made<Inner>(Static.Value);
    public Prop Name { get; set; } = Default.Of(1);
    public Array1[] Items; Maybe? Option; (Left a, Right b) Both;
    Result Method(Param p, ref Other o, params Rest[] rest) {
      if (x is Tested t && y is Tested2) z = (Cast) w as As;
      switch (v) { case Cased c: break; }
      try { } catch (Caught e) when (e.Code == Codes.Bad) { throw new Thrown(); }
      foreach (Each each in Source.All) Generic.Call<Called>(nameof(Named));
      Local local = Own.Make(); var q = from Queried r in rows where r.Is(Where.That) select new Selected();
      Func<In, Out> f = (Lambda l) => Body.Of(l);
      default(Defaulted).ToString(); a = b ?? Otherwise.Of<int>(); sizeof(Sized); stackalloc Stacked[3];
    }
  }`;
  expect(names(text)).toEqual(
    (
      'Base IFace Argument [Marked Marked2 Typed Field Made Inner Static.Value Prop Default Array1 Maybe Left Right ' +
      'Result Param Other Rest Tested Tested2 Cast As Cased Caught Codes.Bad Thrown Each Source.All Generic.Call Called ' +
      'Named Local Queried Where.That Selected Func In Out Lambda Body Defaulted Otherwise.Of Sized Stacked'
    ).split(' '),
  );
});

test('members, calls and names that are being declared are no types', () => {
  const text = `class Own {
    public int Count { get; set; }
    public List<int> Items = new(); List<int?> Nullables { get; }
    public int[] Numbers; int? Perhaps; string Name => Other; int[,] Grid;
    void Run(int Upper) { Call(); this.Field = 1; Assigned = 2; x.Member.Deeper(); if (Compared == 3) return Returned; }
    var made = new { First = 1, Second = 2 };
    string IFace.Explicit() { }
  }`;
  expect(names(text)).toEqual(['List']);
});

test('members of an enum are no types, what they are marked with is', () => {
  expect(names('enum Kind { [Old] Array, Object = Other.Value,\n String }\nclass A : Array { }')).toEqual([
    '[Old',
    'Other.Value',
    'Array',
  ]);
});

test('qualified names are kept whole, without what is called on them', () => {
  const text = `class Own {
    A.B.Type field; A.B.Type.Call(); A.Static.lower(); new A.B.Made(); global::X.Y.Z all; global::X.Made.Of();
  }`;
  expect(names(text)).toEqual(['A.B.Type', 'A.Static', 'A.B.Made', 'global::X.Y.Z', 'global::X.Made.Of']);
});

test('where the first part is used by itself, the rest tells nothing more', () => {
  expect(names('class Own { Color color = Color.Red; Own.Nested n; }')).toEqual(['Color']);
});

test('an attribute is told from an index', () => {
  const text = `[assembly: Info("x")]
[Test][Category("a"), Other]
class C { void M([Param] int p, [A.B.Qualified] int q) { list[Index.First] = table[Key]; int[] x = [Made.One]; } }`;
  expect(names(text)).toEqual([
    'Info',
    '[Test',
    '[Category',
    'Other',
    '[Param',
    '[A.B.Qualified',
    'Index.First',
    'Key',
    'Made.One',
  ]);
});

test('types in lower case are found where nothing else can stand', () => {
  expect(names('class C { float3 position; void M(int2 cell) { return cell; yield return x; } }')).toEqual([
    'float3',
    'int2',
  ]);
});

test('names of the file itself and of its aliases are not asked for, parts of a type are', () => {
  const text = `using Short = A.Long;
class Own { Nested n; class Nested { } Short s; Short.Inner t; Own o; }
partial class Part { partial class Inside { } Inside i; }`;
  expect(names(text)).toEqual(['Short.Inner', 'Part']);
});

test('what comments and strings contain is no code', () => {
  const text = `class Own {
    // using A; Comment c
    /* using B; */ /// <see cref="Doc"/>
    string a = "Using x; \\" Type y"; char c = '"'; char d = '\\''; char e = '{';
    string f = @"C:\\Dir\\"; string g = @"one ""Two x"" Three y
      Four z";
    string h = """
      Raw x = "" "Quoted y"
      """; string i = """"Five """ x"""";
    string j = ""; string k = @"";
    After after;
  }`;
  expect(names(text)).toEqual(['After']);
  expect(imports(text)).toEqual([]);
});

test('code within interpolated strings is code', () => {
  const text = `class Own {
    string a = $"Text x {Hole.One} {{Not y}} {new Two()}";
    string b = $@"C:\\Dir ""Q x"" {Three.A:Format x} \\"; string c = @$"{Four.A}";
    string d = $"{(x ? Five.A : Six.A)} {Map["Key x"]} {Run($"deep {Seven.A} Deep y")} {Eight.A,10:N2}";
    string e = $"""Raw { Nine.A } "Quoted x" """; string f = $$"""{ "Json x": {{ Ten.A }} } {{{Eleven.A}}}""";
    string g = $"{global::A.B}"; string h = $"{list.Select(x => { return Twelve.A; }, Thirteen.A)}"; string k = $"{Legacy::Fourteen.A}"; string i = $"{x:"; string l = $"\\{x}";
    After after;
  }`;
  expect(names(text)).toEqual(
    'Hole.One Two Three.A Four.A Five.A Six.A Map Seven.A Eight.A Nine.A Ten.A Eleven.A global::A.B Twelve.A Thirteen.A Legacy Fourteen.A After'.split(
      ' ',
    ),
  );
});

test('what is not closed ends with its line', () => {
  expect(
    names(`class C { string a = "open;\n One x; char c = 'open;\n Two x; string b = $"open {{;\n Three x; }`),
  ).toEqual(['One', 'Two', 'Three']);
});

test('windows line ends, tabs and numbers are nothing special', () => {
  const text = 'using A;\r\nusing B\r\n;\r\nclass C\r\n{\r\n\tFoo x = 0xFFu + 1_000L + 1.5e3f;\r\n}\r\n';
  expect(imports(text)).toEqual(['A', 'B']);
  expect(names(text)).toEqual(['Foo']);
});

test('every keyword is known by its kind', () => {
  for (const [kind, words] of Object.entries(wordsByKind)) {
    for (const one of words)
      expect([one, kindOfWord(` ${one} `, 1, 1 + one.length)]).toEqual([one, word[kind as keyof typeof word]]);
  }
  expect(kindOfWord('classes', 0, 7)).toBe(word.plain);
});

const pieces =
  'using|static|global|namespace|class|record|enum|delegate|partial|this|extension|where|new|A|A.B|a|::|.|,|:|;|=|=>|(|)|[|]|{|}|<|>|?|"|"""|$"|$@"|$$"""|@"|@|$|\'|\\|//|/*|*/|#if|#else|#endif|#load "|\n|\r\n|1.5|é|\ud800';

test('no text makes it throw', () => {
  const piece = fc.constantFrom(...pieces.split('|'));
  const separator = fc.constantFrom('', ' ');
  fc.assert(
    fc.property(fc.array(piece), separator, fc.string(), (some, between, rest) => {
      expect(Array.isArray(read(some.join(between) + rest))).toBe(true);
      declared(some.join(between));
    }),
    rounds(150),
  );
});

test.each([
  // Words by themselves: without a blank they would be one long word, read in no time.
  ...pieces.split('|').map((piece) => (/^\w+$/.test(piece) ? `${piece} ` : piece)),
  'using A;',
  'using a::',
  'using a ',
  '$"{',
  '$"{"',
  '$@"{@"',
  '{ $"{x:',
  'namespace a{',
  'delegate ',
  'delegate<',
  'record A',
  'class /**/',
  '#if\n',
  'A.',
  'global::A.',
  '"" ',
  '""""',
])('reading takes linear time: %j again and again', (unit) => {
  const ratio = growth(2_000, (size) => declared(`class A { } ${unit.repeat(size / unit.length)}`).join());
  expect(ratio).toBeLessThan(linear);
});
