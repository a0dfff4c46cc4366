import { availableParallelism } from 'node:os';
import type { AttemptFailure } from '../domain/attempt-failure.js';
import type { OnFailure } from '../domain/order.js';
import type { Outcome, RunStatus } from '../domain/outcome.js';
import type { Concurrency } from '../domain/run-report.js';
import type { Leaf } from '../domain/subplan.js';
import { type MapSettings, resolveMap } from '../options/resolve-map.js';
import { mergeValues } from '../rollup/merge.js';
import { InProcessPool } from '../run/in-process-pool.js';
import type { PoolListener } from '../run/pool.js';
import { Run } from '../run/run.js';
import type { RunPools } from '../run/run-options.js';
import { slotBuffers } from '../run/slot-table.js';

export interface MapOptions {
  /** How many run at once. The cores by default. */
  readonly maxParallel?: number | `${number}%`;
  readonly signal?: AbortSignal;
  readonly onFailure?: OnFailure;
}

export interface MapContext {
  readonly index: number;
  /** Aborted when the item is to end. */
  readonly signal: AbortSignal;
}

export type MapResult<T> =
  | { readonly outcome: 'succeeded'; readonly value: T; readonly failure?: undefined }
  | { readonly outcome: Exclude<Outcome, 'succeeded'>; readonly failure: AttemptFailure; readonly value?: undefined };

export interface MapReport<T> {
  readonly status: RunStatus;
  /** In the order of the items, whatever finished first. */
  readonly results: readonly MapResult<T>[];
  readonly concurrency: Concurrency;
  /** Why it stopped early; undefined where it did not. */
  readonly stoppedBecause?: string;
}

/**
 * Calls a function for each item, at most `maxParallel` at a time, with the cap, the failure modes and the measured peak
 * of a run, and without a tree. Failures resolve, as outcomes; invalid options throw at once.
 */
export const mapParallel = <I, T>(
  items: Iterable<I>,
  fn: (item: I, context: MapContext) => T | PromiseLike<T>,
  options: MapOptions = {},
): Promise<MapReport<T>> => {
  const settings = resolveMap({ items, fn, options }, availableParallelism());
  return mapAll([...items], fn, settings);
};

const mapAll = async <I, T>(
  items: readonly I[],
  fn: (item: I, context: MapContext) => T | PromiseLike<T>,
  { maxParallel, signal, onFailure }: MapSettings,
): Promise<MapReport<T>> => {
  const buffers = slotBuffers(maxParallel);
  const run = (leaf: Leaf, context: { readonly signal: AbortSignal }) => {
    const index = Number(leaf.id);
    // The signal is made when it is asked for, as in the context it comes from.
    return fn(items[index], {
      index,
      get signal() {
        return context.signal;
      },
    });
  };
  const pools = (listener: PoolListener): RunPools => {
    const facts = { root: '', goal: undefined, runId: '', timeoutMs: undefined, graceMs: 2000, seesFiles: false };
    const pool = new InProcessPool({ ...facts, buffers, code: { task: { run }, rollUp: undefined } }, listener);
    return { leaves: () => pool, repairs: () => pool, rollUps: () => undefined, close: () => pool.close() };
  };
  const report = await new Run({
    ...{ runId: '', root: '', goal: undefined, timeoutMs: undefined, graceMs: 2000, redact: (text: string) => text },
    ...{ threads: 0, warnings: [], buffers, signal, pools, merge: mergeValues },
    nodes: items.map((_, index) => itemNode(String(index))),
    work: { leaves: items.map(() => sameForAll), branches: [] },
    settings: { maxParallel, onFailure, order: 'plan', limits: new Map(), retries: 0, backoffMs: 0, seed: 1 },
  }).begin().report;
  const { status, concurrency, leaves, stoppedBecause } = report;
  const results = leaves.map(
    (leaf): MapResult<T> =>
      leaf.outcome === 'succeeded'
        ? { outcome: leaf.outcome, value: leaf.value as T }
        : { outcome: leaf.outcome, failure: leaf.failure },
  );
  return { status, results, concurrency, ...(stoppedBecause === undefined ? {} : { stoppedBecause }) };
};

const sameForAll = { cost: 0, dependsOn: [], limits: [] };

/** An item in the shape of a leaf. */
const itemNode = (id: string) => {
  const common = { id, label: id, depth: 0, tokens: 0 };
  const none: readonly string[] = [];
  const leaf: Leaf = {
    ...{ kind: 'leaf', ...common, parent: undefined, reason: 'fits' },
    ...{ keys: none, files: none, context: none, dependsOn: none },
  };
  return { ...common, leaf };
};
