import type { AttemptFailure } from './attempt-failure.js';
import type { Outcome, RunStatus } from './outcome.js';
import type { Concurrency } from './run-report.js';
import type { Coverage } from './task.js';
import type { Usage } from './usage.js';

/** Which subplan an event is about. */
export interface Subject {
  readonly id: string;
  readonly label: string;
  readonly kind: 'leaf' | 'branch';
}

/** What is done before a run begins, and does not run: nothing more is heard of it but in the report. */
export interface Known {
  /** Leaves that this very run did before it was resumed. */
  readonly recorded: number;
  /** Leaves that take the value of another run. */
  readonly reused: number;
  readonly branches: number;
  /** Of all those leaves. */
  readonly tokens: number;
}

/** What happens in a run. All views and reports come from these. */
export type RunEvent = { readonly at: number } & (
  | {
      readonly type: 'run-started';
      readonly runId: string;
      readonly leaves: number;
      readonly branches: number;
      readonly limit: number;
      readonly threads: number;
      readonly known: Known;
    }
  /** The task's code began to run. */
  | ({ readonly type: 'attempt-started'; readonly attempt: number } & Subject)
  /** An attempt failed, and there will be another. */
  | ({
      readonly type: 'attempt-failed';
      readonly attempt: number;
      readonly failure: AttemptFailure;
      readonly retryInMs: number;
    } & Subject)
  /** An attempt was lost through no fault of its own, and will run again without being charged. */
  | ({ readonly type: 'attempt-lost'; readonly attempt: number; readonly why: string } & Subject)
  | ({ readonly type: 'log'; readonly attempt: number; readonly message: string } & Subject)
  | ({
      readonly type: 'progress';
      readonly attempt: number;
      readonly fraction: number;
      readonly message: string | undefined;
    } & Subject)
  | ({ readonly type: 'spent'; readonly attempt: number; readonly usage: Usage } & Subject)
  /** How a subplan ended, for good. Values are in the report. */
  | ({
      readonly type: 'settled';
      readonly outcome: Outcome;
      readonly failure: AttemptFailure | undefined;
      readonly attempts: number;
      /** How long the last attempt ran; undefined where none did. */
      readonly ms: number | undefined;
      /** Of a branch. */
      readonly coverage: Coverage | undefined;
    } & Subject)
  | { readonly type: 'limit-changed'; readonly limit: number }
  | { readonly type: 'paused' }
  | { readonly type: 'unpaused' }
  /** Nothing more starts; what runs may end. */
  | { readonly type: 'stopping'; readonly because: string }
  /** What runs is asked to end. */
  | { readonly type: 'cancelling'; readonly because: string }
  | { readonly type: 'warning'; readonly message: string }
  /** The reader was too slow, and missed this many. */
  | { readonly type: 'events-dropped'; readonly count: number }
  | { readonly type: 'run-ended'; readonly status: RunStatus; readonly concurrency: Concurrency; readonly usage: Usage }
);

export type RunEventType = RunEvent['type'];
