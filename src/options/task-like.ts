import type { CommandTask } from '../domain/command.js';
import type { Leaf } from '../domain/subplan.js';
import type { Task, TaskFunction } from '../domain/task.js';

/** A task's module, with the type of what is in it: see `taskModule`. */
export interface TaskModule<M = unknown> {
  readonly module: string | URL;
  /** Never there: it carries the type. */
  readonly exports?: M;
}

/** A module (runs on threads), a function or `defineTask` (run in this process), or a command (runs as a process). */
// biome-ignore lint/suspicious/noExplicitAny: a task of anything, which no other type says
export type TaskLike = string | URL | TaskModule | CommandTask | TaskFunction<unknown> | Task<any, any>;

/** The value of a leaf, by its task. Modules are unknown, but for those made by `taskModule`. */
export type LeafValue<K> =
  K extends TaskModule<infer M>
    ? M extends { readonly default: infer D }
      ? LeafValue<D>
      : unknown
    : K extends Task<infer T, infer _R>
      ? T
      : K extends (...words: never[]) => infer V
        ? Awaited<V>
        : unknown;

/** The value of a branch, where the options have no `rollUp`. Merging keeps the type. */
export type BranchValue<K> =
  K extends TaskModule<infer M>
    ? M extends { readonly default: infer D }
      ? BranchValue<D>
      : unknown
    : K extends Task<infer _T, infer R>
      ? R
      : LeafValue<K>;

/** A cap on leaves that carry a name, or that are picked here. */
export type NamedLimit = number | { readonly max: number; readonly of: (leaf: Leaf) => boolean };
