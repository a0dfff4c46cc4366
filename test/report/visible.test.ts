import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visible, visibleJson, visibleLines } from '../../src/report/visible.js';

const dangerous = /[\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\u2028\u2029\ufeff\p{Cs}]/u;

describe('text from elsewhere', () => {
  it('shows escape sequences, line breaks, NULs and bidi controls instead of sending them', () => {
    expect(visible('a\x1b[31mb\nc\0d\u202ee\x9bf\r\t')).toBe('a\\x1b[31mb\\nc\\x00d\\u202ee\\x9bf\\r\\t');
  });

  it('shows halves of surrogate pairs and invisible tags', () => {
    expect(visible('a\ud800b\u{e0041}')).toBe('a\\ud800b\\u{e0041}');
  });

  it('leaves other scripts and emoji alone', () => {
    const text = 'größe 文件 👩‍💻 é نص.ts';
    expect(visible(text)).toBe(text);
  });

  it('keeps line breaks where the text has lines', () => {
    expect(visibleLines('a\x1bb\nc')).toBe('a\\x1bb\nc');
  });

  it('never holds anything dangerous, whatever came in', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !dangerous.test(visible(text))));
  });

  it('is the same value in JSON, without anything dangerous in the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const json = visibleJson(JSON.stringify({ text }));
        expect(JSON.parse(json)).toEqual({ text });
        expect(json).not.toMatch(dangerous);
      }),
    );
    expect(visibleJson(JSON.stringify('\x9b31m\u202e\u{e0041}'))).toBe('"\\u009b31m\\u202e\\udb40\\udc41"');
  });
});
