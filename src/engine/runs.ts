import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Freed, Ledger, RunLine } from '../domain/ledger.js';
import type { Outcome } from '../domain/outcome.js';
import type { RunDetails, RunState, RunSummary } from '../domain/run-details.js';
import type { RunHistory } from '../domain/run-history.js';
import type { ReportedFailure } from '../domain/run-report.js';
import { historyOf } from '../history/history.js';
import { mayTake } from '../ledger/lease.js';
import type { LedgerPlace } from '../options/resolve-execute.js';
import { outputFolder } from '../run/process/output-files.js';
import { checkRoot } from '../scan/check-root.js';
import { kindOf } from './find-resumable.js';
import { existingLedgerAt, findRun, nothingRecorded } from './open-ledger.js';
import { witness } from './owner.js';
import { codeText } from './recorded-code.js';
import { settingsInForce, settingsOf } from './run-settings.js';
import { type Runnable, runnableOf } from './runnable.js';

export interface RunsPlace {
  readonly root: string;
  /** Another file than the project's own. */
  readonly ledger?: string | undefined;
}

/** The recorded runs of a project. */
export interface Runs {
  /** Newest first. */
  list(): RunSummary[];
  show(id: string): RunDetails;
  /** Removes runs by id or the beginning of it, and returns which. */
  remove(ids: readonly string[]): string[];
  /** Drops what no run needs any more. */
  collect(): Freed;
  close(): void;
}

/** Where that record stands. Refuses a project that is not there. */
export const placeOfRuns = ({ root, ledger }: RunsPlace): LedgerPlace => {
  checkRoot(root);
  return ledger === undefined ? { kind: 'project' } : { kind: 'file', path: resolve(ledger) };
};

/** Opens the record of a project. Where there is none, nothing was run. */
export const openRuns = async ({ root, ledger: file }: RunsPlace): Promise<Runs> => {
  const ledger = await existingLedgerAt(placeOfRuns({ root, ledger: file }), root);
  if (!ledger) return noRuns(file ?? root);
  return {
    list: () => ledger.runs().map(summaryOf),
    show: (id) => detailsOf(ledger, findRun(ledger, id)),
    remove: (ids) => {
      const found = [...new Set(ids.map((id) => findRun(ledger, id).id))];
      ledger.remove(found);
      removeOutputs(root, found);
      return found;
    },
    collect: () => ledger.collect(),
    close: () => ledger.close(),
  };
};

/** What commands of these runs printed, where it was so much that it was kept in files. */
const removeOutputs = (root: string, ids: readonly string[]): void => {
  for (const id of ids) rmSync(join(root, outputFolder(id)), { recursive: true, force: true });
};

const noRuns = (place: string): Runs => {
  const refuse = (): never => {
    throw nothingRecorded(place);
  };
  const nothing = { plans: 0, values: 0, bytes: 0 };
  return {
    list: () => [],
    show: refuse,
    remove: (ids) => (ids.length === 0 ? [] : refuse()),
    collect: () => nothing,
    close: () => {},
  };
};

const summaryOf = (line: RunLine): RunSummary => {
  const { id, root, startedAt, lastAt, leaves, succeeded, failed, sessions, usage, held } = line;
  const { task } = settingsOf(line);
  const state = stateOf(line);
  const isOwned = state === 'running' && held !== undefined;
  return {
    ...{
      id,
      kind: kindOf(line),
      state,
      root,
      task: codeText(task),
      startedAt,
      lastAt,
      leaves,
      succeeded,
      failed,
      sessions,
      usage,
    },
    owner: isOwned ? { pid: held.owner.pid, host: held.owner.host.split(' ')[0], since: held.owner.since } : undefined,
  };
};

const stateOf = ({ held, status }: RunLine): RunState => {
  if (held && !mayTake(held, witness)) return 'running';
  return status ?? 'interrupted';
};

const detailsOf = (ledger: Ledger, line: RunLine): RunDetails => {
  const recorded = ledger.read(line.id);
  const { head, plan } = recorded;
  const past = historyOf(recorded);
  const { execute, decompose, experiment } = settingsInForce(head, past);
  return {
    ...summaryOf(line),
    ...{ version: head.version, ledger: ledger.place, settings: { ...decompose, ...experiment, ...execute } },
    ...{ history: past.sessions, ...outcomesOf(past, runnableOf(JSON.parse(plan.json))), why: past.finish?.why },
  };
};

/** How leaves ended last, and what failed. */
const outcomesOf = (
  { nodes }: RunHistory,
  { leaves, branches }: Runnable,
): Pick<RunDetails, 'outcomes' | 'reused' | 'wrote' | 'failures'> => {
  const outcomes: Partial<Record<Outcome, number>> = {};
  const failures: ReportedFailure[] = [];
  let [reused, wrote] = [0, 0];
  for (const [node, { id, label, kind }] of [...leaves, ...branches].entries()) {
    const end = nodes[node]?.end;
    if (!end) continue;
    const { outcome, how } = end;
    if (kind === 'leaf') outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (kind === 'leaf' && how === 'reused') reused++;
    if (how === 'ran' && end.wrote) wrote++;
    if (how !== 'reused' && end.failure && (outcome === 'failed' || outcome === 'timed-out')) {
      failures.push({ id, label, kind, outcome, failure: end.failure });
    }
  }
  return { outcomes, reused, wrote, failures };
};
