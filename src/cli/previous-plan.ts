import { SubplanFailure } from '../domain/failure.js';
import { worded } from '../domain/message.js';
import type { DecomposeSettings } from '../options/resolve-decompose.js';
import type { LedgerPlace } from '../options/resolve-execute.js';
import { count, some } from '../report/numbers.js';
import { moment } from '../report/runs-view.js';
import { visible } from '../report/visible.js';
import { flagWords } from './flag-words.js';
import type { Plan, World } from './world.js';
import { write } from './write.js';

export interface Staying {
  readonly root: string;
  readonly settings: DecomposeSettings;
  /** The ledger that was named; undefined: the project's own. */
  readonly ledger: LedgerPlace | undefined;
  readonly quiet: boolean;
  /** Whether the ledger is needed anyway, so that what is wrong with it is told there. */
  readonly isNeeded: boolean;
}

interface Previous {
  readonly plan: Plan;
  /** Says how close the new plan stayed to it. */
  tell(made: Plan): Promise<void>;
}

/** The plan of the last run, to stay close to. A ledger that cannot be read is no reason not to plan: it is told. */
export const previousPlan = async (
  { root, settings, ledger, quiet, isNeeded }: Staying,
  world: World,
): Promise<Previous | undefined> => {
  const { load, stderr } = world;
  const say = async (line: string): Promise<void> => {
    if (!quiet) await write(stderr, `${line}\n`);
  };
  try {
    const findPrevious = await load('findPrevious');
    const found = await findPrevious({ root, settings, ledger });
    if (!found) return undefined;
    const { plan, run, madeAt } = found;
    return { plan, tell: (made) => say(`stays close to the plan of run ${run} of ${moment(madeAt)}${stayText(made)}`) };
  } catch (error) {
    if (!(error instanceof SubplanFailure) || isNeeded) throw error;
    const why = visible(worded(error.data.message, flagWords));
    await say(`subplan: planning afresh, since the last plan cannot be read: ${why}`);
    return undefined;
  }
};

const stayText = ({ measures: { stayed, files } }: Plan): string => {
  if (!stayed) return ', which was of no help (--fresh leaves it out)';
  const { moved, placed, gone } = stayed;
  const changes = [
    moved > 0 && `${count(moved)} of ${some(files, 'file')} changed leaf`,
    placed > 0 && `${count(placed)} ${placed === 1 ? 'is' : 'are'} new`,
    gone > 0 && `${count(gone)} ${gone === 1 ? 'is' : 'are'} gone`,
  ].filter(Boolean);
  return changes.length === 0 ? ', which still holds' : `: ${changes.join(', ')} (--fresh plans anew)`;
};
