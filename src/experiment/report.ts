import type { ExperimentReport, TrialRow } from '../domain/experiment-report.js';
import type { RunReport } from '../domain/run-report.js';
import type { TrialResult } from '../domain/trial.js';
import { aggregate } from './aggregate.js';
import { costsOf } from './costs.js';
import { coverageOf } from './coverage.js';
import { excludedOf } from './excluded.js';
import type { ExperimentPlan } from './experiment-plan.js';
import { rowsOf } from './rows.js';

/** How statistics are made. */
export interface Statistics {
  readonly confidence: number;
  readonly resamples: number;
}

export interface Reporting extends Statistics {
  readonly plan: ExperimentPlan;
  readonly run: RunReport<TrialResult>;
  readonly warnings: readonly string[];
}

/** The report of an experiment, from that of its run. */
export const experimentReport = ({ plan, run, confidence, resamples, warnings }: Reporting): ExperimentReport => {
  const { cases, arms, replications, interleave, seed, name } = plan.design;
  const names = arms.map((arm) => arm.name);
  const trials = rowsOf(plan.leaves, run.leaves);
  const { runId, status, stoppedBecause, concurrency, usage, startedAt, endedAt } = run;
  return {
    ...{ format: 'subplan/experiment', version: 1, name, runId, status },
    ...(stoppedBecause === undefined ? {} : { stoppedBecause }),
    design: {
      ...{ cases: cases.map(({ id }) => id), arms: names, replications, interleave, seed, confidence, resamples },
    },
    coverage: coverageOf(trials, names),
    aggregates: aggregate(trials, { arms: names, replications, confidence, resamples, seed }),
    excluded: excludedOf(trials),
    costs: costsOf(trials, names),
    trials,
    started: startedOrder(trials),
    ...{ concurrency, usage, startedAt, endedAt, warnings },
  };
};

const startedOrder = (trials: readonly TrialRow[]): string[] =>
  trials
    .flatMap(({ id, startedAt, position }) => (startedAt === undefined ? [] : [{ id, startedAt, position }]))
    .sort((a, b) => a.startedAt - b.startedAt || a.position - b.position)
    .map(({ id }) => id);
