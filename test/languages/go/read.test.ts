import fc from 'fast-check';
import { expect, test } from 'vitest';
import { go } from '../../../src/languages/go/go.js';
import { growth, linear } from '../../growth.js';

const paths = (text: string): string[] => go.read(text, 'a.go').map((specifier) => specifier.text);

test('single imports and blocks, with aliases, blank and dot imports, are found in order', () => {
  const text = `// Package a.
package a

import "fmt"
import ( "os"; io2 "io"
	_ "embed"
	. "math"
	// "commented/out"
	"net/http" // trailing
	/* "also/out" */ \`raw/path\`
	größe "example.com/größe"
)
import x "example.com/x"
`;
  expect(paths(text)).toEqual([
    'fmt',
    'os',
    'io',
    'embed',
    'math',
    'net/http',
    'raw/path',
    'example.com/größe',
    'example.com/x',
  ]);
  expect(go.read('package a\nimport "fmt"', 'a.go')).toEqual([{ text: 'fmt', kind: 'import' }]);
});

test('reading stops at the first declaration that is no import', () => {
  expect(paths('package a\nimport "b"\nvar x = `\nimport "c"\n`\nimport "d"')).toEqual(['b']);
  expect(paths('package a\nfunc imports() {}\nimport "b"')).toEqual([]);
});

test('comments before the package clause and a byte order mark are passed over', () => {
  expect(paths('\uFEFF//go:build linux\n\n/* import "no"\npackage no */\npackage a; import "b"')).toEqual(['b']);
});

test('cgo is no package, and its preamble is a comment', () => {
  expect(paths('package a\n/*\n#include "x.h"\nimport "no"\n*/\nimport "C"\nimport "b"')).toEqual(['b']);
});

test('each import is found once', () => {
  expect(paths('package a\nimport "b"\nimport c "b"')).toEqual(['b']);
});

test('what is no Go file has no imports', () => {
  for (const text of ['', 'import "a"', 'package', 'package a import', 'package a\nimport (', 'package a\nimport "b']) {
    expect(paths(text)).toEqual([]);
  }
});

test('no text makes it throw', () => {
  const piece = fc.constantFrom(
    'package a\n',
    'import',
    '(',
    ')',
    '"',
    '`',
    'x',
    '/*',
    '*/',
    '//',
    '\n',
    '\\',
    '_',
    '.',
  );
  fc.assert(fc.property(fc.array(piece), fc.string(), (some, rest) => Array.isArray(paths(some.join(' ') + rest))));
});

test.each(['/*', '//\n', '(', 'import (', '"', '` ', 'package a;', 'import "a";', '\\"'])(
  'reading takes linear time: %j again and again',
  (unit) => {
    const ratio = growth(2_000, (size) => paths(`package a\nimport (${unit.repeat(size / unit.length)}`));
    expect(ratio).toBeLessThan(linear);
  },
);
