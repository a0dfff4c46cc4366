import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LeafReport, RunReport, TaskContext } from '../dist/index.js';
import { built, builtUrl } from './built.js';
import { type Figure, median } from './figure.js';
import { flatPlan } from './flat-plan.js';
import { timeInRounds } from './rounds.js';

/** What commands cost, how well a rate limit is used, and how soon a leaf has the first acceptable try. */
export const agentFigures = async (rounds: number): Promise<Figure[]> => [
  ...(await commands(rounds)),
  await underLimit(Math.min(3, rounds)),
  await firstAcceptable(rounds),
];

const plain = (count: number): Promise<Awaited<ReturnType<typeof flatPlan>>> =>
  flatPlan(Array.from({ length: count }, () => 1));

type Times = Readonly<Record<'xargs' | 'bare' | 'subplan', number>>;

const commands = async (rounds: number): Promise<Figure[]> => {
  const plan = await plain(200);
  const script = fileURLToPath(new URL('./tasks/commands.mjs', import.meta.url));
  const words = [script, builtUrl.href, JSON.stringify(plan), String(rounds)];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  const times: readonly Times[] = JSON.parse(stdout);
  const ratio = (name: keyof Times, to: keyof Times): number => median(times.map((round) => round[name] / round[to]));
  return [
    // Where bare Node is at 1.8, as on a quiet machine, 1.4 times that is the 2.5 that are to be reached. It is not at 1.8
    // everywhere, and what Node takes is not ours: only what comes to it can fail.
    {
      ...{ name: 'processes: 200 × true at 8 ÷ bare spawn in Node', value: ratio('subplan', 'bare'), unit: '×' },
      goal: { ideal: 1, reach: 1.4 },
    },
    {
      ...{ name: 'processes: 200 × true at 8 ÷ xargs -P 8 (to reach: 2.5)', value: ratio('subplan', 'xargs') },
      unit: '×',
    },
    {
      ...{ name: 'processes: 200 × true at 8, bare spawn in Node ÷ xargs -P 8', value: ratio('bare', 'xargs') },
      unit: '×',
      better: 'neither',
    },
  ];
};

const perSecond = 10;
const burst = 10;

/** A service with a token bucket: who comes too early is told when the next token is there. */
const limitedService = async () => {
  let [tokens, at, refused] = [burst, performance.now(), 0];
  const server = createServer((_, response) => {
    const now = performance.now();
    tokens = Math.min(burst, tokens + ((now - at) / 1000) * perSecond);
    at = now;
    if (tokens >= 1) {
      tokens--;
      response.end('done');
      return;
    }
    refused++;
    response.writeHead(429, { 'retry-after-ms': String(Math.ceil(((1 - tokens) / perSecond) * 1000)) });
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, refused: () => refused, close: () => server.close() };
};

const underLimit = async (rounds: number): Promise<Figure> => {
  const { RateLimited } = await built();
  const leaves = 60;
  const plan = await plain(leaves);
  const used: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const service = await limitedService();
    const task = async (_: unknown, { signal }: TaskContext): Promise<string> => {
      const response = await fetch(service.url, { signal });
      if (response.status === 429) {
        throw new RateLimited({ retryAfterMs: Number(response.headers.get('retry-after-ms')) });
      }
      return response.text();
    };
    const startedAt = performance.now();
    const report = await plan.execute({ task, maxParallel: 32 });
    const seconds = (performance.now() - startedAt) / 1000;
    service.close();
    succeeded(report);
    if (report.leaves.some(({ attempts }: LeafReport<unknown>) => attempts !== 1))
      throw new Error('a limit cost an attempt');
    used.push(leaves / (burst + perSecond * seconds));
  }
  return {
    name: 'in process: requests made under a rate limit (10 a second, burst 10) ÷ those it would have allowed',
    value: median(used),
    unit: '×',
    goal: { ideal: 1, reach: 0.8 },
  };
};

const fastestMs = 200;

/** Try 3 of 4 is acceptable; the others would take twice as long. */
const firstAcceptable = async (rounds: number): Promise<Figure> => {
  const plan = await plain(2);
  const task = async (_: unknown, { sample, signal }: TaskContext): Promise<number> => {
    const isGood = sample?.try === 3;
    await sleep(isGood ? fastestMs : 2 * fastestMs, undefined, { signal });
    return isGood ? 1 : 0;
  };
  const sampling = { breadth: 4, accept: (value: unknown) => value === 1 };
  const pieces = {
    alone: async () => sleep(fastestMs),
    sampled: async () => succeeded(await plan.execute({ task, sampling, maxParallel: 8 })),
  };
  await timeInRounds(1, pieces);
  const times = await timeInRounds(rounds, pieces);
  return {
    name: 'in process: breadth 4 with one acceptable try ÷ that try alone',
    value: times.ratio('sampled', 'alone'),
    unit: '×',
    goal: { ideal: 1, reach: 1.1 },
  };
};

const succeeded = ({ status, failures }: RunReport): void => {
  if (status !== 'succeeded') throw new Error(`the run ${status}: ${failures[0]?.failure.message}`);
};
