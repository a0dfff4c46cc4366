import type { BudgetName } from '../domain/budget-name.js';
import type { EndedBy, Outcome, RunStatus } from '../domain/outcome.js';
import type { Sample } from '../domain/sample.js';

/** How an attempt ended. */
export type AttemptEnd =
  /** `accepted`: whether the value will do, of a leaf that is sampled; one that is not is always accepted. */
  | { readonly kind: 'succeeded'; readonly accepted?: boolean }
  | { readonly kind: 'failed' | 'timed-out'; readonly retryable: boolean }
  /** The service it uses asks to wait, for so long where it says so. It runs again, and this one does not count. */
  | { readonly kind: 'rate-limited'; readonly waitMs: number | undefined }
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
  /** Of a leaf that is sampled and not done: what is known of its tries. */
  readonly tries?: readonly RecalledTry[];
}

export interface RecalledTry {
  readonly try: number;
  /** Rounds that came to a value. */
  readonly rounds: number;
  /** Whether the last of those values was accepted. */
  readonly isAccepted: boolean;
}

/** What an attempt spends of what a budget has. */
export interface Spending {
  readonly tokens: number;
  readonly usd: number;
}

/** Names an attempt: each try of a leaf has one at a time. Of what is not sampled the try is 1. */
export interface OfTry {
  readonly node: number;
  readonly try: number;
}

/** What happens to a run. */
export type Input =
  /** Before it begins: what was recorded of it, or can be reused. A branch is done only where all below it is. */
  | { readonly type: 'recall'; readonly recalled: readonly Recalled[] }
  /** Before it begins: these are left as they are, and not run. */
  | { readonly type: 'leave-out'; readonly nodes: readonly number[]; readonly why: string }
  | { readonly type: 'begin' }
  | ({ readonly type: 'ended'; readonly end: AttemptEnd } & OfTry)
  | ({ readonly type: 'retry-due' } & OfTry)
  /** A running attempt has spent something since it last said so. */
  | ({ readonly type: 'spent'; readonly spending: Spending } & OfTry)
  /** One of the samples of a leaf was chosen, or none. `failed`: the choice itself failed. */
  | { readonly type: 'selected'; readonly node: number; readonly sample: Sample | undefined; readonly how: SelectEnd }
  /** What a `wake` was waiting for has come. */
  | { readonly type: 'woken' }
  | { readonly type: 'limit'; readonly maxParallel: number }
  /** Too much waits for the disk: nothing starts until `release`, whatever else is asked. */
  | { readonly type: 'hold' }
  | { readonly type: 'release' }
  | { readonly type: 'pause' }
  | { readonly type: 'unpause' }
  /** Ends one leaf, whether it runs or waits. */
  | { readonly type: 'cancel-leaf'; readonly node: number; readonly why: string }
  /** Runs a leaf again that has settled without success, and all that was skipped or rolled up without it. */
  | { readonly type: 'retry-leaf'; readonly node: number }
  | { readonly type: 'stop'; readonly why: string }
  | { readonly type: 'cancel'; readonly why: string };

export type SelectEnd = 'chosen' | 'none' | 'failed' | 'cancelled';

/** Why a node that did not succeed did not. */
export type Because =
  /** Its last attempt says; of several tries, their last attempts. */
  | { readonly kind: 'attempt' }
  | { readonly kind: 'dependency'; readonly node: number }
  /** A branch: none of its children has a value, this one for instance. */
  | { readonly kind: 'no-values'; readonly node: number | undefined }
  /** No sample was accepted or chosen. */
  | { readonly kind: 'not-accepted' }
  /** The run was stopped or cancelled, or this leaf was. */
  | { readonly kind: 'ended-early'; readonly why: string };

/** What is to be done about it. */
export type Command =
  | ({ readonly type: 'start'; readonly round: number; readonly attempt: number; readonly alone: boolean } & OfTry)
  /** Asks a running attempt to end. */
  | ({ readonly type: 'end' } & OfTry)
  /** Wait, then report `retry-due`. */
  | ({ readonly type: 'wait'; readonly attempt: number; readonly ms: number } & OfTry)
  | ({ readonly type: 'forget-wait' } & OfTry)
  /** Report `woken` at that time; it takes the place of the wake before. */
  | { readonly type: 'wake'; readonly at: number }
  /** Choose among the samples of a leaf, then report `selected`. The slot of its last try is held until then. */
  | ({ readonly type: 'select' } & OfTry)
  | {
      readonly type: 'settle';
      readonly node: number;
      readonly outcome: Outcome;
      /** Of all its tries together. */
      readonly attempts: number;
      readonly because: Because | undefined;
      /** Of a leaf that succeeded: whose value it has. */
      readonly sample: Sample | undefined;
    }
  /** A leaf that had settled is to run again, or a branch to be rolled up again. */
  | { readonly type: 'reopen'; readonly node: number }
  /** An episode of rate limiting began, or lasts longer: nothing starts before `until`. */
  | {
      readonly type: 'slow-down';
      readonly isNew: boolean;
      readonly until: number;
      /** How many could run at once before. */
      readonly from: number;
      /** How many may run at once from now on. */
      readonly cap: number;
    }
  /** The cap that rate limits had cut has grown. */
  | { readonly type: 'speed-up'; readonly cap: number }
  /** A budget is nearly or all used up. */
  | {
      readonly type: 'budget';
      readonly level: 'soft' | 'hard';
      readonly of: BudgetName;
      readonly used: number;
      readonly limit: number;
    }
  | { readonly type: 'stopping' | 'cancelling'; readonly why: string }
  | {
      readonly type: 'finish';
      readonly status: RunStatus;
      readonly why: string | undefined;
      /** Who ended it early. */
      readonly by: EndedBy | undefined;
    };
