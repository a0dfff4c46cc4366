import type { DecomposeOptions } from './decompose-options.js';
import type { ExecuteOptions } from './execute-options.js';

/**
 * What may become of an option when a run is resumed. `throughput`: it may differ. `limit`: it may differ, and holds for
 * unfinished leaves only. `result`: it must be the same. `place`: where things stand; it is not compared.
 */
export type ResumeClass = 'throughput' | 'limit' | 'result' | 'place';

/** Exactly one class for each option: one that is new does not compile until somebody has decided. */
export type ResumeClasses<Options> = { readonly [Option in keyof Required<Options>]: ResumeClass };

export const executeClasses: ResumeClasses<ExecuteOptions> = {
  task: 'result',
  rollUp: 'result',
  root: 'place',
  maxParallel: 'throughput',
  limits: 'throughput',
  threads: 'throughput',
  threadHeapMb: 'limit',
  order: 'limit',
  onFailure: 'limit',
  retries: 'limit',
  backoffMs: 'limit',
  timeoutMs: 'limit',
  graceMs: 'limit',
  requestsPerMinute: 'limit',
  tokensPerMinute: 'limit',
  budget: 'limit',
  usdPerMillionTokens: 'limit',
  sampling: 'result',
  signal: 'place',
  captureOutput: 'place',
  // Here it only spreads the waits before retries.
  seed: 'throughput',
  ledger: 'place',
  resume: 'place',
  retryFailed: 'place',
  reuse: 'throughput',
};

export const decomposeClasses: ResumeClasses<DecomposeOptions> = {
  root: 'place',
  files: 'result',
  include: 'result',
  exclude: 'result',
  keep: 'result',
  maxFileBytes: 'result',
  goal: 'result',
  minFiles: 'result',
  maxDepth: 'result',
  maxChildren: 'result',
  maxTokens: 'result',
  maxFiles: 'result',
  tokens: 'result',
  strategy: 'result',
  seed: 'result',
  previous: 'result',
  signal: 'place',
  onProgress: 'place',
};
