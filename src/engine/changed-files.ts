import type { Leaf } from '../domain/subplan.js';
import { areUntouchedSince } from '../run/digest-files.js';
import type { RunTree } from '../run/run-tree.js';

export interface Looking {
  readonly tree: RunTree;
  readonly root: string;
  readonly since: number;
  /** Leaves that do not run. */
  readonly settled: ReadonlySet<number>;
}

const few = 5;

/** Says which unfinished leaves have files that are not what they were: they run on what the files hold now. */
export const changedFiles = ({ tree, root, since, settled }: Looking): string[] => {
  const changed = tree.nodes.slice(0, tree.leaves).filter(({ leaf }, node) => {
    return !settled.has(node) && !areUntouchedSince(root, (leaf as Leaf).files, since);
  });
  if (changed.length === 0) return [];
  const names = changed.slice(0, few).map(({ label }) => label);
  const more = changed.length > few ? ` and ${changed.length - few} more` : '';
  const where = changed.length === 1 ? 'an unfinished leaf' : `${changed.length} unfinished leaves`;
  return [
    `files were changed since the run began in ${where}, which run on what they hold now: ${names.join('; ')}${more}`,
  ];
};
