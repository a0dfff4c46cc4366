import type { Ledger } from '../domain/ledger.js';
import type { OnFailure, Order } from '../domain/order.js';
import type { Leaf } from '../domain/subplan.js';
import type { RollUpFunction, Task, TaskFunction } from '../domain/task.js';

/** A task's module, with the type of what is in it: see `taskModule`. */
export interface TaskModule<M = unknown> {
  readonly module: string | URL;
  /** Never there: it carries the type. */
  readonly exports?: M;
}

/** A module (runs on threads), or a function or `defineTask` (run in this process). */
// biome-ignore lint/suspicious/noExplicitAny: a task of anything, which no other type says
export type TaskLike = string | URL | TaskModule | TaskFunction<unknown> | Task<any, any>;

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

/** What `execute` takes. */
export interface ExecuteOptions<K extends TaskLike = TaskLike, R = BranchValue<K>> {
  readonly task: K;
  /** Makes the value of a branch; before what the task has. A function runs in this process, a module on threads. */
  readonly rollUp?: RollUpFunction<LeafValue<K>, R> | string | URL;
  /** The project's folder. Known for a plan that was made here; the current folder for one from a file. */
  readonly root?: string | URL;
  /** Slots for leaves and rollups together: a number, or a share of the cores such as `'50%'`. The cores by default. */
  readonly maxParallel?: number | `${number}%`;
  /** Caps underneath it, by the names leaves carry. */
  readonly limits?: Readonly<Record<string, NamedLimit>>;
  /** Threads for modules; several attempts may share one. As many as cores by default, and never more than slots. */
  readonly threads?: number;
  /** How much memory a thread's heap may take, in MiB. */
  readonly threadHeapMb?: number;
  readonly order?: Order;
  readonly onFailure?: OnFailure;
  /** Further attempts after a failure that is worth retrying. */
  readonly retries?: number;
  /** The wait before the first retry; it doubles with each, up to a minute, and is spread out at random by the seed. */
  readonly backoffMs?: number;
  /** How long an attempt may take, from its start. */
  readonly timeoutMs?: number;
  /** How long an attempt that was asked to end may take for it, before its thread is ended. */
  readonly graceMs?: number;
  readonly signal?: AbortSignal;
  /** What a module's task prints becomes `log` events instead of reaching the terminal. */
  readonly captureOutput?: boolean;
  readonly seed?: number;
  /** Records the run: true for `.subplan/ledger.db` in the project, the path of a file, or a ledger such as `memoryLedger()`. */
  readonly ledger?: boolean | string | URL | Ledger;
  /** Goes on with a recorded run: its id, or true for the newest. What is done is kept, what failed or is missing runs. */
  readonly resume?: true | string;
  /** The same, but only what failed runs again. */
  readonly retryFailed?: true | string;
  /** Leaves and branches for which the ledger has a value take it instead of running. */
  readonly reuse?: boolean;
}

/** What `execute` takes to go on with a recorded run: all that is not given comes from the ledger, the task too. */
export type ResumeOptions<K extends TaskLike = TaskLike, R = BranchValue<K>> = Partial<ExecuteOptions<K, R>> &
  ({ readonly resume: true | string } | { readonly retryFailed: true | string });

/** The one list of defaults, but for `maxParallel` and `threads`, which follow from the machine. */
export const executeDefaults = {
  limits: {} as Readonly<Record<string, NamedLimit>>,
  threadHeapMb: 1024,
  order: 'cost' as Order,
  onFailure: 'continue' as OnFailure,
  retries: 0,
  backoffMs: 1000,
  graceMs: 2000,
  captureOutput: false,
  seed: 1,
  reuse: false,
} as const satisfies Omit<ExecuteOptions, 'task'>;
