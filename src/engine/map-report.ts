import type { AttemptFailure } from '../domain/attempt-failure.js';
import type { Outcome, RunStatus } from '../domain/outcome.js';
import type { Concurrency } from '../domain/run-report.js';

export interface MapContext {
  readonly index: number;
  /** Aborted when the item is to end. */
  readonly signal: AbortSignal;
}

export type MapResult<T> =
  | { readonly outcome: 'succeeded'; readonly value: T; readonly failure?: undefined }
  | { readonly outcome: Exclude<Outcome, 'succeeded'>; readonly failure: AttemptFailure; readonly value?: undefined };

export interface MapReport<T> {
  readonly status: RunStatus;
  /** In the order of the items, whatever finished first. */
  readonly results: readonly MapResult<T>[];
  readonly concurrency: Concurrency;
  /** Why it stopped early; undefined where it did not. */
  readonly stoppedBecause?: string;
}
