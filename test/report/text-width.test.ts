import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clip, padEnd, padStart, widthOf, wrap } from '../../src/report/text-width.js';

describe('the width of a text', () => {
  it.each([
    ['plain', 5],
    ['größe', 5],
    ['e\u0301', 1],
    ['文件', 4],
    ['👍', 2],
    ['❤\ufe0f', 2],
    ['ｗｉｄｅ', 8],
  ])('%s takes %i cells', (text, width) => {
    expect(widthOf(text)).toBe(width);
  });

  it('is never exceeded by clipping', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, width) => {
        expect(widthOf(clip(text, width))).toBeLessThanOrEqual(width);
      }),
    );
  });

  it('a text that fits is not clipped; one that does not shows so', () => {
    expect(clip('abc', 3)).toBe('abc');
    expect(clip('abcd', 3)).toBe('ab…');
    expect(clip('文件文件', 4)).toBe('文…');
    expect(clip('abc', 0)).toBe('');
  });

  it('padding counts cells, not characters', () => {
    expect(padEnd('文', 4)).toBe('文  ');
    expect(padStart('文', 4)).toBe('  文');
  });

  it('wrapping breaks at spaces and loses no word', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrap('', 7)).toEqual(['']);
    expect(wrap('waytoolong a', 5)).toEqual(['wayt…', 'a']);
  });
});
