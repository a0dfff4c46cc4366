import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { php } from '../../../src/languages/php/php.js';
import { growth, linear } from '../../growth.js';
import { rounds } from '../../rounds.js';

const specifiers = (text: string) => php.read(text, 'a.php');
const ofKind = (kind: string, text: string): string[] =>
  specifiers(text)
    .filter((specifier) => specifier.kind === kind)
    .map((specifier) => specifier.text);
const imports = (code: string): string[] => ofKind('import', `<?php\n${code}`);
const names = (code: string): string[] => ofKind('name', `<?php\n${code}`);
const includes = (code: string): string[] => ofKind('include', `<?php\n${code}`);
const declared = (code: string): string[] => {
  const found: string[] = [];
  php.read(`<?php\n${code}`, 'a.php', (name) => found.push(name));
  return found;
};

describe('use', () => {
  test('classes, functions and constants, with aliases, lists and groups', () => {
    const code = `namespace App;

use App\\Entity\\User;
use Doctrine\\ORM\\EntityManagerInterface as Manager, App\\Two;
use \\Leading\\Slash;
use App\\Form\\{Login, Admin\\Panel as Admin, function build, const LIMIT,};
use function App\\Util\\{slug, trim as cut};
use function App\\first, App\\second;
use const App\\VERSION;
USE App\\Upper AS up ;
use App /* odd */ ; use // why
  App\\Later;
`;
    expect(imports(code)).toEqual([
      'App\\Entity\\User',
      'Doctrine\\ORM\\EntityManagerInterface',
      'App\\Two',
      'Leading\\Slash',
      'App\\Form\\Login',
      'App\\Form\\Admin\\Panel',
      'function App\\Form\\build',
      'const App\\Form\\LIMIT',
      'function App\\Util\\slug',
      'function App\\Util\\trim',
      'function App\\first',
      'function App\\second',
      'const App\\VERSION',
      'App\\Upper',
      'App',
      'App\\Later',
    ]);
    expect(names(code)).toEqual([]);
    expect(specifiers('<?php use A\\B;')).toEqual([{ text: 'A\\B', kind: 'import' }]);
  });

  test('a closure that takes variables along imports nothing, nor does a trait', () => {
    const code = `$f = function () use ($x, &$y): Result { return fn() => 1; };
function () use /* ( */ ($z) {};
class A { use T; use N\\U, V { N\\U::x insteadof V; V::x as protected old; T::use as namespace; } private P $p; }`;
    expect(imports(code)).toEqual([]);
    expect(names(code)).toEqual(['Result', 'T', 'N\\U', 'V', 'P']);
  });

  test('each is found once, with Windows lines too', () => {
    expect(imports('use A\\B;\r\nuse A\\B;\r\nuse A\\B as C;\r\n')).toEqual(['A\\B']);
  });
});

describe('names', () => {
  test('stand where classes stand', () => {
    const code = `namespace N;
#[Attr, Ns\\Attr2(Arg::X, [Arg2::class, 1]), Attr3]
abstract class A extends Base implements I1, Ns\\I2 {
  private ?Prop $a; public readonly Left|Right|null $b; protected static int $c; var Old $d;
  public (Dnf1&Dnf2)|null $e; public private(set) Asym $f;
  const Typed X = Value::Y;
  public function __construct(#[Sensitive] private readonly Promoted $p, One|Two &$q = new Default1(self::X), Rest ...$r) {}
  abstract public static function m((And1&And2)|null $x, Later $y = [Key::K => 1, K2]): ?Ret;
  function n(): static { return new static; }
}
interface J extends I3, I4 {}
enum E: string implements I5 { case One = 'x'; case Use = Case_::X; }
try { new Made; new Made2(); new $x; new \\Full\\Name; } catch (Bad | \\Worse $e) {} catch (Quiet) {}
$a instanceof Inst; $a instanceof $b; Stat::call(); Stat2::$x; Stat3::class;
$f = static fn(Par $p): Res => $p->New->Use;
$o = new class(new Inner) extends Anon implements I6 { use Tr; };
function top(Param $p): Never2 {}
`;
    expect(names(code)).toEqual(
      [
        ...[
          'Attr',
          'Ns\\Attr2',
          'Arg',
          'Arg2',
          'Attr3',
          'Base',
          'I1',
          'Ns\\I2',
          'Prop',
          'Left',
          'Right',
          'Old',
          'Dnf1',
          'Dnf2',
          'Asym',
        ],
        ...[
          'Typed',
          'Value',
          'Sensitive',
          'Promoted',
          'One',
          'Two',
          'Default1',
          'Rest',
          'And1',
          'And2',
          'Later',
          'Key',
          'Ret',
        ],
        ...['I3', 'I4', 'I5', 'Case_', 'Made', 'Made2', '\\Full\\Name', 'Bad', '\\Worse', 'Quiet', 'Inst', 'Stat'],
        ...['Stat2', 'Stat3', 'Par', 'Res', 'Inner', 'Anon', 'I6', 'Tr', 'Param', 'Never2'],
      ].map((name) => (name.startsWith('\\') ? name.slice(1) : `N\\${name}`)),
    );
  });

  test('are given in full: by namespace, by import, by what they begin with', () => {
    const code = `namespace A\\B;
use X\\Y; use X\\Z as W;
new C; new D\\E; new \\F; new \\G\\H; new namespace\\I; new Y\\J; new w\\K; new Y; new W; new y;`;
    expect(names(code)).toEqual(['A\\B\\C', 'A\\B\\D\\E', 'F', 'G\\H', 'A\\B\\I', 'X\\Y\\J', 'X\\Z\\K']);
    expect(names('new C; new \\D\\E;')).toEqual(['C', 'D\\E']);
  });

  test('mean something else in each namespace of a file', () => {
    const code = `namespace A { use X\\Y; new Y; new C; } namespace B { new Y; new C; } namespace { new C; }`;
    expect(names(code)).toEqual(['A\\C', 'B\\Y', 'B\\C', 'C']);
  });

  test('of the language, or that the file declares itself, are none', () => {
    const code = `class A { function f(self $a, ?INT $b, Bool|NULL|string $c): static { new a; parent::x(); Self::y(); static::z(); } }
function (callable|iterable|object|mixed $x): never {};`;
    expect(names(code)).toEqual([]);
  });

  test('of functions, constants, members, labels and variables are none', () => {
    const code = `foo(BAR, E_ALL | E_STRICT, name: $x); $a->b->new->c; $x?->class; A::new()->D; goto end; end: echo PHP_EOL & FLAG;
$ok ? FIRST : SECOND; switch ($x) { case ONE: TWO; default: } if (x): elseif (y): endif; $Static->use; 0xABCdef; 1_000; 1e5;
while (X < Y && Z > $q) { global $Foo; static $y = 1, Q; } declare(strict_types=1); define('A', new_thing());`;
    expect(names(code)).toEqual(['A']);
    expect(names('$x = new static || BAR; new \\; \\::x();')).toEqual([]);
  });

  test('that look like keywords', () => {
    const code = `use App\\Enum; class Y { const NEW = 1, USE = 2; case Function; function use(): Enum2 {} function class(Z $z) {} public Enum3 $e; }
f(class: 1, new: 2); Enum::X; function enum(Par $x) {} new Enum; ENUM4::y(); enum(1); $enum instanceof Enum5 and 1;`;
    expect(names(code)).toEqual(['Enum2', 'Z', 'Enum3', 'Par', 'ENUM4', 'Enum5']);
    expect(declared(code)).toEqual(['Y', 'function enum']);
    expect(names('namespace N; new Enum; Enum::x();')).toEqual(['N\\Enum']);
    expect(names('namespace N; function f(Enum $x) {}')).toEqual(['N\\Enum']);
    expect(declared('enum (1); if (1) { function f() {} }')).toEqual(['function f']);
  });

  test('can be written in any alphabet, and with any case of keywords', () => {
    expect(names('NEW Größe; $x InstanceOf 漢字; FUNCTION f(A $a): B {}')).toEqual(['Größe', '漢字', 'A', 'B']);
  });
});

describe('declared', () => {
  test('are classes, interfaces, traits and enums, functions and constants by their full names', () => {
    const code = `namespace A\\B;
final class C { const X = 1; public function m() { function inner() {} } }
abstract class D {} interface E {} trait F {} enum G: int {} readonly class H {}
function f() {} function &g() {} const K = 1; $x = function () {}; $y = new class { function no() {} };
if (!function_exists('h')) { function h() {} }`;
    expect(declared(code)).toEqual(
      ['C', 'function inner', 'D', 'E', 'F', 'G', 'H', 'function f', 'function g', 'const K', 'function h'].map(
        (name) => name.replace(/\w+$/, (last) => `A\\B\\${last}`),
      ),
    );
    expect(declared('class A {} namespace X; class A {}')).toEqual(['A', 'X\\A']);
  });

  test('methods are no functions, also after classes within calls and arrays', () => {
    const code = `class A { function m() { return [f(new class(function () { if (1) { } }) { function n() {} }), "{$x["a"]}"]; }
  function o() { } } function top() {}`;
    expect(declared(code)).toEqual(['A', 'function top']);
    expect(declared('new readonly class { function m() {} }; new #[A] class extends B { function n() {} };')).toEqual(
      [],
    );
  });
});

describe('include', () => {
  test('literals, with all four words, with and without parentheses', () => {
    const code = `require 'a.php'; require_once("b.php"); include ( 'lib/c.php' ); $x = (include_once 'd.php')['x'];
REQUIRE "e.php" or die; return require 'f'.'/g.php'; include 'it\\'s.php'; include 'win\\dow.php' ?><?php echo 1;`;
    expect(includes(code)).toEqual([
      ...['a.php', 'b.php', 'lib/c.php', 'd.php', 'e.php', 'f/g.php', "it's.php", 'win/dow.php'],
    ]);
  });

  test("paths from the file's own folder", () => {
    const code = `require __DIR__ . '/a.php'; require(__DIR__.'/../b.php'); require dirname(__FILE__) . "/c.php";
require_once dirname( dirname( __FILE__ ) ) . '/d.php'; require dirname(__DIR__, 2) . '/e.php'; require \\dirname(__DIR__) . '/f.php';
require __DIR__ . DIRECTORY_SEPARATOR . 'g' . DS . 'h.php'; require realpath(__DIR__ . '/i.php'); require __dir__ /* x */ . '/j.php';`;
    expect(includes(code)).toEqual([
      ...['./a.php', '../b.php', './c.php', '../d.php', '../../e.php', '../f.php', './g/h.php', './i.php', './j.php'],
    ]);
  });

  test('of paths that begin with what only the program knows, the end', () => {
    const code = `require ABSPATH . WPINC . '/a.php'; require_once ABSPATH . 'wp-admin/b.php'; require $root . '/lib/c.php';
require $this->dir['x'] . "/d.php"; require Config::path('lib', "x)") . '/e.php'; require "$IP/f.php"; require "{$CFG->root}/g/h.php";
require "$a[dir]/i.php"; require "$a->dir/j.php"; require __DIR__ . '/' . $x . '/k.php'; require $x . __DIR__ . '/../l.php';
require dirname($file) . '/m.php'; require "\${root}/n.php"; require $x?->y() . '/o.php';`;
    expect(includes(code)).toEqual([
      ...['*/a.php', '*/wp-admin/b.php', '*/lib/c.php', '*/d.php', '*/e.php', '*/f.php', '*/g/h.php', '*/i.php'],
      ...['*/j.php', '*/k.php', '*/../l.php', '*/m.php', '*/n.php', '*/o.php'],
    ]);
  });

  test('what does not say which file is none', () => {
    const code = `require $file; require "$dir/$name.php"; require $dir . $name . '.php'; require 'x-' . $a . '-y.php'; require;
require $a ? 'b.php' : 'c.php'; require $x ?? 'd.php'; require 'n.php' ?: $x; require f('g.php'); require __DIR__; require '';
$x->require('i.php'); A::include('j.php'); function include() {} $require = 'k.php'; require __DIR__ . 'l.php'; require dirname();
require \${'a'.'b'}; require "`;
    expect(includes(code)).toEqual([]);
    expect(
      includes(`require f(${'1, '.repeat(400)}) . '/x.php'; require 'y.php'; require "${'x'.repeat(600)}";`),
    ).toEqual(['y.php']);
  });
});

describe('what is no code', () => {
  test('HTML outside of the tags', () => {
    const text = `use A; new B; <?xml version="1.0"?> require 'x'; <?php use C; ?> use D; it's <?= new E ?> "use F;
<? new G ?><?PHP new H // new I ?> new J <?php # new K ?><?php /* ?> */ new L; '?>'; new M ?> <?phpx new N ?>`;
    expect(specifiers(text).map((specifier) => specifier.text)).toEqual(['C', 'E', 'G', 'H', 'L', 'M']);
    expect(specifiers('use A; new B;')).toEqual([]);
    expect(ofKind('import', '\uFEFF#!/usr/bin/php\n<?php\nuse A;')).toEqual(['A']);
  });

  test('comments, but attributes are', () => {
    const code = `// use A;\n# new B;\n/* new C; */ /** @var D $x */ #[E] // it's\nnew F; #{\n/* unclosed new G;`;
    expect(names(code)).toEqual(['E', 'F']);
    expect(imports('// ?><?php\nuse A;')).toEqual(['A']);
  });

  test('strings with escapes, code and lines in them', () => {
    const code = `'new A; \\' new B; \\\\'; "new C; \\" {$a["}"]} \${b["x"]} {$a['"']} {$f(fn() => ["new D"])} \\{$x new E";
\`ls "new F" {$x["y"]} \`; "{$a["{$b["c"]}"]}"; "{$a->b(function () { return "}"; })} new G";
'over
lines new H'; new I;`;
    expect(names(code)).toEqual(['I']);
  });

  test('heredocs and nowdocs', () => {
    const code = `$a = <<<EOT
new A; EOTX " '
  EOTnot new Inside;
 x EOT new Inside;
EOT;
$b = <<<'X'
new B; {$
    X . new C; f(<<< "Y"
Y, new D); 1 << 2; $x <<= 3; <<<notone new E; <<<Z\r\nnew F\r\nZ;\r\nnew G;`;
    expect(names(code)).toEqual(['C', 'D', 'E', 'G']);
  });

  test('anything after __halt_compiler', () => {
    expect(names('new A; __halt_compiler(); new B; ?> <?php new C;')).toEqual(['A']);
    expect(names('$x->__halt_compiler(); new A;')).toEqual(['A']);
  });
});

test('what is longer or deeper than any path is no path', () => {
  expect(includes(`require '${'x'.repeat(600)}'; require ${'dirname('.repeat(100_000)}`)).toEqual([]);
});

test('braces and parentheses that do not match make no trouble', () => {
  expect(imports('}}}))) use A; class B { ((( } use C;')).toEqual(['A', 'C']);
  expect(names('}}} new A; ))) function (B $b')).toEqual(['A', 'B']);
  expect(names('f()), BAR, BAZ; )) QUX')).toEqual([]);
});

const pieces = [
  ...['<?php ', '?>', '<?=', 'use ', 'A\\B', '{', '}', '(', ')', '[', ']', '#[', '#', '//', '/*', '*/', '"', "'", '`'],
  ...[
    '"{$a[',
    '${',
    '$x',
    '->',
    '::',
    ',',
    ';',
    ':',
    '=',
    '=>',
    '|',
    '&',
    '?',
    '.',
    '\\',
    '\n',
    '<<<X\n',
    "<<<'Y'\n",
    'X',
  ],
  ...[
    'function ',
    'fn',
    'class ',
    'new ',
    'namespace ',
    'enum ',
    'const ',
    'catch',
    'extends ',
    'static ',
    'insteadof ',
  ],
  ...[
    'require ',
    '__DIR__',
    'dirname(',
    'include(',
    ' as ',
    'instanceof ',
    'trait ',
    '__halt_compiler',
    '0x1',
    'größe',
  ],
];

test('no text makes it throw', () => {
  const piece = fc.constantFrom(...pieces);
  fc.assert(
    fc.property(fc.array(piece), fc.string(), (some, rest) =>
      Array.isArray(specifiers(`<?php ${some.join('')}${rest}`)),
    ),
    rounds(150),
  );
});

test.each([
  ...pieces,
  ...[
    '"{$a["',
    'include(',
    'require dirname(',
    '<<<A\n',
    '<<<A\nB',
    '// ?',
    '#x\n',
    'use A\\{',
    'new class(',
    'class A {',
  ],
  ...[
    'function f(',
    'use A,',
    'class A { use B { ',
    '<?',
    "require '",
    'require f(',
    'require "$a',
    '    ',
    'fn() use ',
  ],
])('reading takes linear time: %j again and again', (unit) => {
  const ratio = growth(2_000, (size) => specifiers(`<?php ${unit.repeat(size / unit.length)}`));
  expect(ratio).toBeLessThan(linear);
});

test.each(['const ', 'use A,', 'use B { ', 'static ', 'public A|', 'function f('])(
  'and in the body of a class: %j again and again',
  (unit) => {
    const ratio = growth(2_000, (size) => specifiers(`<?php class A { ${unit.repeat(size / unit.length)}`));
    expect(ratio).toBeLessThan(linear);
  },
);
