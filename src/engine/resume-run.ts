import type { Fact } from '../domain/fact.js';
import { type Problem, SubplanFailure } from '../domain/failure.js';
import type { Ledger, RecordedRun } from '../domain/ledger.js';
import type { Session } from '../domain/session.js';
import type { Leaf } from '../domain/subplan.js';
import { digest } from '../ledger/stored-value.js';
import type { DecomposeOptions } from '../options/decompose-options.js';
import { type ExecuteOptions, executeDefaults, type TaskLike } from '../options/execute-options.js';
import { defined } from '../options/fields.js';
import type { ExecuteSettings, LedgerPlace } from '../options/resolve-execute.js';
import type { PlanTree } from '../plan/plan-tree.js';
import { areUntouchedSince } from '../run/digest-files.js';
import type { RecalledNode } from '../run/recording.js';
import type { Run } from '../run/run.js';
import { RunTree } from '../run/run-tree.js';
import { show } from '../util/show.js';
import { recordedCode } from './code-identity.js';
import { Fingerprints } from './fingerprints.js';
import { makeRun } from './make-run.js';
import { existingLedgerAt, findRun, nothingRecorded } from './open-ledger.js';
import { thisOwner } from './owner.js';
import { type Remembered, remember } from './recall.js';
import { identitiesOf, mostAreThere, newSession, refuseNameless } from './record.js';
import { LedgerRecording } from './recorded-run.js';
import { findReusable } from './reusable.js';
import { type Difference, differences, type RunSettings, tolerated } from './run-settings.js';
import { surveyTask } from './survey.js';
import { workOf } from './work-of.js';

export interface ToResume<P extends PlanTree> {
  /** What was given to `execute`, with `resume` or `retryFailed`. */
  readonly options: Partial<ExecuteOptions>;
  /** What was given to `decompose`; empty where it was not called. */
  readonly decompose: DecomposeOptions;
  /** A plan that must be the one of the run. */
  readonly plan?: PlanTree;
  readonly functionTask?: TaskLike;
  readonly place: LedgerPlace;
  /** The project's folder. */
  readonly root: string;
  readonly check: (options: Partial<ExecuteOptions>) => ExecuteSettings;
  readonly makePlan: (json: unknown) => P;
}

export interface Resumed<P extends PlanTree> {
  readonly plan: P;
  readonly run: Run;
  readonly runId: string;
  readonly isSurvey: boolean;
  /** Nothing was left to do: the report is that of the run as it ended. */
  readonly isFinished: boolean;
}

/** Goes on with a recorded run: the plan and all settings that are not given come from its ledger. */
export const resumeRun = async <P extends PlanTree>(toResume: ToResume<P>): Promise<Resumed<P>> => {
  const ledger = await existingLedgerAt(toResume.place, toResume.root);
  if (!ledger) throw nothingRecorded(toResume.root);
  try {
    return await resumeIn(ledger, toResume);
  } catch (error) {
    ledger.close();
    throw error;
  }
};

const resumeIn = async <P extends PlanTree>(ledger: Ledger, toResume: ToResume<P>): Promise<Resumed<P>> => {
  const { options, root, makePlan } = toResume;
  const { id } = findRun(ledger, (options.resume ?? options.retryFailed) as true | string);
  const recorded = ledger.read(id);
  const settingsBefore = settingsOf(recorded);
  const plan = makePlan(JSON.parse(recorded.plan.json));
  const settings = toResume.check(withRecorded(toResume, settingsBefore));
  const changed = refuseDifferences(recorded, settingsBefore, toResume, settings);
  refuseOtherProject(recorded, plan, toResume, settingsBefore);

  const planned = workOf(plan, settings);
  const tree = new RunTree(planned.nodes, planned.work);
  const past = remember(recorded.facts, tree);
  const sessions = sessionsOf(recorded.facts);
  const finished = lastFinish(recorded.facts);
  const isSurvey = settingsBefore.task.kind === 'survey';
  const parts = { runId: id, plan, planned, root, settings };
  const done = new Set(past.nodes.filter(({ isDone }) => isDone).map(({ node }) => node));
  if (finished && done.size === tree.nodes.length) {
    // Nothing is left to do, so nothing is written either.
    ledger.close();
    const { concurrency, at } = finished;
    const recall = { recalled: past.nodes, recording: undefined, sessions, warnings: [] };
    const run = makeRun({
      ...parts,
      recorded: { ...recall, past: { concurrency, startedAt: sessions.at(-1)?.startedAt ?? at, endedAt: at } },
    });
    return { plan, run, runId: id, isSurvey, isFinished: true };
  }

  const fingerprints = new Fingerprints(tree, plan.goal, codesOf(settings));
  const reused = settings.reuse ? await findReusable({ ledger, tree, root, fingerprints, known: done }) : [];
  const recalled = merged(past.nodes, reused);
  const leftOut =
    options.retryFailed === undefined
      ? undefined
      : notFailed(tree, past, new Set(recalled.filter(({ isDone }) => isDone).map(({ node }) => node)));
  const writer = ledger.claim(recorded, thisOwner());
  const recording = new LedgerRecording({ ledger, writer, tree, root, fingerprints });
  const kept = recalled.filter(({ isDone }) => isDone).length;
  const all = tree.nodes.length - (leftOut?.nodes.length ?? 0);
  const session = newSession({ settings, kept, all, changed: tolerated(changed) });
  recording.open(session);
  const warnings = settingsBefore.onDisk ? changedFiles(tree, root, recorded.head.startedAt, recalled, leftOut) : [];
  const run = makeRun({
    ...parts,
    recorded: { recording, recalled, leftOut, sessions: [...sessions, session], warnings },
  });
  return { plan, run, runId: id, isSurvey, isFinished: false };
};

const settingsOf = ({ head, facts }: RecordedRun): RunSettings => {
  const first = JSON.parse(head.settings) as RunSettings;
  // What earlier sessions changed holds for those after them.
  const changes = sessionsOf(facts).flatMap(({ changed }) => changed);
  return {
    ...first,
    execute: { ...first.execute, ...Object.fromEntries(changes.map(({ option, now }) => [option, now])) },
  };
};

const sessionsOf = (facts: readonly Fact[]): Session[] =>
  facts.flatMap((fact) => (fact.kind === 'session' ? [fact.session] : []));

/** How the last session ended; undefined where it did not come to its end. */
const lastFinish = (facts: readonly Fact[]): Extract<Fact, { kind: 'finished' }> | undefined => {
  const last = facts.at(-1);
  return last?.kind === 'finished' ? last : undefined;
};

/** What is given counts; the rest is as it was recorded. A function cannot be recorded, and must be given again. */
const withRecorded = <P extends PlanTree>(
  { options, functionTask }: ToResume<P>,
  { task, rollUp, execute }: RunSettings,
): Partial<ExecuteOptions> => {
  const codeOf = (code: RunSettings['rollUp']): string | URL | undefined =>
    code?.kind === 'survey' ? surveyTask : code?.kind === 'module' ? code.url : undefined;
  const recorded = Object.entries(execute).filter(([, value]) => !JSON.stringify(value).includes('"function '));
  const { resume: _, retryFailed: __, ...given } = options;
  const own = task.kind === 'function' ? (given.task ?? functionTask) : given.task;
  if (own === undefined && task.kind === 'function') {
    refuseNameless([task], 'resume');
    throw new SubplanFailure({
      code: 'resume-refused',
      message: `the task of the run is a function (${task.name} ${task.version}), which no ledger can hold`,
      nextStep: 'Give the same task again: execute({ resume, task }). Nothing was run.',
    });
  }
  return {
    ...defined({ task: codeOf(task), rollUp: codeOf(rollUp) }),
    ...(Object.fromEntries(recorded) as Partial<ExecuteOptions>),
    ...defined({ ...given, task: own }),
  };
};

const refuseDifferences = <P extends PlanTree>(
  { head, plan }: RecordedRun,
  before: RunSettings,
  { options, decompose, plan: given }: ToResume<P>,
  settings: ExecuteSettings,
): Difference[] => {
  const [task, rollUp] = [recordedCode(settings.task), settings.rollUp && recordedCode(settings.rollUp)];
  refuseNameless([before.task, before.rollUp, task, rollUp], 'resume');
  const withDefaults = { ...before, execute: { ...executeDefaults, ...before.execute } };
  const found = differences(withDefaults, { execute: options, decompose, task, rollUp });
  if (given && digest(JSON.stringify(given.essence())) !== plan.hash) {
    found.push({ option: 'plan', class: 'result', before: `the plan ${plan.hash.slice(0, 8)}`, now: 'another plan' });
  }
  const fatal = found.filter((one) => one.class === 'result');
  if (fatal.length === 0) return found;
  throw new SubplanFailure({
    code: 'resume-refused',
    message: `run ${head.id} cannot be resumed: ${fatal.length === 1 ? 'something that decides' : `${fatal.length} things that decide`} its results is not as it was`,
    nextStep:
      'Set back what is listed, or leave it out, to go on with this run; or start a new run and let it reuse what still holds. Nothing was run, and the ledger is as it was.',
    problems: fatal.map(({ option, before: was, now }): Problem => {
      return { field: option, expected: `${said(was)}, as recorded`, received: said(now) };
    }),
  });
};

const said = (value: unknown): string =>
  value === undefined || value === null
    ? 'nothing'
    : typeof value === 'string' && value.includes(' ')
      ? value
      : show(value);

/** A ledger that was copied into another project would have the wrong files worked on. */
const refuseOtherProject = <P extends PlanTree>(
  { head }: RecordedRun,
  plan: PlanTree,
  { root }: ToResume<P>,
  { onDisk }: RunSettings,
): void => {
  if (!onDisk || mostAreThere(plan, root)) return;
  throw new SubplanFailure({
    code: 'resume-refused',
    message: `run ${head.id} is of another project: most files of its plan are not in ${root} (it began in ${head.root})`,
    nextStep: 'Resume it where its project stands, or start a new run here. Nothing was run.',
  });
};

const codesOf = (settings: ExecuteSettings) =>
  identitiesOf(recordedCode(settings.task), settings.rollUp && recordedCode(settings.rollUp));

/** What is reused takes the place of what is known of earlier attempts. */
const merged = (past: readonly RecalledNode[], reused: readonly RecalledNode[]): RecalledNode[] => {
  const taken = new Map(reused.map((one) => [one.node, one]));
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

const few = 5;

/** Unfinished leaves whose files are not what they were: they run on what the files hold now. */
const changedFiles = (
  tree: RunTree,
  root: string,
  since: number,
  recalled: readonly RecalledNode[],
  leftOut: { readonly nodes: readonly number[] } | undefined,
): string[] => {
  const kept = new Set([...recalled.filter(({ isDone }) => isDone).map(({ node }) => node), ...(leftOut?.nodes ?? [])]);
  const changed = tree.nodes.slice(0, tree.leaves).filter(({ leaf }, node) => {
    return !kept.has(node) && !areUntouchedSince(root, (leaf as Leaf).files, since);
  });
  if (changed.length === 0) return [];
  const names = changed.slice(0, few).map(({ label }) => label);
  const more = changed.length > few ? ` and ${changed.length - few} more` : '';
  return [
    `files were changed since the run began in ${changed.length === 1 ? 'an unfinished leaf' : `${changed.length} unfinished leaves`}, which run on what they hold now: ${names.join('; ')}${more}`,
  ];
};
