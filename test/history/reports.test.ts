import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RunReport } from '../../src/domain/run-report.js';
import { historyOf } from '../../src/history/history.js';
import { decompose, defineTask, type Execution, memoryLedger, type TaskContext } from '../../src/index.js';
import { restoreValue } from '../../src/ledger/stored-value.js';
import { Draw } from '../schedule/simulation/draw.js';

const files = Array.from({ length: 9 }, (_, i) => ({ path: `f${i}`, tokens: 10 }));
const planned = { files, maxFiles: 1, minFiles: 1, maxChildren: 3 };

/** Each attempt spends, waits a turn now and then, and comes to a value, fails, or is worth a retry. */
const taskOf = (draw: Draw) => {
  const work = async ({ signal, spend }: Pick<TaskContext, 'signal' | 'spend'>): Promise<number> => {
    spend({ tokens: draw.pick([1, 2, 3]), usd: 1 });
    for (let turn = draw.pick([0, 0, 1, 3]); turn > 0; turn--) await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
    const luck = draw.pick(['value', 'value', 'value', 'failed', 'retry']);
    if (luck !== 'value') throw Object.assign(new Error(luck), { retryable: luck === 'retry' });
    return draw.pick([0, 1, 2, 3]);
  };
  return defineTask({
    ...{ name: 'drawn', version: '1' },
    run: (_, context) => work(context),
    rollUp: ({ values }, context) => (draw.pick([1, 1, 0]) ? work(context) : values.length),
  });
};

/** Stops, cancels or asks of single leaves, at some event. */
const disturb = async (execution: Execution, draw: Draw): Promise<void> => {
  let left = draw.pick([3, 10, 20, 1_000]);
  for await (const event of execution) {
    if (left-- !== 0) continue;
    const act = draw.pick(['stop', 'cancel', 'leaf', 'leaf']);
    if (act === 'stop') execution.stop('enough');
    else if (act === 'cancel') execution.cancel('enough');
    else if (event.type === 'settled' && event.kind === 'leaf') execution.retryLeaf(event.id);
    else if (event.type === 'attempt-started' && event.kind === 'leaf') execution.cancelLeaf(event.id);
    left = draw.pick([2, 5, 1_000]);
  }
};

/** To the microsecond, as times are recorded. */
const micro = (ms: number | undefined) => ms && Math.round(ms * 1000) / 1000;

/** What both a report and a history say of leaves and branches. */
const told = ({ leaves, branches }: RunReport) =>
  [...leaves, ...branches].map((one) => ({
    outcome: one.outcome,
    ...(one.outcome === 'succeeded' ? { value: one.value, at: [micro(one.startedAt), micro(one.endedAt)] } : {}),
    // Which dependency is to blame for a skipped one is decided when all is over.
    ...(one.outcome === 'failed' ? { failure: one.failure } : {}),
    ...(one.kind === 'leaf' ? { usage: one.usage, attempts: one.attempts } : {}),
    samples: one.kind === 'leaf' && one.outcome === 'succeeded' ? samplesOf(one.sampling?.samples ?? []) : [],
  }));

/** Those that came to a value. One that failed and was to be retried when it was no longer needed was cancelled, too. */
const samplesOf = (samples: readonly { try: number; round: number; result: string; value?: unknown }[]) =>
  samples
    .filter(({ result }) => result === 'accepted' || result === 'rejected')
    .map(({ try: number, round, result, value }) => ({ number, round, result, value }))
    .sort((a, b) => a.number - b.number || a.round - b.round);

test('the history of a run says what its report says, after every session', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const draw = new Draw(seed);
      const ledger = memoryLedger();
      const sampling = draw.pick([undefined, { breadth: 2, depth: 2, accept: () => draw.pick([true, false]) }]);
      const options = { ledger, task: taskOf(draw), ...(sampling ? { sampling } : {}), retries: 1, backoffMs: 0 };
      let resume: string | undefined;
      for (let session = 1; session <= 3; session++) {
        const execution = decompose(planned).execute({ ...options, maxParallel: 3, ...(resume ? { resume } : {}) });
        await disturb(execution as Execution, draw);
        const report = (await execution) as RunReport;
        resume = report.runId;
        const recorded = ledger.read(report.runId);
        const history = historyOf(recorded);
        const nodes = history.nodes.map((node, i) => {
          const { end, usage = {}, attempts = 0, samples = [] } = node ?? {};
          const isLeaf = i < report.leaves.length;
          const at = end?.how === 'ran' ? [end.startedAt, end.endedAt] : [];
          return {
            outcome: end?.outcome,
            ...(end?.outcome === 'succeeded' ? { value: end.value && restoreValue(end.value), at } : {}),
            ...(end?.outcome === 'failed' ? { failure: end.failure } : {}),
            ...(isLeaf ? { usage, attempts } : {}),
            samples:
              isLeaf && end?.outcome === 'succeeded'
                ? samplesOf(samples.map((one) => ({ ...one, value: one.value && restoreValue(one.value) })))
                : [],
          };
        });
        expect(nodes).toEqual(told(report));
        const { status, stoppedBecause: why, concurrency, usage, leaves } = report;
        expect(history.finish).toMatchObject({ status, why, concurrency });
        expect([history.usage, history.sessions, history.open]).toEqual([usage, report.sessions, []]);
        expect(history.succeeded).toBe(leaves.filter(({ outcome }) => outcome === 'succeeded').length);
        expect(history.failed).toBe(leaves.filter(({ outcome }) => outcome === 'failed').length);
      }
    }),
    { numRuns: 20 },
  );
});
