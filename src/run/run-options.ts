import type { Concurrency } from '../domain/run-report.js';
import type { Session } from '../domain/session.js';
import type { ScheduleSettings, Work } from '../schedule/work.js';
import type { Pool, PoolListener } from './pool.js';
import type { RecalledNode, Recording } from './recording.js';
import type { RunNode } from './run-tree.js';
import type { SamplingCode } from './sampler.js';
import type { SlotBuffers } from './slot-table.js';

export interface RunOptions {
  readonly runId: string;
  /** The project's folder. */
  readonly root: string;
  readonly goal: string | undefined;
  readonly timeoutMs: number | undefined;
  readonly graceMs: number;
  readonly nodes: readonly RunNode[];
  readonly work: Work;
  readonly settings: ScheduleSettings;
  /** Where leaves are sampled; the scheduler's settings have the same then. */
  readonly sampling?: SamplingCode;
  readonly buffers: SlotBuffers;
  /** For the first event. */
  readonly threads: number;
  readonly pools: (listener: PoolListener) => RunPools;
  readonly merge: (values: readonly unknown[]) => unknown;
  readonly signal: AbortSignal | undefined;
  /** Takes secrets out of what is told and recorded. */
  readonly redact: (text: string) => string;
  readonly warnings: readonly string[];
  /** How it is recorded; undefined where it is not. */
  readonly recording?: Recording;
  /** What is known before it begins: leaves and branches that are done, and attempts that were made. */
  readonly recalled?: readonly RecalledNode[];
  /** Nodes that are left as they are, and why. */
  readonly leftOut?: { readonly nodes: readonly number[]; readonly why: string };
  readonly sessions?: readonly Session[];
  /** Of a run in which nothing is left to do: how it ended. */
  readonly past?: { readonly concurrency: Concurrency; readonly startedAt: number; readonly endedAt: number };
}

/** What carries the attempts of a run. */
export interface RunPools {
  leaves(): Pool;
  /** For the rounds of a sample after the first. */
  repairs(): Pool;
  /** Undefined where values are merged, which needs none. Asked when the first rollup is due. */
  rollUps(): Pool | undefined;
  close(): Promise<void>;
}
