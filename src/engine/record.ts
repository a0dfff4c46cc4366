import { statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { SubplanFailure } from '../domain/failure.js';
import { option, say } from '../domain/message.js';
import type { OptionChange, Session } from '../domain/session.js';
import type { DecomposeSettings } from '../options/resolve-decompose.js';
import type { ExecuteSettings, LedgerPlace } from '../options/resolve-execute.js';
import type { RecalledNode } from '../run/recording.js';
import type { Run } from '../run/run.js';
import { RunTree } from '../run/run-tree.js';
import { epochNow } from '../util/clock.js';
import type { Redactor } from '../util/redact.js';
import { codeKinds } from './code-kinds.js';
import { type Codes, codesOf, identitiesOf, isScoredByNameless } from './codes.js';
import { Fingerprints } from './fingerprints.js';
import { makeRun } from './make-run.js';
import { ledgerAt } from './open-ledger.js';
import { thisOwner } from './owner.js';
import { planRecord } from './plan-record.js';
import { LedgerRecording } from './recorded-run.js';
import { findReusable } from './reusable.js';
import { type Described, describeExecute, type RunSettings } from './run-settings.js';
import type { Runnable } from './runnable.js';
import { toldBesides } from './told-besides.js';
import type { TrialParts } from './trial-parts.js';
import { version } from './version.js';
import { workOf } from './work-of.js';

export interface ToRecord {
  readonly runId: string;
  readonly plan: Runnable;
  /** What the plan was made with; undefined for one that came from elsewhere. */
  readonly madeWith: DecomposeSettings | undefined;
  /** What decided the plan, as it is compared when the run is resumed. */
  readonly decompose: Described;
  readonly root: string;
  readonly settings: ExecuteSettings;
  readonly redact: Redactor;
  /** Where that was found out already. */
  readonly codes?: Codes;
  /** Of an experiment. */
  readonly trials?: TrialParts;
  /** The run whose values are taken over, and no other's. */
  readonly extending?: string;
}

/** Begins a run that is recorded from its start. */
export const recordRun = async (toRecord: ToRecord): Promise<Run> => {
  const { runId, plan, madeWith, root, settings, redact, trials, extending } = toRecord;
  const codes = toRecord.codes ?? codesOf(settings, redact);
  const { task, rollUp } = codes;
  if (settings.reuse) refuseNameless(codes, 'reuse');
  const ledger = await ledgerAt(settings.ledger as LedgerPlace, root);
  try {
    const planned = workOf(plan, settings);
    const tree = new RunTree(planned.nodes, planned.work);
    const fingerprints = new Fingerprints(tree, plan.goal, {
      ...identitiesOf(codes, trials),
      ...toldBesides(settings, root, trials),
    });
    const recalled =
      settings.reuse || extending !== undefined
        ? await findReusable({
            ledger,
            tree,
            root,
            fingerprints,
            known: new Set(),
            from: extending,
            isKept: trials?.isKept,
          })
        : ([] as RecalledNode[]);
    const runSettings: RunSettings = {
      ...{ task, rollUp, execute: describeExecute(settings.given), decompose: toRecord.decompose },
      ...(trials ? { experiment: trials.described } : {}),
      code: codeKinds(settings, trials?.scoredBy),
      onDisk: mostAreThere(plan, root),
    };
    const { leaves, branches } = planned.work;
    const owner = thisOwner();
    const writer = ledger.begin(
      {
        ...{ id: runId, root, version: version(), startedAt: epochNow() },
        ...{ leaves: leaves.length, branches: branches.length, settings: redact(JSON.stringify(runSettings)) },
      },
      planRecord(plan, madeWith),
      owner,
    );
    const recording = new LedgerRecording({ ledger, writer, owner, tree, root, fingerprints });
    const session = newSession({ settings, kept: recalled.length, all: tree.nodes.length, changed: [] });
    await recording.open(session);
    const warnings = [
      ...([task, rollUp].some((code) => code && code.identity === undefined) ? [nameless] : []),
      ...(isScoredByNameless(trials) ? [namelessScore] : []),
    ];
    return makeRun({
      ...{ runId, plan, planned, root, settings, redact, trials },
      recorded: { recording, recalled, sessions: [session], warnings },
    });
  } catch (error) {
    ledger.close();
    throw error;
  }
};

const nameless =
  'the task is a function without name and version, so this run can be neither resumed nor reused: use defineTask({ name, version, run })';

const namelessScore =
  'the score is a function without name and version, so this experiment can be neither resumed nor added to: use defineScore({ name, version, score })';

/** What cannot be told from any other cannot be told to be the same. */
export const refuseNameless = (
  { task, rollUp, sampling }: Partial<Codes> & Pick<Codes, 'task'>,
  what: 'reuse' | 'resume',
): void => {
  const isTask = task.identity === undefined;
  if (what === 'reuse' && sampling && sampling.identity === undefined) {
    throw new SubplanFailure({
      code: 'reuse-refused',
      message: 'reuse is not possible: accept, repair or select is a function, which cannot be told from any other',
      nextStep: say`Use commands for ${option('sampling', 'accept')} and ${option('sampling', 'repair')}, or leave ${option('reuse')} away. Nothing was run.`,
    });
  }
  if (!isTask && (rollUp === undefined || rollUp.identity !== undefined)) return;
  throw new SubplanFailure({
    code: what === 'reuse' ? 'reuse-refused' : 'resume-refused',
    message: `${what} is not possible: the ${isTask ? 'task' : 'rollup'} is a function without name and version, which cannot be told from any other`,
    nextStep:
      'Use defineTask({ name, version, run, rollUp }) and raise the version when the code changes, or a module. Nothing was run.',
  });
};

interface SessionFacts {
  readonly settings: ExecuteSettings;
  readonly kept: number;
  readonly all: number;
  readonly changed: readonly OptionChange[];
}

export const newSession = ({ settings, kept, all, changed }: SessionFacts): Session => ({
  ...{ startedAt: epochNow(), version: version(), host: hostname(), pid: process.pid },
  ...{ maxParallel: settings.maxParallel, kept, toRun: all - kept, changed },
});

const mostLooked = 200;

/** Whether most of a plan's files stand below the root, judged by some of them. */
export const mostAreThere = ({ files }: Runnable, root: string): boolean => {
  const step = Math.max(1, Math.ceil(files.length / mostLooked));
  const looked = files.filter((_, i) => i % step === 0);
  const there = looked.filter(({ path }) => statSync(join(root, path), { throwIfNoEntry: false }) !== undefined);
  return there.length > looked.length / 2;
};
