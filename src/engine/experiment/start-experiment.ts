import { resolve } from 'node:path';
import { SubplanFailure } from '../../domain/failure.js';
import type { RecordedRun } from '../../domain/ledger.js';
import { command, say } from '../../domain/message.js';
import type { ExperimentPlan } from '../../experiment/experiment-plan.js';
import { mayTake } from '../../ledger/lease.js';
import { digest } from '../../ledger/stored-value.js';
import type { ExecuteSettings, LedgerPlace } from '../../options/resolve-execute.js';
import type { ExperimentSettings } from '../../options/resolve-experiment.js';
import type { Run } from '../../run/run.js';
import { makeRedactor, type Redactor } from '../../util/redact.js';
import { recordedCode } from '../code-identity.js';
import { checkExecute, newRunId, placeOf } from '../execute.js';
import { findResumable } from '../find-resumable.js';
import { makeRun } from '../make-run.js';
import { existingLedgerAt, nothingRecorded } from '../open-ledger.js';
import { thisOwner, witness } from '../owner.js';
import { recordRun } from '../record.js';
import { resumeRun } from '../resume-run.js';
import type { TrialParts } from '../trial-parts.js';
import { workOf } from '../work-of.js';
import { refuseOtherTrials } from './extension.js';
import { findAkin } from './find-akin.js';
import { removeLeftFolders } from './left-folders.js';
import { scoreIdentity } from './score-code.js';
import { trialsFor } from './trials.js';

export interface StartedExperiment {
  readonly run: Run;
  readonly runId: string;
  /** The experiment whose results were taken over; undefined for one that is new, or goes on. */
  readonly extends: string | undefined;
  readonly isFinished: boolean;
}

export interface ToStart {
  readonly plan: ExperimentPlan;
  readonly settings: ExperimentSettings;
}

interface Starting extends ToStart {
  readonly redact: Redactor;
}

/** Begins an experiment, goes on with one, or adds to one that is recorded. */
export const startExperiment = async ({ plan, settings }: ToStart): Promise<StartedExperiment> => {
  const started = await begin({ plan, settings, redact: makeRedactor(process.env) });
  // Now that processes a killed experiment left are ended: its folders, and those of others.
  await removeLeftFolders(witness);
  return started;
};

const begin = async (starting: Starting): Promise<StartedExperiment> => {
  const { plan, settings } = starting;
  const { resume, reuse } = settings.execute;
  if (resume !== undefined || reuse) refuseNamelessScore(settings, reuse ? 'reuse' : 'resume');
  if (resume === undefined) return beginNew(starting, undefined);
  const found = await findRecorded(settings, resume, plan);
  return found.isSame ? goOn(starting, found.recorded.head.id) : beginNew(starting, found.recorded);
};

const refuseNamelessScore = ({ score }: ExperimentSettings, what: 'reuse' | 'resume'): void => {
  if (scoreIdentity(score) !== undefined) return;
  throw new SubplanFailure({
    code: `${what}-refused`,
    message: `${what} is not possible: the score is a function without name and version, which cannot be told from any other`,
    nextStep:
      'Use defineScore({ name, version, score }) and raise the version when the code changes, or a module. Nothing was run.',
  });
};

/** The recorded experiment that is meant, and whether it has these very trials. */
const findRecorded = async ({ execute }: ExperimentSettings, wanted: true | string, plan: ExperimentPlan) => {
  const { place, root } = placeOf({ ...execute, resume: wanted }, undefined);
  const ledger = await existingLedgerAt(place, root);
  if (!ledger) throw nothingRecorded(place.kind === 'file' ? place.path : root, 'experiment');
  try {
    const line = wanted === true ? findAkin(ledger, plan) : findResumable(ledger, wanted, 'experiment');
    const recorded = ledger.read(line.id);
    const isSame = recorded.plan.hash === digest(JSON.stringify(plan.essence()));
    if (!isSame && line.held && !mayTake(line.held, witness)) throw stillRunning(line.id);
    return { recorded, isSame };
  } finally {
    if (place.kind !== 'open') ledger.close();
  }
};

const stillRunning = (id: string): SubplanFailure =>
  new SubplanFailure({
    code: 'run-owned',
    message: `experiment ${id} is still running, so nothing can be added to it`,
    nextStep: say`Wait until it has ended; ${command(`experiment watch ${id}`)} follows it. Nothing was run.`,
  });

const goOn = async (starting: Starting, id: string): Promise<StartedExperiment> => {
  const { plan, settings, redact } = starting;
  const { executeGiven } = settings;
  const place = placeOf({ ...executeGiven, resume: id }, undefined);
  const trials = await trialsOf(starting, id, checkExecute(withoutResume(settings)));
  const toResume = { ...place, decompose: {}, plan, redact, trials, makePlan: () => plan };
  const { run, runId, isFinished } = await resumeRun(toResume);
  return { run, runId, isFinished, extends: undefined };
};

/** `extended`: the experiment that it adds to. */
const beginNew = async (starting: Starting, extended: RecordedRun | undefined): Promise<StartedExperiment> => {
  const { plan, settings, redact } = starting;
  const options = withoutResume(settings);
  const checked = checkExecute(options);
  // Adding to an experiment needs its ledger, as going on with one does.
  const ledger: LedgerPlace | undefined = checked.ledger ?? (extended ? { kind: 'project' } : undefined);
  const execute: ExecuteSettings = { ...checked, ledger };
  const root = execute.root ?? resolve('.');
  const runId = newRunId();
  const trials = await trialsOf(starting, runId, execute);
  if (extended) refuseOtherTrials(extended, { plan, task: recordedCode(execute.task), described: trials.described });
  const extending = extended?.head.id;
  const common = { runId, extends: extending, isFinished: false };
  if (!ledger) {
    return {
      ...common,
      run: makeRun({ runId, plan, planned: workOf(plan, execute), root, settings: execute, redact, trials }),
    };
  }
  const parts = { runId, plan, madeWith: undefined, decompose: {}, root, options, settings: execute, redact, trials };
  return { ...common, run: await recordRun({ ...parts, ...(extending === undefined ? {} : { extending }) }) };
};

const trialsOf = (start: Starting, runId: string, execute: ExecuteSettings): Promise<TrialParts> =>
  trialsFor({ ...start, runId, execute, owner: thisOwner(), root: execute.root ?? resolve('.') });

const withoutResume = ({ execute: { resume: _, ...rest } }: ExperimentSettings) => rest;
