import type { AttemptFailure } from '../domain/attempt-failure.js';
import type { ProcessMark } from '../domain/command.js';
import type { SampleContext } from '../domain/sample.js';
import type { Leaf } from '../domain/subplan.js';
import type { RollUpBranch } from '../domain/task.js';
import type { Usage } from '../domain/usage.js';
import type { Family } from './family.js';

/** What an attempt is about. */
export type Subject =
  | { readonly kind: 'leaf'; readonly leaf: Leaf }
  | { readonly kind: 'branch'; readonly branch: RollUpBranch<unknown> };

export interface Attempt {
  /** The slot it holds; no other attempt has the same until it has ended. */
  readonly slot: number;
  readonly subject: Subject;
  readonly family: Family;
  /** Which member of the family it is. */
  readonly place: number;
  readonly attempt: number;
  /** Of a leaf that is sampled. */
  readonly sample: SampleContext | undefined;
  /** Whether nothing else may run on its thread. */
  readonly alone: boolean;
  /** The folder it works in, where that is not the project's. */
  readonly root?: string;
}

/** What a task says while it runs. */
export type Note =
  | { readonly kind: 'log'; readonly message: string }
  | { readonly kind: 'progress'; readonly fraction: number; readonly message: string | undefined }
  | { readonly kind: 'spent'; readonly usage: Usage };

/** How an attempt ended, with the times the task's code ran from and to. */
export type Ended =
  | ({ readonly kind: 'succeeded'; readonly value: unknown } & Times)
  | ({ readonly kind: 'failed' | 'timed-out' | 'cancelled'; readonly failure: AttemptFailure } & Times)
  | { readonly kind: 'not-begun' }
  /** Of a branch: the modules turned out to have no rollup, so values are merged. */
  | { readonly kind: 'no-roll-up' }
  | { readonly kind: 'displaced' | 'suspected'; readonly why: string };

export interface Times {
  readonly startedAt: number;
  readonly endedAt: number;
  /** Of a leaf, where the run is recorded. */
  readonly files?: FilesSeen;
}

/** What the files of a leaf held before the task's code ran. */
export interface FilesSeen {
  readonly before: string;
  /** Whether they held something else afterwards. */
  readonly hasChanged: boolean;
}

/** Hears of all attempts of a pool, by their slots. */
export interface PoolListener {
  /** The task's code began to run. Comes before anything else of the attempt. */
  begun(slot: number, at: number): void;
  note(slot: number, note: Note): void;
  /** A process was started for the attempt. */
  process(slot: number, mark: ProcessMark): void;
  /** Comes once for each attempt, and last. */
  ended(slot: number, end: Ended): void;
  /** Something to know that concerns no attempt. */
  warn(message: string): void;
}

/** Carries attempts. It has no limit of its own: who starts attempts sees to that. */
export interface Pool {
  start(attempt: Attempt): void;
  /** Asks an attempt to end; past the grace it is ended. */
  end(slot: number): void;
  /** Ends everything that belongs to the pool, and resolves when nothing of it is left. */
  close(): Promise<void>;
}

export interface PoolFacts {
  readonly root: string;
  readonly goal: string | undefined;
  readonly runId: string;
  readonly timeoutMs: number | undefined;
  readonly graceMs: number;
  /** Whether to look at what the files of leaves hold. */
  readonly seesFiles: boolean;
}
