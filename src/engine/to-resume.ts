import type { DecomposeOptions } from '../options/decompose-options.js';
import type { TaskLike } from '../options/execute-options.js';
import type { ExecuteSettings, LedgerPlace } from '../options/resolve-execute.js';
import type { Run } from '../run/run.js';
import type { Redactor } from '../util/redact.js';
import type { Runnable } from './runnable.js';
import type { TrialParts } from './trial-parts.js';

export interface ToResume<P extends Runnable> {
  /** What was given to `execute`, with `resume` or `retryFailed`, resolved by itself. */
  readonly given: ExecuteSettings;
  /** The project's folder, where the options do not say. */
  readonly folder?: string | undefined;
  /** What was given to `decompose`: it must be what the plan was made with. */
  readonly decompose?: DecomposeOptions;
  /** A plan that must be the one of the run. */
  readonly plan?: Runnable;
  /** Used where the task of the run is a function, which no ledger can hold. */
  readonly functionTask?: TaskLike | undefined;
  readonly makePlan: (json: unknown) => P;
  /** That of the run, where it was made already. */
  readonly redact?: Redactor;
  /** Of an experiment. */
  readonly trials?: TrialParts;
}

export interface Resumed<P extends Runnable> {
  readonly plan: P;
  readonly run: Run;
  readonly runId: string;
  readonly isSurvey: boolean;
  /** Nothing was left to do: the report is that of the run as it ended. */
  readonly isFinished: boolean;
}

/** Where a run that is to go on stands. */
export interface ResumePlace {
  /** The project's folder. */
  readonly root: string;
  readonly ledger: LedgerPlace;
}

export type ReadyToResume<P extends Runnable> = ToResume<P> & { readonly redact: Redactor };
