import type { RunStatus } from '../domain/outcome.js';
import { epochNow } from '../util/clock.js';
import type { Ending } from './report.js';
import type { RunOptions } from './run-options.js';
import { SlotTable } from './slot-table.js';

export interface Ended {
  readonly status: RunStatus;
  readonly why: string | undefined;
  readonly startedAt: number;
  /** The highest cap that was in force. */
  readonly limit: number;
}

/** How a run ended, with what was measured; as it was recorded, where nothing was left to do. */
export const endingOf = ({ runId, past, sessions, buffers }: RunOptions, ended: Ended): Ending => {
  const { status, why, limit } = ended;
  if (past) return { runId, status, why, sessions, ...past };
  const { peak, mean } = new SlotTable(buffers).measured();
  const concurrency = { limit, peak, mean };
  return { runId, status, why, sessions, concurrency, startedAt: ended.startedAt, endedAt: epochNow() };
};
