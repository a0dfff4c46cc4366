import { type BoundName, type Bounds, fits } from '../domain/bounds.js';
import type { Relaxed } from '../domain/measures.js';
import { worded } from '../domain/message.js';
import { relaxedWhy } from '../domain/relaxed-why.js';
import type { Branch, Leaf, Subplan } from '../domain/subplan.js';

/** The bounds that do not hold everywhere, strongest first, each with the subplans that break it and why. */
export const relaxedBounds = (subplans: readonly Subplan[], bounds: Bounds): Relaxed[] => {
  const leaves = subplans.filter((subplan): subplan is Leaf => subplan.kind === 'leaf');
  const branches = subplans.filter((subplan): subplan is Branch => subplan.kind === 'branch');
  const { maxDepth, maxChildren, minFiles } = bounds;
  const broken: readonly [BoundName, readonly Subplan[]][] = [
    ['maxDepth', leaves.filter(({ depth }) => depth > maxDepth)],
    ['maxTokens', leaves.filter(({ tokens }) => !fits({ files: 0, tokens }, bounds))],
    ['maxFiles', leaves.filter((leaf) => !fits({ files: leaf.files.length, tokens: 0 }, bounds))],
    ['maxChildren', branches.filter(({ children }) => children.length > maxChildren)],
    // A project that is one leaf cannot have more files in it.
    ['minFiles', leaves.length === 1 ? [] : leaves.filter((leaf) => leaf.files.length < minFiles)],
  ];
  return broken
    .filter(([, by]) => by.length > 0)
    .map(([bound, by]) => ({
      bound,
      subplans: by.map(({ id }) => id),
      why: worded(relaxedWhy(bound, by, bounds)),
    }));
};
