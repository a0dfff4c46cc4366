import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { ExecuteOptions, ResumeOptions, TaskLike } from '../options/execute-options.js';
import type { DecomposeSettings } from '../options/resolve-decompose.js';
import type { ExecuteSettings } from '../options/resolve-execute.js';
import { PlanTree } from '../plan/plan-tree.js';
import type { Run } from '../run/run.js';
import { makeRedactor } from '../util/redact.js';
import { checkExecute } from './check-execute.js';
import { resumeRun } from './resume-run.js';

/** What a plan knows of where it comes from. Not written to files: it differs from machine to machine. */
export interface PlanOrigin {
  /** The project's folder. */
  readonly folder: string | undefined;
  /** What it was made with. */
  readonly settings: DecomposeSettings | undefined;
}

export interface ToRun<K extends TaskLike, R> {
  readonly plan: PlanTree;
  readonly origin: PlanOrigin | undefined;
  readonly options: ExecuteOptions<K, R> | ResumeOptions<K, R>;
  /** What a new run works with, where the options were checked already, or more follows than from them. */
  readonly settings?: ExecuteSettings | undefined;
}

/**
 * The whole of executing: plan → work → (scheduler, pools, ledger) → report. Options are checked at once. What runs,
 * records and resumes is loaded here: whoever only makes plans does without.
 */
export const startRun = <K extends TaskLike, R>(toRun: ToRun<K, R>): Promise<Run> => {
  const { plan, origin, options } = toRun;
  if (isResuming(options)) {
    const makePlan = (json: unknown): PlanTree => PlanTree.from(json);
    return resumeRun({ options, folder: origin?.folder, plan, makePlan }).then(({ run }) => run);
  }
  return startNew({ ...toRun, settings: toRun.settings ?? checkExecute(options as ExecuteOptions<K, R>) });
};

const startNew = async <K extends TaskLike, R>(
  toRun: ToRun<K, R> & { readonly settings: ExecuteSettings },
): Promise<Run> => {
  const { plan, origin, options, settings } = toRun;
  const root = settings.root ?? origin?.folder ?? resolve('.');
  const runId = newRunId();
  const redact = makeRedactor(process.env);
  if (!settings.ledger) {
    const [{ makeRun }, { workOf }] = await Promise.all([import('./make-run.js'), import('./work-of.js')]);
    return makeRun({ runId, plan, planned: workOf(plan, settings), root, settings, redact });
  }
  const [{ recordRun }, { describePlan }] = await Promise.all([import('./record.js'), import('./run-settings.js')]);
  const given = options as unknown as ExecuteOptions;
  const decompose = describePlan(plan, origin?.settings);
  return recordRun({ runId, plan, madeWith: origin?.settings, decompose, root, options: given, settings, redact });
};

/** Whether a recorded run is to go on. Whether the options are sound is checked with those that are recorded. */
export const isResuming = (options: object): boolean =>
  ['resume', 'retryFailed'].some((name) => (options as Record<string, unknown>)[name] !== undefined);

export const newRunId = (): string => `${Date.now().toString(36)}-${randomBytes(4).toString('hex')}`;
