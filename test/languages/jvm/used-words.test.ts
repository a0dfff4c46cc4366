import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UsedWords } from '../../../src/languages/jvm/used-words.js';
import { sourceOf } from '../../../src/languages/lexing/codes.js';

/** Adds the words of a text, which blanks part. */
const use = (names: UsedWords, words: readonly string[]): string[] => {
  const source = sourceOf(words.join(' '));
  names.start();
  let at = 0;
  for (const word of words) {
    names.add(source, at, at + word.length);
    at += word.length + 1;
  }
  return names.take().map(({ text }) => text);
};

test('names are found once each, in order, file by file, but for those that are ignored', () => {
  const names = new UsedWords(new Set(['ab']));
  fc.assert(
    fc.property(fc.array(fc.array(fc.stringMatching(/^[abü]{1,3}$/))), (files) => {
      for (const words of files) {
        expect(use(names, words)).toEqual([...new Set(words)].filter((word) => word !== 'ab'));
      }
    }),
  );
});

test('more names than there are places for are still found once each', () => {
  const many = Array.from({ length: 60_000 }, (_, at) => `N${at}`);
  expect(use(new UsedWords(), [...many, ...many])).toEqual(many);
});

test('names that share a place are told apart, long ones too', () => {
  const names = new UsedWords();
  // `Aa` and `BB` come to the same number in the hash, whatever stands around them.
  for (const around of ['', 'L'.repeat(40)]) {
    const alike = [`${around}Aa`, `${around}BB`];
    expect(use(names, [...alike, ...alike])).toEqual(alike);
  }
});
