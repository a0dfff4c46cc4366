import type { EndedBy, RunStatus } from '../domain/outcome.js';
import type { BudgetReport, RateLimits } from '../domain/run-report.js';
import { epochNow } from '../util/clock.js';
import type { Ending } from './report.js';
import type { RunOptions } from './run-options.js';
import { SlotTable } from './slot-table.js';

export interface Ended {
  readonly status: RunStatus;
  readonly why: string | undefined;
  readonly by: EndedBy | undefined;
  readonly rateLimits: RateLimits | undefined;
  readonly budgets: readonly BudgetReport[];
  readonly startedAt: number;
  /** The highest cap that was in force. */
  readonly limit: number;
}

/** How a run ended, with what was measured; as it was recorded, where nothing was left to do. */
export const endingOf = ({ runId, past, sessions, buffers }: RunOptions, ended: Ended): Ending => {
  const { status, why, by, limit, rateLimits, budgets } = ended;
  const common = { runId, status, why, by, sessions, rateLimits, budgets };
  if (past) return { ...common, ...past };
  const { peak, mean } = new SlotTable(buffers).measured();
  const concurrency = { limit, peak, mean };
  return { ...common, concurrency, startedAt: ended.startedAt, endedAt: epochNow() };
};
