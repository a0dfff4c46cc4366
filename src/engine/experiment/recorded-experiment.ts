import type { ExperimentReport } from '../../domain/experiment-report.js';
import type { Fact } from '../../domain/fact.js';
import type { Ledger } from '../../domain/ledger.js';
import type { RunStatus } from '../../domain/outcome.js';
import type { Concurrency, LeafReport, RunReport } from '../../domain/run-report.js';
import type { TrialResult } from '../../domain/trial.js';
import { addUsage, noUsage, type Usage } from '../../domain/usage.js';
import { ExperimentPlan } from '../../experiment/experiment-plan.js';
import { experimentReport, type Statistics } from '../../experiment/report.js';
import { mayTake } from '../../ledger/lease.js';
import { restoreValue } from '../../ledger/stored-value.js';
import { neverStarted } from '../../run/failures.js';
import { findResumable } from '../find-resumable.js';
import { existingLedgerAt, nothingRecorded } from '../open-ledger.js';
import { witness } from '../owner.js';
import type { RunSettings } from '../run-settings.js';
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
  const { head, plan: recorded, facts } = ledger.read(id);
  const { name, confidence, resamples } = (JSON.parse(head.settings) as RunSettings).experiment as unknown as Named;
  const plan = ExperimentPlan.from({ ...(JSON.parse(recorded.json) as object), name });
  const isRunning = held !== undefined && !mayTake(held, witness);
  const last = facts.at(-1);
  const finished = last?.kind === 'finished' ? last : undefined;
  const run = runReport(id, plan, facts, finished);
  const warnings = finished ? [] : [isRunning ? 'it is still running' : 'it was interrupted'];
  return {
    plan,
    report: experimentReport({ plan, run, confidence, resamples, warnings }),
    isRunning,
    isOver: finished !== undefined,
    running: isRunning ? openLeaves(plan, facts) : [],
  };
};

type Named = Statistics & { readonly name?: string };

type Finished = Extract<Fact, { kind: 'finished' }>;

/** The report of the run as far as it is recorded. */
const runReport = (
  runId: string,
  plan: ExperimentPlan,
  facts: readonly Fact[],
  finished: Finished | undefined,
): RunReport<TrialResult> => {
  const leaves = leafReports(plan, facts);
  const status: RunStatus = finished?.status ?? 'stopped';
  return {
    ...{ runId, status, leaves, branches: [], root: leaves[0], failures: [] },
    concurrency: finished?.concurrency ?? nothingMeasured,
    usage: leaves.reduce((sum, { usage }) => addUsage(sum, usage), noUsage),
    ...(finished?.why === undefined ? {} : { stoppedBecause: finished.why }),
    startedAt: facts.find((fact) => fact.kind === 'session')?.at ?? 0,
    endedAt: facts.at(-1)?.at ?? 0,
  };
};

const nothingMeasured: Concurrency = { limit: 0, peak: 0, mean: 0 };

interface Known {
  final: Extract<Fact, { kind: 'ended' | 'chosen' | 'settled' | 'reused' }> | undefined;
  attempts: number;
  usage: Usage;
}

const leafReports = (plan: ExperimentPlan, facts: readonly Fact[]): LeafReport<TrialResult>[] => {
  const known = plan.leaves.map((): Known => ({ final: undefined, attempts: 0, usage: noUsage }));
  for (const fact of facts) {
    const one = 'node' in fact ? known[fact.node] : undefined;
    if (!one) continue;
    if (fact.kind === 'spent') one.usage = addUsage(one.usage, fact.usage);
    if (fact.kind === 'ended') one.attempts = fact.attempt;
    if (fact.kind === 'reused' || fact.kind === 'settled' || (fact.kind === 'ended' && fact.isFinal)) one.final = fact;
  }
  return plan.leaves.map(({ id, label, depth }, node): LeafReport<TrialResult> => {
    const { final, attempts, usage } = known[node];
    const common = { kind: 'leaf', id, label, depth, attempts, usage, ...nothingYet } as const;
    if (!final) return { ...common, outcome: 'never-started', failure: neverStarted('it has not ended') };
    if (final.kind === 'reused') {
      return { ...common, origin: 'reused', outcome: 'succeeded', value: restoreValue(final.value) as TrialResult };
    }
    const times = final.kind === 'ended' ? { startedAt: final.startedAt, endedAt: final.at } : {};
    if (final.kind === 'ended' && final.outcome === 'succeeded' && final.value) {
      return { ...common, ...times, outcome: 'succeeded', value: restoreValue(final.value) as TrialResult };
    }
    const { outcome } = final as { readonly outcome: Exclude<LeafReport<never>['outcome'], 'succeeded'> };
    const failure = ('failure' in final ? final.failure : undefined) ?? neverStarted('it has not ended');
    return { ...common, ...times, outcome, failure };
  });
};

const nothingYet = { origin: 'ran', startedAt: undefined, endedAt: undefined } as const;

const openLeaves = (plan: ExperimentPlan, facts: readonly Fact[]): string[] => {
  const open = new Set<number>();
  for (const fact of facts) {
    if (fact.kind === 'session') open.clear();
    else if (!('node' in fact)) continue;
    else if (fact.kind === 'started') open.add(fact.node);
    else if (fact.kind === 'ended' || fact.kind === 'lost' || fact.kind === 'settled') open.delete(fact.node);
  }
  return [...open].flatMap((node) => plan.leaves[node]?.id ?? []);
};
