import { expect, test } from 'vitest';
import { afterBlockComment, afterNestedComment, afterQuoted, wordEnd } from '../../../src/languages/lexing/skip.js';

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
