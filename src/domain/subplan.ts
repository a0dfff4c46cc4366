import type { FileRole } from './inventory.js';
import type { Trial } from './trial.js';

/** Why a leaf was not split further. `over-budget`: a single file above the budget. */
export const leafReasons = ['fits', 'min-files', 'max-depth', 'no-progress', 'over-budget', 'natural'] as const;
export type LeafReason = (typeof leafReasons)[number];

/**
 * What a branch was split by. `grouping`: more cohesive parts than `maxChildren` were put together by their ties or
 * folders. `packing`: nothing cohesive was found, but the budget had to be met, so files were packed in path order.
 */
export const splitWays = ['imports', 'directory', 'language', 'custom', 'grouping', 'packing'] as const;
export type SplitWay = (typeof splitWays)[number];

export interface Split {
  readonly by: SplitWay;
  /** Import weight between different children of the branch. */
  readonly cut: number;
}

interface Common {
  /** A hash of kind and sorted keys: the same on every machine and for every order of input. */
  readonly id: string;
  readonly label: string;
  /** The root's is 0. */
  readonly depth: number;
  readonly tokens: number;
  /** The id of the branch above; undefined at the root. */
  readonly parent: string | undefined;
}

export interface Leaf extends Common {
  readonly kind: 'leaf';
  readonly reason: LeafReason;
  /** What the leaf is about, sorted. In a project plan these are file paths, and `files` is the same list. */
  readonly keys: readonly string[];
  readonly files: readonly string[];
  /** How many of its files are of which role; of a project plan only, as are the packages. */
  readonly roles?: Readonly<Partial<Record<FileRole, number>>>;
  /** The folders of the packages its files belong to, that of most tokens first; '' is the project itself. */
  readonly packages?: readonly string[];
  /** Files outside the leaf that it imports or that import it, strongest tie first. */
  readonly context: readonly string[];
  /** Ids of the leaves it imports from. Leaves in a cycle do not depend on each other, so this is always acyclic. */
  readonly dependsOn: readonly string[];
  /** Of an experiment: the case, the arm and the replication it is about. */
  readonly trial?: Trial;
  /** Names of limits it counts under when it is executed; written into a plan by hand. */
  readonly limits?: readonly string[];
}

export interface Branch extends Common {
  readonly kind: 'branch';
  readonly split: Split;
  /** Ids of its subplans, in tree order. */
  readonly children: readonly string[];
}

export type Subplan = Leaf | Branch;
