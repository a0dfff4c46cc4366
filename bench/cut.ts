import { Bench } from 'tinybench';
import { type DecomposeOptions, decompose, type GivenFile, type Plan } from '../src/index.js';
import { type Figure, geomean, median } from './figure.js';
import { bestKnownCut, cutPercent, fewestLeaves, type GraphName, storedGraph } from './stored-graphs.js';

const budget = 30_000;
const graphs = ['vue', 'babel', 'django', 'redis'] as const;

interface Planned {
  readonly plans: readonly Plan[];
  /** Median milliseconds. */
  readonly ms: number;
}

/** Plans with each seed, under tinybench. */
const planWith = async (files: readonly GivenFile[], options: DecomposeOptions, seeds: number): Promise<Planned> => {
  const plans: Plan[] = [];
  const times: number[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    const bench = new Bench({ iterations: 1, time: 0, warmup: false });
    bench.add('decompose', async () => {
      plans.push(await decompose({ files, minFiles: 5, maxTokens: budget, seed, ...options }));
    });
    const [task] = await bench.run();
    if (task.result.state !== 'completed')
      throw new Error(`the benchmark of seed ${seed} ended as ${task.result.state}`);
    times.push(task.result.latency.mean);
  }
  return { plans, ms: median(times) };
};

const mean = (plans: readonly Plan[], of: (plan: Plan) => number): number =>
  plans.reduce((sum, plan) => sum + of(plan), 0) / plans.length;

/** How few imports are cut, against the best known and against what a user would do without imports. */
export const cutFigures = async (seeds: number): Promise<Figure[]> => {
  const [ratios, byFolder]: [number[], number[]] = [[], []];
  const figures: Figure[] = [];
  for (const name of graphs) {
    const files = storedGraph(name);
    const { plans, ms } = await planWith(files, { strategy: 'imports' }, seeds);
    const { plans: folders } = await planWith(files, { strategy: 'directory' }, 1);
    const cut = mean(plans, cutPercent);
    ratios.push(cut / bestKnownCut[name]);
    byFolder.push(cutPercent(folders[0]) / cut);
    figures.push(
      { name: `${name}: cut ÷ best known`, value: ratios.at(-1) as number, unit: '×' },
      {
        name: `${name}: leaves ÷ fewest possible`,
        value: mean(plans, (plan) => plan.leaves.length) / fewestLeaves(files, budget),
        unit: '×',
        goal: { ideal: 1, reach: 1.15 },
      },
      {
        name: `${name}: small leaves`,
        value: mean(plans, ({ measures }) => (100 * measures.smallLeaves) / measures.leaves),
        unit: '%',
        goal: { ideal: 0, reach: 2 },
      },
      {
        name: `${name}: leaves over budget with more than one file`,
        value: mean(plans, overBudget),
        unit: '×',
        goal: { ideal: 0, reach: 0 },
      },
      { name: `${name}: time of decompose`, value: ms, unit: 'ms' },
    );
  }
  return [
    { name: 'geomean of cut ÷ best known', value: geomean(ratios), unit: '×', goal: { ideal: 1, reach: 1.04 } },
    { name: 'geomean of the cut by folders ÷ ours', value: geomean(byFolder), unit: '×', better: 'more' },
    ...figures,
  ];
};

/** What `auto` costs beside the least cut: imports that cross leaves, leaves, time. */
export const autoFigures = async (seeds: number): Promise<Figure[]> => {
  const [cuts, leaves, times]: [number[], number[], number[]] = [[], [], []];
  for (const name of graphs) {
    const files = storedGraph(name);
    const { plans: least, ms: leastMs } = await planWith(files, { strategy: 'imports' }, seeds);
    const { plans, ms } = await planWith(files, { strategy: 'auto' }, seeds);
    const sourceCut = ({ measures }: Plan) => measures.parts.sourceCut.share;
    cuts.push(mean(plans, sourceCut) / mean(least, sourceCut));
    leaves.push(mean(plans, (plan) => plan.leaves.length) / fewestLeaves(files, budget));
    times.push(ms / leastMs);
  }
  return [
    { name: 'auto ÷ imports: cut among sources', value: geomean(cuts), unit: '×', goal: { ideal: 1.3, reach: 1.45 } },
    { name: 'auto: leaves ÷ fewest possible', value: geomean(leaves), unit: '×', goal: { ideal: 1.25, reach: 1.4 } },
    { name: 'auto ÷ imports: time of decompose', value: geomean(times), unit: '×', goal: { ideal: 1, reach: 1.3 } },
  ];
};

const overBudget = ({ leaves }: Plan): number =>
  leaves.filter(({ files, tokens }) => files.length > 1 && tokens > budget).length;

/** A graph of 323,065 imports, most of them between distant packages. */
export const largeGraphFigures = async (): Promise<Figure[]> => {
  const name: GraphName = 'kubernetes';
  const { plans, ms } = await planWith(storedGraph(name), { strategy: 'imports' }, 1);
  return [
    { name: `${name}: cut`, value: cutPercent(plans[0]), unit: '%', goal: { ideal: bestKnownCut[name], reach: 91.7 } },
    { name: `${name}: time of decompose`, value: ms, unit: 'ms' },
  ];
};
