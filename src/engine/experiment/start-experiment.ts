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
import { codesOf } from '../codes.js';
import { newRunId } from '../execute.js';
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
  /** What its options of `execute` came to. */
  readonly execute: ExecuteSettings;
}

interface Starting extends ToStart {
  readonly redact: Redactor;
}

/** Begins an experiment, goes on with one, or adds to one that is recorded. */
export const startExperiment = async (toStart: ToStart): Promise<StartedExperiment> => {
  const started = await begin({ ...toStart, redact: makeRedactor(process.env) });
  // Now that processes a killed experiment left are ended: its folders, and those of others.
  await removeLeftFolders(witness);
  return started;
};

const begin = async (toStart: Starting): Promise<StartedExperiment> => {
  const { settings } = toStart;
  const {
    reuse,
    given: { resume },
  } = settings.execute;
  if (resume !== undefined || reuse) refuseNamelessScore(settings, reuse ? 'reuse' : 'resume');
  if (resume === undefined) return beginNew(toStart, undefined);
  const found = await findRecorded(toStart, resume);
  return found.isSame ? goOn(toStart, found.recorded.head.id) : beginNew(toStart, found.recorded);
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
const findRecorded = async ({ plan, execute }: ToStart, wanted: true | string) => {
  // Who resumes has a ledger, or the options were refused.
  const [place, root] = [execute.ledger as LedgerPlace, rootOf(execute)];
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

const goOn = async (toStart: Starting, id: string): Promise<StartedExperiment> => {
  const { plan, settings, execute, redact } = toStart;
  const trials = await trialsOf(toStart, id);
  const given = { ...execute, given: { ...settings.executeGiven, resume: id } };
  const { run, runId, isFinished } = await resumeRun({ given, plan, trials, redact, makePlan: () => plan });
  return { run, runId, isFinished, extends: undefined };
};

/** `extended`: the experiment that it adds to. */
const beginNew = async (toStart: Starting, extended: RecordedRun | undefined): Promise<StartedExperiment> => {
  const { plan, execute, redact } = toStart;
  const [root, runId] = [rootOf(execute), newRunId()];
  const trials = await trialsOf(toStart, runId);
  const common = { runId, extends: extended?.head.id, isFinished: false };
  if (!execute.ledger) {
    const planned = workOf(plan, execute);
    return { ...common, run: makeRun({ runId, plan, planned, root, settings: execute, redact, trials }) };
  }
  const codes = codesOf(execute, redact);
  if (extended) refuseOtherTrials(extended, { plan, task: codes.task, described: trials.described });
  const parts = { runId, plan, madeWith: undefined, decompose: {}, root, codes, trials };
  const extending = extended ? { extending: extended.head.id } : {};
  return { ...common, run: await recordRun({ ...parts, settings: execute, redact, ...extending }) };
};

const trialsOf = (toStart: Starting, runId: string): Promise<TrialParts> =>
  trialsFor({ ...toStart, runId, owner: thisOwner(), root: rootOf(toStart.execute) });

const rootOf = ({ root }: ExecuteSettings): string => root ?? resolve('.');
