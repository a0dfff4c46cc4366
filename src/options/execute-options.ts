import type { CommandTask } from '../domain/command.js';
import type { Ledger } from '../domain/ledger.js';
import type { OnFailure, Order } from '../domain/order.js';
import type { AcceptFunction, SelectFunction } from '../domain/sampling.js';
import type { Leaf } from '../domain/subplan.js';
import type { RollUpFunction, Task, TaskFunction } from '../domain/task.js';

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

/** What a run may spend, and how long it may take. */
export interface BudgetOptions {
  /** As reported by `spend({ tokens })`, or `inputTokens` and `outputTokens`. */
  readonly tokens?: number;
  /** As reported by `spend({ usd })`. */
  readonly usd?: number;
  /** The run's deadline: from its beginning, over all sessions together. */
  readonly timeMs?: number;
  /** The share of each from which on a warning is given. */
  readonly softAt?: number;
  /** What an attempt is expected to spend. Where it is not given, its tokens and what others have spent say. */
  readonly perAttempt?: { readonly tokens?: number; readonly usd?: number };
}

/** Several tries at each leaf, of which the first acceptable one counts. */
export interface SamplingOptions<T = unknown> {
  /** Tries side by side. */
  readonly breadth?: number;
  /** Rounds of each try: try, accept?, repair. */
  readonly depth?: number;
  /** Whether a value will do. As a command: it gets the value in its JSON, and accepts by exit code 0. */
  readonly accept?: AcceptFunction<T> | CommandTask;
  /** Makes the value of the rounds after the first, from `context.sample.previous`; the task itself by default. */
  readonly repair?: TaskLike;
  /** Chooses where no value was accepted: a function, or the first or last of them by try and round. */
  readonly select?: SelectFunction<T> | 'first' | 'last';
  /** `first`: the first accepted value, which differs from run to run. `lowest`: that of the lowest try. */
  readonly pick?: 'first' | 'lowest';
}

/** What `execute` takes. */
export interface ExecuteOptions<K extends TaskLike = TaskLike, R = BranchValue<K>> {
  readonly task: K;
  /**
   * Makes the value of a branch; before what the task has. A function runs in this process, a module on threads, a
   * command as a process.
   */
  readonly rollUp?: RollUpFunction<LeafValue<K>, R> | string | URL | CommandTask;
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
  /** Attempts that may start in a minute, spread evenly. */
  readonly requestsPerMinute?: number;
  /** Tokens of leaves that may start in a minute, put right by what they say they spent. */
  readonly tokensPerMinute?: number;
  /** At the end of it nothing more starts, what is done is kept and rolled up, and the run can be resumed with more. */
  readonly budget?: BudgetOptions;
  /** What tokens cost: for what attempts are expected to spend. */
  readonly usdPerMillionTokens?: number;
  readonly sampling?: SamplingOptions<LeafValue<K>>;
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

export const budgetDefaults = { softAt: 0.8 } as const satisfies BudgetOptions;

export const samplingDefaults = { breadth: 1, depth: 1, pick: 'first' } as const satisfies SamplingOptions;
