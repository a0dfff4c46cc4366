import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shellWords } from '../../src/util/shell-words.js';
import { rounds } from '../rounds.js';

/** What a shell makes of a text in which nothing is expanded. */
const bySh = (text: string): string[] =>
  execFileSync('sh', ['-c', `set -f; for word in ${text}\ndo printf '%s\\0' "$word"; done`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

describe('words of a command line', () => {
  test.each([
    ['', []],
    ['  \n\t ', []],
    ['wc -l', ['wc', '-l']],
    [`a'b c'"d e"f`, ['ab cd ef']],
    [`'' ""`, ['', '']],
    [String.raw`a\ b \" "\"\$\x" '\'`, ['a b', '"', '"$\\x', '\\']],
    ['a \\\n b"c\\\nd"', ['a', 'bcd']],
    ['a # b | c > d $HOME *', ['a', '#', 'b', '|', 'c', '>', 'd', '$HOME', '*']],
  ])('%j', (text, words) => {
    expect(shellWords(text)).toEqual({ words });
  });

  test.each([
    [`a 'b`, 'the single quote at character 3 is never closed'],
    [`"a' `, 'the double quote at character 1 is never closed'],
    ['a\\', 'a backslash at the end (character 2) quotes nothing'],
  ])('what is never closed is a problem that says where: %j', (text, problem) => {
    expect(shellWords(text)).toEqual({ problem });
  });

  test('any words, quoted in any way, come back', () => {
    const quotings = [
      (word: string) => `'${word.replaceAll("'", `'\\''`)}'`,
      (word: string) => `"${word.replace(/[$`"\\]/g, '\\$&')}"`,
      (word: string) => word.replace(/[^\n]/g, '\\$&').replaceAll('\n', `'\n'`) || `''`,
    ];
    const part = fc.tuple(fc.string({ unit: 'binary-ascii' }), fc.constantFrom(...quotings));
    fc.assert(
      fc.property(fc.array(fc.array(part, { minLength: 1, maxLength: 3 })), (words) => {
        const text = words.map((parts) => parts.map(([word, quote]) => quote(word)).join('')).join(' \n');
        expect(shellWords(text)).toEqual({ words: words.map((parts) => parts.map(([word]) => word).join('')) });
      }),
    );
  });

  test('a shell reads the same words', () => {
    const letters = fc.constantFrom('a', 'b', ' ', '\t', "'", '"', '\\', 'é');
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 12 }), (text) => {
        const { words } = shellWords(text);
        if (words) expect(bySh(text)).toEqual(words);
      }),
      rounds(30),
    );
  });
});
