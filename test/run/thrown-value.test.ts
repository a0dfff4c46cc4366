import fc from 'fast-check';
import { expect, test } from 'vitest';
import { failureOf } from '../../src/run/failures.js';
import { thrownValue } from '../../src/run/thrown-value.js';

test('anything that can be thrown becomes a value that can be cloned and written down', () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withMap: true, withSet: true, withNullPrototype: true }), (thrown) => {
      const value = thrownValue(thrown);
      expect(structuredClone(value)).toEqual(value);
      expect(JSON.parse(JSON.stringify(value))).toEqual(value);
      expect(typeof value.message).toBe('string');
      const failure = failureOf(thrown);
      expect(failure.message).not.toBe('');
      expect(structuredClone(failure)).toEqual(failure);
    }),
  );
});

test('errors keep what they say: code, cause, parts and plain properties', () => {
  const error = new AggregateError([new Error('a'), 'b'], 'several', { cause: { message: 'deep', code: 7 } });
  Object.assign(error, { code: 'E_MANY', status: 429, socket: { on: () => {} }, big: 10n });
  expect(thrownValue(error)).toMatchObject({
    name: 'AggregateError',
    message: 'several',
    code: 'E_MANY',
    cause: { message: 'deep', code: 7 },
    errors: [
      { name: 'Error', message: 'a' },
      { name: 'thrown', message: 'b' },
    ],
    properties: { status: 429 },
  });
});

test('an error that is its own cause ends somewhere', () => {
  const error = new Error('round');
  error.cause = error;
  expect(JSON.stringify(thrownValue(error)).length).toBeLessThan(100_000);
});

test.each([
  [undefined, 'threw undefined, which is not an Error'],
  ['text', 'threw text, which is not an Error'],
  [new Error(''), 'an Error without a message'],
  [new TypeError('no'), 'TypeError: no'],
])('%s is told as it is', (thrown, message) => {
  expect(failureOf(thrown).message).toBe(message);
});

test('whether trying again may help is what the error says, and yes where it says nothing', () => {
  expect(failureOf(new Error('x')).retryable).toBe(true);
  expect(failureOf(undefined).retryable).toBe(true);
  expect(failureOf(Object.assign(new Error('x'), { retryable: false })).retryable).toBe(false);
});
