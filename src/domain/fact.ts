import type { AttemptFailure } from './attempt-failure.js';
import type { Outcome, RunStatus } from './outcome.js';
import type { Concurrency } from './run-report.js';
import type { Session } from './session.js';
import type { StoredValue } from './stored-value.js';
import type { Usage } from './usage.js';

interface OfAttempt {
  /** The number of a leaf or branch, as the scheduler counts them. */
  readonly node: number;
  readonly attempt: number;
  readonly at: number;
}

export interface EndedFact extends OfAttempt {
  readonly kind: 'ended';
  readonly startedAt: number;
  readonly outcome: Extract<Outcome, 'succeeded' | 'failed' | 'timed-out' | 'cancelled'>;
  /** Whether there will be no other attempt. */
  readonly isFinal: boolean;
  /** Of one that succeeded. */
  readonly value: StoredValue | undefined;
  readonly failure: AttemptFailure | undefined;
  /** Of all that decided the value; undefined where it cannot be told. */
  readonly fingerprint: string | undefined;
  /** Whether the leaf's files differed afterwards: such a value is never reused. */
  readonly wrote: boolean;
}

/** It took a value that was recorded before instead of running. */
interface ReusedFact {
  readonly kind: 'reused';
  readonly node: number;
  readonly at: number;
  readonly value: StoredValue;
  readonly fingerprint: string;
  /** The run that made it. */
  readonly from: string;
}

/** Something that happened in a run and must never be lost. Logs and progress are not among them. */
export type Fact =
  | ({ readonly kind: 'started' } & OfAttempt)
  | EndedFact
  /** An attempt was lost through no fault of its own: it does not count. */
  | ({ readonly kind: 'lost'; readonly why: string } & OfAttempt)
  | ({ readonly kind: 'spent'; readonly usage: Usage } & OfAttempt)
  /** It ended without an attempt that says so. `attempt`: how many were made. */
  | ({
      readonly kind: 'settled';
      readonly outcome: Exclude<Outcome, 'succeeded'>;
      readonly failure: AttemptFailure | undefined;
    } & OfAttempt)
  | ReusedFact
  /** A process began to work on the run. */
  | { readonly kind: 'session'; readonly at: number; readonly session: Session }
  | {
      readonly kind: 'finished';
      readonly at: number;
      /** Of the session. */
      readonly startedAt: number;
      readonly status: RunStatus;
      readonly why: string | undefined;
      readonly concurrency: Concurrency;
    };
