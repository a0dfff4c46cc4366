import { listLeftOut } from '../report/left-out.js';
import { some } from '../report/numbers.js';
import type { Paint } from '../report/paint.js';
import { visible } from '../report/visible.js';
import type { Plan } from './world.js';

/** What is said of a project without files. */
export const nothingToDo = ({ leftOut }: Plan, name: string, paint: Paint): string => {
  const place = visible(name);
  if (leftOut.length === 0)
    return `subplan: nothing to do: there are no files in ${place}.\nCheck the folder, and --include and --exclude where they are set.\n`;
  const lines = [
    `subplan: nothing to do: ${some(leftOut.length, 'file')} in ${place}, all left out.`,
    ...listLeftOut(leftOut.slice(0, 20), undefined, paint),
    'Bring files back with --keep and a reason, such as --keep generated.',
  ];
  return `${lines.join('\n')}\n`;
};
