import type { Outcome, RunStatus } from './outcome.js';
import type { Concurrency } from './run-report.js';
import type { Interleave, Scores } from './trial.js';
import type { Usage } from './usage.js';

/** One trial as statistics see it, and as it stands in a report. */
export interface TrialRow {
  /** Of its leaf. */
  readonly id: string;
  readonly case: string;
  readonly replication: number;
  readonly arm: string;
  /** Its place in the order of the plan, from 1. */
  readonly position: number;
  readonly outcome: Outcome;
  /** Attempts that began and count; 0 where it never started or was taken over from another run. */
  readonly attempts: number;
  /** Of one that succeeded. */
  readonly scores: Scores | undefined;
  /** What was changed under it while it ran; it does not count then. */
  readonly interfered: string | undefined;
  /** Why it did not succeed, in a line. */
  readonly failure: string | undefined;
  /** How long the task took; undefined where it did not succeed. */
  readonly ms: number | undefined;
  /** What all its attempts spent. */
  readonly usage: Usage;
  /** Milliseconds since 1970; undefined where it did not run in this run. */
  readonly startedAt: number | undefined;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** `pass`: all its scores are true or false, which count as 1 and 0. */
export type DimensionKind = 'number' | 'pass';

export interface Dimension {
  readonly name: string;
  readonly kind: DimensionKind;
}

/** One arm in one dimension. */
export interface ArmStatistics {
  readonly arm: string;
  readonly dimension: string;
  /** Trials that have a score there. */
  readonly n: number;
  /** Trials that succeeded and to which it does not apply. */
  readonly notApplicable: number;
  /** Undefined where n is 0. */
  readonly mean: number | undefined;
  /** Of the sample (n - 1); undefined where n is below 2. */
  readonly sd: number | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** Of a dimension that is passed or not: how many, which share, and Wilson's interval of it. */
  readonly passed?: { readonly count: number; readonly rate: number; readonly interval: Interval };
}

/** Why a pair of trials is not compared. */
export type LeftOutPair = 'did-not-succeed' | 'interfered' | 'not-applicable';

/** What can be said of the mean of some differences. */
export interface Estimate {
  /** How many differences: pairs, or cases. */
  readonly n: number;
  readonly mean: number;
  /** Undefined where n is below 2. */
  readonly sd: number | undefined;
  /** Student's t; undefined where n is below 2 or all differences are the same. */
  readonly t: Interval | undefined;
  /** Percentiles of resampled means; undefined under the same conditions, or where they leave no width. */
  readonly bootstrap: Interval | undefined;
}

export type Claim = 'higher' | 'lower' | 'none';

/** Two arms in one dimension: `than` is what `arm` is compared with, and differences are arm minus than. */
export interface PairStatistics {
  readonly arm: string;
  readonly than: string;
  readonly dimension: string;
  /** Over pairs: the same case and replication in both arms. Undefined where there is no pair. */
  readonly difference: Estimate | undefined;
  /** Over the mean difference of each case, where there are several cases with several replications. */
  readonly acrossCases: Estimate | undefined;
  /** Pairs in which the arm was higher, lower, or the same; and the exact probability of a split as uneven by chance. */
  readonly signs: { readonly higher: number; readonly lower: number; readonly same: number; readonly p: number };
  readonly leftOut: Readonly<Record<LeftOutPair, number>>;
  readonly claim: Claim;
  /** In plain words. */
  readonly sentence: string;
}

/** Trials of an arm that took more than one attempt, beside those that did not. */
export interface RetryStatistics {
  readonly arm: string;
  readonly dimension: string;
  readonly retried: { readonly n: number; readonly mean: number | undefined };
  readonly others: { readonly n: number; readonly mean: number | undefined };
  /** retried minus others, by Welch; undefined where one of them has fewer than 2, or neither varies. */
  readonly difference: (Interval & { readonly mean: number }) | undefined;
  /** Of a dimension that is passed or not: by Fisher's exact test, how probable a split as uneven is by chance. */
  readonly p?: number;
  readonly sentence: string;
}

/** Decided by scores alone: the same to the byte however many trials ran at once, and in whatever order they ended. */
export interface Aggregates {
  readonly dimensions: readonly Dimension[];
  /** By arm in the order they are given, and within by dimension. */
  readonly arms: readonly ArmStatistics[];
  /** Each pair of arms, the later against the earlier, by dimension. */
  readonly pairs: readonly PairStatistics[];
  /** Only where something was retried. */
  readonly retries: readonly RetryStatistics[];
  /** What to keep in mind when reading them. */
  readonly warnings: readonly string[];
}

/** How much of what was planned is in the statistics. */
export interface TrialCoverage {
  readonly planned: number;
  /** Succeeded and counted. */
  readonly scored: number;
  /** Failed or timed out. */
  readonly failed: number;
  /** Cancelled, skipped, stopped by a budget, or never started. */
  readonly unfinished: number;
  /** Succeeded and not counted. */
  readonly interfered: number;
  /** Took more than one attempt, whatever came of it. */
  readonly retried: number;
}

export interface ArmCosts {
  readonly arm: string;
  /** Of trials that count: the mean of what the task took. Undefined where none does. */
  readonly meanMs: number | undefined;
  /** Of all its trials, attempts that failed included. */
  readonly usage: Usage;
}

export interface ExperimentReport {
  readonly format: 'subplan/experiment';
  readonly version: 1;
  readonly name: string | undefined;
  readonly runId: string;
  readonly status: RunStatus;
  readonly stoppedBecause?: string;
  readonly design: {
    readonly cases: readonly string[];
    readonly arms: readonly string[];
    readonly replications: number;
    readonly interleave: Interleave;
    readonly seed: number;
    /** Of all intervals, such as 0.95. */
    readonly confidence: number;
    /** How many resamples the bootstrap intervals are made of. */
    readonly resamples: number;
  };
  readonly coverage: TrialCoverage & { readonly arms: readonly (TrialCoverage & { readonly arm: string })[] };
  readonly aggregates: Aggregates;
  /** Trials that were interfered with. */
  readonly excluded: readonly Pick<TrialRow, 'id' | 'case' | 'replication' | 'arm' | 'interfered'>[];
  readonly costs: readonly ArmCosts[];
  /** In the order of the plan. */
  readonly trials: readonly TrialRow[];
  /** Ids of the trials that ran in this run, in the order in which they really started. */
  readonly started: readonly string[];
  readonly concurrency: Concurrency;
  readonly usage: Usage;
  readonly startedAt: number;
  readonly endedAt: number;
  /** What a person should know of how it ran. */
  readonly warnings: readonly string[];
}
