import type { ExperimentReport } from '../../domain/experiment-report.js';
import type { Ledger } from '../../domain/ledger.js';
import type { RunStatus } from '../../domain/outcome.js';
import type { NodeHistory, RunHistory } from '../../domain/run-history.js';
import type { Concurrency, LeafReport, RunReport } from '../../domain/run-report.js';
import type { StoredValue } from '../../domain/stored-value.js';
import type { TrialResult } from '../../domain/trial.js';
import { addUsage, noUsage } from '../../domain/usage.js';
import { ExperimentPlan, type TrialLeaf } from '../../experiment/experiment-plan.js';
import { experimentReport, type Statistics } from '../../experiment/report.js';
import { historyOf } from '../../history/history.js';
import { mayTake } from '../../ledger/lease.js';
import { restoreValue } from '../../ledger/stored-value.js';
import { neverStarted } from '../../run/failures.js';
import { findResumable } from '../find-resumable.js';
import { existingLedgerAt, nothingRecorded } from '../open-ledger.js';
import { witness } from '../owner.js';
import { settingsInForce } from '../run-settings.js';
import { placeOfRuns, type RunsPlace } from '../runs.js';

/** How a recorded experiment stands. */
export interface ExperimentSnapshot {
  readonly plan: ExperimentPlan;
  readonly report: ExperimentReport;
  /** Somebody works on it now. */
  readonly isRunning: boolean;
  /** It came to its end in one way or another. */
  readonly isOver: boolean;
  /** Ids of trials that were started and have not ended, where somebody works on it. */
  readonly running: readonly string[];
}

/** A recorded experiment, to be looked at and not changed. */
export interface RecordedExperiment {
  readonly runId: string;
  /** Reads the record again. */
  look(): ExperimentSnapshot;
  close(): void;
}

/** Opens the record of an experiment: of the newest, or one by its id or the beginning of it. */
export const openExperiment = async (place: RunsPlace, wanted: true | string): Promise<RecordedExperiment> => {
  const ledger = await existingLedgerAt(placeOfRuns(place), place.root);
  if (!ledger) throw nothingRecorded(place.ledger ?? place.root, 'experiment');
  try {
    const { id } = findResumable(ledger, wanted, 'experiment');
    return { runId: id, look: () => lookAt(ledger, id), close: () => ledger.close() };
  } catch (error) {
    ledger.close();
    throw error;
  }
};

const lookAt = (ledger: Ledger, id: string): ExperimentSnapshot => {
  const { held } = findResumable(ledger, id, 'experiment');
  const recorded = ledger.read(id);
  const history = historyOf(recorded);
  const { name, confidence, resamples } = settingsInForce(recorded.head, history).experiment as unknown as Named;
  const plan = ExperimentPlan.from({ ...(JSON.parse(recorded.plan.json) as object), name });
  const isRunning = held !== undefined && !mayTake(held, witness);
  const isOver = history.finish !== undefined;
  const warnings = isOver ? [] : [isRunning ? 'it is still running' : 'it was interrupted'];
  return {
    plan,
    report: experimentReport({ plan, run: runReport(id, plan, history), confidence, resamples, warnings }),
    ...{ isRunning, isOver },
    running: isRunning ? openTrials(plan, history) : [],
  };
};

type Named = Statistics & { readonly name?: string };

/** The report of the run as far as it is recorded. */
const runReport = (runId: string, plan: ExperimentPlan, history: RunHistory): RunReport<TrialResult> => {
  const { finish, sessions, lastAt, nodes } = history;
  const leaves = plan.leaves.map((leaf, node) => leafReport(leaf, nodes[node]));
  const status: RunStatus = finish?.status ?? 'stopped';
  return {
    ...{ runId, status, leaves, branches: [], root: leaves[0], failures: [] },
    concurrency: finish?.concurrency ?? nothingMeasured,
    usage: leaves.reduce((sum, { usage }) => addUsage(sum, usage), noUsage),
    ...(finish?.why === undefined ? {} : { stoppedBecause: finish.why }),
    startedAt: sessions[0]?.startedAt ?? 0,
    endedAt: lastAt,
  };
};

const nothingMeasured: Concurrency = { limit: 0, peak: 0, mean: 0 };

const leafReport = ({ id, label, depth }: TrialLeaf, past: NodeHistory | undefined): LeafReport<TrialResult> => {
  const { attempts = 0, usage = noUsage, end } = past ?? {};
  const common = { kind: 'leaf', id, label, depth, attempts, usage, ...nothingYet } as const;
  if (!end) return { ...common, outcome: 'never-started', failure: neverStarted('it has not ended') };
  const times = end.how === 'ran' ? { startedAt: end.startedAt, endedAt: end.endedAt } : {};
  if (end.outcome === 'succeeded') {
    const value = restoreValue(end.value as StoredValue) as TrialResult;
    return { ...common, ...times, origin: end.how === 'reused' ? 'reused' : 'ran', outcome: 'succeeded', value };
  }
  const failure = end.failure ?? neverStarted('it has not ended');
  return { ...common, ...times, outcome: end.outcome, failure };
};

const nothingYet = { origin: 'ran', startedAt: undefined, endedAt: undefined } as const;

const openTrials = (plan: ExperimentPlan, { open }: RunHistory): string[] => {
  const nodes = new Set(open.map(({ node }) => node));
  return [...nodes].flatMap((node) => plan.leaves[node]?.id ?? []);
};
