import { setTimeout as wait } from 'node:timers/promises';
import { experiment } from '../dist/experiment.js';
import { type Figure, median } from './figure.js';
import { timeInRounds } from './rounds.js';

const taskMs = 200;
const arms = [{ name: 'without' }, { name: 'with' }];
const casesOf = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `c${i}`, input: i }));

const sleeping = async (): Promise<number> => {
  await wait(taskMs);
  return 1;
};

const run = (cases: number, maxParallel: number, task: () => unknown = sleeping) =>
  experiment({ cases: casesOf(cases), arms, task: task as () => number, maxParallel });

/** What experiments take beside running their trials one after the other. */
export const experimentFigures = async (rounds: number): Promise<Figure[]> => {
  // Everything is loaded and compiled: a first run is that of no later one.
  await run(20, 10, () => 1);
  const pieces = {
    twentyAtOne: () => run(20, 1),
    twentyAtTen: () => run(20, 10),
    tenAtOne: () => run(10, 1),
    tenAtTwo: () => run(10, 2),
    tenAtFour: () => run(10, 4),
    tenAtEight: () => run(10, 8),
  };
  const times = await timeInRounds(rounds, pieces);
  const saved = (at: 'tenAtTwo' | 'tenAtFour' | 'tenAtEight') => 100 * (1 - times.ratio(at, 'tenAtOne'));
  const name = 'experiment (in process, 10 cases × 2 arms, 200 ms each): time saved at';
  return [
    {
      name: 'experiment (in process, 20 cases × 2 arms, 200 ms each): at 10 ÷ sequential',
      value: times.ratio('twentyAtTen', 'twentyAtOne'),
      unit: '×',
      goal: { ideal: 0.1, reach: 0.11 },
    },
    // 20 trials at 8 take three turns at best: 85 %.
    { name: `${name} 2`, value: saved('tenAtTwo'), unit: '%', goal: { ideal: 50, reach: 49 } },
    { name: `${name} 4`, value: saved('tenAtFour'), unit: '%', goal: { ideal: 75, reach: 74 } },
    { name: `${name} 8`, value: saved('tenAtEight'), unit: '%', goal: { ideal: 85, reach: 84 } },
    {
      name: 'experiment (in process): time per attempt beyond that of the task itself',
      value: await overhead(5),
      unit: 'ms',
      goal: { ideal: 0, reach: 5 },
    },
  ];
};

/** One after the other, so that what is not the task's is all between the tasks, or at the beginning and the end. */
const overhead = async (rounds: number): Promise<number> => {
  const each: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    const { trials } = await run(20, 1, () => wait(5, 1));
    const own = trials.reduce((sum, { ms = 0 }) => sum + ms, 0);
    each.push((performance.now() - startedAt - own) / trials.length);
  }
  return median(each);
};
