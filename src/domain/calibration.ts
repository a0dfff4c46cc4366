import type { RunReport } from './run-report.js';

/** What was measured while so many could run at once. */
export interface CalibrationStep {
  readonly maxParallel: number;
  /** Attempts at leaves that ended since this many could run, and how many of them failed. */
  readonly ended: number;
  readonly failed: number;
  /** Undefined where the step was left before there was enough to measure. */
  readonly pace: Pace | undefined;
  /** How often a service asked to wait. */
  readonly rateLimits: number;
  /** The smallest share of the memory that was free. */
  readonly freeMemory: number;
}

/** How fast leaves were done, once as many ran as could. */
export interface Pace {
  readonly seconds: number;
  /** Leaves that succeeded in that time. */
  readonly leaves: number;
  readonly leavesPerSecond: number;
  readonly tokensPerSecond: number;
  /** How far off that may be, as a share of it: a standard error. */
  readonly uncertainty: number;
}

/** What steps are compared by: tokens where the times of leaves follow their tokens. */
export type PaceUnit = 'leaves' | 'tokens';

/**
 * What ended the search. `knee`: more at once gain too little. `errors`, `rate-limit`, `memory`: more at once bring trouble.
 * `up-to` and `leaves`: it went as far as it might, or as there were leaves for; the choice is a lower bound.
 */
export type CalibrationReason = 'knee' | 'errors' | 'rate-limit' | 'memory' | 'up-to' | 'leaves';

export type CalibrationChoice =
  | {
      readonly kind: 'chosen';
      readonly maxParallel: number;
      readonly reason: CalibrationReason;
      /** A plain sentence. */
      readonly because: string;
    }
  /** It ended before there was a choice: it was cancelled, say, or there were too few leaves. */
  | { readonly kind: 'undecided'; readonly because: string };

/** What came of calibrating. The report is that of the run it was measured on, with all that was done meanwhile. */
export type CalibrationResult<T = unknown, R = T> = CalibrationChoice & {
  readonly unit: PaceUnit;
  /** In the order they were made. */
  readonly steps: readonly CalibrationStep[];
  readonly report: RunReport<T, R>;
};
