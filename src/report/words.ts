import type { Bounds } from '../domain/bounds.js';
import type { LeafReason, Split, SplitWay } from '../domain/subplan.js';
import { brief, count, some } from './numbers.js';

/** Why a leaf was not split further, short enough for a column. */
export const reasonWords: Readonly<Record<LeafReason, string>> = {
  fits: 'fits the budget',
  'min-files': 'too few files to split',
  'max-depth': 'at the depth limit',
  'no-progress': 'no cohesive split',
  'over-budget': 'one file over budget',
  natural: 'a natural part',
};

const afterNumber: Readonly<Record<Exclude<LeafReason, 'natural'>, string>> = {
  fits: 'within the budget',
  'min-files': 'with too few files to split',
  'max-depth': 'at the depth limit',
  'no-progress': 'without a cohesive split',
  'over-budget': 'of one file over the budget',
};

/** The same of a number of leaves: `14 without a cohesive split`. */
export const reasonOfMany = (reason: LeafReason, leaves: number): string =>
  reason === 'natural' ? some(leaves, 'natural part') : `${count(leaves)} ${afterNumber[reason]}`;

/** The same in a sentence, with the bounds that were in force. */
export const reasonSentence = (reason: LeafReason, files: number, bounds: Bounds): string => {
  const budget = [
    bounds.maxTokens !== undefined && `${brief(bounds.maxTokens)} tokens`,
    bounds.maxFiles !== undefined && some(bounds.maxFiles, 'file'),
  ]
    .filter(Boolean)
    .join(' and ');
  switch (reason) {
    case 'fits':
      return `It was not split further because it fits the budget of ${budget || 'a leaf'}.`;
    case 'min-files':
      return `It was not split further because ${some(files, 'file does', 'files do')} not make two cohesive parts of at least ${some(bounds.minFiles, 'file')} (min-files).`;
    case 'max-depth':
      return `It was not split further because it stands at the greatest depth allowed, ${count(bounds.maxDepth)} (max-depth).`;
    case 'no-progress':
      return 'It was not split further because no strategy finds a cohesive split: every cut would be as bad as a random one.';
    case 'over-budget':
      return `It is a single file above the budget of ${budget || 'a leaf'}, and a file is not split.`;
    case 'natural':
      return 'It was not split further because it is a natural part of the project: a folder, a package, or files that belong together, and not large.';
  }
};

const splitWords: Readonly<Record<SplitWay, string>> = {
  imports: 'along its imports',
  directory: 'by folder',
  language: 'by language',
  custom: "by the project's own strategy",
  grouping: 'into groups of cohesive parts, as there were more of them than max-children',
  packing: 'in path order to meet the budget, as nothing cohesive was found',
};

export const splitSentence = (way: SplitWay): string => `Split ${splitWords[way]}.`;

const byWords: Readonly<Record<SplitWay, string>> = {
  imports: 'by imports',
  directory: 'by folder',
  language: 'by language',
  custom: 'by own strategy',
  grouping: 'grouped',
  packing: 'in path order',
};

/** What split a branch and what that cut, short enough for a column. */
export const splitColumn = ({ by, cut }: Split): string => `${byWords[by]}, cuts ${count(cut)}`;
