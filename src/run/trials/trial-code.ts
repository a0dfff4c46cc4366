import type { Leaf } from '../../domain/subplan.js';
import type { TaskContext } from '../../domain/task.js';

/** Looks at what a task returned for a trial. What it answers is checked. */
export type ScoreCall = (value: unknown, leaf: Leaf, context: TaskContext) => unknown;

/** Working folders for attempts. */
export interface TrialFolders {
  /** One that nobody had before. */
  make(): Promise<string>;
  /** The attempt has ended: removes its folder, or says where it is kept. */
  leave(folder: string, hasSucceeded: boolean): Promise<string | undefined>;
  /** Removes all that is left. */
  close(): Promise<void>;
}

/** Files that must not change while an experiment runs. */
export interface TrialWatch {
  /** Stands for now. */
  now(): number;
  /** What was changed at some time since then, in words; undefined where nothing was. */
  changed(since: number): Promise<string | undefined>;
}
