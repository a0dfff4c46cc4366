import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Plan } from '../dist/index.js';
import { makeFolder, removeFolder } from '../test/temporary-folder.js';
import { built } from './built.js';
import { type Figure, median } from './figure.js';
import { flatPlan } from './flat-plan.js';
import { timeInRounds } from './rounds.js';

const leaves = 10_000;
const task = new URL('./tasks/noop.mjs', import.meta.url);
/** What the task gives, as it is written. */
const valueBytes = 1;

/** What recording costs, and how soon a recorded run goes on. */
export const ledgerFigures = async (rounds: number): Promise<Figure[]> => {
  const plan = await flatPlan(Array.from({ length: leaves }, () => 1));
  const places = new Places();
  try {
    return [await throughput(plan, places, rounds), await resumeTime(plan, places, rounds), await size(plan, places)];
  } finally {
    places.remove();
  }
};

/** Folders of their own, so that every run begins with an empty ledger. */
class Places {
  readonly #made: string[] = [];

  next(): string {
    const folder = makeFolder();
    this.#made.push(folder);
    return folder;
  }

  remove(): void {
    for (const folder of this.#made) removeFolder(folder);
  }
}

const onThreads = { task, maxParallel: 100, threads: 2 };

/** Of whole runs: what is written once for a run, its plan above all, is in it. */
const throughput = async (plan: Plan, places: Places, rounds: number): Promise<Figure> => {
  const pieces = {
    bare: async () => void (await plan.execute(onThreads)),
    recorded: async () => void (await plan.execute({ ...onThreads, ledger: true, root: places.next() })),
  };
  await timeInRounds(1, pieces);
  const times = await timeInRounds(rounds, pieces);
  return {
    name: 'threads (2, no-op): throughput of 10,000 leaves at 100 with the ledger ÷ without',
    value: times.ratio('bare', 'recorded'),
    unit: '×',
    goal: { ideal: 1, reach: 0.6 },
  };
};

/** Until the first leaf starts: of a run that is nine tenths done, less that of a new one. */
const resumeTime = async (plan: Plan, places: Places, rounds: number): Promise<Figure> => {
  const { defineTask } = await built();
  /** Answers at once so many times, and then never. */
  const quick = (answers: number) =>
    defineTask({
      ...{ name: 'quick', version: '1' },
      run: (_, { signal }) =>
        answers-- > 0
          ? 1
          : new Promise<number>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
  const untilFirst = async (options: object): Promise<number> => {
    const startedAt = performance.now();
    const execution = plan.execute({ task: quick(leaves), maxParallel: 100, ...options } as never);
    let first = Number.NaN;
    for await (const event of execution) {
      if (event.type !== 'attempt-started') continue;
      first = performance.now() - startedAt;
      execution.cancel();
      break;
    }
    await execution;
    return first;
  };
  const beyond: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const root = places.next();
    const execution = plan.execute({ task: quick(0.9 * leaves), maxParallel: 100, ledger: true, root });
    let settled = 0;
    for await (const event of execution) if (event.type === 'settled' && ++settled === 0.9 * leaves) execution.cancel();
    await execution;
    const fresh = await untilFirst({ ledger: true, root: places.next() });
    beyond.push((await untilFirst({ resume: true, root })) - fresh);
  }
  const name = 'in process: resume of 10,000 leaves, 90 % done, until the first starts, beyond a fresh run';
  return { name, value: median(beyond), unit: 'ms' };
};

const size = async (plan: Plan, places: Places): Promise<Figure> => {
  const root = places.next();
  await plan.execute({ ...onThreads, ledger: true, root });
  const value = statSync(join(root, '.subplan', 'ledger.db')).size / leaves - valueBytes;
  return { name: 'ledger: size per leaf beyond its value', value, unit: 'B', goal: { ideal: 0, reach: 1_000 } };
};
