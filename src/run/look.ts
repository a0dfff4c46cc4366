import type { Leaf } from '../domain/subplan.js';
import type { Task } from '../domain/task.js';
import { lookAtFiles } from './digest-files.js';
import type { FilesSeen } from './pool.js';

/** A look at the files of a leaf, before the task's code runs. Called afterwards, it tells whether they changed. */
export type Look = () => FilesSeen;

export const lookAt = (root: string, { files, context }: Leaf, task: Task<unknown, unknown> | undefined): Look => {
  // Which files decide a value is said by the task: what it was not to read cannot make its value stale.
  const reads = task?.reads ?? 'files';
  const paths = reads === 'context' ? [...files, ...context] : files;
  const { digest, hasChanged } = lookAtFiles(root, paths);
  const before = tagOf(reads, digest);
  return () => ({ before, hasChanged: hasChanged() });
};

/** A value made from more files than another must not pass for it. */
export const tagOf = (reads: 'files' | 'context', digest: string): string => `${reads} ${digest}`;
