import type { Outcome, RunStatus } from './outcome.js';
import type { ReportedFailure } from './run-report.js';
import type { Session } from './session.js';
import type { Usage } from './usage.js';

/** How a recorded run stands: somebody works on it, nobody does although it is not over, or it ended. */
export type RunState = 'running' | 'interrupted' | RunStatus;

/** A recorded run in a list. */
/** What a run is of. */
export type RunKind = 'project' | 'experiment';

export interface RunSummary {
  readonly id: string;
  readonly kind: RunKind;
  readonly state: RunState;
  readonly root: string;
  /** What was run, in a few words. */
  readonly task: string;
  readonly startedAt: number;
  readonly lastAt: number;
  readonly leaves: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly sessions: number;
  readonly usage: Usage;
  /** Who works on it. */
  readonly owner: { readonly pid: number; readonly host: string; readonly since: number } | undefined;
}

/** A recorded run, looked at closely. */
export interface RunDetails extends RunSummary {
  readonly version: string;
  readonly ledger: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly history: readonly Session[];
  /** Leaves by how they ended; those that did not are not among them. */
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
  readonly reused: number;
  readonly wrote: number;
  readonly failures: readonly ReportedFailure[];
  readonly why: string | undefined;
}
