import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StoredValue } from '../../src/domain/stored-value.js';
import { restoreValue, stored, storeValue } from '../../src/ledger/stored-value.js';
import { rounds } from '../rounds.js';
import { someText } from './facts.js';

const anything = fc.anything({
  ...{ withBigInt: true, withBoxedValues: true, withDate: true, withMap: true, withSet: true },
  ...{ withObjectString: true, withSparseArray: true, withTypedArray: true, withNullPrototype: false },
  key: fc.oneof(someText, fc.constantFrom('__proto__', 'toJSON', 'constructor', '0', 'length')),
  maxDepth: 4,
});

/** What comes back is what went in, down to -0, holes and the kinds of objects. */
const expectKept = (value: unknown): void => {
  const restored = restoreValue(storeValue(value));
  // Node tells more apart than vitest does, but takes no two dates that are none for the same.
  if (!isDeepStrictEqual(restored, value)) expect({ restored }).toStrictEqual({ restored: value });
};

const nested = (levels: number): unknown => {
  let value: unknown = 'bottom';
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { value };
  return value;
};

describe('a value that is stored and restored', () => {
  test('is the very same value, whatever it is', () => {
    fc.assert(
      fc.property(anything, (value) => expectKept(value)),
      rounds(300),
    );
  });

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['an empty text', ''],
    ['the text "undefined"', 'undefined'],
    ['minus zero', -0],
    ['minus zero inside', { a: [-0] }],
    ['what is no number', Number.NaN],
    ['endless numbers', [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]],
    ['undefined inside', { a: undefined, b: [undefined] }],
    // biome-ignore lint/suspicious/noSparseArray: the hole is what is tested
    ['a hole', [1, , 3]],
    ['an array that is all holes', new Array(3)],
    ['an array with a name on it', Object.assign([1, 2], { index: 0 })],
    ['what a pattern found', /(.)(b)?/.exec('a')],
    ['a key that is __proto__', JSON.parse('{"__proto__": {"a": 1}, "b": 2}')],
    ['a key that is toJSON', { toJSON: 'harmless' }],
    ['a date', new Date(0)],
    ['a date that is none', new Date(Number.NaN)],
    ['a pattern', /a+/giu],
    ['bytes', new Uint8Array([0, 255])],
    ['numbers in a row', new Float64Array([1.5, -0])],
    ['a big number', 2n ** 70n],
    ['half a character', '\ud800'],
    ['a text with NUL', 'a\0b'],
    ['a map of sets', new Map([[{ a: 1 }, new Set([1, 'a'])]])],
  ])('%s', (_, value) => {
    expectKept(value);
  });

  test('an error keeps its message, stack and cause', () => {
    const error = new TypeError('it broke', { cause: 'reasons' });
    const restored = restoreValue(storeValue({ error })) as { error: Error };
    expect(restored.error).toBeInstanceOf(TypeError);
    expect(restored.error).toMatchObject({ message: 'it broke', stack: error.stack, cause: 'reasons' });
  });

  test('a value that holds itself still does', () => {
    const value: { self?: unknown; list: unknown[] } = { list: [] };
    value.self = value;
    value.list.push(value, value.list);
    const restored = restoreValue(storeValue(value)) as typeof value;
    expect(restored.self).toBe(restored);
    expect(restored.list[0]).toBe(restored);
    expect(restored.list[1]).toBe(restored.list);
  });

  test.each([1, 199, 200, 201, 1_000, 10_000, 100_000])(
    'is kept or refused, never half kept, at %i levels',
    (levels) => {
      let kept: StoredValue;
      try {
        kept = storeValue(nested(levels));
      } catch (error) {
        expect(levels).toBeGreaterThan(1_000);
        expect(error).toBeInstanceOf(RangeError);
        return;
      }
      let at = restoreValue(kept);
      for (let level = levels - 1; level >= 0; level--) {
        at = level % 2 === 0 ? (at as [unknown])[0] : (at as { value: unknown }).value;
      }
      expect(at).toBe('bottom');
    },
  );

  test('an array with as many names on it as it has holes', () => {
    expectKept(Object.assign(new Array(1), { name: 'kept' }));
  });

  test('may be changed without changing what is stored', () => {
    const kept = storeValue(new Uint8Array([1, 2, 3]));
    (restoreValue(kept) as Uint8Array)[0] = 9;
    expect(restoreValue(kept)).toEqual(new Uint8Array([1, 2, 3]));
    expect(stored(kept.data).hash).toBe(kept.hash);
  });

  test('holds one thing in two places where it did before', () => {
    const shared = { a: 1 };
    const restored = restoreValue(storeValue({ one: shared, other: [shared] })) as { one: object; other: object[] };
    expect(restored).toEqual({ one: { a: 1 }, other: [{ a: 1 }] });
    expect(restored.other[0]).toBe(restored.one);
  });

  test('takes no longer for things that stand in two places at each of many levels', () => {
    let value: unknown = { bottom: true };
    for (let level = 0; level < 100; level++) value = [value, value];
    let at = restoreValue(storeValue(value));
    for (let level = 0; level < 100; level++) {
      const [one, other] = at as [unknown, unknown];
      expect(one).toBe(other);
      at = one;
    }
    expect(at).toEqual({ bottom: true });
  });
});

describe('what is stored', () => {
  test('is JSON wherever JSON says it all', () => {
    const json = fc.jsonValue({ stringUnit: 'binary' }).filter((value) => isDeepStrictEqual(clone(value), value));
    fc.assert(
      fc.property(json, (value) => {
        fc.pre(!JSON.stringify(value).includes('"__proto__"') && !JSON.stringify(value).includes('"toJSON"'));
        expect(storeValue(value).data).toBe(JSON.stringify(value));
      }),
    );
    expect(storeValue({ b: 1, a: ['x', null, true, 1.5] }).data).toBe('{"b":1,"a":["x",null,true,1.5]}');
  });

  test('is not JSON where JSON would say something else', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const { data } = storeValue(value);
        if (typeof data === 'string') expect(isDeepStrictEqual(JSON.parse(data), value)).toBe(true);
      }),
    );
  });

  test('is not what a method of the value says it is', () => {
    const value = Object.defineProperty({ a: 1 }, 'toJSON', { value: () => 'a lie' });
    expect(restoreValue(storeValue(value))).toEqual({ a: 1 });
    expect(restoreValue(storeValue({ inside: [value] }))).toEqual({ inside: [{ a: 1 }] });
  });

  test.each([
    ['a function', () => 1],
    ['a symbol', Symbol('a')],
    ['a promise', Promise.resolve(1)],
    ['a function inside', { a: [() => 1] }],
    ['a symbol inside', new Map([['a', Symbol('a')]])],
    ['a weak map', new WeakMap()],
    ['a method that JSON would call', { toJSON: () => 'a lie' }],
  ])('is nothing for %s: it throws', (_, value) => {
    expect(() => storeValue(value)).toThrow(/could not be cloned/);
  });
});

const clone = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('the hash of a value', () => {
  test('is the same for the same, before and after it was restored', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const { hash } = storeValue(value);
        expect(storeValue(value).hash).toBe(hash);
        expect(hash).toMatch(/^[0-9a-f]{32}$/);
      }),
    );
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = clone(value);
        expect(storeValue(clone(plain)).hash).toBe(storeValue(plain).hash);
      }),
    );
  });

  test('differs where values differ', () => {
    fc.assert(
      fc.property(anything, anything, (one, other) => {
        if (!isDeepStrictEqual(one, other)) expect(storeValue(one).hash).not.toBe(storeValue(other).hash);
      }),
    );
    const alike = [
      undefined,
      null,
      'undefined',
      'null',
      '',
      '""',
      0,
      -0,
      '0',
      [],
      {},
      [undefined],
      [null],
      new Array(1),
    ];
    expect(new Set(alike.map((value) => storeValue(value).hash)).size).toBe(alike.length);
  });

  test('of JSON is never that of bytes which hold the same text', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(stored(Buffer.from(text)).hash).not.toBe(stored(text).hash);
        expect(storeValue(Buffer.from(`json ${text}`)).hash).not.toBe(stored(text).hash);
      }),
    );
  });
});
