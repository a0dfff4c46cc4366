import type { Leaf } from '../domain/subplan.js';
import type { Task } from '../domain/task.js';
import { digestFiles } from './digest-files.js';
import type { FilesSeen } from './pool.js';

/** A look at the files of a leaf, before the task's code runs. Called afterwards, it tells whether they changed. */
export type Look = () => FilesSeen;

export const lookAt = (root: string, { files, context }: Leaf, task: Task<unknown, unknown> | undefined): Look => {
  // Which files decide a value is said by the task: what it was not to read cannot make its value stale.
  const reads = task?.reads ?? 'files';
  const paths = reads === 'context' ? [...files, ...context] : files;
  const before = digestFiles(root, paths);
  return () => ({ before: tagOf(reads, before), hasChanged: digestFiles(root, paths) !== before });
};

/** A value made from more files than another must not pass for it. */
export const tagOf = (reads: 'files' | 'context', digest: string): string => `${reads} ${digest}`;
