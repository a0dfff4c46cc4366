import type { Outcome, RunStatus } from '../domain/outcome.js';

/** How an attempt ended. */
export type AttemptEnd =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'failed' | 'timed-out'; readonly retryable: boolean }
  /** It was asked to end, and did. */
  | { readonly kind: 'cancelled' }
  /** The task's code was never reached. */
  | { readonly kind: 'not-begun' }
  /** Its thread was ended because of another attempt: it runs again, and this one does not count. */
  | { readonly kind: 'displaced' }
  /** Its thread died or was blocked, and it may have been the cause: it runs again, alone, and this one does not count. */
  | { readonly kind: 'suspected' };

/** What is known of a node from before. */
export interface Recalled {
  readonly node: number;
  /** Attempts that were made and count. */
  readonly attempts: number;
  /** Whether it has its value. One that has not is to run, now or again. */
  readonly isDone: boolean;
  /** How many of them do not count against its retries, since it had ended after them and is run anew. */
  readonly forgiven: number;
}

/** What happens to a run. */
export type Input =
  /** Before it begins: what was recorded of it, or can be reused. A branch is done only where all below it is. */
  | { readonly type: 'recall'; readonly recalled: readonly Recalled[] }
  /** Before it begins: these are left as they are, and not run. */
  | { readonly type: 'leave-out'; readonly nodes: readonly number[]; readonly why: string }
  | { readonly type: 'begin' }
  | { readonly type: 'ended'; readonly node: number; readonly end: AttemptEnd }
  | { readonly type: 'retry-due'; readonly node: number }
  | { readonly type: 'limit'; readonly maxParallel: number }
  /** Too much waits for the disk: nothing starts until `release`, whatever else is asked. */
  | { readonly type: 'hold' }
  | { readonly type: 'release' }
  | { readonly type: 'pause' }
  | { readonly type: 'unpause' }
  | { readonly type: 'stop'; readonly why: string }
  | { readonly type: 'cancel'; readonly why: string };

/** Why a node that did not succeed did not. */
export type Because =
  /** Its last attempt says. */
  | { readonly kind: 'attempt' }
  | { readonly kind: 'dependency'; readonly node: number }
  /** A branch: none of its children has a value, this one for instance. */
  | { readonly kind: 'no-values'; readonly node: number | undefined }
  /** The run was stopped or cancelled. */
  | { readonly kind: 'ended-early'; readonly why: string };

/** What is to be done about it. */
export type Command =
  | { readonly type: 'start'; readonly node: number; readonly attempt: number; readonly alone: boolean }
  /** Asks a running attempt to end. */
  | { readonly type: 'end'; readonly node: number }
  /** Wait, then report `retry-due`. */
  | { readonly type: 'wait'; readonly node: number; readonly attempt: number; readonly ms: number }
  | { readonly type: 'forget-wait'; readonly node: number }
  | {
      readonly type: 'settle';
      readonly node: number;
      readonly outcome: Outcome;
      readonly attempts: number;
      readonly because: Because | undefined;
    }
  | { readonly type: 'stopping' | 'cancelling'; readonly why: string }
  | { readonly type: 'finish'; readonly status: RunStatus; readonly why: string | undefined };
