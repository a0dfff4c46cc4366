import { resolve } from 'node:path';
import type { DecomposeOptions } from '../options/decompose-options.js';
import { resolveDecompose } from '../options/resolve-decompose.js';
import { earlierOf } from './earlier-of.js';
import { existingLedgerAt } from './open-ledger.js';
import { Plan } from './plan.js';
import { planKey } from './plan-record.js';

export interface Looked {
  /** The project's folder. */
  readonly root: string;
  readonly options: DecomposeOptions;
  /** Another ledger than the project's own. */
  readonly ledger?: string;
}

export interface PreviousRun {
  readonly plan: Plan;
  readonly run: string;
  readonly madeAt: number;
}

/** The plan of the last recorded run of a project that was made with the same settings; undefined where there is none. */
export const findPrevious = async ({ root, options, ledger: file }: Looked): Promise<PreviousRun | undefined> => {
  const key = planKey(resolveDecompose(options, earlierOf));
  if (key === undefined) return undefined;
  const place = file === undefined ? ({ kind: 'project' } as const) : ({ kind: 'file', path: resolve(file) } as const);
  const ledger = await existingLedgerAt(place, root);
  if (!ledger) return undefined;
  try {
    const found = ledger.planFor(key);
    return found && { plan: Plan.from(JSON.parse(found.json)), run: found.run, madeAt: found.madeAt };
  } finally {
    ledger.close();
  }
};
