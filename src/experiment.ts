export type {
  Aggregates,
  ArmCosts,
  ArmStatistics,
  Claim,
  Dimension,
  DimensionKind,
  Estimate,
  ExperimentReport,
  Interval,
  LeftOutPair,
  PairStatistics,
  RetryStatistics,
  TrialCoverage,
  TrialRow,
} from './domain/experiment-report.js';
export type { BuiltInScore, NamedScore, ScoreAnswer, Scored, ScoreFunction } from './domain/score.js';
export type { Arm, ArmSettings, Case, Interleave, Scores, ScoreValue, Trial, TrialResult } from './domain/trial.js';
export { defineScore, experiment } from './engine/experiment/experiment.js';
export type { ExperimentExecution } from './engine/experiment/experiment-execution.js';
export type { ExperimentOptions, IsolationOptions, Keep } from './options/experiment-options.js';
