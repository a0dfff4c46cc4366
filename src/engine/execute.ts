import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { DecomposeSettings } from '../options/resolve-decompose.js';
import type { ExecuteSettings } from '../options/resolve-execute.js';
import { resumeNamesIn } from '../options/resume-choice.js';
import type { PlanTree } from '../plan/plan-tree.js';
import type { Run } from '../run/run.js';
import { makeRedactor } from '../util/redact.js';

/** What a plan knows of where it comes from. Not written to files: it differs from machine to machine. */
export interface PlanOrigin {
  /** The project's folder. */
  readonly folder: string | undefined;
  /** What it was made with. */
  readonly settings: DecomposeSettings | undefined;
}

export interface ToRun {
  readonly plan: PlanTree;
  readonly origin: PlanOrigin | undefined;
  readonly settings: ExecuteSettings;
}

/**
 * The whole of executing: plan → work → (scheduler, pools, ledger) → report. What runs and records is loaded here: whoever
 * only makes plans does without.
 */
export const startRun = async ({ plan, origin, settings }: ToRun): Promise<Run> => {
  const root = settings.root ?? origin?.folder ?? resolve('.');
  const runId = newRunId();
  const redact = makeRedactor(process.env);
  if (!settings.ledger) {
    const [{ makeRun }, { workOf }] = await Promise.all([import('./make-run.js'), import('./work-of.js')]);
    return makeRun({ runId, plan, planned: workOf(plan, settings), root, settings, redact });
  }
  const [{ recordRun }, { describePlan }] = await Promise.all([import('./record.js'), import('./run-settings.js')]);
  const decompose = describePlan(plan, origin?.settings);
  return recordRun({ runId, plan, madeWith: origin?.settings, decompose, root, settings, redact });
};

/** Whether a recorded run is to go on. Whether the options are sound is checked with those that are recorded. */
export const isResuming = (options: object): boolean => resumeNamesIn(options).length > 0;

export const newRunId = (): string => `${Date.now().toString(36)}-${randomBytes(4).toString('hex')}`;
