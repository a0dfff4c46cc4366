import type { CommandTask } from '../domain/command.js';
import { SubplanFailure } from '../domain/failure.js';
import type { Ledger, RecordedRun } from '../domain/ledger.js';
import { functionOf, option, say } from '../domain/message.js';
import type { RunFinish, RunHistory } from '../domain/run-history.js';
import { historyOf } from '../history/history.js';
import type { DecomposeOptions } from '../options/decompose-options.js';
import type { ExecuteOptions, TaskLike } from '../options/execute-options.js';
import { defined } from '../options/fields.js';
import type { ExecuteSettings, LedgerPlace } from '../options/resolve-execute.js';
import type { RecalledNode } from '../run/recording.js';
import type { Run } from '../run/run.js';
import { RunTree } from '../run/run-tree.js';
import { checkRoot } from '../scan/check-root.js';
import type { Redactor } from '../util/redact.js';
import { changedFiles } from './changed-files.js';
import { commandTask, recordedCode } from './code-identity.js';
import { findResumable } from './find-resumable.js';
import { Fingerprints } from './fingerprints.js';
import { makeRun, type RunParts } from './make-run.js';
import { existingLedgerAt, nothingRecorded } from './open-ledger.js';
import { thisOwner } from './owner.js';
import { type Remembered, remember } from './recall.js';
import { identitiesOf, newSession, refuseNameless } from './record.js';
import { LedgerRecording } from './recorded-run.js';
import { refuseDifferences, refuseLostSampling, refuseOtherProject } from './resume-refusals.js';
import { findReusable } from './reusable.js';
import { type Difference, type RunSettings, settingsInForce, settingsOf, tolerated } from './run-settings.js';
import type { Runnable } from './runnable.js';
import { samplingIdentity } from './sampling-identity.js';
import { surveyTask } from './survey.js';
import { endLeftOver } from './survivors.js';
import { toldBesides } from './told-besides.js';
import type { TrialParts } from './trial-parts.js';
import { workOf } from './work-of.js';

export interface ToResume<P extends Runnable> {
  /** What was given to `execute`, with `resume` or `retryFailed`. */
  readonly options: Partial<ExecuteOptions>;
  /** What was given to `decompose`; empty where it was not called. */
  readonly decompose: DecomposeOptions;
  /** A plan that must be the one of the run. */
  readonly plan?: Runnable;
  /** Used where the task of the run is a function, which no ledger can hold. */
  readonly functionTask?: TaskLike;
  readonly place: LedgerPlace;
  /** The project's folder. */
  readonly root: string;
  readonly check: (options: Partial<ExecuteOptions>) => ExecuteSettings;
  readonly makePlan: (json: unknown) => P;
  readonly redact: Redactor;
  /** Of an experiment. */
  readonly trials?: TrialParts;
}

export interface Resumed<P extends Runnable> {
  readonly plan: P;
  readonly run: Run;
  readonly runId: string;
  readonly isSurvey: boolean;
  /** Nothing was left to do: the report is that of the run as it ended. */
  readonly isFinished: boolean;
}

/** Goes on with a recorded run: the plan and all settings that are not given come from its ledger. */
export const resumeRun = async <P extends Runnable>(toResume: ToResume<P>): Promise<Resumed<P>> => {
  if (toResume.place.kind === 'project') checkRoot(toResume.root);
  const ledger = await existingLedgerAt(toResume.place, toResume.root);
  if (!ledger) throw nothingRecorded(toResume.place.kind === 'file' ? toResume.place.path : toResume.root);
  try {
    return await resumeIn(ledger, toResume);
  } catch (error) {
    ledger.close();
    throw error;
  }
};

const resumeIn = async <P extends Runnable>(ledger: Ledger, toResume: ToResume<P>): Promise<Resumed<P>> => {
  const { decompose, root, plan: given, redact, trials } = toResume;
  const { resume, retryFailed } = toResume.options;
  const { id } = findResumable(ledger, (resume ?? retryFailed) as true | string, trials ? 'experiment' : 'project');
  const recorded = ledger.read(id);
  const history = historyOf(recorded);
  const before = settingsInForce(recorded.head, history);
  refuseLostSampling(before, toResume.options);
  const options = withParts(toResume.options, before);
  const plan = toResume.makePlan(JSON.parse(recorded.plan.json));
  const settings = toResume.check(withRecorded({ ...toResume, options }, before));
  const experiment = trials?.described;
  const changed = refuseDifferences({ recorded, before, options, decompose, plan: given, settings, experiment });
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
  const run = await goOn({ ledger, recorded, history, parts, tree, past, changed, onlyFailed, lost });
  return { ...common, run, isFinished: false };
};

interface GoingOn {
  readonly ledger: Ledger;
  readonly recorded: RecordedRun;
  readonly history: RunHistory;
  readonly parts: RunParts;
  readonly tree: RunTree;
  readonly past: Remembered;
  readonly changed: readonly Difference[];
  readonly onlyFailed: boolean;
  /** What could not be taken over, in words. */
  readonly lost: readonly string[];
}

const goOn = async (going: GoingOn): Promise<Run> => {
  const { ledger, recorded, history, parts, tree, past, changed, onlyFailed, lost } = going;
  const { plan, root, settings, trials } = parts;
  const sampling = samplingIdentity(settings);
  const rollUp = settings.rollUp && recordedCode(settings.rollUp);
  const codes = {
    ...identitiesOf(recordedCode(settings.task), rollUp, sampling, trials),
    ...toldBesides(settings, root, trials),
  };
  const fingerprints = new Fingerprints(tree, plan.goal, codes);
  const known = doneOf(past.nodes);
  const reused = settings.reuse
    ? await findReusable({ ledger, tree, root, fingerprints, known, isKept: trials?.isKept })
    : [];
  const recalled = merged(past.nodes, reused);
  const done = doneOf(recalled);
  const leftOut = onlyFailed ? notFailed(tree, past, done) : undefined;
  const settled = new Set([...done, ...(leftOut?.nodes ?? [])]);

  const owner = thisOwner();
  const writer = ledger.claim(recorded, owner);
  const recording = new LedgerRecording({ ledger, writer, owner, tree, root, fingerprints });
  const all = tree.nodes.length - (leftOut?.nodes.length ?? 0);
  const session = newSession({ settings, kept: done.size, all, changed: tolerated(changed) });
  await recording.open(session);
  const survivors = await endLeftOver({ head: recorded.head, history, graceMs: settings.graceMs });
  const { onDisk } = settingsOf(recorded.head);
  const changes = onDisk ? changedFiles({ tree, root, since: recorded.head.startedAt, settled }) : [];
  const warnings = [...lost, ...survivors, ...changes];
  const sessions = [...history.sessions, session];
  const spent = { ...history.spent, ms: history.elapsedMs };
  return makeRun({ ...parts, recorded: { recording, recalled, leftOut, sessions, warnings, spent } });
};

interface Finished {
  readonly parts: RunParts;
  readonly past: Remembered;
  readonly history: RunHistory;
  readonly finish: RunFinish;
}

/** A run in which all is known, and which tells what it told when it ended. */
const finishedRun = ({ parts, past, history: { sessions }, finish }: Finished): Run => {
  const { concurrency, startedAt, endedAt } = finish;
  const recall = { recalled: past.nodes, recording: undefined, sessions, warnings: [] };
  return makeRun({ ...parts, recorded: { ...recall, past: { concurrency, startedAt, endedAt } } });
};

/** Of a budget and of sampling some parts may be given: the others are as they were. */
const withParts = (options: Partial<ExecuteOptions>, { execute }: RunSettings): Partial<ExecuteOptions> => {
  const whole = (name: 'budget' | 'sampling') =>
    options[name] === undefined ? {} : { [name]: { ...(execute[name] as object | undefined), ...options[name] } };
  return { ...options, ...whole('budget'), ...whole('sampling') };
};

/** What is given counts; the rest is as it was recorded. A function cannot be recorded, and must be given again. */
const withRecorded = <P extends Runnable>(
  { options, functionTask }: ToResume<P>,
  { task, rollUp, execute }: RunSettings,
): Partial<ExecuteOptions> => {
  const { limits, ...plain } = execute;
  const recorded = { ...plain, ...(limits === undefined ? {} : { limits: withoutFunctions(limits) }) };
  const { resume: _, retryFailed: __, ...given } = options;
  const own = task.kind === 'function' ? (given.task ?? functionTask) : given.task;
  if (own === undefined && task.kind === 'function') {
    refuseNameless({ task, rollUp: undefined }, 'resume');
    throw new SubplanFailure({
      code: 'resume-refused',
      message: `the task of the run is a function (${task.name} ${task.version}), which no ledger can hold`,
      nextStep: say`Give the same task again in ${functionOf('task')}. Nothing was run.`,
    });
  }
  return {
    ...defined({ task: given.task ?? codeOf('task', task), rollUp: given.rollUp ?? codeOf('rollUp', rollUp) }),
    ...(recorded as Partial<ExecuteOptions>),
    ...defined({ ...given, task: own }),
  };
};

/** The code as it was given; a command of which something could not be written down must be given again. */
const codeOf = (field: string, code: RunSettings['rollUp']): string | URL | CommandTask | undefined => {
  if (code?.kind === 'survey') return surveyTask;
  if (code?.kind === 'module') return code.url;
  if (code?.kind !== 'command') return undefined;
  if (!code.isPartial) return commandTask(code.command);
  throw new SubplanFailure({
    code: 'resume-refused',
    message: `the ${field} of the run is a command with a schema or a secret in it, which no ledger holds`,
    nextStep: say`Give the same ${option(field)} again. Nothing was run.`,
  });
};

/** Limits that were numbers. One that picked its leaves by a function is gone with the process that had it. */
const withoutFunctions = (limits: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(limits as object).filter(([, limit]) => typeof limit === 'number'));

/** Says which limits must be given again to hold. */
const lostLimits = ({ execute }: RunSettings, { limits }: Partial<ExecuteOptions>): string[] => {
  if (limits !== undefined || execute.limits === undefined) return [];
  const kept = withoutFunctions(execute.limits);
  const lost = Object.keys(execute.limits as object).filter((name) => !(name in kept));
  return lost.map(
    (name) =>
      `the limit ${JSON.stringify(name)} picked its leaves by a function, which no ledger can hold: give limits again`,
  );
};

const doneOf = (nodes: readonly RecalledNode[]): Set<number> =>
  new Set(nodes.filter(({ isDone }) => isDone).map(({ node }) => node));

/** What is reused takes the place of what is known of earlier attempts. */
const merged = (past: readonly RecalledNode[], reused: readonly RecalledNode[]): RecalledNode[] => {
  const taken = new Set(reused.map(({ node }) => node));
  const usage = new Map(past.map((one) => [one.node, one.usage]));
  return [
    ...past.filter(({ node }) => !taken.has(node)),
    ...reused.map((one) => ({ ...one, usage: usage.get(one.node) ?? one.usage })),
  ];
};

/** Leaves that neither failed nor were skipped because of one that did. */
const notFailed = (tree: RunTree, { outcomes }: Remembered, done: ReadonlySet<number>) => {
  const again: readonly unknown[] = ['failed', 'timed-out', 'skipped'];
  const nodes = tree.nodes.flatMap(({ leaf }, node) =>
    leaf && !done.has(node) && !again.includes(outcomes[node]) ? [node] : [],
  );
  return { nodes, why: 'only what had failed was to run again' };
};
