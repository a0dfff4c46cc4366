import type { RunStatus } from '../domain/outcome.js';
import type { RunReport } from '../domain/run-report.js';
import type { Interrupt } from './world.js';

export const exitCodes = { ok: 0, notAllSucceeded: 1, usage: 2, outOfBudget: 3, nothingToDo: 4, bug: 70 } as const;

export const interruptCodes: Readonly<Record<Interrupt, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

const statusCodes: Readonly<Record<RunStatus, number>> = {
  succeeded: exitCodes.ok,
  failed: exitCodes.notAllSucceeded,
  // By `--on-failure`: some leaf failed, and others never started.
  stopped: exitCodes.notAllSucceeded,
  cancelled: exitCodes.notAllSucceeded,
  empty: exitCodes.nothingToDo,
};

/** How a run ends the process where nobody interrupted it. */
export const exitCodeOf = ({ status, stoppedBy }: Pick<RunReport, 'status' | 'stoppedBy'>): number =>
  status === 'stopped' && stoppedBy === 'budget' ? exitCodes.outOfBudget : statusCodes[status];
