import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { python } from '../../../src/languages/python/python.js';
import { growth, linear } from '../../growth.js';
import { rounds } from '../../rounds.js';

const read = (text: string) => python.read(text, 'pkg/mod.py');

/** `text(names)` for each specifier, `?` before a dynamic one: short enough to read a table of them. */
const summary = (text: string): string =>
  read(text)
    .map(({ text, kind, names }) => `${kind === 'dynamic' ? '?' : ''}${text}${names ? `(${names.join(' ')})` : ''}`)
    .join(' ');

describe('an import is found', () => {
  it.each([
    ['of a module', 'import a', 'a'],
    ['of several modules, with and without an alias', 'import a.b, c as d, e', 'a.b c e'],
    ['of names', 'from a.b import c, d as e', 'a.b(c d)'],
    [
      'of names in parentheses over several lines',
      'from x import (a, # why\n  b as bb,\n\n c,\n)\nimport y',
      'x(a b c) y',
    ],
    [
      'of a module that begins with the keyword',
      'from .importers import x\nfrom . importlib import y',
      '.importers(x) .importlib(y)',
    ],
    ['on the line after a joined one', 'if x: \\\n  import a', 'a'],
    ['of everything', 'from x import *', 'x(*)'],
    ['of a sibling', 'from . import x', '.(x)'],
    ['relative to a package above', 'from ..pkg.mod import name', '..pkg.mod(name)'],
    ['with blanks between the dots', 'from . .. a . b import c', '...a.b(c)'],
    ['without blanks', 'from.x import(y)', '.x(y)'],
    ['without a blank between the dots and the keyword', 'from .import x\nfrom..import y', '.(x) ..(y)'],
    ['over joined lines', 'from x \\\n  import a, \\\r\n  b\nimport \\\n  c', 'x(a b) c'],
    ['after another statement', 'x = 1; import a; from b import c', 'a b(c)'],
    ['after a string on its line', "x = 'a'; import b", 'b'],
    ['in a function', 'def f():\n\timport a\n\treturn a', 'a'],
    ['on the line of a class, an if, a try', 'class A: import a\nif x[1:2]: import b\ntry: import c', 'a b c'],
    ['in an if of several lines', 'if (a and\n   b): import c', 'c'],
    ['for types only', 'if TYPE_CHECKING:\n    from a import B', 'a(B)'],
    ['in either branch of a try', 'try:\n  import a\nexcept ImportError:\n  import b as a', 'a b'],
    ['after a byte order mark', '\uFEFFimport a', 'a'],
    ['after a form feed', '\fimport a', 'a'],
    ['in a file with the line breaks of old Macs', 'import a\r# import b\rimport c', 'a c'],
    ['in a file with the line breaks of Windows', 'import a\r\n# import b\r\nimport c', 'a c'],
    ['after a lambda and an annotation', 'f = lambda x: x\ny: int = 1\nimport a', 'a'],
    ['with letters beyond ASCII', 'from größe import höhe', 'größe(höhe)'],
    ['without a line break at the end', 'x = 1\nfrom a import b', 'a(b)'],
    ["in Cython's way", 'cimport a\nfrom libc.stdlib cimport malloc', 'a libc.stdlib(malloc)'],
  ])('%s', (_, text, expected) => expect(summary(text)).toBe(expected));
});

describe('text that only looks like an import is not one', () => {
  it.each([
    ['a comment', '# import a\nx = 1 # import b'],
    ['a docstring', '"""\nimport a\nfrom b import c\n"""'],
    ["a docstring of single quotes that holds the other's", "'''\n\"\"\"\nimport a\n'''"],
    ['a triple quote that is escaped inside', '"""\n\\"""\nimport a\n"""'],
    ['a string over joined lines', "x = 'a\\\nimport b\\\r\nimport c'"],
    [
      'strings of every prefix',
      [...'rbfuRBFU', 'rb', 'Rb', 'bR', 'fr', 'rF'].map((p) => `${p}"""\nimport a\n"""`).join('\n'),
    ],
    ['a raw string that ends in an escaped quote', 'x = r"\\"; import a; "'],
    ['words that begin or end with it', 'important = 1\nreimport = 2\nimport_ = 3\nfromage = 4'],
    ['an attribute', 'self.import_ = self.from_import.x'],
    ['a delegating generator', 'def f():\n  yield from x\n  y = yield from a\n  yield \\\n    from b'],
    ['the cause of an exception', "raise X from e\nraise Y('import') \\\n  from e"],
    ['a generator in brackets, over lines', 'x = [(yield\nfrom import_names)]'],
    ['a from without an import', 'from x\nimportant'],
    ['a word that goes on after the keyword', 'from x imports y'],
    ['a half-written statement', 'import\nfrom x import\nfrom . import ,\nimport a.\nfrom import x'],
  ])('%s', (_, text) => expect(summary(text)).toBe(''));
});

describe('a call that imports a literal is dynamic', () => {
  it.each([
    ['importlib.import_module("a.b")', '?a.b'],
    ["from importlib import import_module\nimport_module(\n  'a', # why\n)", 'importlib(import_module) ?a'],
    ["__import__('a', globals(), locals(), ['b'])", '?a'],
    ["x = [builtins.__import__(u'a')]", '?a'],
    ["import_module('.a', __package__)", '?.a'],
    ["import_module('.a', package = __name__)", '?.a'],
  ])('%s', (text, expected) => expect(summary(text)).toBe(expected));

  it.each([
    'import_module(name)',
    "import_module('a.' + name)",
    "import_module('a.%s' % name)",
    "import_module(f'a.{name}')",
    "import_module('a' 'b')",
    "import_module('not a module')",
    "import_module('')",
    "import_module('.a')",
    "import_module('.a', app.name)",
    "import_module('a.')",
    "import_module('a\\x62')",
    "self.import_module('a')",
    "my.importlib.import_module('a')",
    "myimportlib.import_module('a')",
    "def import_module(name='a'): pass",
    '"import_module(\'a\')"',
    "__import__ = 'a'",
  ])('but not %s', (text) => expect(summary(text)).toBe(''));
});

describe('each module stands once', () => {
  it('with the names of all its imports', () => {
    expect(read('from a import b\nimport c\nfrom a import d, b')).toEqual([
      { text: 'a', kind: 'import', names: ['b', 'd'] },
      { text: 'c', kind: 'import' },
    ]);
  });

  it('with a star for the module itself where names of it are imported too', () => {
    expect(summary('import a\nfrom a import b')).toBe('a(b *)');
    expect(summary('from a import b\nimport a')).toBe('a(b *)');
    expect(summary('import a\nimport a as c')).toBe('a');
  });

  it('but once per kind', () => expect(summary("import a\n__import__('a')")).toBe('a ?a'));
});

describe('mistakes hide little', () => {
  it.each([
    ['a string that is left open', "x = 'abc\nimport a", 'a'],
    ['a bracket that is left open', 'x = (1,\nimport a\nfrom b import c\nif x: import d', 'a b(c) d'],
    ['a bracket too many', 'x = 1))\nif x: import a', 'a'],
    ['names that are left open', 'from a import (b,\n\nif x: import c', 'a(b if) c'],
    ['a stray backslash', 'x = \\ y\nimport a', 'a'],
  ])('%s', (_, text, expected) => expect(summary(text)).toBe(expected));
});

describe('whatever the text', () => {
  const pieces = [
    'import',
    'from',
    ' ',
    '\n',
    '\\',
    '"',
    "'",
    '"""',
    "'''",
    '(',
    ')',
    '.',
    ',',
    ':',
    ';',
    '#',
    '*',
    'as',
  ];
  const words = ['a', '__import__', 'import_module', 'cimport', '\r', 'r', '{', '}', '😀', '\uD800', '\0'];
  const soup = fc.array(fc.constantFrom(...pieces, ...words), { maxLength: 60 }).map((parts) => parts.join(''));

  it('reading ends, does not throw, and names each module and kind once', () => {
    fc.assert(
      fc.property(fc.oneof(soup, fc.string({ unit: 'binary' })), (text) => {
        const specifiers = read(text);
        expect(new Set(specifiers.map(({ text, kind }) => `${kind} ${text}`)).size).toBe(specifiers.length);
        for (const { text, names } of specifiers) {
          expect(text).toMatch(/^\.*([^\s.'"()]+(\.[^\s.'"()]+)*)?$/u);
          expect(text).not.toBe('');
          expect(names?.length).not.toBe(0);
        }
      }),
      rounds(400),
    );
  });

  it('an import after any comment, string or line of words is found', () => {
    const harmless = fc.oneof(
      soup.map((text) => `# ${text.replace(/[\r\n]/g, ' ')}`),
      soup.map((text) => `"""${text.replace(/["\\]/g, ' ')}"""`),
      soup.map((text) => `x = '${text.replace(/['\\\r\n]/g, ' ')}'`),
    );
    fc.assert(
      fc.property(fc.array(harmless, { maxLength: 5 }), (lines) => {
        expect(summary([...lines, 'import found'].join('\n'))).toBe('found');
      }),
    );
  });

  it.each([
    ['quotes', "'"],
    ['open triple quotes with escapes', '"""\\'],
    ['escapes', '\\'],
    ['brackets', '('],
    ['statements that never come', 'from '],
    ['joined lines', 'from \\\n'],
    ['dots', 'from . '],
    ['dotted names', 'a.'],
    ['open names', 'from a import (b, #\n'],
    ['open calls', '__import__(\n'],
    ['strings in open calls', "__import__('a' "],
  ])('time is linear: %s', (_, piece) => {
    const ratio = growth(2_000, (size) => read(`${piece.repeat(size / piece.length)}\nimport end`));
    expect(ratio).toBeLessThan(linear);
  });
});
