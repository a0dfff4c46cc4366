import { unreadTexts } from '../report/unread.js';
import type { Plan, World } from './world.js';
import { write } from './write.js';

/** Says before a run what its plan could not follow. */
export const tellUnread = async (plan: Plan, { quiet }: { readonly quiet: boolean }, world: World): Promise<void> => {
  if (quiet) return;
  for (const text of unreadTexts(plan.measures)) await write(world.stderr, `subplan: ${text}\n`);
};
