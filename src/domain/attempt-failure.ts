import { type Message, type Wording, worded } from './message.js';
import type { Sample } from './sample.js';

/** What went wrong with a leaf or a rollup. */
export type AttemptFailureCode =
  /** The task threw, or its promise was rejected. */
  | 'task-threw'
  /** The value does not fit the task's `output` schema. */
  | 'invalid-output'
  /** The value cannot cross from a thread: it holds a function, say. */
  | 'uncloneable-output'
  /** The value cannot be written down in the ledger. */
  | 'unrecordable-output'
  | 'timed-out'
  /** The task called process.exit. */
  | 'exited'
  | 'uncaught-error'
  | 'unhandled-rejection'
  | 'out-of-memory'
  /** The thread ended, and nothing says why. */
  | 'thread-died'
  /** The task's module could not be loaded, or has no task in it. */
  | 'task-not-loaded'
  /** The service the task uses asks to wait: nothing starts until then, and it runs again without a retry being spent. */
  | 'rate-limited'
  /** A command ended with an exit code that is not 0. */
  | 'command-failed'
  /** A command was ended by a signal that did not come from here. */
  | 'command-killed'
  | 'command-not-started'
  /** No try was accepted, and none was chosen. */
  | 'not-accepted'
  /** Every try failed: `causes` has why. */
  | 'all-tries-failed'
  /** What may be spent or the time of the run was used up. */
  | 'budget-stopped'
  | 'cancelled'
  /** A leaf it depends on did not succeed. */
  | 'dependency-failed'
  /** No child of the branch has a value. */
  | 'nothing-to-roll-up'
  | 'never-started';

/** Something that was thrown, as a plain value that crosses threads and can be written down. */
export interface ThrownValue {
  readonly name: string;
  readonly message: string;
  readonly code?: string | number;
  readonly stack?: string;
  readonly cause?: ThrownValue;
  /** The parts of an AggregateError. */
  readonly errors?: readonly ThrownValue[];
  /** Other own properties of the error, where they are plain: `status`, `retryAfter`. */
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** Why a leaf or a branch did not succeed. */
export interface AttemptFailure {
  readonly code: AttemptFailureCode;
  readonly message: string;
  /** The reason alone, for after the words of the outcome: of `it was never started: Ctrl-C` it is `Ctrl-C`. */
  readonly why?: string;
  /** What to do about it. */
  readonly nextStep: string;
  /** The next step as data, where it names what surfaces call by their own names. Ledgers of earlier versions have none. */
  readonly says?: Message;
  /** Whether trying again may help. An error with `retryable: false` says that it does not. */
  readonly retryable: boolean;
  /** What the task threw. */
  readonly cause?: ThrownValue;
  readonly stack?: string;
  /** The id of the subplan that is to blame, where it is another one. */
  readonly by?: string;
  /** Of `rate-limited`: how long the service asks to wait; undefined where it does not say. */
  readonly waitMs?: number;
  /** Why each try failed, where there were several. */
  readonly causes?: readonly TryFailure[];
}

export interface TryFailure extends Sample {
  readonly failure: AttemptFailure;
}

/** A next step in the words of the library, and as data where it names something. */
export const nextStep = (step: string | Message): Pick<AttemptFailure, 'nextStep' | 'says'> => ({
  nextStep: worded(step),
  ...(typeof step === 'string' || step.every((part) => typeof part === 'string') ? {} : { says: step }),
});

/** The next step in the words of a surface. */
export const nextStepIn = (failure: AttemptFailure, wording: Wording): string =>
  worded(failure.says ?? failure.nextStep, wording);

/** What is said of a failure after the words of its outcome, which it need not say again. */
export const whyOf = ({ why, message }: Pick<AttemptFailure, 'why' | 'message'>): string => why ?? message;
