import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { javascript } from '../../../src/languages/javascript/javascript.js';
import { growth, linear } from '../../growth.js';
import { rounds } from '../../rounds.js';

const paths = ['a.ts', 'a.tsx', 'a.js', 'a.vue', 'a.svelte'];
const pieces = ['import', 'export', 'require', 'from', 'type', '<T', '</T>', '<script>', '</script>', '<!--', '${', '`']
  .concat("'", '"', '/', '*/', '/*', '//', '{', '}', '(', ')', '<', '>', '=', ',', '.', '!', '++', '\\', '\n', ' ', 'a')
  .concat('/// <reference path=', 'new URL(', 'import.meta.url', '\u2028', '😀', '\ud800');
const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 80 }).map((words) => words.join(''));

const own = join(import.meta.dirname, '../../../src/languages/javascript/read');
const realCode = readdirSync(own).map((file) => readFileSync(join(own, file), 'utf8'));

describe('any text', () => {
  it('is read without throwing, and alike every time', () => {
    fc.assert(
      fc.property(fc.oneof(soup, fc.string({ unit: 'binary' })), fc.constantFrom(...paths), (text, path) => {
        const found = javascript.read(text, path);
        expect(javascript.read(text, path)).toEqual(found);
        expect(new Set(found.map(({ kind, text }) => `${kind} ${text}`)).size).toBe(found.length);
      }),
      rounds(500),
    );
  });

  it('is read without throwing where real code was cut and mended', () => {
    const cut = fc.record({ code: fc.constantFrom(...realCode), at: fc.nat(), length: fc.nat(40), piece: soup });
    fc.assert(
      fc.property(cut, fc.constantFrom(...paths), ({ code, at, length, piece }, path) => {
        const from = at % code.length;
        javascript.read(code.slice(0, from) + piece + code.slice(from + length), path);
      }),
      rounds(100),
    );
  });

  // Twice the text in four times the time is what a quadratic reader takes; at this length it would take minutes.
  it.each([
    'import{',
    'import {a ',
    'import a ',
    'import/*',
    'import("',
    'import(`',
    'export{a',
    'export * as ',
    'from ',
    "from '",
    '<T>(',
    '<a{',
    '<a ',
    '<>',
    '<script ',
    '<script>',
    '<!--',
    '`${',
    '/[',
    '((((',
    '{{}',
    'new URL(import.meta.url',
    '/// <reference path path path\n',
    '//\n',
  ])('is read in linear time: %j again and again', (piece) => {
    for (const path of ['a.ts', 'a.tsx', 'a.vue']) {
      const ratio = growth(400, (size) => {
        javascript.read(`${piece.repeat(Math.ceil(size / piece.length))} import('x')`, path);
      });
      expect(ratio).toBeLessThan(linear);
    }
  });

  it('is read in linear time though every element has a name of its own', () => {
    const ratio = growth(2_000, (size) => {
      javascript.read(`${Array.from({ length: size }, (_, index) => `=<a${index}>(`).join('')} import('x')`, 'a.tsx');
    });
    expect(ratio).toBeLessThan(linear);
  });
});
