import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Finding, SubplanFailure } from '../domain/failure.js';
import { option } from '../domain/message.js';
import type { ExecuteOptions, ResumeOptions, TaskLike } from '../options/execute-options.js';
import { defined } from '../options/fields.js';
import type { DecomposeSettings } from '../options/resolve-decompose.js';
import {
  type ExecuteSettings,
  type LedgerPlace,
  resolveExecute,
  resolveMaxParallel,
} from '../options/resolve-execute.js';
import { PlanTree } from '../plan/plan-tree.js';
import type { Run } from '../run/run.js';
import { makeRedactor } from '../util/redact.js';
import { readPrompts } from './read-prompts.js';

/** Checks the options of `execute`, and that what they name is there. */
export const checkExecute = <K extends TaskLike, R>(options: ExecuteOptions<K, R>): ExecuteSettings => {
  const settings = resolveExecute(options as unknown as ExecuteOptions, availableParallelism());
  checkModules(settings);
  return readPrompts(settings);
};

export const checkMaxParallel = (value: unknown): number => resolveMaxParallel(value, availableParallelism());

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
  /** What a new run works with, where that is not what follows from the options. */
  readonly settings?: ExecuteSettings | undefined;
}

/**
 * The whole of executing: plan → work → (scheduler, pools, ledger) → report. What runs, records and resumes is loaded
 * here: whoever only makes plans does without.
 */
export const startRun = async <K extends TaskLike, R>(toRun: ToRun<K, R>): Promise<Run> => {
  const { plan, origin, options } = toRun;
  const redact = makeRedactor(process.env);
  if (isResuming(options)) {
    const { resumeRun } = await import('./resume-run.js');
    const resuming = { ...placeOf(options, origin?.folder), decompose: {}, plan, redact };
    const { run } = await resumeRun({ ...resuming, makePlan: (json) => PlanTree.from(json) });
    return run;
  }
  const settings = toRun.settings ?? checkExecute(options as ExecuteOptions<K, R>);
  const root = settings.root ?? origin?.folder ?? resolve('.');
  const runId = newRunId();
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

/** Where a run that is to go on stands. Throws where what is given is wrong by itself. */
export const placeOf = (given: object, folder: string | undefined) => {
  const options = given as Partial<ExecuteOptions>;
  const check = (all: Partial<ExecuteOptions>): ExecuteSettings => checkExecute(all as ExecuteOptions);
  // Any task will do to look at the rest: the one that is not given is recorded.
  const { root, ledger } = check({ task: () => undefined, ...defined(options) });
  return { options, check, root: root ?? folder ?? resolve('.'), place: ledger as LedgerPlace };
};

export const newRunId = (): string => `${Date.now().toString(36)}-${randomBytes(4).toString('hex')}`;

const pathOf = (url: string): string | undefined => {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
};

/** A module that is not there would fail every leaf; better to say so before the first. */
const checkModules = ({ task, rollUp }: ExecuteSettings): void => {
  const problems = Object.entries({ task, rollUp }).flatMap(([name, source]): Finding[] => {
    if (source?.kind !== 'module' || !source.url.startsWith('file:')) return [];
    const path = pathOf(source.url);
    if (path === undefined)
      return [{ subject: option(name), expected: 'a file: URL of this machine, or a path', received: source.url }];
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile()) return [];
    const received = `${JSON.stringify(path)}, which ${found ? 'is not a file' : 'does not exist'}`;
    return [{ subject: option(name), expected: 'the path or URL of a module', received }];
  });
  if (problems.length === 0) return;
  throw new SubplanFailure({
    code: 'invalid-options',
    message: 'the task cannot be found',
    nextStep: 'Check the path: it is taken from the current folder. Nothing was done.',
    problems,
  });
};
