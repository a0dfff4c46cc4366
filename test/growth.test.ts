import fc from 'fast-check';
import { expect, test } from 'vitest';
import { growth, linear } from './growth.js';
import { countWork } from './work/count-work.js';
import { countingRegex } from './work/regex-steps.js';

const slow: Readonly<Record<string, (size: number) => void>> = {
  'a loop in a loop': (size) => {
    let sum = 0;
    for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) sum += j;
    expect(sum).toBeGreaterThan(0);
  },
  'a search to the end, again and again': (size) => {
    const text = '(*'.repeat(size);
    for (let at = text.indexOf('(*'); at >= 0; at = text.indexOf('(*', at + 2)) text.indexOf('*)', at);
  },
  'a search back to the start': (size) => {
    const text = 'a'.repeat(size);
    for (let at = 0; at < size; at++) text.lastIndexOf('\n', at);
  },
  'a copy of the rest at each place': (size) => {
    const text = 'a'.repeat(size);
    for (let at = 0; at < size; at++) text.slice(at);
  },
  'a list searched for each of its own': (size) => {
    const list = Array.from({ length: size }, (_, i) => i);
    for (const one of list) list.includes(one);
  },
  'a queue that is a list': (size) => {
    const list = Array.from({ length: size }, (_, i) => i);
    while (list.length > 0) list.shift();
  },
  'an expression that goes to the end of the blanks': (size) => void ' '.repeat(size).replace(/\s+x/g, ''),
  'an expression that is tried at each place': (size) => {
    const pattern = /\s*x/y;
    for (pattern.lastIndex = 0; pattern.lastIndex < size; pattern.lastIndex++) {
      const at = pattern.lastIndex;
      pattern.test(' '.repeat(size));
      pattern.lastIndex = at;
    }
  },
  'an expression with two ways through': (size) => void /^a*a*b/.test('a'.repeat(size)),
};

// Rounds of loops are counted by V8's counters, which coverage has for itself.
const seen = Object.entries(slow).filter(([name]) => !process.env.SUBPLAN_COVERAGE || name !== 'a loop in a loop');

test.each(seen)('more than proportional is seen: %s', (_, run) => {
  expect(growth(200, run)).toBeGreaterThan(1.5 * linear);
});

const steady: Readonly<Record<string, (size: number) => void>> = {
  'a loop': (size) => {
    let sum = 0;
    for (let i = 0; i < size; i++) sum += i;
    expect(sum).toBeGreaterThan(0);
  },
  'a sort': (size) => void Array.from({ length: size }, (_, i) => (i * 7919) % size).sort((a, b) => a - b),
  'a search that goes on where it was': (size) => {
    const text = 'ab'.repeat(size);
    for (let at = text.indexOf('b'); at >= 0; at = text.indexOf('b', at + 1));
  },
  'an expression': (size) => void 'ab '.repeat(size).replace(/\w+/g, 'x'),
};

test.each(Object.entries(steady))('proportional is proportional: %s', (_, run) => {
  expect(growth(200, run)).toBeLessThan(linear);
});

test('the same work is the same number', () => {
  const work = (): number => countWork(() => void [...'some text of no importance'].map((one) => one.toUpperCase()));
  work();
  expect(work()).toBe(work());
});

test('what it counts is as it was afterwards, also where the work fails', () => {
  const before = [String.prototype.indexOf, RegExp.prototype.exec, Array.prototype.shift];
  expect(() =>
    countWork(() => {
      throw new Error('no');
    }),
  ).toThrow('no');
  expect([String.prototype.indexOf, RegExp.prototype.exec, Array.prototype.shift]).toEqual(before);
});

const patterns = [
  ...[/a*b/, /(?:ab|a)*?c/, /(a|b)\1/, /^a|b$/m, /\bab?\b/, /(?<=a)b+/, /(?<!a)b/, /a(?=b)/, /a(?!b)/, /[^a-c]+/],
  ...[/a{2}/, /a{1,2}?b/, /a{2,}/, /(?:a?)*b/, /(?<x>a)b\k<x>/, /\p{L}+/u, /./su, /(a*)*/, /(?:(a)|b)*\1c/],
];

test.each(patterns.map((one) => [one]))('%s matches as the real one does', (pattern) => {
  const counting = countingRegex(pattern);
  const char = fc.constantFrom('a', 'b', 'c', ' ', '\n', 'é', '💥');
  fc.assert(
    fc.property(fc.array(char, { maxLength: 8 }), (chars) => {
      const text = chars.join('');
      const real = pattern.exec(text);
      expect(counting(text, 0).found).toEqual(real ? [real.index, real.index + real[0].length] : undefined);
    }),
    { numRuns: 200 },
  );
});
