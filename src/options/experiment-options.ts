import type { CommandTask } from '../domain/command.js';
import type { BuiltInScore, NamedScore, ScoreFunction } from '../domain/score.js';
import type { Arm, Case, Interleave } from '../domain/trial.js';
import type { ExecuteOptions, LeafValue, TaskLike } from './execute-options.js';
import type { ResumeClasses } from './resume-classes.js';

/** Which working folders are kept when their trials have ended. */
export const keeps = ['never', 'failed', 'always'] as const;
export type Keep = (typeof keeps)[number];

/** A working folder for each attempt. */
export type IsolationOptions =
  /** A copy of a folder. */
  | { readonly copy: string | URL; readonly keep?: Keep }
  /** A worktree of a git repository, at a commit. */
  | { readonly worktree: string | URL; readonly ref?: string; readonly keep?: Keep };

/** What of `execute` an experiment takes as it is. */
export const executeNames = [
  ...(['task', 'root', 'maxParallel', 'threads', 'threadHeapMb', 'onFailure', 'retries', 'backoffMs'] as const),
  ...(['timeoutMs', 'graceMs', 'requestsPerMinute', 'tokensPerMinute', 'budget', 'usdPerMillionTokens'] as const),
  ...(['signal', 'captureOutput', 'seed', 'ledger', 'resume', 'reuse'] as const),
] as const;
type ExecuteName = (typeof executeNames)[number];

/** What an experiment has of its own. */
export interface DesignOptions<K extends TaskLike = TaskLike> {
  readonly name?: string;
  /** Text that every trial is told. */
  readonly goal?: string;
  readonly cases: readonly Case[];
  readonly arms: readonly Arm[];
  readonly replications?: number;
  /** The task's value by default. Strings that are no built-in score are the path of a module. */
  readonly score?:
    | BuiltInScore
    | (string & {})
    | URL
    | CommandTask
    | ScoreFunction<LeafValue<K>>
    | NamedScore<LeafValue<K>>;
  readonly interleave?: Interleave;
  readonly isolation?: IsolationOptions;
  /** Files and folders that must not change while it runs: trials during which one did are left out. */
  readonly unchanged?: readonly (string | URL)[];
  /** Of the intervals. */
  readonly confidence?: number;
  /** How many resamples the bootstrap intervals are made of. */
  readonly resamples?: number;
}

/** What `experiment` takes. */
export type ExperimentOptions<K extends TaskLike = TaskLike> = DesignOptions<K> & Pick<ExecuteOptions<K>, ExecuteName>;

/** The one list of defaults that differ from those of `execute`, or are not there. */
export const experimentDefaults = {
  replications: 1,
  score: 'value' as BuiltInScore,
  interleave: 'alternate' as Interleave,
  keep: 'never' as Keep,
  ref: 'HEAD',
  confidence: 0.95,
  resamples: 10_000,
  // One at a time unless asked otherwise: a comparison must not be of arms that get in each other's way.
  maxParallel: 1,
  seed: 1,
} as const;

/** What may become of them when an experiment is resumed. Cases, arms and replications may become more. */
export const experimentClasses: ResumeClasses<DesignOptions> = {
  name: 'place',
  goal: 'result',
  cases: 'result',
  arms: 'result',
  replications: 'result',
  score: 'result',
  interleave: 'result',
  isolation: 'result',
  unchanged: 'result',
  confidence: 'place',
  resamples: 'place',
};
