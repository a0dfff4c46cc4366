import type { Ledger, RecordedRun } from '../domain/ledger.js';
import type { RunFinish, RunHistory } from '../domain/run-history.js';
import type { RecalledNode } from '../run/recording.js';
import type { Run } from '../run/run.js';
import type { RunTree } from '../run/run-tree.js';
import { changedFiles } from './changed-files.js';
import { type Codes, identitiesOf } from './codes.js';
import { Fingerprints } from './fingerprints.js';
import { makeRun, type RunParts } from './make-run.js';
import { thisOwner } from './owner.js';
import type { Remembered } from './recall.js';
import { newSession } from './record.js';
import { LedgerRecording } from './recorded-run.js';
import { findReusable } from './reusable.js';
import { type Difference, type RunSettings, tolerated } from './run-settings.js';
import { endLeftOver } from './survivors.js';
import { toldBesides } from './told-besides.js';

export interface GoingOn {
  readonly ledger: Ledger;
  readonly recorded: RecordedRun;
  readonly history: RunHistory;
  /** The settings of the run, as they were last. */
  readonly before: RunSettings;
  readonly parts: RunParts;
  readonly codes: Codes;
  readonly tree: RunTree;
  readonly past: Remembered;
  readonly changed: readonly Difference[];
  readonly onlyFailed: boolean;
  /** What could not be taken over, in words. */
  readonly lost: readonly string[];
}

/** Another session of a recorded run, for what is not done. */
export const goOn = async (going: GoingOn): Promise<Run> => {
  const { ledger, recorded, history, before, parts, codes, tree, past, changed, onlyFailed, lost } = going;
  const { plan, root, settings, trials } = parts;
  const decided = { ...identitiesOf(codes, trials), ...toldBesides(settings, root, trials) };
  const fingerprints = new Fingerprints(tree, plan.goal, decided);
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
  const survivors = await endLeftOver({
    runId: recorded.head.id,
    history,
    code: before.code,
    graceMs: settings.graceMs,
  });
  const changes = before.onDisk ? changedFiles({ tree, root, since: recorded.head.startedAt, settled }) : [];
  const warnings = [...lost, ...survivors, ...changes];
  const sessions = [...history.sessions, session];
  const spent = { ...history.spent, ms: history.elapsedMs };
  return makeRun({ ...parts, recorded: { recording, recalled, leftOut, sessions, warnings, spent } });
};

export interface Finished {
  readonly parts: RunParts;
  readonly past: Remembered;
  readonly history: RunHistory;
  readonly finish: RunFinish;
}

/** A run in which all is known, and which tells what it told when it ended. */
export const finishedRun = ({ parts, past, history: { sessions }, finish }: Finished): Run => {
  const { concurrency, startedAt, endedAt } = finish;
  const recall = { recalled: past.nodes, recording: undefined, sessions, warnings: [] };
  return makeRun({ ...parts, recorded: { ...recall, past: { concurrency, startedAt, endedAt } } });
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
