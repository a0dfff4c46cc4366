import type { AttemptFailure } from './attempt-failure.js';
import type { ProcessMark } from './command.js';
import type { EndedBy, Outcome, RunStatus } from './outcome.js';
import type { Concurrency } from './run-report.js';
import type { ChosenBy, Sample } from './sample.js';
import type { Session } from './session.js';
import type { StoredValue } from './stored-value.js';
import type { Usage } from './usage.js';

interface OfAttempt {
  /** The number of a leaf or branch, as the scheduler counts them. */
  readonly node: number;
  readonly attempt: number;
  readonly at: number;
  /** Of a leaf that is sampled. */
  readonly sample?: Sample;
}

export interface EndedFact extends OfAttempt {
  readonly kind: 'ended';
  readonly startedAt: number;
  readonly outcome: Extract<Outcome, 'succeeded' | 'failed' | 'timed-out' | 'cancelled'>;
  /** Of a sample that came to a value: whether that was accepted, and what was said of it where it was not. */
  readonly verdict?: Verdict;
  /** Whether there will be no other attempt. Of a leaf that is sampled a `chosen` or `settled` says so instead. */
  readonly isFinal: boolean;
  /** Of one that succeeded. */
  readonly value: StoredValue | undefined;
  readonly failure: AttemptFailure | undefined;
  /** Of all that decided the value; undefined where it cannot be told. */
  readonly fingerprint: string | undefined;
  /** Whether the leaf's files differed afterwards: such a value is never reused. */
  readonly wrote: boolean;
}

export interface Verdict {
  readonly accepted: boolean;
  readonly feedback?: string;
}

/** One of its samples became the value of a leaf. */
export interface ChosenFact extends OfAttempt {
  readonly kind: 'chosen';
  readonly sample: Sample;
  /** Of the sample. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly by: ChosenBy;
  readonly value: StoredValue;
  readonly fingerprint: string | undefined;
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
  | ChosenFact
  /** An attempt was lost through no fault of its own: it does not count. */
  | ({ readonly kind: 'lost'; readonly why: string } & OfAttempt)
  | ({ readonly kind: 'spent'; readonly usage: Usage } & OfAttempt)
  /** A process was started for it. */
  | ({ readonly kind: 'process'; readonly mark: ProcessMark } & OfAttempt)
  /** Rate limits: nothing starts before `until`, and no more than `cap` run at once from now on. */
  | {
      readonly kind: 'slowed-down';
      readonly at: number;
      readonly until: number;
      readonly cap: number;
      readonly isNew: boolean;
    }
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
      /** Who ended it early. */
      readonly by?: EndedBy;
      readonly concurrency: Concurrency;
    };
