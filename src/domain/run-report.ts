import type { AttemptFailure } from './attempt-failure.js';
import type { Outcome, RunStatus } from './outcome.js';
import type { Session } from './session.js';
import type { Coverage } from './task.js';
import type { Usage } from './usage.js';

interface Common {
  readonly id: string;
  readonly label: string;
  readonly depth: number;
  /** Attempts that began and count; one that was lost to a neighbour's crash does not. */
  readonly attempts: number;
  /** Milliseconds since 1970: when the last attempt began, where the task really ran; undefined where none did. */
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  /** What all its attempts spent. */
  readonly usage: Usage;
  /** Whether it ran in this run, or took the value that another run has recorded for the same. */
  readonly origin: 'ran' | 'reused';
}

type Settled<V> =
  | { readonly outcome: 'succeeded'; readonly value: V; readonly failure?: undefined }
  | {
      readonly outcome: Exclude<Outcome, 'succeeded'>;
      readonly value?: undefined;
      readonly failure: AttemptFailure;
    };

export type LeafReport<T> = Common & Settled<T> & { readonly kind: 'leaf' };

export type BranchReport<R> = Common & Settled<R> & { readonly kind: 'branch'; readonly coverage: Coverage };

/** How many attempts really ran at once, measured where they ran. */
export interface Concurrency {
  /** The highest `maxParallel` that was in force. */
  readonly limit: number;
  readonly peak: number;
  /** The average from the first start to the last end. */
  readonly mean: number;
}

export interface ReportedFailure {
  readonly id: string;
  readonly label: string;
  readonly kind: 'leaf' | 'branch';
  readonly outcome: Outcome;
  readonly failure: AttemptFailure;
}

export interface RunReport<T = unknown, R = T> {
  readonly runId: string;
  readonly status: RunStatus;
  /** In plan order, whatever finished first. */
  readonly leaves: readonly LeafReport<T>[];
  readonly branches: readonly BranchReport<R>[];
  /** The top of the tree: the leaf itself where the plan is a single leaf. */
  readonly root: LeafReport<T> | BranchReport<R>;
  readonly concurrency: Concurrency;
  readonly usage: Usage;
  /** What failed or timed out, leaves before branches. */
  readonly failures: readonly ReportedFailure[];
  /** Why it stopped early; undefined where it did not. */
  readonly stoppedBecause?: string;
  /** Of the last session, where the run was resumed. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** All processes that worked on the run, where it is recorded. */
  readonly sessions?: readonly Session[];
}
