import type { Ledger } from '../domain/ledger.js';
import { historyOf } from '../history/history.js';
import type { ExecuteOptions } from '../options/execute-options.js';
import { runToResume } from '../options/resume-choice.js';
import { RunTree } from '../run/run-tree.js';
import { checkRoot } from '../scan/check-root.js';
import { checkRecorded } from './check-execute.js';
import { codesOf } from './codes.js';
import { findResumable } from './find-resumable.js';
import { finishedRun, goOn } from './go-on.js';
import type { RunParts } from './make-run.js';
import { existingLedgerAt, nothingRecorded } from './open-ledger.js';
import { remember } from './recall.js';
import { lostLimits, withParts, withRecorded } from './recorded-options.js';
import { refuseDifferences, refuseLostSampling, refuseOtherProject } from './resume-refusals.js';
import { settingsInForce } from './run-settings.js';
import type { Runnable } from './runnable.js';
import type { ReadyToResume, Resumed, ResumePlace } from './to-resume.js';
import { workOf } from './work-of.js';

/** Finds the run, compares what is given with what is recorded, and goes on. */
export const resumeAt = async <P extends Runnable>(
  place: ResumePlace,
  toResume: ReadyToResume<P>,
): Promise<Resumed<P>> => {
  if (place.ledger.kind === 'project') checkRoot(place.root);
  const ledger = await existingLedgerAt(place.ledger, place.root);
  if (!ledger) throw nothingRecorded(place.ledger.kind === 'file' ? place.ledger.path : place.root);
  try {
    return await resumeIn(ledger, place.root, toResume);
  } catch (error) {
    ledger.close();
    throw error;
  }
};

const resumeIn = async <P extends Runnable>(
  ledger: Ledger,
  root: string,
  toResume: ReadyToResume<P>,
): Promise<Resumed<P>> => {
  const { given, decompose = {}, functionTask, redact, trials } = toResume;
  const { id } = findResumable(ledger, runToResume(given.given), trials ? 'experiment' : 'project');
  const recorded = ledger.read(id);
  const history = historyOf(recorded);
  const before = settingsInForce(recorded.head, history);
  refuseLostSampling(before, given.given);
  const options = withParts(given.given, before);
  const plan = toResume.makePlan(JSON.parse(recorded.plan.json));
  const settings = checkRecorded({ given, options: withRecorded({ options, functionTask }, before) as ExecuteOptions });
  const codes = codesOf(settings, redact);
  const experiment = trials?.described;
  const changed = refuseDifferences({ recorded, before, options, decompose, plan: toResume.plan, codes, experiment });
  if (before.onDisk) refuseOtherProject(recorded, plan, root);

  const planned = workOf(plan, settings);
  const tree = new RunTree(planned.nodes, planned.work);
  const past = remember(history, tree, trials?.isKept);
  const parts: RunParts = { runId: id, plan, planned, root, settings, redact, trials };
  const common = { plan, runId: id, isSurvey: before.task.kind === 'survey' };
  const { finish } = history;
  if (finish && past.nodes.filter(({ isDone }) => isDone).length === tree.nodes.length) {
    // Nothing is left to do, so nothing is written either.
    ledger.close();
    return { ...common, run: finishedRun({ parts, past, history, finish }), isFinished: true };
  }
  const onlyFailed = options.retryFailed !== undefined;
  const lost = lostLimits(before, options);
  const run = await goOn({ ledger, recorded, history, before, parts, codes, tree, past, changed, onlyFailed, lost });
  return { ...common, run, isFinished: false };
};
