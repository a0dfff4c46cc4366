import { expect, test } from 'vitest';
import { Awaitable } from '../../src/util/awaitable.js';
import { unhandledAfter } from './unhandled.js';

class Lazy<T> extends Awaitable<T> {}

class Begun<T> extends Awaitable<T> {
  constructor(work: () => Promise<T>) {
    super(work);
    this.begin();
  }
}

const counted = <T>(work: () => Promise<T>) => {
  const counts = { calls: 0 };
  const call = () => {
    counts.calls++;
    return work();
  };
  return { counts, call };
};

const refused = (): Promise<never> => Promise.reject(new Error('refused'));

const asking = {
  awaiting: async (one: Awaitable<number>) => await one,
  then: (one: Awaitable<number>) => one.then(),
  catch: (one: Awaitable<number>) => one.catch(),
  finally: (one: Awaitable<number>) => one.finally(),
};

for (const [name, ask] of Object.entries(asking)) {
  test(`a lazy one does nothing until it is asked by ${name}, and its work once`, async () => {
    const { counts, call } = counted(async () => 7);
    const lazy = new Lazy(call);
    await Promise.resolve();
    expect(counts.calls).toBe(0);
    expect(await ask(lazy)).toBe(7);
    expect(await Promise.all([lazy, lazy.then((value) => value + 1)])).toEqual([7, 8]);
    expect(counts.calls).toBe(1);
  });
}

test('one that was begun does its work without being asked, and once', async () => {
  const { counts, call } = counted(async () => 7);
  const begun = new Begun(call);
  expect(counts.calls).toBe(1);
  expect([await begun, await begun]).toEqual([7, 7]);
  expect(counts.calls).toBe(1);
});

test('then, catch and finally hand on what those of a promise hand on', async () => {
  const ends: string[] = [];
  const good = new Lazy(async () => 7);
  expect(await good.catch(() => 8)).toBe(7);
  expect(await good.finally(() => ends.push('good'))).toBe(7);
  const bad = new Lazy(refused);
  expect(await bad.catch(({ message }) => message)).toBe('refused');
  expect(await bad.then(null, (reason) => (reason as Error).message)).toBe('refused');
  await expect(bad.finally(() => ends.push('bad'))).rejects.toThrow('refused');
  await expect(bad).rejects.toThrow('refused');
  expect(ends).toEqual(['good', 'bad']);
});

test('a rejection that nobody asked for is unhandled, and one that was asked for is not', async () => {
  expect(await unhandledAfter(() => void new Begun(refused))).toEqual(['refused']);
  expect(await unhandledAfter(() => new Begun(refused).catch(() => {}))).toEqual([]);
  expect(await unhandledAfter(() => new Begun(refused).then(null, () => {}))).toEqual([]);
  expect(await unhandledAfter(() => void new Lazy(refused))).toEqual([]);
});

test('one handler observes the rejection for all who await', async () => {
  const begun = new Begun(refused);
  const unhandled = await unhandledAfter(async () => {
    begun.catch(() => {});
    await new Promise((resolve) => setImmediate(resolve));
  });
  expect(unhandled).toEqual([]);
  await expect(begun).rejects.toThrow('refused');
});
