import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Fact } from '../domain/fact.js';
import type { Freed, Ledger, RunLine } from '../domain/ledger.js';
import type { Outcome } from '../domain/outcome.js';
import type { RunDetails, RunState, RunSummary } from '../domain/run-details.js';
import type { ReportedFailure } from '../domain/run-report.js';
import { mayTake } from '../ledger/lease.js';
import type { LedgerPlace } from '../options/resolve-execute.js';
import { outputFolder } from '../run/process/output-files.js';
import { checkRoot } from '../scan/check-root.js';
import { codeText } from './code-identity.js';
import { kindOf } from './find-resumable.js';
import { existingLedgerAt, findRun, nothingRecorded } from './open-ledger.js';
import { witness } from './owner.js';
import type { RunSettings } from './run-settings.js';
import { runnableOf } from './runnable.js';

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
  const { task } = JSON.parse(line.settings) as RunSettings;
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
  const { head, plan, facts } = ledger.read(line.id);
  const finals = lastOfEach(facts);
  const { leaves, branches } = runnableOf(JSON.parse(plan.json));
  const subplans = [...leaves, ...branches];
  const outcomes: Partial<Record<Outcome, number>> = {};
  const failures: ReportedFailure[] = [];
  let [reused, wrote] = [0, 0];
  for (const [node, fact] of [...finals].sort(([a], [b]) => a - b)) {
    const { id, label, kind } = subplans[node];
    const outcome = fact.kind === 'reused' || fact.kind === 'chosen' ? 'succeeded' : fact.outcome;
    if (kind === 'leaf') outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (kind === 'leaf' && fact.kind === 'reused') reused++;
    if ((fact.kind === 'ended' || fact.kind === 'chosen') && fact.wrote) wrote++;
    if (
      fact.kind !== 'reused' &&
      fact.kind !== 'chosen' &&
      fact.failure &&
      (outcome === 'failed' || outcome === 'timed-out')
    ) {
      failures.push({ id, label, kind, outcome, failure: fact.failure });
    }
  }
  const last = facts.at(-1);
  const { execute, decompose, experiment } = JSON.parse(head.settings) as RunSettings;
  const history = facts.flatMap((fact) => (fact.kind === 'session' ? [fact.session] : []));
  const changed = history.flatMap((session) => session.changed.map(({ option, now }) => [option, now]));
  return {
    ...summaryOf(line),
    ...{
      version: head.version,
      ledger: ledger.place,
      settings: { ...decompose, ...experiment, ...execute, ...Object.fromEntries(changed) },
    },
    ...{ history, outcomes, reused, wrote, failures, why: last?.kind === 'finished' ? last.why : undefined },
  };
};

type Final = Extract<Fact, { kind: 'ended' | 'chosen' | 'settled' | 'reused' }>;

/** By node: how it ended last. */
const lastOfEach = (facts: readonly Fact[]): Map<number, Final> => {
  const finals = new Map<number, Final>();
  for (const fact of facts) {
    if (
      fact.kind === 'reused' ||
      fact.kind === 'chosen' ||
      fact.kind === 'settled' ||
      (fact.kind === 'ended' && fact.isFinal)
    ) {
      finals.set(fact.node, fact);
    }
  }
  return finals;
};
