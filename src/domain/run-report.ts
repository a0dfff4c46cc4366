import type { AttemptFailure } from './attempt-failure.js';
import type { BudgetName } from './budget-name.js';
import type { EndedBy, Outcome, RunStatus } from './outcome.js';
import type { ChosenBy, Sample, SampleResult } from './sample.js';
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
  /** What all its attempts spent, those that failed or were lost included; of a branch with all below it. */
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

/** One round of one try at a leaf. */
export interface SampleReport<T> extends Sample {
  readonly result: SampleResult;
  /** Of one that came to a value. */
  readonly value?: T;
  readonly failure?: AttemptFailure;
  readonly feedback?: string;
  readonly attempts: number;
  readonly usage: Usage;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
}

/** How a leaf was sampled. */
export interface Sampled<T> {
  /** Whose value the leaf has; undefined where it has none. */
  readonly chosen: (Sample & { readonly by: ChosenBy }) | undefined;
  /** Rounds that began, and how many there might have been, of all tries together. */
  readonly rounds: { readonly made: number; readonly allowed: number };
  /** All rounds that ended, by try and round. */
  readonly samples: readonly SampleReport<T>[];
}

export type LeafReport<T> = Common & Settled<T> & { readonly kind: 'leaf'; readonly sampling?: Sampled<T> };

export type BranchReport<R> = Common & Settled<R> & { readonly kind: 'branch'; readonly coverage: Coverage };

/** How many attempts really ran at once, measured where they ran. */
export interface Concurrency {
  /** The highest `maxParallel` that was in force. */
  readonly limit: number;
  readonly peak: number;
  /** The average from the first start to the last end. */
  readonly mean: number;
}

/** A time in which a service turned attempts away. */
export interface RateLimitEpisode {
  readonly at: number;
  /** Nothing started before. */
  readonly until: number;
  /** How many attempts were turned away. */
  readonly reports: number;
  /** How many could run at once before, and after. */
  readonly from: number;
  readonly to: number;
}

/** What rate limits did to a run. */
export interface RateLimits {
  readonly episodes: readonly RateLimitEpisode[];
  /** The cap that was in force in the end, at most `maxParallel`. */
  readonly cap: number;
}

/** How a budget stood in the end; of the time: milliseconds. */
export interface BudgetReport {
  readonly of: BudgetName;
  readonly used: number;
  readonly limit: number;
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
  readonly stoppedBy?: EndedBy;
  /** Where a service asked to wait, in this session. */
  readonly rateLimits?: RateLimits;
  /** Where there were budgets. */
  readonly budgets?: readonly BudgetReport[];
  /** Of the last session, where the run was resumed. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** All processes that worked on the run, where it is recorded. */
  readonly sessions?: readonly Session[];
}
