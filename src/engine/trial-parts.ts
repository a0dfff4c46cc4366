import type { StoredValue } from '../domain/stored-value.js';
import type { Leaf } from '../domain/subplan.js';
import type { ScoreCall, TrialFolders, TrialWatch } from '../run/trials/trial-code.js';
import type { CodeKind } from './code-kinds.js';
import type { Described } from './run-settings.js';

/** What a run of trials has besides what every run has. */
export interface TrialParts {
  readonly score: ScoreCall;
  /** Undefined for a built-in one. */
  readonly scoredBy: CodeKind | undefined;
  readonly folders: TrialFolders | undefined;
  readonly watch: TrialWatch;
  /** How values of trials become that of a branch. */
  readonly merge: (values: readonly unknown[]) => unknown;
  /** What decides the result of a trial besides its task and what that is handed; undefined where it cannot be told. */
  readonly decides: ((leaf: Leaf) => string) | undefined;
  /** Whether a recorded value counts; what does not is made anew. */
  readonly isKept: (value: StoredValue) => boolean;
  /** What is compared when it is resumed. */
  readonly described: Described;
  /** Ends what else is open. */
  close(): void;
}
