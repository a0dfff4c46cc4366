import { cancelled, timedOut } from './failures.js';
import type { Performed } from './perform.js';
import type { Ended, Times } from './pool.js';
import { type Asked, askedForCancel, askedForTime } from './slot-table.js';

export type Judged = Extract<Ended, Times>;

export interface Finished extends Times {
  readonly performed: Performed;
  readonly asked: Asked;
  readonly timeoutMs: number | undefined;
}

/**
 * What an attempt that came to its end counts as. One whose time was over has timed out, even where it still returned
 * something. One that was to be cancelled and finished all the same has finished.
 */
export const judge = ({ performed, asked, timeoutMs, startedAt, endedAt, files }: Finished): Judged => {
  const times = files ? { startedAt, endedAt, files } : { startedAt, endedAt };
  if (asked === askedForTime) {
    return { kind: 'timed-out', failure: timedOut(timeoutMs ?? 0, performed.failure?.cause), ...times };
  }
  if (performed.failure === undefined) return { kind: 'succeeded', value: performed.value, ...times };
  if (asked === askedForCancel) return { kind: 'cancelled', failure: cancelled(performed.failure.cause), ...times };
  return { kind: 'failed', failure: performed.failure, ...times };
};
