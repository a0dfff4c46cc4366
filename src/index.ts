export type { AttemptFailure, AttemptFailureCode, ThrownValue, TryFailure } from './domain/attempt-failure.js';
export type { BoundName, Bounds } from './domain/bounds.js';
export type {
  CalibrationChoice,
  CalibrationReason,
  CalibrationResult,
  CalibrationStep,
  Pace,
  PaceUnit,
} from './domain/calibration.js';
export type { CommandInput, CommandOutput, CommandRateLimit, CommandTask, OutputFile } from './domain/command.js';
export { type FailureCode, type Problem, SubplanFailure } from './domain/failure.js';
export type { FileGraph, ImportCounts, TieKind } from './domain/file-graph.js';
export type { FileRole, KeepableReason, LeftOut, LeftOutReason, ProjectFile } from './domain/inventory.js';
export type { LeafGraph, LeafNode, LeafTie } from './domain/leaf-graph.js';
export type { Ledger } from './domain/ledger.js';
export type { Cut, Level, Measures, Relaxed, Spread, Stayed, StrategyUsed } from './domain/measures.js';
export type { OnFailure, Order } from './domain/order.js';
export type { EndedBy, Outcome, RunStatus } from './domain/outcome.js';
export { type RateLimitDetails, RateLimited } from './domain/rate-limited.js';
export type { RunEvent, RunEventType } from './domain/run-event.js';
export type {
  BranchReport,
  BudgetReport,
  Concurrency,
  LeafReport,
  RateLimitEpisode,
  RateLimits,
  ReportedFailure,
  RunReport,
  Sampled,
  SampleReport,
} from './domain/run-report.js';
export type { Sample, SampleContext } from './domain/sample.js';
export type { Acceptance, AcceptFunction, Candidate, SelectFunction } from './domain/sampling.js';
export type { StandardSchema } from './domain/schema.js';
export type { OptionChange, Session } from './domain/session.js';
export type { Strategy, StrategyFunction, StrategyName } from './domain/strategy.js';
export type { Branch, Leaf, LeafReason, Split, SplitWay, Subplan } from './domain/subplan.js';
export type {
  Coverage,
  Lineage,
  RollUpBranch,
  RollUpChild,
  RollUpFunction,
  Task,
  TaskContext,
  TaskFunction,
} from './domain/task.js';
export type { TokenMode } from './domain/token-mode.js';
export type { Usage } from './domain/usage.js';
export { calibrate } from './engine/calibrate/calibrate.js';
export type { Calibration } from './engine/calibrate/calibration.js';
export { decompose } from './engine/decompose.js';
export type { Decomposition } from './engine/decomposition.js';
export { defineTask, taskModule } from './engine/define-task.js';
export type { Execution } from './engine/execution.js';
export { mapParallel } from './engine/map-parallel.js';
export type { MapContext, MapReport, MapResult } from './engine/map-report.js';
export { memoryLedger } from './engine/open-ledger.js';
export { Plan } from './engine/plan.js';
export { readPlan } from './engine/read-plan.js';
export type { CalibrateOptions } from './options/calibrate-options.js';
export type { DecomposeOptions, GivenFile, Progress } from './options/decompose-options.js';
export type {
  BranchValue,
  BudgetOptions,
  ExecuteOptions,
  LeafValue,
  NamedLimit,
  ResumeOptions,
  SamplingOptions,
  TaskLike,
  TaskModule,
} from './options/execute-options.js';
export type { MapOptions } from './options/map-options.js';
export type { FileNode, FileTie } from './plan/graph-of-files.js';
export type { PlanJson } from './plan/schema.js';
