import { seededRandom } from '../util/random.js';

const longestMs = 60_000;

export interface Retry {
  readonly backoffMs: number;
  readonly seed: number;
  readonly node: number;
  /** Of the attempt that failed. */
  readonly attempt: number;
}

/**
 * How long to wait before the next attempt: twice as long each time, up to a minute, and between half and all of that at
 * random, so that leaves that failed together do not come back together. It depends on nothing but these numbers.
 */
export const waitBeforeRetry = ({ backoffMs, seed, node, attempt }: Retry): number => {
  // Beyond 2 ** 30 it is a minute anyway, and 0 times infinity would be no number.
  const full = Math.min(longestMs, backoffMs * 2 ** Math.min(30, attempt - 1));
  const random = seededRandom(seed ^ Math.imul(node + 1, 0x9e3779b1) ^ Math.imul(attempt, 0x85ebca6b));
  random();
  return Math.round(full * (0.5 + random() / 2 ** 33));
};
