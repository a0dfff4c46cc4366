import { Scheduler } from '../../src/schedule/schedule.js';
import type { Work } from '../../src/schedule/work.js';
import { workOf } from '../schedule/driven.js';
import { type Flavour, simulate } from '../schedule/simulation/simulate.js';
import type { Figure, Soak } from './soak.js';

/** Set SUBPLAN_RUNS for more or fewer. */
const runs = Number(process.env.SUBPLAN_RUNS ?? 500_000);
/** Beyond the seeds that the tests have. */
const firstSeed = 1_000_000;

const simulated = (flavour: Flavour): Figure[] => {
  const counts = new Map<string, number>();
  const broken: string[] = [];
  let [nodes, decisions] = [0, 0];
  for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
    try {
      const { steps, notes, nodes: count } = simulate(seed, flavour);
      nodes += count;
      decisions += steps.length;
      for (const what of notes) counts.set(what, (counts.get(what) ?? 0) + 1);
    } catch (error) {
      broken.push((error as Error).message.split('\n')[0]);
    }
  }
  const rarest = [...counts].sort((a, b) => a[1] - b[1]).slice(0, 3);
  const corpus = `${runs} simulated runs from seed ${firstSeed}, ${flavour}`;
  return [
    {
      what: 'scheduler: runs that break an invariant',
      corpus: `${corpus}; ${nodes} leaves and branches, ${decisions} decisions`,
      value: [broken.length, ...broken.slice(0, 5)].join('; '),
      reach: { text: '0', held: broken.length === 0 },
    },
    {
      what: 'scheduler: situations met',
      corpus,
      value: `${counts.size}; rarest: ${rarest.map(([what, count]) => `${what} (${count})`).join(', ')}`,
    },
  ];
};

const flat = (leaves: number): Work =>
  workOf(
    Array.from({ length: leaves }, (_, i) => ({ cost: (i * 7_919) % 1_000 })),
    [Array.from({ length: leaves }, (_, i) => i)],
  );

const runAll = (work: Work): void => {
  const settings = { maxParallel: 10, limits: new Map(), order: 'cost', onFailure: 'continue', retries: 0 } as const;
  const scheduler = new Scheduler(work, { ...settings, backoffMs: 0, seed: 1 });
  const running: number[] = [];
  let commands = scheduler.decide({ type: 'begin' }, 0);
  for (let at = 0; ; at++) {
    for (const command of commands) if (command.type === 'start') running.push(command.node);
    if (at === running.length) return;
    commands = scheduler.decide({ type: 'ended', node: running[at], try: 1, end: { kind: 'succeeded' } }, 0);
  }
};

/** In microseconds. */
const perLeaf = (work: Work, times: number): number => {
  const start = performance.now();
  for (let i = 0; i < times; i++) runAll(work);
  return ((performance.now() - start) * 1_000) / (work.leaves.length * times);
};

/** Medians of five, in turns, so that whatever else the machine does meets both. */
const costs = (): Figure => {
  const [few, many]: [number[], number[]] = [[], []];
  const [small, large] = [flat(1_000), flat(100_000)];
  perLeaf(small, 100);
  for (let round = 0; round < 5; round++) {
    few.push(perLeaf(small, 100));
    many.push(perLeaf(large, 1));
  }
  const median = (values: number[]): number => values.sort((a, b) => a - b)[2];
  return {
    what: 'scheduler: cost per leaf at 100,000 leaves ÷ at 1,000',
    corpus: 'flat, 10 slots, the scheduler alone',
    value: `${(median(many) / median(few)).toFixed(2)} (${median(many).toFixed(2)} µs ÷ ${median(few).toFixed(2)} µs)`,
  };
};

const soak: Soak = {
  name: 'schedule',
  covers: 'half a million simulated runs of each flavour from seeds that the tests do not have; the cost of a decision',
  async run() {
    return [...simulated('plain'), ...simulated('full'), costs()];
  },
};

export default soak;
