import type { DecomposeSettings } from '../options/resolve-decompose.js';
import type { LedgerPlace } from '../options/resolve-execute.js';
import { existingLedgerAt } from './open-ledger.js';
import { Plan } from './plan.js';
import { planKey } from './plan-record.js';

export interface Looked {
  /** The project's folder. */
  readonly root: string;
  readonly settings: DecomposeSettings;
  /** Another ledger than the project's own. */
  readonly ledger?: LedgerPlace | undefined;
}

export interface PreviousRun {
  readonly plan: Plan;
  readonly run: string;
  readonly madeAt: number;
}

/** The plan of the last recorded run of a project that was made with the same settings; undefined where there is none. */
export const findPrevious = async ({
  root,
  settings,
  ledger: place = { kind: 'project' },
}: Looked): Promise<PreviousRun | undefined> => {
  const key = planKey(settings);
  if (key === undefined) return undefined;
  const ledger = await existingLedgerAt(place, root);
  if (!ledger) return undefined;
  try {
    const found = ledger.planFor(key);
    return found && { plan: Plan.from(JSON.parse(found.json)), run: found.run, madeAt: found.madeAt };
  } finally {
    ledger.close();
  }
};
