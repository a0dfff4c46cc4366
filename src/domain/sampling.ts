import type { Sample } from './sample.js';
import type { Leaf } from './subplan.js';
import type { TaskContext } from './task.js';

/** Whether a value will do. What is said of one that will not is told to the next round. */
export type Acceptance = boolean | { readonly accepted: boolean; readonly feedback?: string };

export type AcceptFunction<T = unknown> = (
  value: T,
  leaf: Leaf,
  context: TaskContext,
) => Acceptance | PromiseLike<Acceptance>;

/** A value that was not accepted, and may be chosen all the same. */
export interface Candidate<T = unknown> extends Sample {
  readonly value: T;
  readonly feedback: string | undefined;
}

/** Chooses among samples by their place in the list, which is ordered by try and round; undefined for none of them. */
export type SelectFunction<T = unknown> = (
  candidates: readonly Candidate<T>[],
  leaf: Leaf,
  context: TaskContext,
) => number | undefined | PromiseLike<number | undefined>;
