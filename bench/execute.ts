import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import type { Figure } from './figure.js';
import { flatPlan } from './flat-plan.js';
import { timeInRounds } from './rounds.js';
import { WarmPool } from './warm-pool.js';

export interface ExecuteSizes {
  readonly rounds: number;
  readonly isFull: boolean;
}

const task = (name: string): URL => new URL(`./tasks/${name}.mjs`, import.meta.url);
const same = (count: number, tokens: number): number[] => Array.from({ length: count }, () => tokens);
const threads = 2;

/** What executing costs beside the alternatives and beside the ideal. Each is a suite of its own. */
export const executeFigures = (sizes: ExecuteSizes): (() => Promise<Figure[]>)[] => [
  throughputOnThreads,
  () => sleepingLeaves(sizes),
  () => timeSaved(sizes),
  () => busyLeaves(sizes),
  () => inProcess(sizes),
  () => makespan(sizes),
];

/** What one more leaf costs, on threads that stand ready on both sides: how long threads take to start is not in it. */
const throughputOnThreads = async (): Promise<Figure[]> => {
  const leaves = 6_000;
  const plan = await flatPlan(same(leaves, 1));
  const pool = new WarmPool(task('noop'), threads);
  const bare = new Piscina({
    filename: task('noop').href,
    minThreads: threads,
    maxThreads: threads,
    concurrentTasksPerWorker: 10 / threads,
  });
  const pieces = {
    raw: () => Promise.all(Array.from({ length: leaves }, (_, i) => bare.run(i))),
    ours: () => pool.run(plan, 10),
  };
  await timeInRounds(2, pieces);
  const times = await timeInRounds(15, pieces);
  await Promise.all([pool.close(), bare.destroy()]);
  return [
    {
      name: 'threads (2, warm, no-op): throughput at 10 ÷ raw Piscina',
      value: times.ratio('raw', 'ours'),
      unit: '×',
      goal: { ideal: 1, reach: 0.7 },
    },
  ];
};

/** Leaves that only wait, against the time an ideal executor needs. */
const sleepingLeaves = async ({ rounds }: ExecuteSizes): Promise<Figure[]> => {
  const pool = new WarmPool(task('sleep'), threads);
  const [few, many] = [await flatPlan(same(15, 50)), await flatPlan(same(1_000, 50))];
  const here = (await import(task('sleep').href)) as { default: (leaf: { tokens: number }) => Promise<number> };
  await pool.run(many, 100);
  await many.execute({ task: here.default, maxParallel: 100 });
  const times = await timeInRounds(rounds, {
    few: () => pool.run(few, 10),
    many: () => pool.run(many, 100),
    here: () => many.execute({ task: here.default, maxParallel: 100 }),
  });
  await pool.close();
  const goal = { ideal: 1, reach: 1.1 };
  return [
    { name: 'threads (2, warm): 15 leaves of 50 ms at 10 ÷ ideal', value: times.few / 100, unit: '×', goal },
    { name: 'threads (2, warm): 1,000 leaves of 50 ms at 100 ÷ ideal', value: times.many / 500, unit: '×', goal },
    { name: 'in process: 1,000 leaves of 50 ms at 100 ÷ ideal', value: times.here / 500, unit: '×', goal },
  ];
};

const timeSaved = async ({ rounds, isFull }: ExecuteSizes): Promise<Figure[]> => {
  const pool = new WarmPool(task('sleep'), threads);
  const plan = await flatPlan(isFull ? same(64, 200) : same(32, 50));
  await pool.run(await flatPlan(same(8, 10)), 8);
  const times = await timeInRounds(isFull ? rounds : 1, {
    one: () => pool.run(plan, 1),
    two: () => pool.run(plan, 2),
    four: () => pool.run(plan, 4),
    eight: () => pool.run(plan, 8),
  });
  await pool.close();
  const saved = (at: 'two' | 'four' | 'eight') => 100 * (1 - times.ratio(at, 'one'));
  const name = `threads (2, warm): ${isFull ? '64 leaves of 200 ms' : '32 leaves of 50 ms'}, time saved at`;
  return [
    { name: `${name} 2`, value: saved('two'), unit: '%', goal: { ideal: 50, reach: 49 } },
    { name: `${name} 4`, value: saved('four'), unit: '%', goal: { ideal: 75, reach: 74 } },
    { name: `${name} 8`, value: saved('eight'), unit: '%', goal: { ideal: 87.5, reach: 86 } },
  ];
};

/** Leaves that compute, against two bare threads that do the same and nothing else. */
const busyLeaves = async ({ rounds }: ExecuteSizes): Promise<Figure[]> => {
  const leaves = 40;
  const pool = new WarmPool(task('spin'), threads);
  const plan = await flatPlan(same(leaves, 1));
  const bare = Array.from({ length: threads }, () => new Worker(task('spin-thread')));
  const spinBare = () =>
    Promise.all(
      bare.map(async (worker) => {
        worker.postMessage(leaves / threads);
        await once(worker, 'message');
      }),
    );
  await pool.run(plan, threads);
  await spinBare();
  const times = await timeInRounds(rounds, { bare: spinBare, ours: () => pool.run(plan, threads) });
  await Promise.all([pool.close(), ...bare.map((worker) => worker.terminate())]);
  const name = 'threads (2, warm): leaves that compute, throughput at 2 ÷ two bare worker threads';
  return [{ name, value: times.ratio('bare', 'ours'), unit: '×', goal: { ideal: 1, reach: 0.9 } }];
};

const inProcess = async ({ rounds }: ExecuteSizes): Promise<Figure[]> => {
  const [few, many] = [await flatPlan(same(1_000, 1)), await flatPlan(same(100_000, 1))];
  const noop = async () => 1;
  const limited = async () => {
    const limit = pLimit(10);
    await Promise.all(many.leaves.map(() => limit(noop)));
  };
  const ours = () => many.execute({ task: noop, maxParallel: 10 });
  // As many leaves in all, so that what is paid once for a run shows.
  const inHundreds = async () => {
    for (let i = 0; i < 100; i++) await few.execute({ task: noop, maxParallel: 10 });
  };
  await Promise.all([limited(), ours()]);
  const times = await timeInRounds(rounds, { limited, ours, inHundreds });
  return [
    {
      name: 'in process (no-op): throughput of 100,000 leaves at 10 ÷ p-limit',
      value: times.ratio('limited', 'ours'),
      unit: '×',
      goal: { ideal: 1, reach: 0.25 },
    },
    {
      name: 'in process (no-op): cost per leaf at 100,000 leaves ÷ at 1,000',
      value: times.ratio('ours', 'inHundreds'),
      unit: '×',
      goal: { ideal: 1, reach: 1.3 },
    },
  ];
};

/** Few long leaves and many short ones: whoever starts a long one last has lost. */
const makespan = async ({ rounds }: ExecuteSizes): Promise<Figure[]> => {
  // With the exponent 1 the longest alone would be the bound, whatever the order.
  const costs = Array.from({ length: 200 }, (_, i) => Math.max(1, Math.round(250 / (i + 1) ** 0.7)));
  // Not in the order of their costs, which would make it too easy.
  const tokens = costs.map((_, i) => costs[(i * 77) % costs.length]);
  const total = tokens.reduce((sum, cost) => sum + cost, 0);
  const bound = Math.max(...tokens, total / 8);
  const pool = new WarmPool(task('sleep'), threads);
  const plan = await flatPlan(tokens);
  await pool.run(plan, 8);
  const times = await timeInRounds(rounds, { ours: () => pool.run(plan, 8) });
  await pool.close();
  const name = 'threads (2, warm): makespan of 200 leaves with Zipf costs at 8 ÷ lower bound';
  return [{ name, value: times.ours / bound, unit: '×', goal: { ideal: 1, reach: 1.1 } }];
};
