import { defineTask } from '../../../src/index.js';

/** The files the runs in this folder were made of. */
export const options = {
  files: ['calm', 'dated', 'early', 'flaky', 'large', 'wrong'].map((path) => ({ path, tokens: 10 })),
  ...{ maxFiles: 1, minFiles: 1, goal: 'write a ledger that later versions must read' },
};

/** What made them. As long as its name and version are these, they can be resumed. */
export const task = (session: 'first' | 'second' | 'last') =>
  defineTask({
    ...{ name: 'written', version: '1' },
    run: ({ files: [path] }, { attempt, spend }): unknown => {
      spend({ tokens: 100, usd: 0.25 });
      if (path === 'flaky' && attempt === 1) throw new Error('not yet');
      if (path === 'early' && session === 'first') throw fatal('too early');
      if (path === 'wrong' && session !== 'last') throw fatal("it's wrong: \0 😀");
      // Not of JSON; too large for the row of a fact; plain.
      if (path === 'dated') return new Map([['when', new Date(0)]]);
      return path === 'large' ? 'large '.repeat(400) : { path, text: 'quotes \' " and 😀' };
    },
    rollUp: ({ values }) => values.length,
  });

const fatal = (message: string): Error =>
  Object.assign(new Error(message, { cause: new TypeError('reasons') }), { retryable: false });
