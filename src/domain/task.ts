import type { Outcome } from './outcome.js';
import type { SampleContext } from './sample.js';
import type { StandardSchema } from './schema.js';
import type { Leaf } from './subplan.js';
import type { Usage } from './usage.js';

export interface Lineage {
  /** Labels from the root to the subplan itself. */
  readonly labels: readonly string[];
  /** Labels of the other subplans of the same branch. */
  readonly siblings: readonly string[];
}

/** What a task gets besides the leaf. */
export interface TaskContext {
  /** The project's folder; the leaf's paths are below it. */
  readonly root: string;
  readonly goal: string | undefined;
  readonly lineage: Lineage;
  /** Aborted when the attempt is to end: its time is over, or the run is cancelled. Heed it within `graceMs`. */
  readonly signal: AbortSignal;
  /** 1 for the first try. Attempts are at-least-once: after a crash beside it, a leaf may run again. */
  readonly attempt: number;
  readonly runId: string;
  /** Of a leaf that is sampled; undefined elsewhere. */
  readonly sample: SampleContext | undefined;
  /** Tells those who watch. */
  log(message: string): void;
  /** How far it is, from 0 to 1. */
  progress(fraction: number, message?: string): void;
  /** What was spent since the last call; sums are kept, also of attempts that fail. */
  spend(usage: Usage): void;
}

export type TaskFunction<T> = (leaf: Leaf, context: TaskContext) => T | PromiseLike<T>;

/** How much of a branch its value stands for. */
export interface Coverage {
  readonly leaves: number;
  readonly covered: number;
  /** Ids of the leaves that are not in the value. */
  readonly missing: readonly string[];
}

export interface RollUpChild<V> {
  readonly kind: 'leaf' | 'branch';
  readonly id: string;
  readonly label: string;
  readonly outcome: Outcome;
  /** Undefined where the child did not succeed. */
  readonly value: V | undefined;
}

/** What a rollup gets: a branch whose children have settled, at least one of them with a value. */
export interface RollUpBranch<V> {
  readonly id: string;
  readonly label: string;
  readonly depth: number;
  readonly tokens: number;
  /** All children in plan order. */
  readonly children: readonly RollUpChild<V>[];
  /** The values of those that succeeded, in plan order. */
  readonly values: readonly V[];
  readonly coverage: Coverage;
}

export type RollUpFunction<T, R> = (branch: RollUpBranch<T | NoInfer<R>>, context: TaskContext) => R | PromiseLike<R>;

/** What is to be done with a leaf, and how values become the value of a branch. Made by `defineTask`. */
export interface Task<T = unknown, R = T> {
  /** With `version`: what the task is, so that results can be told apart from those of another. */
  readonly name?: string;
  readonly version?: string;
  /** What decides its value besides what it is handed: the leaf's own files (default), or its context files as well. */
  readonly reads?: 'files' | 'context';
  readonly run: TaskFunction<T>;
  /** Without it, values are merged: lists are put together, numbers added, objects merged by key. */
  readonly rollUp?: RollUpFunction<T, R>;
  /** A schema the value of a leaf must fit: zod or any other Standard Schema. */
  readonly output?: StandardSchema<unknown, T>;
}
