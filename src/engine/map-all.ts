import type { Leaf } from '../domain/subplan.js';
import type { MapSettings } from '../options/map-options.js';
import { mergeValues } from '../rollup/merge.js';
import { InProcessPool } from '../run/in-process-pool.js';
import type { PoolListener } from '../run/pool.js';
import { Run } from '../run/run.js';
import type { RunPools } from '../run/run-options.js';
import { slotBuffers } from '../run/slot-table.js';
import type { MapContext, MapReport, MapResult } from './map-report.js';

/** Runs the items as the leaves of a run without branches. */
export const mapAll = async <I, T>(
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
    const pool = new InProcessPool(
      { ...nowhere, seesFiles: false, buffers, code: { task: { run }, rollUp: undefined } },
      listener,
    );
    return { leaves: () => pool, repairs: () => pool, rollUps: () => undefined, close: () => pool.close() };
  };
  const report = await new Run({
    ...{
      ...nowhere,
      redact: (text: string) => text,
      threads: 0,
      warnings: [],
      buffers,
      signal,
      pools,
      merge: mergeValues,
    },
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

/** What a run of a plan has besides. */
const nowhere = { root: '', goal: undefined, runId: '', timeoutMs: undefined, graceMs: 2000 };

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
