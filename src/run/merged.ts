import { epochNow } from '../util/clock.js';
import { failureOf } from './failures.js';
import type { Ended } from './pool.js';

/** What the default rollup comes to. It is ours, and would end the same way if it were tried again. */
export const merged = (merge: (values: readonly unknown[]) => unknown, values: readonly unknown[]): Ended => {
  const startedAt = epochNow();
  try {
    return { kind: 'succeeded', value: merge(values), startedAt, endedAt: epochNow() };
  } catch (thrown) {
    const failure = { ...failureOf(thrown), retryable: false };
    return { kind: 'failed', failure, startedAt, endedAt: epochNow() };
  }
};
