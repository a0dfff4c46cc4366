import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterBlockComment, afterNestedComment, afterQuoted, wordEnd } from '../../src/languages/lexing/skip.js';
import { UsedNames } from '../../src/languages/lexing/used-names.js';

test('comments end where their language ends them', () => {
  expect(afterBlockComment('/* a /* b */ c */', 0)).toBe(12);
  expect(afterNestedComment('/* a /* b */ c */ d', 0)).toBe(17);
  expect(afterNestedComment('/*/ a */b', 0)).toBe(8);
  for (const open of ['/*', '/* a', '/* /* */']) {
    expect(afterBlockComment(open, 0)).toBeLessThanOrEqual(open.length);
    expect(afterNestedComment(open, 0)).toBe(open.length);
  }
});

test('a string ends at its quote, or with its line', () => {
  expect(afterQuoted('"a\\"b" c', 0)).toBe(6);
  expect(afterQuoted('"a\nb"', 0)).toBe(2);
  expect(afterQuoted('"a\\\nb"', 0)).toBe(6);
  expect(afterQuoted('"a', 0)).toBe(2);
});

test('a word ends before what is no part of it', () => {
  expect(wordEnd('größe1_x+', 0)).toBe(8);
  expect(wordEnd('ab', 0)).toBe(2);
});

test('names are found once each, in order, file by file, however many there are', () => {
  const names = new UsedNames();
  fc.assert(
    fc.property(fc.array(fc.array(fc.stringMatching(/^[A-Z][a-z]{0,2}$/))), (files) => {
      for (const words of files) {
        const text = words.join(' ');
        names.start();
        let at = 0;
        for (const word of words) {
          names.add(text, at, at + word.length);
          at += word.length + 1;
        }
        const expected = [...new Set(words)].filter((word) => word !== 'A');
        expect(names.take(new Set(['A'])).map((name) => name.text)).toEqual(expected);
      }
    }),
  );
  // More than there are places for: each is still found, once.
  const many = Array.from({ length: 40_000 }, (_, i) => `N${i}`);
  const text = [...many, ...many].join(' ');
  names.start();
  for (let at = 0; at < text.length; ) {
    const end = wordEnd(text, at);
    names.add(text, at, end);
    at = end + 1;
  }
  expect(names.take(new Set()).map((name) => name.text)).toEqual(many);
});
