import type { BoundName, Bounds } from './bounds.js';
import { type Message, option, say } from './message.js';
import type { Subplan } from './subplan.js';

/** Why a bound does not hold for the subplans that break it, and which stronger bound made it so. */
export const relaxedWhy = (bound: BoundName, broken: readonly Subplan[], bounds: Bounds): Message => {
  const { maxDepth, maxTokens, maxFiles, maxChildren, minFiles } = bounds;
  switch (bound) {
    case 'maxDepth':
      return say`${many(broken, 'leaf stands', 'leaves stand')} deeper than ${maxDepth}`;
    case 'maxTokens':
      return broken.every((subplan) => subplan.kind === 'leaf' && subplan.files.length === 1)
        ? say`${many(broken, 'file has', 'files have')} more than ${maxTokens ?? ''} tokens alone; a file is not split`
        : say`${many(broken, 'leaf has', 'leaves have')} more than ${maxTokens ?? ''} tokens`;
    case 'maxFiles':
      return say`${many(broken, 'leaf has', 'leaves have')} more than ${maxFiles ?? ''} files`;
    case 'maxChildren':
      return say`${many(broken, 'branch has', 'branches have')} more than ${maxChildren} children: ${option('maxDepth')} ${maxDepth} leaves no room for another level`;
    case 'minFiles':
      return say`${many(broken, 'leaf has', 'leaves have')} fewer than ${minFiles} files: ${budgetText(bounds)} comes first`;
  }
};

const budgetText = ({ maxTokens, maxFiles }: Bounds): Message => {
  const tokens = maxTokens ? say`${option('maxTokens')} ${maxTokens}` : undefined;
  const files = maxFiles ? say`${option('maxFiles')} ${maxFiles}` : undefined;
  if (tokens && files) return say`${tokens} or ${files}`;
  return tokens ?? files ?? say`the split`;
};

const many = (list: readonly unknown[], one: string, more: string): string =>
  `${list.length} ${list.length === 1 ? one : more}`;
