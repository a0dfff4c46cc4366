import { cutResume, cutRun } from '../durable/cuts.js';
import { cutAndResume, killAndResume } from '../durable/kills.js';
import type { Figure, Soak } from './soak.js';

/** Set SUBPLAN_KILLS for more or fewer. */
const kills = Number(process.env.SUBPLAN_KILLS ?? 100);
const killsPerRun = 5;
const leaves = 300;

/** Runs of real threads, each killed five times: the run itself, and then its resumes. */
const killed = async (): Promise<Figure[]> => {
  const broken: string[] = [];
  let [made, repeated] = [0, 0];
  for (let seed = 1_000; made < kills; seed++) {
    try {
      const result = await killAndResume({ leaves, kills: killsPerRun, seed });
      made += result.kills;
      repeated += result.repeated;
    } catch (error) {
      broken.push((error as Error).message.split('\n')[0]);
      made += killsPerRun;
    }
  }
  const corpus = `${made} kills of runs of ${leaves} leaves on 2 threads, at caps from 1 to 16`;
  return [
    {
      what: 'kills: runs that lost or repeated what was told, or ended otherwise than undisturbed',
      corpus,
      value: [broken.length, ...broken.slice(0, 5)].join('; '),
      reach: { text: '0', held: broken.length === 0 },
    },
    { what: 'kills: attempts in flight that ran again', corpus, value: `${(repeated / made).toFixed(1)} a kill` },
  ];
};

/** The process ends itself at each operation of its ledger in turn. */
const cut = async (): Promise<Figure> => {
  const corpus = 'a run of 40 leaves on 2 threads, and its resume';
  const what = 'cuts: operations of the ledger at which a run was cut, and went on as if nothing had been';
  try {
    const cuts = await cutAndResume({ leaves: 40, step: 1, first: 1 });
    return { what, corpus, value: `${cuts} of ${cuts}`, reach: { text: 'all', held: true } };
  } catch (error) {
    return { what, corpus, value: (error as Error).message, reach: { text: 'all', held: false } };
  }
};

/** In this process an operation fails, whether or not it was done; here with more leaves than the tests have. */
const failed = async (): Promise<Figure> => {
  const corpus = 'runs of 12 leaves and their resumes; an operation fails before or after it is done';
  const what = 'cuts: operations of the ledger that failed, and the run went on as if nothing had been';
  try {
    let operations = 0;
    for (const when of ['before', 'after'] as const) {
      operations += (await cutRun({ leaves: 12, when })) + (await cutResume({ leaves: 12, when }));
    }
    return { what, corpus, value: `${operations} of ${operations}`, reach: { text: 'all', held: true } };
  } catch (error) {
    return { what, corpus, value: (error as Error).message, reach: { text: 'all', held: false } };
  }
};

const soak: Soak = {
  name: 'kills',
  covers:
    'runs that are killed a hundred times and go on; runs and resumes of which every operation of the ledger is cut or fails',
  async run() {
    return [...(await killed()), await cut(), await failed()];
  },
};

export default soak;
