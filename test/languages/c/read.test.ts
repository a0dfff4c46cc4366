import fc from 'fast-check';
import { expect, test } from 'vitest';
import { c } from '../../../src/languages/c/c.js';
import { growth, linear } from '../../growth.js';

const read = (text: string): string[] =>
  c.read(text, 'a.c').map((found) => (found.kind === 'system' ? `<${found.text}>` : `"${found.text}"`));

test('quoted and system includes are found in order, each once', () => {
  expect(c.read('#include "a.h"\n#include <b.h>\n#include "a.h"\n#include <a.h>\n', 'a.c')).toEqual([
    { text: 'a.h', kind: 'include' },
    { text: 'b.h', kind: 'system' },
    { text: 'a.h', kind: 'system' },
  ]);
});

test('all ways to write the directive are known', () => {
  const text = [
    '  # include "spaced.h"',
    '#include<tight.h>',
    '#/* why */include /* and */ "commented.h" // end',
    '/* before */ #include "after-comment.h"',
    '#include \\',
    '  "continued.h"',
    '# \\\r',
    'include "returned.h"\r',
    '#include_next <next.h>',
    '#import "objc.h"',
    '#if 0',
    '#include "disabled.h"',
    '#endif',
  ].join('\n');
  expect(read(text)).toEqual([
    ...['"spaced.h"', '<tight.h>', '"commented.h"', '"after-comment.h"', '"continued.h"', '"returned.h"', '<next.h>'],
    ...['"objc.h"', '"disabled.h"'],
  ]);
});

test('comments hold no includes', () => {
  expect(read('/*\n#include "no.h"\n*/\n// \\\n#include "no.h"\n#include "yes.h"')).toEqual(['"yes.h"']);
  expect(read('int a; /* "*/\n#include "yes.h"\n// it\'s\n#include "too.h"')).toEqual(['"yes.h"', '"too.h"']);
});

test('strings hold no includes and no comments', () => {
  expect(read('char *s = "\\\n#include <no.h>\\\n";\n#include "yes.h"')).toEqual(['"yes.h"']);
  expect(read('char *s = "/*";\n#include "yes.h"\nchar *t = "*/";')).toEqual(['"yes.h"']);
  expect(read("char c = '\"';\n#include \"yes.h\"\nchar d = '\\'';\n#include <too.h>")).toEqual(['"yes.h"', '<too.h>']);
});

test('raw strings hold no includes', () => {
  expect(read('auto s = R"(\n#include "no.h"\n)";\n#include "yes.h"')).toEqual(['"yes.h"']);
  expect(read('auto s = u8R"x()"\n#include "no.h"\n)x";\n#include "yes.h"')).toEqual(['"yes.h"']);
  expect(read('char *s = FOR"(";\n#include "yes.h"\n")"')).toEqual(['"yes.h"']);
  expect(read('char *s = R"(";\n#include "yes.h"\n')).toEqual(['"yes.h"']);
});

test('apostrophes in numbers and prose open no character', () => {
  expect(read("int n = 1'000'000; /*'*/\n#include \"a.h\"")).toEqual(['"a.h"']);
  expect(read('int n = 0xFF\'FF /* \' */; /*\n#include "no.h"\n*/')).toEqual([]);
  expect(read('int n = 1\'000; /*\n#include "no.h"\n*/')).toEqual([]);
  expect(read('#error don\'t\n#include "a.h"')).toEqual(['"a.h"']);
});

test('what only looks like an include is none', () => {
  const text = [
    '#include MACRO',
    '#if __has_include("no.h")',
    '#define include "no.h"',
    '#includes "no.h"',
    'x # include "no.h"',
    '#include "unclosed.h',
    '#include <>',
    'import "no.h"',
  ].join('\n');
  expect(read(text)).toEqual([]);
});

const pieces = [
  '#',
  'include',
  'import',
  ' ',
  '\n',
  '\r',
  '"',
  "'",
  '<',
  '>',
  '/*',
  '*/',
  '//',
  '\\',
  'R"x(',
  ')x"',
  '1',
];

test('no text makes it throw', () => {
  fc.assert(fc.property(fc.string(), (text) => Array.isArray(read(text))));
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces)), (some) => Array.isArray(read(`${some.join('')}include`))),
  );
});

test('an include on a line of its own is found whatever complete lines stand before it', () => {
  const line = fc.constantFrom(
    'int a;',
    '/* x */',
    '// y',
    '"s"',
    "'c'",
    '#if 0',
    '#define A "b"',
    'R"(z)"',
    "1'0",
    '',
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      expect(read([...lines, '#include "x.h"'].join('\n'))).toEqual(['"x.h"']);
    }),
  );
});

test.each([...pieces, '#include', 'R"a(', '#include "', "1'", '/*/', '\\\n', '#/**/', '// \\\n'])(
  'reading takes linear time: %j again and again',
  (unit) => {
    const ratio = growth(2_000, (size) => read(`${unit.repeat(size / unit.length)}include`));
    expect(ratio).toBeLessThan(linear);
  },
);

test('reading takes linear time though every raw string has a delimiter of its own', () => {
  const ratio = growth(2_000, (size) => {
    read(`${Array.from({ length: size }, (_, at) => `R"${at}(`).join('\n')} include`);
  });
  expect(ratio).toBeLessThan(linear);
});
