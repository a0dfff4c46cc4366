import { type Bounds, fits } from '../domain/bounds.js';
import type { Relaxed } from '../domain/measures.js';
import type { Branch, Leaf, Subplan } from '../domain/subplan.js';

/** The bounds that do not hold everywhere, strongest first, each with the subplans that break it and why. */
export const relaxedBounds = (subplans: readonly Subplan[], bounds: Bounds): Relaxed[] => {
  const leaves = subplans.filter((subplan): subplan is Leaf => subplan.kind === 'leaf');
  const branches = subplans.filter((subplan): subplan is Branch => subplan.kind === 'branch');
  const { maxDepth, maxTokens, maxFiles, maxChildren, minFiles } = bounds;
  const tooDeep = leaves.filter(({ depth }) => depth > maxDepth);
  const overTokens = leaves.filter(({ tokens }) => !fits({ files: 0, tokens }, bounds));
  const overFiles = leaves.filter((leaf) => !fits({ files: leaf.files.length, tokens: 0 }, bounds));
  const tooWide = branches.filter(({ children }) => children.length > maxChildren);
  // A project that is one leaf cannot have more files in it.
  const tooFew = leaves.length === 1 ? [] : leaves.filter((leaf) => leaf.files.length < minFiles);
  const found: Relaxed[] = [
    {
      bound: 'maxDepth',
      subplans: ids(tooDeep),
      why: `${many(tooDeep, 'leaf stands', 'leaves stand')} deeper than ${maxDepth}`,
    },
    {
      bound: 'maxTokens',
      subplans: ids(overTokens),
      why: overTokens.every((leaf) => leaf.files.length === 1)
        ? `${many(overTokens, 'file has', 'files have')} more than ${maxTokens} tokens alone; a file is not split`
        : `${many(overTokens, 'leaf has', 'leaves have')} more than ${maxTokens} tokens`,
    },
    {
      bound: 'maxFiles',
      subplans: ids(overFiles),
      why: `${many(overFiles, 'leaf has', 'leaves have')} more than ${maxFiles} files`,
    },
    {
      bound: 'maxChildren',
      subplans: ids(tooWide),
      why: `${many(tooWide, 'branch has', 'branches have')} more than ${maxChildren} children: maxDepth ${maxDepth} leaves no room for another level`,
    },
    {
      bound: 'minFiles',
      subplans: ids(tooFew),
      why: `${many(tooFew, 'leaf has', 'leaves have')} fewer than ${minFiles} files: ${budgetText(bounds)} comes first`,
    },
  ];
  return found.filter((relaxed) => relaxed.subplans.length > 0);
};

const budgetText = ({ maxTokens, maxFiles }: Bounds): string =>
  [maxTokens && `maxTokens ${maxTokens}`, maxFiles && `maxFiles ${maxFiles}`].filter(Boolean).join(' or ') ||
  'the split';

const ids = (subplans: readonly Subplan[]): string[] => subplans.map(({ id }) => id);

const many = (list: readonly unknown[], one: string, more: string): string =>
  `${list.length} ${list.length === 1 ? one : more}`;
