import type { AttemptFailure } from './attempt-failure.js';
import type { ProcessMark } from './command.js';
import type { EndedBy, Outcome, RunStatus } from './outcome.js';
import type { Concurrency } from './run-report.js';
import type { ChosenBy, Sample, SampleResult } from './sample.js';
import type { Session } from './session.js';
import type { StoredValue } from './stored-value.js';
import type { Usage } from './usage.js';

/** What a recorded run has come to. */
export interface RunHistory {
  /** How many facts say so. */
  readonly facts: number;
  /** When something last happened in it. */
  readonly lastAt: number;
  /** All processes that worked on it. */
  readonly sessions: readonly Session[];
  /** By option: what it is now, where a session changed it. */
  readonly changed: Readonly<Record<string, unknown>>;
  /** By the number of a leaf or branch; undefined where nothing is known of it. */
  readonly nodes: readonly (NodeHistory | undefined)[];
  /** Leaves whose last end is a success, or a failure. */
  readonly succeeded: number;
  readonly failed: number;
  /** Attempts of the last session that have neither ended nor been lost. */
  readonly open: readonly OpenAttempt[];
  /** Processes that were started for attempts, and may be there still. */
  readonly processes: readonly ProcessMark[];
  readonly usage: Usage;
  /** What of it counts against budgets. */
  readonly spent: { readonly tokens: number; readonly usd: number };
  /** How long its sessions took together: from the start of each to its last fact. */
  readonly elapsedMs: number;
  /** How the last session ended; undefined where it has not. */
  readonly finish: RunFinish | undefined;
}

/** What a leaf or branch has come to. */
export interface NodeHistory {
  /** Attempts that ended and count. */
  readonly attempts: number;
  /** How many of them came before its last end: they do not count against its retries. */
  readonly forgiven: number;
  readonly usage: Usage;
  /** Whether an attempt of it changed its files. */
  readonly hasWritten: boolean;
  /** When an attempt began of which no end is known: it may have written to the leaf's files. */
  readonly openSince: number | undefined;
  /** How it ended last; it may have begun anew since. */
  readonly end: NodeEnd | undefined;
  /** Rounds of its tries that ended, in that order. A leaf that failed begins anew, without those it had. */
  readonly samples: readonly SampleHistory[];
}

interface End {
  /** The number of facts before it. */
  readonly seq: number;
  readonly outcome: Outcome;
}

export type NodeEnd =
  /** Its last attempt, or the sample that became its value, says so. */
  | (End & {
      readonly how: 'ran';
      readonly value: StoredValue | undefined;
      readonly failure: AttemptFailure | undefined;
      readonly startedAt: number;
      readonly endedAt: number;
      readonly wrote: boolean;
      readonly chosen?: Sample & { readonly by: ChosenBy };
    })
  /** It took a value that another run made. */
  | (End & { readonly how: 'reused'; readonly outcome: 'succeeded'; readonly value: StoredValue | undefined })
  /** No attempt says so. */
  | (End & {
      readonly how: 'settled';
      readonly outcome: Exclude<Outcome, 'succeeded'>;
      readonly failure: AttemptFailure | undefined;
    });

/** What one round of one try has come to. */
export interface SampleHistory extends Sample {
  readonly result: SampleResult;
  readonly value: StoredValue | undefined;
  readonly failure: AttemptFailure | undefined;
  readonly feedback: string | undefined;
  readonly attempts: number;
  readonly usage: Usage;
  readonly startedAt: number;
  readonly endedAt: number;
}

export interface OpenAttempt {
  readonly node: number;
  readonly attempt: number;
  readonly sample?: Sample;
  readonly startedAt: number;
}

export interface RunFinish {
  /** Of the session. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly status: RunStatus;
  readonly why: string | undefined;
  readonly by: EndedBy | undefined;
  readonly concurrency: Concurrency;
}
