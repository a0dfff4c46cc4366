import type { RunEvent } from '../domain/run-event.js';
import type { RunReport } from '../domain/run-report.js';

/** What a run under way is watched and steered by, with the types of its values. */
export interface RunHandle<T = unknown, R = T> {
  readonly report: Promise<RunReport<T, R>>;
  begin(): void;
  /** All events from the first one on. */
  events(): AsyncIterator<RunEvent, undefined>;
  stop(reason: string): void;
  cancel(reason: string): void;
  pause(): void;
  unpause(): void;
  setMaxParallel(limit: number): void;
  /** Its number; undefined where there is none. */
  leafOf(id: string): number | undefined;
  cancelLeaf(leaf: number, reason: string): void;
  retryLeaf(leaf: number): void;
}
