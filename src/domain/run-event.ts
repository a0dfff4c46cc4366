import type { AttemptFailure } from './attempt-failure.js';
import type { BudgetName } from './budget-name.js';
import type { Message } from './message.js';
import type { Outcome, RunStatus } from './outcome.js';
import type { Concurrency } from './run-report.js';
import type { Sample, SampleResult } from './sample.js';
import type { Coverage } from './task.js';
import type { Usage } from './usage.js';

/** Which subplan an event is about. */
export interface Subject {
  readonly id: string;
  readonly label: string;
  readonly kind: 'leaf' | 'branch';
}

/** Which attempt an event is about. */
export interface OfAttempt extends Subject {
  readonly attempt: number;
  /** Of a leaf that is sampled. */
  readonly sample?: Sample;
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
  | ({ readonly type: 'attempt-started' } & OfAttempt)
  /** An attempt failed, and there will be another. */
  | ({
      readonly type: 'attempt-failed';
      readonly failure: AttemptFailure;
      readonly retryInMs: number;
    } & OfAttempt)
  /** An attempt was lost through no fault of its own, and will run again without being charged. */
  | ({ readonly type: 'attempt-lost'; readonly why: string } & OfAttempt)
  /** A round of one try of a leaf that is sampled has ended, for good. */
  | ({
      readonly type: 'sampled';
      readonly result: SampleResult;
      readonly failure: AttemptFailure | undefined;
      /** What was said of a value that was not accepted. */
      readonly feedback: string | undefined;
      readonly ms: number;
    } & OfAttempt)
  | ({ readonly type: 'log'; readonly message: string } & OfAttempt)
  | ({
      readonly type: 'progress';
      readonly fraction: number;
      readonly message: string | undefined;
    } & OfAttempt)
  | ({ readonly type: 'spent'; readonly usage: Usage } & OfAttempt)
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
  /** A subplan that had settled is open again: a leaf is to be retried, or a branch above it to be rolled up again. */
  | ({ readonly type: 'reopened' } & Subject)
  | { readonly type: 'limit-changed'; readonly limit: number }
  /** A service asked to wait: nothing starts until then. `isNew`: the cap was cut for it, to `limit`. */
  | { readonly type: 'slowed-down'; readonly isNew: boolean; readonly waitMs: number; readonly limit: number }
  /** The cap that rate limits had cut has grown again. */
  | { readonly type: 'sped-up'; readonly limit: number }
  /** A budget is nearly used up (`soft`), or used up (`hard`). */
  | {
      readonly type: 'budget';
      readonly level: 'soft' | 'hard';
      readonly of: BudgetName;
      /** Of the time: milliseconds. */
      readonly used: number;
      readonly limit: number;
    }
  | { readonly type: 'paused' }
  | { readonly type: 'unpaused' }
  /** Nothing more starts; what runs may end. */
  | { readonly type: 'stopping'; readonly because: string }
  /** What runs is asked to end. */
  | { readonly type: 'cancelling'; readonly because: string }
  /** `says`: as data, where it names what surfaces call by their own names. */
  | { readonly type: 'warning'; readonly message: string; readonly says?: Message }
  /** The reader was too slow, and missed this many. */
  | { readonly type: 'events-dropped'; readonly count: number }
  | { readonly type: 'run-ended'; readonly status: RunStatus; readonly concurrency: Concurrency; readonly usage: Usage }
);

export type RunEventType = RunEvent['type'];
