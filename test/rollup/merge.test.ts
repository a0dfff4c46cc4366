import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeValues } from '../../src/rollup/merge.js';

describe('the default rollup', () => {
  test.each([
    ['numbers are added', [1, 2, 3], 6],
    ['lists are joined', [[1], [], [2, 3]], [1, 2, 3]],
    ['texts stand apart', ['a', '', 'b'], 'a\n\nb'],
    ['booleans are true where all are', [true, false], false],
    [
      'objects are merged by key',
      [
        { n: 1, l: ['a'] },
        { n: 2, l: ['b'], s: 'x' },
      ],
      { n: 3, l: ['a', 'b'], s: 'x' },
    ],
    [
      'sets and maps too',
      [
        new Map([['a', 1]]),
        new Map([
          ['a', 2],
          ['b', 1],
        ]),
      ],
      new Map([
        ['a', 3],
        ['b', 1],
      ]),
    ],
    ['undefined and null say nothing', [undefined, 4, null], 4],
    ['nothing but nothing is nothing', [undefined, undefined], undefined],
    ['kinds that do not go together become a list', [1, 'a', ['b']], [1, 'a', 'b']],
    ['what is no plain data is listed', [new Date(0), new Date(1)], [new Date(0), new Date(1)]],
  ])('%s', (_, values, merged) => {
    expect(mergeValues(values)).toEqual(merged);
  });

  test('values that hold themselves end somewhere', () => {
    const round = () => {
      const value: { self?: unknown; n: number } = { n: 1 };
      value.self = value;
      return value;
    };
    expect(mergeValues([round(), round()])).toMatchObject({ n: 2 });
  });

  test('a key named __proto__ is a key', () => {
    const merged = mergeValues([JSON.parse('{"__proto__": 1}'), JSON.parse('{"__proto__": 2}')]) as object;
    expect(Object.entries(merged)).toEqual([['__proto__', 3]]);
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
  });

  test('values of one shape give the same in whatever tree they stand', () => {
    const shape = fc.record({
      count: fc.integer(),
      names: fc.array(fc.string()),
      text: fc.string(),
      ok: fc.boolean(),
      by: fc.dictionary(fc.string(), fc.nat()),
    });
    fc.assert(
      fc.property(fc.array(shape, { minLength: 2 }), fc.nat(), (values, at) => {
        const cut = 1 + (at % (values.length - 1));
        const parts = [values.slice(0, cut), values.slice(cut)].map(mergeValues);
        expect(mergeValues(parts)).toEqual(mergeValues(values));
      }),
    );
  });
});

test('outputs that are kept in files are listed, and not merged into one that names no file', () => {
  const file = (name: string) => ({ file: name, bytes: 2_000_000, start: 'a', end: 'z' });
  expect(mergeValues([file('x'), file('y')])).toEqual([file('x'), file('y')]);
});
