import type { PoolFacts, PoolListener } from '../run/pool.js';
import type { RunPools } from '../run/run-options.js';
import { TrialPool } from '../run/trials/trial-pool.js';
import type { TrialParts } from './trial-parts.js';

export interface TrialPoolsFor {
  readonly facts: PoolFacts;
  readonly trials: TrialParts;
  /** What carries the task itself. */
  readonly pools: (listener: PoolListener) => RunPools;
}

/** The pools of an experiment: those of its task, with what trials need around them. Their values are put together by us. */
export const trialPools = ({ facts, trials, pools }: TrialPoolsFor, listener: PoolListener): RunPools => {
  const { score, folders, watch } = trials;
  const trial = new TrialPool({ ...facts, score, folders, watch }, listener);
  const inner = pools(trial);
  trial.carryBy(() => inner.leaves());
  return {
    leaves: () => trial,
    repairs: () => trial,
    rollUps: () => undefined,
    close: async () => {
      await inner.close();
      await trial.close();
      trials.close();
    },
  };
};
