import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { SlotTable, slotBuffers } from '../../dist/run/slot-table.js';
import type { BatchReply, MessageEnvelope, ThreadFacts, ThreadJob } from '../../dist/run/thread/protocol.js';
import { fixture } from './plans.js';

const entry = new URL('../../dist/run/thread/entry.js', import.meta.url).href;

/** Carries out batches one after the other where the clock stands still unless the task moves it. */
const code = `
  const { parentPort, workerData } = require('node:worker_threads');
  let clock = performance.now();
  performance.now = () => clock;
  globalThis.moveClock = (ms) => void (clock += ms);
  import('${entry}').then(async ({ default: carryOut }) => {
    for (const jobs of workerData.batches) parentPort.postMessage({ reply: await carryOut({ jobs }) });
  });`;

type Message = Partial<MessageEnvelope> & { readonly reply?: BatchReply };

/**
 * How the ends of each batch are told, by their slots: each message in brackets, the reply last. A batch is given by the
 * milliseconds that its attempts take. The reply takes the same way as the messages here, so it cannot overtake any.
 */
const told = async (...batches: readonly (readonly number[])[]): Promise<number[][][]> => {
  const buffers = slotBuffers(batches.flat().length);
  const table = new SlotTable(buffers);
  const family = JSON.stringify({ above: [], members: ['leaf'] });
  let slot = 0;
  const job = (ms: number): ThreadJob => {
    const leaf = JSON.stringify({ kind: 'leaf', files: [String(ms)] });
    const one = { slot, key: slot + 1, attempt: 1, leaf, family, place: 0 };
    table.send(one.slot, one.key);
    slot++;
    return one;
  };
  const facts: ThreadFacts = {
    ...{ buffers, root: '/', goal: undefined, runId: 'run', timeoutMs: undefined },
    ...{ task: fixture('moves-clock.mjs').href, rollUp: undefined, captureOutput: false, seesFiles: false },
  };
  const workerData = { ...facts, batches: batches.map((batch) => batch.map(job)) };
  const worker = new Worker(code, { eval: true, workerData });
  const answers: number[][][] = [];
  let answer: number[][] = [];
  for await (const [message] of on(worker, 'message')) {
    const { subplan, reply } = message as Message;
    const ends = reply?.ends ?? (subplan?.type === 'ended' ? subplan.ends : []);
    answer.push(ends.map((end) => end.slot));
    if (!reply) continue;
    answers.push(answer);
    answer = [];
    if (answers.length === batches.length) break;
  }
  await worker.terminate();
  return answers;
};

test('no end of a batch waits for a turn of the loop once its reply has left: the thread may be blocked by then', async () => {
  // The first batch waits for the module. In the second the first attempt takes so long that no end waits for others.
  expect(await told([0, 0, 0, 0], [2, 0, 0])).toEqual([
    [[0], [1, 2], [3]],
    [[4], [5, 6], []],
  ]);
});
